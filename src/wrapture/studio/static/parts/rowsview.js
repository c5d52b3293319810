// @ts-check
// Which rows of a table are shown and in which order: filtered by a text, sorted by a column. The records keep their numbers.

import { cellText } from "./words.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {{column: number, down: boolean}} Sort */

/** @type {{table: Table | null, key: string, rows: number[]}} */
let last = { table: null, key: "", rows: [] };

/** The number in a text, or NaN: "1,299.00 €" is 1299. @param {string} text */
export function numberIn(text) {
  const found = /-?\d[\d.,\u00a0 ']*/.exec(text)?.[0].replace(/[\u00a0 ']/g, "").replace(/[.,]+$/, "") ?? "";
  const decimal = /[.,]\d{1,2}$/.exec(found)?.[0] ?? "";
  const whole = found.slice(0, found.length - decimal.length).replace(/[.,]/g, "");
  return whole === "" && !decimal ? NaN : Number(`${whole || "0"}${decimal.replace(",", ".")}`);
}

const NUMERIC = new Set(["number", "price", "percentage", "rating"]);

/** Compare two cells as values of a type; empty ones come last. @param {string} type */
const comparer = (type) => (/** @type {string} */ one, /** @type {string} */ two) => {
  if (!one || !two) return one ? -1 : two ? 1 : 0;
  const [a, b] = NUMERIC.has(type) ? [numberIn(one), numberIn(two)] : type === "date" ? [Date.parse(one), Date.parse(two)] : [NaN, NaN];
  return Number.isNaN(a) || Number.isNaN(b) ? one.localeCompare(two, undefined, { numeric: true }) : a - b;
};

/**
 * The numbers of the records to show, in order.
 * @param {Table & {described: import("./types.js").Column[]}} table
 * @param {string} filter
 * @param {Sort | null} sort
 */
export function shownRows(table, filter, sort) {
  const key = JSON.stringify([filter, sort]);
  if (last.table === table && last.key === key) return last.rows;
  const words = filter.trim().toLowerCase();
  const rows = table.rows.map((_, at) => at).filter((at) => !words || textOf(table, at).includes(words));
  if (sort) {
    const compare = comparer(table.described[sort.column]?.type ?? "text");
    const cell = (/** @type {number} */ at) => cellText(table.rows[at].cells[sort.column]);
    rows.sort((one, two) => {
      const order = compare(cell(one), cell(two));
      return (cell(one) && cell(two) && sort.down ? -order : order) || one - two;
    });
  }
  last = { table, key, rows };
  return rows;
}

/** @param {Table} table @param {number} at */
const textOf = (table, at) => table.rows[at].cells.map(cellText).join(" ").toLowerCase();
