// @ts-check
// The Code drawer: lines for the shell, Python and Scrapy that give what the studio shows.

import { h } from "./dom.js";
import { copy } from "./downloads.js";
import { icon } from "./icons.js";

/** @typedef {import("./types.js").State} State */

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
      ? [
          lines("In the shell", "shell", commands.shell),
          lines("In Python", "python", commands.python),
          lines("In a Scrapy spider", "scrapy", commands.scrapy),
        ]
      : h("p", { key: "wait", className: "muted" }, "…"),
    h(
      "details",
      { key: "about", className: "about" },
      h("summary", null, "What it does"),
      h("pre", { "data-test": "about" }, desk.wrapper.about),
    ),
  ];
}
