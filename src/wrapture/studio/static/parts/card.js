// @ts-check
// The card at a text that was clicked: what it is now, and everything that can be done about it.

import { h } from "./dom.js";
import { button, editable } from "./fields.js";
import { icon } from "./icons.js";
import { beginRecord, colourOf, levelOf, showHandles, takePlace } from "./stage.js";
import { editColumns, label, markRecord, renameColumn, unlabel } from "./steps.js";
import { get } from "./store.js";
import { cellText, shorten } from "./words.js";

/** @typedef {import("./types.js").Hit} Hit */
/** @typedef {import("./types.js").Column} Column */

/** @type {() => void} */
let close = () => {};
/** What is typed as the name of a new column, and which column is chosen for the text. */
let answer = { name: "", column: "" };

/** @param {Hit} hit @param {() => void} onClose */
export function startCard(hit, onClose) {
  close = onClose;
  answer = { name: "", column: hit.columns.length ? String(shownColumn(hit)) : "" };
}

/** The shown column that a hit stands in. @param {Hit} hit */
function shownColumn(hit) {
  const columns = get().desk?.wrapper?.columns ?? [];
  return hit.columns.find((at) => columns[at]?.keep) ?? hit.columns[0];
}

/** Whether the selection is exactly the value that a column has in this record. @param {Hit} hit @param {number} column */
function isValue(hit, column) {
  const row = hit.record === null ? null : get().table?.rows[hit.record];
  return row ? cellText(row.cells[column]).replace(/\s+/g, " ").trim() === hit.text : false;
}

/** Use the text for a column, in all records that have it. @param {Hit} hit @param {{column?: number, name?: string}} to */
function use(hit, to) {
  close();
  const fresh = to.column === undefined;
  return label({ place: hit.place, column: fresh ? null : to.column, name: fresh ? to.name : null, record: hit.record, everywhere: true });
}

/** Without a list: find the one whose records have a text like this. @param {Hit} hit */
function findAlike({ place }) {
  close();
  return markRecord({ start: [place[0], place[1]], end: [place[2], place[3]] });
}

/** A name that no column has yet. */
function freeName() {
  const names = new Set((get().desk?.wrapper?.columns ?? []).map((column) => column.name));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? "new_column" : `new_column_${number}`;
    if (!names.has(name)) return name;
  }
}

/** What the text is now: its column, to rename and hide. @param {Hit} hit @param {number} column @param {Column} meta */
function nowView(hit, column, meta) {
  const record = hit.record;
  return h(
    "div",
    { key: "now", className: "card-now" },
    h("span", { className: "swatch", style: { "background-color": colourOf(column) } }),
    editable({ key: `name ${column}`, value: meta.name, label: "Name of the column", test: "card-name", commit: (name) => renameColumn(column, name) }),
    record === null ? null : button("Not this value", "card-wrong", () => (close(), unlabel(record, column)), { title: "It is no value of this column" }),
    button("Hide", "card-hide", () => (close(), editColumns({ op: "keep", columns: [column], keep: false })), { title: "Hide this column" }),
  );
}

/** Make the selection larger or smaller. @param {Hit} hit */
function sizeView(hit) {
  const larger = levelOf(hit.place, 1);
  const smaller = levelOf(hit.place, -1);
  return h(
    "div",
    { key: "size", className: "row" },
    button("Extend", "card-extend", () => larger && takePlace(larger), { disabled: !larger, title: "Take more of what is around it" }),
    button("Shrink", "card-shrink", () => smaller && takePlace(smaller), { disabled: !smaller, title: "Take less" }),
    hit.element.link === null ? null : button("Its link", "card-link", () => takePlace([Number(hit.element.link), -1, Number(hit.element.link), -1])),
    hit.element.image === null || hit.place[1] < 0 ? null : button("Its image", "card-image", () => takePlace([Number(hit.element.image), -1, Number(hit.element.image), -1])),
  );
}

/** Use the text for a column that there is. @param {Hit} hit @param {Column[]} columns */
function columnView(hit, columns) {
  if (!columns.length || hit.record === null) return null;
  const chosen = answer.column === "" ? null : Number(answer.column);
  const done = chosen !== null && isValue(hit, chosen);
  return h(
    "div",
    { key: "column", className: "row card-use" },
    h(
      "button",
      { type: "button", className: done || chosen === null ? "small" : "small primary", "data-test": "card-use", disabled: chosen === null || done, onclick: () => use(hit, { column: Number(answer.column) }) },
      done ? "Is the value of" : "Use for",
    ),
    h(
      "select",
      {
        className: "small",
        "aria-label": "Column",
        "data-test": "card-column",
        value: answer.column,
        onchange: (/** @type {any} */ event) => ((answer = { ...answer, column: event.currentTarget.value }), redraw()),
      },
      h("option", { value: "", selected: answer.column === "" }, "choose a column"),
      columns.map((column, at) => h("option", { key: at, value: at, selected: answer.column === String(at) }, column.keep ? column.name : `${column.name} (not shown)`)),
    ),
  );
}

/** Make the text a column of its own. @param {Hit} hit */
function ownView(hit) {
  const run = () => (get().desk?.wrapper ? use(hit, { name: answer.name.trim() || freeName() }) : findAlike(hit));
  return h(
    "div",
    { key: "own", className: "row card-use" },
    !get().desk?.wrapper ? null : h("input", {
      type: "text",
      "aria-label": "Name of a new column",
      placeholder: "New column",
      "data-test": "card-new-name",
      value: answer.name,
      oninput: (/** @type {any} */ event) => (answer = { ...answer, name: event.currentTarget.value }),
      onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && (event.preventDefault(), run()),
    }),
    button(get().desk?.wrapper ? "A column of its own" : "Find all like this", "card-own", run, hit.columns.length ? {} : { className: "small primary" }),
  );
}

/** What can be done about the record, which may be the wrong one or end at the wrong place. @param {Hit} hit */
function recordView(hit) {
  const { record } = hit;
  if (record === null && !get().desk?.wrapper) return null;
  const mark = () => (close(), beginRecord(hit.place));
  const quiet = (/** @type {string} */ words, /** @type {string} */ test, /** @type {() => any} */ run, /** @type {string} */ title) =>
    button(words, test, run, { className: "quiet small", title });
  return h(
    "div",
    { key: "record", className: "card-record", role: "group", "aria-label": record === null ? "A record" : `Record ${record + 1}` },
    record === null ? null : quiet("Not a record", "card-not-record", () => (close(), unlabel(record, null)), "Leave it out"),
    record === null ? null : quiet("Move start or end", "card-handles", () => (close(), queueMicrotask(() => showHandles(record))), "Shows handles that you drag, or move with the arrow keys"),
    quiet(record === null ? "A record starts here …" : "Starts here …", "card-record", mark, "Then click where it ends; it may also end here and start there"),
  );
}

/** @type {() => void} */
let redraw = () => {};
/** @param {() => void} draw */
export const onCardChange = (draw) => void (redraw = draw);

/** @param {Hit} hit */
export function cardView(hit) {
  const columns = get().desk?.wrapper?.columns || [];
  const column = hit.columns.length ? shownColumn(hit) : undefined;
  const meta = column === undefined ? undefined : columns[column];
  return [
    h(
      "div",
      { key: "head", className: "card-head" },
      h("p", { className: "quote", "data-test": "point-text" }, shorten(hit.text || "(an image or a link)", 200)),
      h("button", { type: "button", className: "quiet square small", "aria-label": "Close", title: "Close (Escape)", "data-test": "card-close", onclick: close }, icon("close")),
    ),
    meta && column !== undefined ? nowView(hit, column, meta) : null,
    sizeView(hit),
    columnView(hit, columns),
    ownView(hit),
    recordView(hit),
  ];
}

/** What a correction would change, with the choice to keep it. @param {import("./types.js").Summary} summary @param {() => void} keep @param {() => void} cancel */
export function summaryView(summary, keep, cancel) {
  return [
    h("p", { key: "words", "data-test": "summary" }, h("strong", null, "This changes more than that text: "), summary.words, "."),
    h(
      "div",
      { key: "go", className: "row" },
      h("button", { type: "button", className: "primary", "data-test": "summary-keep", onclick: keep }, "Keep"),
      h("button", { type: "button", "data-test": "summary-cancel", onclick: cancel }, "Cancel"),
    ),
  ];
}
