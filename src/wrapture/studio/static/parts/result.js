// @ts-check
// A result in the place of the page: a table with its downloads, or a repair to accept.

import { h, patch } from "./dom.js";
import { FORMATS } from "./downloads.js";
import { shownCell, tableOf } from "./fields.js";
import { icon } from "./icons.js";
import { openMenu } from "./menu.js";
import { repairView } from "./repair.js";
import { linesView } from "./site.js";
import { fetchFile } from "./steps.js";
import { set, watch } from "./store.js";
import { cellText, counted } from "./words.js";
import { dropResult, isShown, TITLES } from "./work.js";

/** @typedef {import("./types.js").Result} Result */
/** @typedef {import("./types.js").ResultTable} ResultTable */

const NUMBERS = new Set(["number", "price", "percentage", "rating"]);

/** @param {ResultTable} table @param {string} label @param {Record<string, any>} [more] */
export function resultTable(table, label, more = {}) {
  const isNumber = (/** @type {number} */ at) => NUMBERS.has(table.columns[at].type);
  return h(
    "div",
    { className: "scroll-x result-table", tabindex: "0", role: "region", "aria-label": label },
    tableOf(
      table.columns.map(({ name }) => name),
      table.rows.map((row, at) => h("tr", { key: at }, row.map(cellText).map((text, number) => h("td", { key: number, className: isNumber(number) ? "number" : "", title: text || undefined }, shownCell(text))))),
      more,
      isNumber,
    ),
  );
}

/** @param {MouseEvent} event @param {string} kind */
function openFormats(event, kind) {
  openMenu(
    /** @type {HTMLElement} */ (event.currentTarget),
    FORMATS.map(([format, words]) => ({ words, test: `result-${format}`, run: () => void fetchFile(`results/${kind}/table`, { format }) })),
    "Download",
  );
}

/** @param {Result} result @param {ResultTable} table */
function tableView({ kind, remarks, lines }, table) {
  const size = `${counted(table.total, kind === "watch" ? "change" : "row")} · ${counted(table.columns.length, "column")}`;
  return [
    h(
      "div",
      { key: "head", className: "row" },
      h("h2", { "data-test": "result-words" }, size),
      table.rows.length < table.total ? h("span", { className: "muted" }, `The first ${table.rows.length} are shown; files have all rows.`) : null,
      h("span", { className: "grow" }),
      h("button", { type: "button", className: "small", "data-test": "result-download", "aria-haspopup": "menu", onclick: (/** @type {MouseEvent} */ event) => openFormats(event, kind) }, icon("use"), "Download this table"),
    ),
    remarks.length ? h("ul", { key: "remarks", className: "remarks", "data-test": "remarks" }, remarks.map((line) => h("li", { key: line }, line))) : null,
    resultTable(table, TITLES[kind], { "data-test": "result-table" }),
    lines ? linesView(lines) : null,
  ];
}

/** @param {Result} result */
const resultView = (result) => (result.repair ? repairView(result, result.repair) : result.table ? tableView(result, result.table) : null);

/** The tabs of results, beside those of pages. @param {import("./types.js").State} state */
export function resultTabs({ results, result: now }) {
  return results.filter(isShown).map(({ kind, words }) =>
    h(
      "li",
      { key: `result ${kind}`, className: kind === now ? "tab current" : "tab" },
      h("button", { type: "button", className: "tab-main", "data-test": "result-tab", "aria-current": kind === now ? "page" : undefined, title: words, onclick: () => set({ result: kind, area: "page", hit: null }) }, icon("table"), h("span", { className: "tab-name" }, TITLES[kind])),
      h("button", { type: "button", className: "quiet square small", "data-test": "result-close", "aria-label": `Close ${TITLES[kind]}`, title: `Close ${TITLES[kind]}`, onclick: () => void dropResult(kind) }, icon("close")),
    ),
  );
}

/** @param {HTMLElement} place @param {HTMLElement} desk */
export function mountResult(place, desk) {
  watch(["view", "desk", "results", "result", "loading"], ({ view, results, result: now }) => {
    const found = view === "desk" ? results.find((one) => one.kind === now) : undefined;
    place.hidden = !found;
    desk.dataset.result = found ? found.kind : "";
    patch(place, found ? resultView(found) : null);
  });
}
