// @ts-check
// The form that says what a text is: which column, in which record, in every record or in one; or that it is wrong.

import { h } from "./dom.js";
import { label, unlabel } from "./steps.js";
import { get } from "./store.js";
import { shorten } from "./words.js";

/** @typedef {import("./types.js").Hit} Hit */
/** @typedef {import("./types.js").Column} Column */
/** @typedef {{column: string, name: string, record: string, everywhere: boolean}} Answer */

const NEW = "new";

/** What is filled in at present. @type {Answer} */
let answer = { column: NEW, name: "", record: "", everywhere: true };
/** @type {() => void} */
let redraw = () => {};
/** @type {() => void} */
let close = () => {};

/** Begin with what a hit suggests. @param {Hit} hit @param {() => void} onChange @param {() => void} onClose */
export function startAnswer(hit, onChange, onClose) {
  answer = suggested(hit);
  redraw = onChange;
  close = onClose;
}

/** What a hit suggests: the column that covers it, or a new one. @param {Hit} hit @returns {Answer} */
function suggested(hit) {
  const column = hit.columns.length ? String(hit.columns[0]) : NEW;
  return { column, name: "", record: hit.record === null ? "" : String(hit.record), everywhere: column === NEW };
}

/** @param {Partial<Answer>} news */
function fill(news) {
  answer = { ...answer, ...news };
  redraw();
}

/** Send what is filled in. @param {Hit} hit */
export async function send(hit) {
  const fresh = answer.column === NEW;
  const record = answer.record === "" || answer.record === NEW ? null : Number(answer.record);
  const asked = {
    place: hit.place,
    column: fresh ? null : Number(answer.column),
    name: fresh ? answer.name.trim() || "New column" : null,
    record,
    everywhere: answer.everywhere,
  };
  close();
  await label(asked);
}

/** @param {Hit} hit @param {Column[]} columns */
function columnField(hit, columns) {
  const choose = (/** @type {any} */ event) =>
    fill({ column: event.currentTarget.value, everywhere: event.currentTarget.value === NEW });
  return [
    h(
      "label",
      { key: "column" },
      h("span", null, "This is"),
      h(
        "select",
        { "data-test": "point-column", value: answer.column, onchange: choose },
        columns.map((column, at) =>
          h(
            "option",
            { key: at, value: at, selected: answer.column === String(at) },
            column.keep ? column.name : `${column.name} (hidden)`,
          ),
        ),
        h("option", { key: NEW, value: NEW, selected: answer.column === NEW }, "New column…"),
      ),
    ),
    answer.column === NEW
      ? h(
          "label",
          { key: "name" },
          h("span", null, "Name of the column"),
          h("input", {
            type: "text",
            "data-test": "point-name",
            value: answer.name,
            placeholder: "New column",
            oninput: (/** @type {any} */ event) => (answer = { ...answer, name: event.currentTarget.value }),
          }),
        )
      : null,
  ];
}

/** @param {number} records */
function recordField(records) {
  const numbers = Array.from({ length: records }, (_, at) => at);
  const choose = (/** @type {any} */ event) => fill({ record: event.currentTarget.value });
  return h(
    "label",
    { key: "record" },
    h("span", null, "In record"),
    h(
      "select",
      { "data-test": "point-record", value: answer.record, onchange: choose },
      h("option", { value: "", selected: answer.record === "" }, "where it stands, or a new one"),
      numbers.map((at) => h("option", { key: at, value: at, selected: answer.record === String(at) }, at + 1)),
    ),
  );
}

/** @param {Hit} hit */
function wrongButtons({ record, columns }) {
  if (record === null) return null;
  const labelled = columns[0];
  const run = (/** @type {number | null} */ column) => () => (close(), unlabel(record, column));
  return h(
    "div",
    { key: "wrong", className: "row" },
    labelled === undefined
      ? null
      : h(
          "button",
          { type: "button", className: "small", "data-test": "point-wrong", onclick: run(labelled) },
          "Wrong value",
        ),
    h(
      "button",
      { type: "button", className: "small", "data-test": "point-not-record", onclick: run(null) },
      "Not a record",
    ),
  );
}

/** @param {Hit} hit */
export function labelForm(hit) {
  const { desk, table } = get();
  return [
    h("p", { key: "text", className: "quote", "data-test": "point-text" }, shorten(hit.text || "(no text)", 160)),
    columnField(hit, desk?.wrapper?.columns || []),
    recordField(table?.rows.length || 0),
    h(
      "label",
      { key: "all", className: "check" },
      h("input", {
        type: "checkbox",
        "data-test": "point-everywhere",
        checked: answer.everywhere,
        onchange: (/** @type {any} */ event) => fill({ everywhere: event.currentTarget.checked }),
      }),
      "In every record",
    ),
    h(
      "div",
      { key: "go", className: "row" },
      h("button", { type: "submit", className: "primary", "data-test": "point-label" }, "Label"),
      h("button", { type: "button", "data-test": "point-cancel", onclick: close }, "Cancel"),
    ),
    wrongButtons(hit),
  ];
}
