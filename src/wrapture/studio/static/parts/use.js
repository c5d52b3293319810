// @ts-check
// The Use panel: lines for the shell and for Python, and files to take away.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { fetchFile } from "./steps.js";
import { complain, tell } from "./toasts.js";

/** @typedef {import("./types.js").State} State */

const FORMATS = [
  ["csv", "CSV"],
  ["xlsx", "Excel"],
  ["jsonl", "JSON Lines"],
  ["json", "JSON"],
  ["parquet", "Parquet"],
  ["sqlite", "SQLite"],
  ["duckdb", "DuckDB"],
];

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    tell("Copied.");
  } catch {
    complain("The browser blocks copying: select the lines and copy them yourself.");
  }
}

/** @param {string} title @param {string} test @param {string} text */
function lines(title, test, text) {
  return h(
    "section",
    { key: test, className: "lines" },
    h(
      "div",
      { className: "row between" },
      h("h3", null, title),
      h(
        "button",
        { type: "button", className: "small", "data-test": `copy-${test}`, onclick: () => copy(text) },
        icon("copy"),
        "Copy",
      ),
    ),
    h("pre", { tabindex: "0", "aria-label": title, "data-test": `lines-${test}` }, text),
  );
}

/** @param {State} state */
export function usePanel({ desk, commands }) {
  if (!desk?.wrapper) return h("p", { className: "muted" }, "No wrapper yet.");
  return [
    commands
      ? [lines("In the shell", "shell", commands.shell), lines("In Python", "python", commands.python)]
      : h("p", { key: "wait", className: "muted" }, "…"),
    h("h3", { key: "tables" }, "The tables of all pages"),
    h(
      "div",
      { key: "formats", className: "row" },
      FORMATS.map(([format, words]) =>
        h(
          "button",
          {
            key: format,
            type: "button",
            "data-test": `download-${format}`,
            onclick: () => fetchFile("tables", { format }),
          },
          icon("use"),
          words,
        ),
      ),
    ),
    h("h3", { key: "file" }, "The wrapper"),
    h(
      "div",
      { key: "wrapper", className: "row" },
      h(
        "button",
        { type: "button", "data-test": "download-wrapper", onclick: () => fetchFile("wrapper") },
        icon("use"),
        "Wrapper file",
      ),
    ),
    h(
      "details",
      { key: "about", className: "about" },
      h("summary", null, "What it does"),
      h("pre", { "data-test": "about" }, desk.wrapper.about),
    ),
  ];
}
