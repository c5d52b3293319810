// @ts-check
// The cells of the table: what each looks like and says. Which of them are drawn is decided in grid.js.

import { openColumnMenu } from "./columnmenu.js";
import { h } from "./dom.js";
import { editable } from "./fields.js";
import { icon } from "./icons.js";
import { thumbnailOf } from "./images.js";
import { colourOf } from "./stage.js";
import { renameColumn } from "./steps.js";
import { cellText } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Row} Row */
/** A place in the grid: row -1 is the header, column 0 the record's number.
 * @typedef {{row: number, at: number}} Position */
/**
 * @typedef {{state: State, table: Table, kept: number[], rows: number[], active: Position, renaming: number | null,
 *   sort: import("./rowsview.js").Sort | null, go: (to: Position) => void, rename: (column: number | null) => void,
 *   sortBy: (column: number | null, down?: boolean) => void, resize: (column: number, width: number) => void}} Grid
 */

const SAMPLE = 100;
const NARROWEST = 9;
const WIDEST = 36;
const WIDEST_ADDRESS = 20;
const ICON_WIDTH = 8;
/** What is shown small, and needs no more room than that. */
const ICONS = new Set(["link", "image"]);
const NUMBER_WIDTH = "3.4rem";
/** What a header needs beside its name, which is bold. */
const HEADER = 7;
const BOLD = 1.1;
const RIGHT = new Set(["number", "price", "percentage", "rating"]);
/** A value that begins with a word, such as "only 2 left", is read as text though it is a number. */
const WORDY = /^(?=\p{L}{3,}\s)\p{L}*\p{Ll}/u;
const LEAST_PX = 48;
/** What the first rows of a table say of its columns: their widths in characters, and whether numbers line up at the right.
 * @type {WeakMap<Table, {width: number, right: boolean}[]>} */
const looks = new WeakMap();
/** Widths that a person chose, in pixels, by the name of the column. @type {Map<string, number>} */
const chosen = new Map();

/** @param {Table} table @param {number} column @param {number} width */
export function resizeColumn(table, column, width) {
  if (width) chosen.set(table.columns[column], Math.max(LEAST_PX, width));
  else chosen.delete(table.columns[column]);
}

/** Columns of another desk are as wide as their values. */
export const usualWidths = () => chosen.clear();

/** How the columns of a table look. @param {Table} table */
function looksOf(table) {
  const known =
    looks.get(table) ||
    table.columns.map((name, at) => {
      const meta = /** @type {any} */ (table).described?.[at];
      const header = Math.ceil(name.length * BOLD) + HEADER;
      if (ICONS.has(meta?.kind)) return { width: Math.max(ICON_WIDTH, Math.min(WIDEST_ADDRESS, header)), right: false };
      const texts = table.rows.slice(0, SAMPLE).map((row) => cellText(row.cells[at]));
      const most = texts.some((text) => /^(https?:|data:)/.test(text)) ? WIDEST_ADDRESS : WIDEST;
      const width = Math.min(most, Math.max(NARROWEST, header, ...texts.map((text) => text.length + 2)));
      return { width, right: RIGHT.has(meta?.type) && texts.filter((text) => WORDY.test(text)).length * 2 < texts.filter(Boolean).length };
    });
  looks.set(table, known);
  return known;
}

/** The grid's columns, and the least width of all. @param {Table} table @param {number[]} kept */
export function measure(table, kept) {
  const isIcon = (/** @type {number} */ column) => ICONS.has(/** @type {any} */ (table).described?.[column]?.kind);
  const all = kept.every(isIcon);
  const sizes = kept.map((column) => {
    const own = chosen.get(table.columns[column]);
    const usual = looksOf(table)[column].width;
    if (own) return { least: `${own}px`, template: `${own}px` };
    return { least: `${usual}ch`, template: isIcon(column) && !all ? `${usual}ch` : `minmax(${usual}ch, ${usual}fr)` };
  });
  return {
    "--template": [NUMBER_WIDTH, ...sizes.map((size) => size.template)].join(" "),
    "--least": `calc(${[NUMBER_WIDTH, ...sizes.map((size) => size.least)].join(" + ")})`,
  };
}

/** @param {Grid} grid @param {number} row @param {number} at */
function base({ active, go }, row, at) {
  const here = active.row === row && active.at === at;
  return {
    key: at,
    tabindex: here ? "0" : "-1",
    "data-cell": `${row},${at}`,
    "aria-colindex": at + 1,
    onfocus: () => here || go({ row, at }),
  };
}

/** @param {Grid} grid @param {number} column @param {number} at */
function header(grid, column, at) {
  const { state, table, renaming } = grid;
  const meta = state.table?.described[column]; // not the desk's, which may be a step ahead of the cells
  const name = meta?.name ?? table.columns[column];
  const start = () => grid.rename(column);
  const openAt = (/** @type {HTMLElement} */ anchor) => openColumnMenu(anchor, column, start, grid.sortBy);
  const sorted = grid.sort?.column === column ? (grid.sort.down ? "descending" : "ascending") : undefined;
  return h(
    "div",
    {
      ...base(grid, -1, at),
      role: "columnheader",
      className: "cell head-cell",
      "aria-sort": sorted,
      "data-test": "header",
      style: { "--column": colourOf(column) },
      title: `${name}${meta ? `, ${meta.type}` : ""}`,
      oncontextmenu: (/** @type {MouseEvent} */ event) => (
        event.preventDefault(),
        openAt(/** @type {HTMLElement} */ (event.currentTarget))
      ),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.target !== event.currentTarget) return;
        if (event.key === "Enter" || event.key === "F2") (event.preventDefault(), start());
        if ((event.key === "ArrowDown" && event.altKey) || event.key === " ")
          (event.preventDefault(), event.stopPropagation(), openAt(/** @type {HTMLElement} */ (event.currentTarget)));
      },
    },
    renaming === column
      ? editable({
          key: "input",
          value: name,
          label: "Name of the column",
          test: "header-input",
          focus: true,
          commit: (text) => renameColumn(column, text),
          done: () => grid.rename(null),
        })
      : h("span", { key: "name", className: "head-name", "data-test": "header-name", onclick: start }, name),
    h(
      "button",
      {
        key: "menu",
        type: "button",
        tabindex: "-1",
        className: "quiet square small",
        "aria-label": `Menu of column ${name}`,
        "aria-haspopup": "menu",
        "data-test": "header-menu",
        onclick: (/** @type {MouseEvent} */ event) => openAt(/** @type {HTMLElement} */ (event.currentTarget)),
      },
      icon("down"),
    ),
    h("span", {
      key: "resize",
      className: "resize",
      "aria-hidden": "true",
      "data-test": "column-resize",
      title: "Drag to resize; double-click for the usual width",
      onpointerdown: (/** @type {PointerEvent} */ event) => drag(event, grid, column),
      ondblclick: () => grid.resize(column, 0),
    }),
  );
}

/** Follow the pointer with the right edge of a column. @param {PointerEvent} event @param {Grid} grid @param {number} column */
function drag(event, grid, column) {
  const grip = /** @type {HTMLElement} */ (event.currentTarget);
  const before = grip.parentElement?.getBoundingClientRect().width ?? 0;
  event.preventDefault();
  grip.setPointerCapture(event.pointerId);
  const move = (/** @type {PointerEvent} */ now) => grid.resize(column, before + now.clientX - event.clientX);
  grip.addEventListener("pointermove", move);
  grip.addEventListener("lostpointercapture", () => grip.removeEventListener("pointermove", move), { once: true });
}

/** What a cell shows: a thumbnail, an icon for a link, or its text. @param {Grid} grid @param {string} text @param {number} column */
function content(grid, text, column) {
  const meta = grid.state.table?.described[column];
  if (!text) return h("span", { className: "unseen" }, "empty");
  if (meta?.kind === "image") return thumbnailOf(grid.state, text);
  if (meta?.kind === "link" && /^https?:/i.test(text))
    return h("a", { href: text, target: "_blank", rel: "noopener noreferrer", tabindex: "-1", className: "cell-link", "aria-label": text }, icon("out"));
  return meta?.kind === "link" ? h("span", { className: "cell-link" }, icon("link"), h("span", { className: "unseen" }, text)) : text;
}

/** @param {Grid} grid */
export function headerRow(grid) {
  return h(
    "div",
    { key: "head", role: "row", className: "grid-row grid-head", "aria-rowindex": 1 },
    h(
      "div",
      { ...base(grid, -1, 0), role: "columnheader", className: "cell head-cell number-cell", title: "Record" },
      "#",
    ),
    grid.kept.map((column, at) => header(grid, column, at + 1)),
  );
}

/** @param {Grid} grid @param {Row} row @param {number} at @param {number} record */
function numberCell(grid, row, at, record) {
  const { hover } = grid.state;
  const lit = hover?.record === record && hover.column === null;
  const unsure = row.confidence !== null && row.confidence !== undefined && row.confidence < 0.5;
  return h(
    "div",
    {
      ...base(grid, at, 0),
      role: "rowheader",
      className: `cell number-cell${lit ? " lit" : ""}${unsure ? " unsure" : ""}`,
      title: unsure ? "The wrapper is not sure of this record" : undefined,
    },
    record + 1,
  );
}

/** @param {Grid} grid @param {number} at the position among the rows that are shown */
export function bodyRow(grid, at) {
  const record = grid.rows[at];
  const row = grid.table.rows[record];
  const { hover } = grid.state;
  return h(
    "div",
    {
      key: at,
      role: "row",
      className: at % 2 ? "grid-row odd" : "grid-row",
      "aria-rowindex": at + 2,
      style: { top: `calc(var(--row) * ${at})` },
      "data-test": "row",
    },
    numberCell(grid, row, at, record),
    grid.kept.map((column, place) => {
      const text = cellText(row.cells[column]);
      const right = looksOf(grid.table)[column].right ? " right" : "";
      const lit = hover?.record === record && hover.column === column;
      return h(
        "div",
        {
          ...base(grid, at, place + 1),
          role: "gridcell",
          className: `cell${lit ? " lit" : ""}${text ? "" : " none"}${right}${row.changed?.includes(column) ? " by-hand" : ""}`,
          style: { "--column": colourOf(column) },
          title: text || undefined,
          "data-test": "cell",
        },
        content(grid, text, column),
      );
    }),
  );
}
