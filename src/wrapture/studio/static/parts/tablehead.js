// @ts-check
// What stands above the table: its size, the columns that are not shown, and a box to filter rows.

import { h } from "./dom.js";
import { openMenu } from "./menu.js";
import { editColumns } from "./steps.js";
import { get, set } from "./store.js";
import { counted } from "./words.js";

/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {import("./types.js").Table} Table */

/** @param {Desk} desk */
const hiddenOf = ({ wrapper }) => (wrapper?.columns || []).map((meta, column) => ({ meta, column })).filter(({ meta }) => !meta.keep);

/** @param {MouseEvent} event */
function openHidden(event) {
  const { desk } = get();
  if (!desk) return;
  openMenu(
    /** @type {HTMLElement} */ (event.currentTarget),
    [
      ...hiddenOf(desk).map(({ meta, column }) => ({
        words: `Show ${meta.name}`,
        test: "hidden-column",
        run: () => void editColumns({ op: "keep", columns: [column], keep: true }),
      })),
      null,
      { words: "All columns …", test: "hidden-all", run: () => set({ panel: "columns", area: "panel" }) },
    ],
    "Columns that are not shown",
  );
}

/** @param {Desk} desk */
function moreColumns(desk) {
  const hidden = hiddenOf(desk).length;
  if (!hidden) return null;
  return h(
    "button",
    { key: "hidden", type: "button", className: "chip", "data-test": "hidden-chip", "aria-haspopup": "menu", onclick: openHidden },
    `${hidden} more ${hidden === 1 ? "column" : "columns"}`,
  );
}

/** @param {Table & {described: import("./types.js").Column[]}} table @param {Desk} desk @param {number} shown */
export function tableHead(table, desk, shown) {
  const columns = table.columns.filter((_, at) => table.described[at]?.keep ?? true).length;
  const size = `${counted(table.found, "row")} · ${counted(columns, "column")}`;
  return h(
    "div",
    { key: "words", className: "table-words" },
    h("h2", { "data-test": "table-words" }, size),
    moreColumns(desk),
    table.cut ? h("span", { className: "muted" }, `The first ${table.rows.length} are shown; files have all rows.`) : null,
    h("span", { className: "grow" }),
    shown < table.rows.length ? h("span", { className: "muted", role: "status", "data-test": "filtered" }, `${shown} of ${table.rows.length}`) : null,
    h("input", {
      type: "search",
      className: "filter",
      placeholder: "Filter rows",
      "aria-label": "Filter rows",
      "data-test": "filter",
      value: get().filter,
      oninput: (/** @type {any} */ event) => set({ filter: event.currentTarget.value }),
    }),
  );
}
