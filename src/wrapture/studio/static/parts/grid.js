// @ts-check
// The table of the page: only rows that are seen are drawn, arrow keys move, cells and page light each other up.

import { openCellMenu, target } from "./cellmenu.js";
import { columnLayout } from "./change.js";
import { h, patch } from "./dom.js";
import { bodyRow, headerRow, measure, resizeColumn, usualWidths } from "./gridcells.js";
import { ROW, scrollToRow, seenRows } from "./gridwindow.js";
import { shownRows } from "./rowsview.js";
import { highlight } from "./stage.js";
import { get, set, watch } from "./store.js";
import { tableHead } from "./tablehead.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./gridcells.js").Position} Position */

/** @type {Position} */
let active = { row: 0, at: 1 };
/** @type {number | null} */
let renaming = null;
/** By which column the rows are sorted. @type {import("./rowsview.js").Sort | null} */
let sort = null;
/** @type {HTMLElement} */
let root;

const scroller = () => /** @type {HTMLElement | null} */ (root.querySelector(".grid-scroll"));

/** Kept columns by number. @param {State} state */
function keptOf({ table }) {
  return (table?.columns || []).map((_, at) => at).filter((at) => table?.described[at]?.keep ?? true);
}

/** The records that are shown, in order. @param {State} state */
const rowsOf = ({ table, filter }) => (table ? shownRows(table, filter, sort) : []);

/** Sort by a column: up, down, not at all. @param {number | null} column @param {boolean} [down] */
function sortBy(column, down = false) {
  sort = column === null ? null : { column, down };
  draw();
}

/** The record and column at a position. @param {Position} position */
function spotOf({ row, at }) {
  const column = at ? (keptOf(get())[at - 1] ?? null) : null;
  const record = rowsOf(get())[row];
  return row < 0 || record === undefined ? null : { record, column };
}

/** @param {Position} to */
function go(to) {
  active = to;
  const spot = spotOf(to);
  set({ hover: spot && { ...spot, from: "table" } });
  draw();
}

/** @param {number | null} column */
function rename(column) {
  const before = renaming;
  renaming = column;
  draw();
  if (column === null && before !== null)
    requestAnimationFrame(() => document.activeElement === document.body && focusCell(active));
}

/** @param {Position} position */
function focusCell({ row, at }) {
  scrollToRow(scroller(), row, false);
  draw();
  const cell = /** @type {HTMLElement | null} */ (root.querySelector(`[data-cell="${row},${at}"]`));
  cell?.focus({ preventScroll: true });
  cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const state = get();
  if (!state.table || /** @type {HTMLElement} */ (event.target).tagName === "INPUT") return;
  const to = target(event, active, rowsOf(state).length, keptOf(state).length);
  if (to) {
    active = to;
    focusCell(to);
  } else if (event.key === "Enter" && active.row >= 0) highlight(spotOf(active), true);
  else if (event.key === "F2" && active.at) rename(keptOf(state)[active.at - 1]);
  else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey))
    openMenuAt(/** @type {HTMLElement} */ (event.target));
  else return;
  event.preventDefault();
}

/** @param {HTMLElement} cell */
function openMenuAt(cell) {
  const spot = spotOf(active);
  if (spot) openCellMenu(cell, spot, showOnPage);
}

function showOnPage() {
  set({ area: "page" });
  requestAnimationFrame(() => highlight(spotOf(active), true));
}

/** The position of the cell that an event is about. @param {Event} event @returns {Position | null} */
function positionOf(event) {
  const cell = /** @type {HTMLElement} */ (event.target).closest?.("[data-cell]");
  const [row, at] = /** @type {HTMLElement | null} */ (cell)?.dataset.cell?.split(",").map(Number) || [];
  return row === undefined ? null : { row, at };
}

/** @param {Event} event */
function onOver(event) {
  const position = positionOf(event);
  const spot = position && spotOf(position);
  set({ hover: spot && { ...spot, from: "table" } });
}

/** @param {Event} event */
function onClick(event) {
  const position = positionOf(event);
  if (!position || position.row < 0) return;
  if (position.at === 0) set({ area: "page" }); // in narrow windows, the number of a record leads to it
  requestAnimationFrame(() => highlight(spotOf(position), true));
}

/** @param {MouseEvent} event */
function onContext(event) {
  const position = positionOf(event);
  if (!position || position.row < 0) return;
  event.preventDefault();
  active = position;
  focusCell(position);
  openMenuAt(/** @type {HTMLElement} */ (/** @type {HTMLElement} */ (event.target).closest("[data-cell]")));
}

/** @param {State} state */
function gridView(state) {
  const { table, desk } = state;
  if (!desk?.pages.length)
    return h("p", { className: "muted pad" }, "The table appears here as soon as there is a page.");
  if (!desk.wrapper)
    return h(
      "p",
      { className: "muted pad" },
      "No list was found on this page yet: click a value on the page.",
    );
  if (!table) return h("p", { className: "muted pad", role: "status" }, "Reading …");
  const kept = keptOf(state);
  const rows = rowsOf(state);
  active = { row: Math.min(active.row, rows.length - 1), at: Math.min(active.at, kept.length) };
  const grid = { state, table, kept, rows, active, renaming, sort, go, rename, sortBy, resize: resizeBy };
  return [
    tableHead(table, desk, rows.length),
    h(
      "div",
      { key: "grid", className: "grid-scroll", onscroll: draw },
      h(
        "div",
        {
          className: "grid",
          role: "grid",
          "aria-label": "Records of this page",
          "aria-rowcount": rows.length + 1,
          "aria-colcount": kept.length + 1,
          "data-test": "grid",
          style: { ...measure(table, kept), "--row": `${ROW}px`, "--rows": String(rows.length) },
          onkeydown: onKey,
          onmouseover: onOver,
          onmouseleave: () => set({ hover: null }),
          onclick: onClick,
          oncontextmenu: onContext,
        },
        headerRow(grid),
        h(
          "div",
          { key: "body", className: "grid-body", role: "rowgroup" },
          seenRows(scroller(), rows.length, active.row).map((at) => bodyRow(grid, at)),
        ),
      ),
    ),
  ];
}

/** @param {number} column @param {number} width in pixels; 0 for the usual one */
function resizeBy(column, width) {
  const { table } = get();
  if (table) resizeColumn(table, column, width);
  draw();
}

function draw() {
  if (get().view === "desk") patch(root, gridView(get()));
}

/** @param {HTMLElement} place */
export function mountGrid(place) {
  root = place;
  watch(["view", "table", "desk", "hover", "area", "filter"], draw);
  watch(["hover"], (state) => state.hover?.from === "page" && scrollToRow(scroller(), rowsOf(state).indexOf(state.hover.record), true));
  let [shown, own, layout] = ["", "", columnLayout()];
  watch(["desk", "pageId"], ({ desk, pageId }) => {
    const now = `${desk?.id} ${pageId}`;
    if (now !== shown) set({ filter: "" });
    if (now !== shown || layout !== columnLayout()) sort = null; // its column may have another number now
    if (desk && desk.id !== own) (usualWidths(), (own = desk.id));
    [shown, layout] = [now, columnLayout()];
  });
  new ResizeObserver(draw).observe(place);
}
