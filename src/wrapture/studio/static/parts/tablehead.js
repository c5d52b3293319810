// @ts-check
// What stands above the table: what was found in words, and hidden columns to bring back.

import { h } from "./dom.js";
import { colourOf } from "./stage.js";
import { editColumns } from "./steps.js";

/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {import("./types.js").Table} Table */

/** @param {Desk} desk */
function hiddenChips({ wrapper }) {
  const hidden = (wrapper?.columns || []).map((meta, column) => ({ meta, column })).filter(({ meta }) => !meta.keep);
  if (!hidden.length) return null;
  return h(
    "div",
    { className: "chips", role: "group", "aria-label": "Hidden columns" },
    h("span", { className: "muted" }, "Hidden:"),
    hidden.map(({ meta, column }) =>
      h(
        "button",
        {
          key: column,
          type: "button",
          className: "chip",
          "data-test": "hidden-chip",
          title: `Show ${meta.name} again`,
          style: { "--column": colourOf(column) },
          onclick: () => editColumns({ op: "keep", column, keep: true }),
        },
        h("span", { className: "swatch" }),
        meta.name,
      ),
    ),
  );
}

/** @param {Table} table @param {Desk} desk */
export function tableHead(table, desk) {
  return h(
    "div",
    { key: "words", className: "table-words" },
    h("h2", { "data-test": "table-words" }, table.words),
    table.misfit ? h("span", { className: "misfit" }, table.misfit) : null,
    table.cut ? h("span", { className: "muted" }, `The first ${table.rows.length} are shown; files have all rows.`) : null,
    hiddenChips(desk),
  );
}
