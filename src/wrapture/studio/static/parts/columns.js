// @ts-check
// The Columns drawer: names, types, order, hide and show, merge and split; one column or many at once.

import { cleanColumn, mergeColumns, splitColumn, whyNotCleaned, whyNotMerged, whyNotSplit } from "./columnedit.js";
import { h } from "./dom.js";
import { editable, iconButton } from "./fields.js";
import { icon } from "./icons.js";
import { colourOf } from "./stage.js";
import { editColumns, renameColumn } from "./steps.js";
import { get, set } from "./store.js";
import { percent } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Column} Column */

const DRAGGED = "application/x-wrapture-column";

/** @param {number} column */
function dragging(column) {
  const over = (/** @type {DragEvent} */ event) => {
    if (event.dataTransfer?.types.includes(DRAGGED)) event.preventDefault();
  };
  return {
    ondragover: over,
    ondrop: (/** @type {DragEvent} */ event) => {
      const from = event.dataTransfer?.getData(DRAGGED);
      if (!from) return;
      event.preventDefault();
      if (Number(from) !== column) editColumns({ op: "move", column: Number(from), to: column });
    },
  };
}

/** The column that was picked last: with Shift, all from there on are picked. */
let lastPicked = 0;
/** What the names of the columns that are listed contain. */
let wanted = "";
/** The desk that these are for. */
let own = "";

/** @param {Column[]} columns */
const listed = (columns) => columns.map((_, at) => at).filter((at) => columns[at].name.toLowerCase().includes(wanted.trim().toLowerCase()));

/** @param {number} column @param {boolean} range */
function pick(column, range) {
  const { picked, desk } = get();
  const [from, to] = [Math.min(lastPicked, column), Math.max(lastPicked, column)];
  const many = range ? listed(desk?.wrapper?.columns ?? []).filter((at) => at >= from && at <= to) : [column];
  const on = range || !picked.includes(column);
  const rest = picked.filter((one) => !many.includes(one));
  lastPicked = column;
  set({ picked: (on ? [...rest, ...many] : rest).sort((a, b) => a - b) });
}

/** What can be done with the columns that are picked. @param {State} state @param {Column[]} columns */
function manyView({ picked, studio }, columns) {
  const none = !picked.length;
  const all = listed(columns);
  const button = (/** @type {string} */ words, /** @type {string} */ test, /** @type {() => any} */ run, /** @type {boolean} */ off, /** @type {string} */ title = "") =>
    h("button", { key: test, type: "button", className: "small", "data-test": test, disabled: off, title, onclick: run }, words);
  const keep = (/** @type {boolean} */ on, /** @type {boolean} */ only = false) => () => editColumns({ op: "keep", columns: get().picked, keep: on, only });
  const texts = picked.filter((at) => columns[at]?.kind === "text");
  return h(
    "div",
    { key: "many", className: "row many", role: "group", "aria-label": "Selected columns" },
    button(picked.length === all.length && picked.length ? "Select none" : "Select all", "pick-all", () => set({ picked: get().picked.length === all.length ? [] : all }), !all.length),
    button("Show only these", "show-only", keep(true, true), none, "Hide all others"),
    button("Show", "show-many", keep(true), none),
    button("Hide", "hide-many", keep(false), none),
    button(picked.length > 1 ? `Merge ${picked.length} …` : "Merge …", "merge", () => mergeColumns(get().picked), Boolean(whyNotMerged(picked)), whyNotMerged(picked)),
    h(
      "select",
      {
        key: "type",
        className: "small",
        "aria-label": "Type of the selected columns",
        "data-test": "type-many",
        disabled: none || texts.length < picked.length,
        value: "",
        onchange: (/** @type {any} */ event) => event.currentTarget.value && editColumns({ op: "type", columns: get().picked, type: event.currentTarget.value }),
      },
      h("option", { value: "", selected: true }, "Type …"),
      (studio?.types ?? []).map((type) => h("option", { key: type, value: type }, type)),
    ),
  );
}

/** Move a column; the focus goes with it. @param {number} column @param {number} to @param {"up" | "down"} way */
async function move(column, to, way) {
  if (!(await editColumns({ op: "move", column, to }))) return;
  requestAnimationFrame(() => {
    const row = document.querySelectorAll("[data-test=column]")[to];
    const button =
      row?.querySelector(`[data-test=column-${way}]:not(:disabled)`) || row?.querySelector("[data-test=column-name]");
    /** @type {HTMLElement | null | undefined} */ (button)?.focus();
  });
}

/** @param {Column} meta */
function marksOf(meta) {
  const words = [
    meta.hidden,
    meta.merged ? "merged" : "",
    meta.clean.length ? "cleaned" : "",
    meta.labelled ? "labelled by you" : "",
    meta.kind === "text" || meta.kind === meta.type ? "" : meta.kind,
  ].filter(Boolean);
  return words.length ? h("span", { className: "muted small-text" }, words.join(" · ")) : null;
}

/** @param {Column} meta @param {number} at */
function fill({ fill: share, name }, at) {
  const words = `${name} is there in ${percent(share)} of the records`;
  return h(
    "span",
    { className: "fill", role: "img", "aria-label": words, title: words },
    h("span", { style: { width: `${Math.round(share * 100)}%`, "background-color": colourOf(at) } }),
  );
}

/** @param {Column} meta @param {number} at @param {number} count @param {State} state */
function row(meta, at, count, { picked, studio }) {
  const types = studio?.types || [];
  const windowButton = (/** @type {string} */ words, /** @type {string} */ test, /** @type {string} */ why, /** @type {() => void} */ run) =>
    h("button", { type: "button", className: "quiet small", "aria-label": `${words} ${meta.name}`, "data-test": test, disabled: Boolean(why), title: why, onclick: run }, words);
  const start = (/** @type {DragEvent} */ event) => event.dataTransfer?.setData(DRAGGED, String(at));
  return h(
    "li",
    { key: at, className: meta.keep ? "column" : "column off", "data-test": "column", ...dragging(at) },
    h(
      "div",
      { className: "column-line" },
      h(
        "span",
        { className: "grip", draggable: "true", title: "Drag to move", "aria-hidden": "true", ondragstart: start },
        icon("grip"),
      ),
      h("input", {
        type: "checkbox",
        "aria-label": `Select ${meta.name}`,
        "data-test": "column-pick",
        checked: picked.includes(at),
        onclick: (/** @type {MouseEvent} */ event) => pick(at, event.shiftKey),
      }),
      h("span", { className: "swatch", "aria-hidden": "true", style: { "background-color": colourOf(at) } }),
      editable({
        value: meta.name,
        label: `Name of column ${at + 1}`,
        test: "column-name",
        commit: (name) => renameColumn(at, name),
        className: "grow",
      }),
      iconButton({
        words: meta.keep ? `Hide ${meta.name}` : `Show ${meta.name}`,
        shape: icon(meta.keep ? "eye" : "hidden"),
        test: "column-keep",
        run: () => editColumns({ op: "keep", columns: [at], keep: !meta.keep }),
      }),
    ),
    h(
      "div",
      { className: "column-line second" },
      h(
        "select",
        {
          className: "small",
          "aria-label": `Type of ${meta.name}`,
          "data-test": "column-type",
          value: meta.type,
          disabled: !types.includes(meta.type),
          onchange: (/** @type {any} */ event) =>
            editColumns({ op: "type", columns: [at], type: event.currentTarget.value }),
        },
        (types.includes(meta.type) ? types : [meta.type]).map((type) =>
          h("option", { key: type, value: type, selected: type === meta.type }, type),
        ),
      ),
      fill(meta, at),
      h("span", { className: "spring" }),
      iconButton({
        words: `Move ${meta.name} up`,
        shape: icon("up"),
        test: "column-up",
        disabled: at === 0,
        run: () => move(at, at - 1, "up"),
      }),
      iconButton({
        words: `Move ${meta.name} down`,
        shape: icon("down"),
        test: "column-down",
        disabled: at === count - 1,
        run: () => move(at, at + 1, "down"),
      }),
      windowButton("Split", "column-split", whyNotSplit(meta), () => splitColumn(at)),
      windowButton("Clean", "column-clean", whyNotCleaned(meta), () => cleanColumn(at)),
    ),
    marksOf(meta),
  );
}

/** @param {State} state */
export function columnsPanel(state) {
  const columns = state.desk?.wrapper?.columns;
  if (!columns) return h("p", { className: "muted" }, "Columns appear here as soon as there is a list.");
  if (state.desk && state.desk.id !== own) [own, wanted, lastPicked] = [state.desk.id, "", 0];
  return [
    h("h3", { key: "head" }, `${columns.filter((one) => one.keep).length} of ${columns.length} columns shown`),
    h("input", {
      key: "filter",
      type: "search",
      placeholder: "Filter columns",
      "aria-label": "Filter columns",
      "data-test": "columns-filter",
      value: wanted,
      oninput: (/** @type {any} */ event) => ((wanted = event.currentTarget.value), set({ picked: [...get().picked] })),
    }),
    manyView(state, columns),
    h(
      "ol",
      { key: "list", className: "columns" },
      listed(columns).map((at) => row(columns[at], at, columns.length, state)),
    ),
  ];
}
