// @ts-check
// The cells of the table: what each looks like and says. Which of them are drawn is decided in grid.js.

import { openColumnMenu } from "./columnmenu.js";
import { h } from "./dom.js";
import { editable } from "./fields.js";
import { icon } from "./icons.js";
import { colourOf } from "./stage.js";
import { renameColumn } from "./steps.js";
import { cellText } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Row} Row */
/** A place in the grid: row -1 is the header, column 0 the record's number.
 * @typedef {{row: number, at: number}} Position */
/**
 * @typedef {{state: State, table: Table, kept: number[], active: Position, renaming: number | null, go: (to:
 * Position) => void, rename: (column: number | null) => void}} Grid
 */

const SAMPLE = 100;
const NARROWEST = 9;
const WIDEST = 36;
const WIDEST_ADDRESS = 20;
const NUMBER_WIDTH = "3.4rem";
/** @type {WeakMap<Table, number[]>} */
const widths = new WeakMap();

/** The widths of all columns in characters, from what stands in the first rows. @param {Table} table */
function widthsOf(table) {
  const known =
    widths.get(table) ||
    table.columns.map((name, at) => {
      const texts = table.rows.slice(0, SAMPLE).map((row) => cellText(row.cells[at]));
      const most = texts.some((text) => /^(https?:|data:)/.test(text)) ? WIDEST_ADDRESS : WIDEST;
      const longest = Math.max(name.length + 6, ...texts.map((text) => text.length + 2));
      return Math.min(most, Math.max(NARROWEST, Math.ceil(longest)));
    });
  widths.set(table, known);
  return known;
}

/** The grid's columns, and the least width of all. @param {Table} table @param {number[]} kept */
export function measure(table, kept) {
  const sizes = kept.map((column) => widthsOf(table)[column]);
  return {
    "--template": [NUMBER_WIDTH, ...sizes.map((size) => `minmax(${size}ch, ${size}fr)`)].join(" "),
    "--least": `calc(${NUMBER_WIDTH} + ${sizes.reduce((sum, size) => sum + size, 0)}ch)`,
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
  const openAt = (/** @type {HTMLElement} */ anchor) => openColumnMenu(anchor, column, start);
  return h(
    "div",
    {
      ...base(grid, -1, at),
      role: "columnheader",
      className: "cell head-cell",
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
  );
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

/** @param {Grid} grid @param {Row} row @param {number} at */
function numberCell(grid, row, at) {
  const { hover } = grid.state;
  const lit = hover?.record === at && hover.column === null;
  const unsure = row.confidence !== null && row.confidence !== undefined && row.confidence < 0.5;
  return h(
    "div",
    {
      ...base(grid, at, 0),
      role: "rowheader",
      className: `cell number-cell${lit ? " lit" : ""}${unsure ? " unsure" : ""}`,
      title: unsure ? "The wrapper is not sure of this record" : undefined,
    },
    at + 1,
  );
}

/** @param {Grid} grid @param {number} at */
export function bodyRow(grid, at) {
  const row = grid.table.rows[at];
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
    numberCell(grid, row, at),
    grid.kept.map((column, place) => {
      const text = cellText(row.cells[column]);
      const lit = hover?.record === at && hover.column === column;
      return h(
        "div",
        {
          ...base(grid, at, place + 1),
          role: "gridcell",
          className: `cell${lit ? " lit" : ""}${text ? "" : " none"}`,
          style: { "--column": colourOf(column) },
          title: text || undefined,
          "data-test": "cell",
        },
        text || h("span", { className: "unseen" }, "empty"),
      );
    }),
  );
}
