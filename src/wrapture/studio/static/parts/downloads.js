// @ts-check
// Download: the tables of all pages in the format that was taken last, the others in a menu, and the table as text to paste.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { openMenu } from "./menu.js";
import { keepInMind, recall } from "./remember.js";
import { fetchFile } from "./steps.js";
import { get } from "./store.js";
import { complain, tell } from "./toasts.js";
import { cellText } from "./words.js";

/** @type {[string, string][]} */
export const FORMATS = [
  ["xlsx", "Excel"],
  ["csv", "CSV"],
  ["json", "JSON"],
  ["jsonl", "JSON Lines"],
  ["parquet", "Parquet"],
  ["sqlite", "SQLite"],
  ["duckdb", "DuckDB"],
];

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    tell("Copied.");
  } catch {
    complain("The browser blocks copying: select the lines and copy them yourself.");
  }
}

/** The table of the page as spreadsheets take it: tabs between cells, shown columns only. */
export function tableText() {
  const { table } = get();
  if (!table) return "";
  const kept = table.columns.map((_, at) => at).filter((at) => table.described[at]?.keep ?? true);
  const line = (/** @type {string[]} */ cells) => cells.map((text) => text.replace(/\s+/g, " ")).join("\t");
  return [line(kept.map((at) => table.described[at]?.name ?? table.columns[at])), ...table.rows.map((row) => line(kept.map((at) => cellText(row.cells[at]))))].join("\n");
}

const usual = () => FORMATS.find(([format]) => format === recall("format")) ?? FORMATS[0];

/** @param {string} format */
function fetchAs(format) {
  keepInMind("format", format);
  void fetchFile("tables", { format });
}

/** @param {MouseEvent} event */
function openFormats(event) {
  const items = FORMATS.map(([format, words]) => ({ words, test: `download-${format}`, run: () => fetchAs(format) }));
  openMenu(
    /** @type {HTMLElement} */ (event.currentTarget),
    [
      ...items,
      null,
      { words: "Copy the table", test: "copy-table", run: () => void copy(tableText()) },
      { words: "Wrapper file", test: "download-wrapper", run: () => void fetchFile("wrapper") },
    ],
    "Download",
  );
}

/** @param {import("./types.js").Desk} desk */
export function downloadButtons(desk) {
  const [format, words] = usual();
  return h(
    "div",
    { key: "download", className: "joined" },
    h(
      "button",
      { type: "button", className: "primary", "data-test": "download", disabled: !desk.wrapper, title: "The tables of all pages", "aria-label": `Download ${words}`, onclick: () => fetchAs(usual()[0]) },
      icon("use"),
      h("span", { className: "wide-only" }, `Download ${words}`),
    ),
    h(
      "button",
      { type: "button", className: "primary square", "data-test": "download-more", "data-format": format, "aria-haspopup": "menu", "aria-label": "Other formats", title: "Other formats", disabled: !desk.wrapper, onclick: openFormats },
      icon("down"),
    ),
  );
}
