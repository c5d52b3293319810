// @ts-check
// The Columns panel: names, types, order, hide and show, merge and split.

import { splitItems } from "./columnmenu.js";
import { h } from "./dom.js";
import { editable, iconButton } from "./fields.js";
import { icon } from "./icons.js";
import { openMenu } from "./menu.js";
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

/** @param {number} column */
function pick(column) {
  const { picked } = get();
  set({
    picked: picked.includes(column)
      ? picked.filter((one) => one !== column)
      : [...picked, column].sort((a, b) => a - b),
  });
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
  const openSplit = (/** @type {MouseEvent} */ event) =>
    openMenu(/** @type {HTMLElement} */ (event.currentTarget), splitItems(at), `Split ${meta.name}`);
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
        onchange: () => pick(at),
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
      h(
        "button",
        {
          type: "button",
          className: "quiet small",
          "aria-haspopup": "menu",
          "aria-label": `Split ${meta.name}`,
          "data-test": "column-split",
          onclick: openSplit,
        },
        "Split",
      ),
    ),
    marksOf(meta),
  );
}

/** @param {State} state */
export function columnsPanel(state) {
  const columns = state.desk?.wrapper?.columns;
  if (!columns) return h("p", { className: "muted" }, "Columns appear here as soon as there is a list.");
  const { picked } = state;
  const merge = () => editColumns({ op: "merge", columns: get().picked });
  return [
    h(
      "div",
      { key: "head", className: "row between" },
      h("h3", null, `${columns.filter((one) => one.keep).length} of ${columns.length} columns kept`),
      h(
        "button",
        {
          type: "button",
          className: "small",
          "data-test": "merge",
          disabled: picked.length < 2,
          title: "Select two or more columns first",
          onclick: merge,
        },
        picked.length > 1 ? `Merge ${picked.length}` : "Merge",
      ),
    ),
    h(
      "ol",
      { key: "list", className: "columns" },
      columns.map((meta, at) => row(meta, at, columns.length, state)),
    ),
  ];
}
