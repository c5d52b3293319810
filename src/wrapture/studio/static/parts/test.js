// @ts-check
// The Pages drawer: more pages of the site, how each fits the wrapper, and what is read there.

import { h } from "./dom.js";
import { fitMark } from "./fields.js";
import { loadTable } from "./loader.js";
import { moreView } from "./more.js";
import { chooseFiles, chooseFolder } from "./pages.js";
import { learnFrom } from "./steps.js";
import { get, set } from "./store.js";
import { cellText, counted, shorten, shortName } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Page} Page */
/** @typedef {import("./types.js").Table} Table */

const ROWS_MOST = 50;

/** @param {Table} table @param {State} state */
function smallTable(table, { desk }) {
  const kept = table.columns.map((_, at) => at).filter((at) => desk?.wrapper?.columns[at]?.keep ?? true);
  return h(
    "div",
    { className: "scroll-x", tabindex: "0", role: "group", "aria-label": "Table" },
    h(
      "table",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          kept.map((at) => h("th", { key: at, scope: "col" }, table.columns[at])),
        ),
      ),
      h(
        "tbody",
        null,
        table.rows.slice(0, ROWS_MOST).map((row, at) =>
          h(
            "tr",
            { key: at },
            kept.map((column) => h("td", { key: column }, shorten(cellText(row.cells[column]), 60))),
          ),
        ),
      ),
    ),
    table.rows.length > ROWS_MOST ? h("p", { className: "muted" }, `The first ${ROWS_MOST} of ${table.found}.`) : null,
  );
}

/** @param {Page} page @param {State} state */
function pageCard(page, state) {
  const table = state.tables[page.id];
  const open = (/** @type {Event} */ event) =>
    /** @type {HTMLDetailsElement} */ (event.currentTarget).open && !get().tables[page.id] && loadTable(page.id);
  if (!table && document.querySelector(`details[data-page="${page.id}"][open]`))
    queueMicrotask(() => get().tables[page.id] || loadOnce(page.id));
  return h(
    "li",
    { key: page.id, className: "test-page", "data-test": "test-page" },
    h(
      "div",
      { className: "row between" },
      h(
        "button",
        {
          type: "button",
          className: "link",
          "data-test": "test-show",
          onclick: () => set({ pageId: page.id, area: "page" }),
        },
        shorten(shortName(page.name), 40),
      ),
      fitMark(page.fit, page.misfit),
    ),
    h("p", { className: "muted" }, page.found === null ? "no wrapper yet" : counted(page.found, "record")),
    page.misfit ? h("p", { className: "misfit", "data-test": "misfit" }, page.misfit) : null,
    page.warning ? h("p", { className: "misfit" }, page.warning) : null,
    h(
      "label",
      { className: "check" },
      h("input", {
        type: "checkbox",
        checked: page.learn,
        "data-test": "test-learn",
        onchange: () => learnFrom(page.id, !page.learn),
      }),
      "Learn from this page",
    ),
    state.desk?.wrapper
      ? h(
          "details",
          { "data-page": page.id, ontoggle: open },
          h("summary", { "data-test": "test-table" }, "Table"),
          table ? smallTable(table, state) : h("p", { className: "muted" }, "Reading …"),
        )
      : null,
  );
}

/** Pages whose tables are on their way. @type {Set<string>} */
const coming = new Set();

/** @param {string} page */
async function loadOnce(page) {
  if (coming.has(page)) return;
  coming.add(page);
  await loadTable(page).finally(() => coming.delete(page));
}

/** @param {State} state */
export function testPanel(state) {
  const pages = state.desk?.pages || [];
  const poor = pages.filter((page) => page.misfit).length;
  return [
    moreView(state),
    h(
      "h3",
      { key: "title" },
      pages.length ? `${counted(pages.length, "page")}${poor ? `, ${poor} misfit` : ""}` : "No pages yet",
    ),
    h(
      "ul",
      { key: "pages", className: "test-pages" },
      pages.map((page) => pageCard(page, state)),
    ),
    h(
      "div",
      { key: "drop", className: "dropzone little", "data-drop": "test" },
      h("p", null, "Drop other pages of the site here: they are tested, not learned from."),
      h(
        "div",
        { className: "row center" },
        h("button", { type: "button", "data-test": "test-upload", onclick: () => chooseFiles(false) }, "Choose files"),
        h("button", { type: "button", "data-test": "test-folder", onclick: () => chooseFolder() }, "Choose a folder"),
      ),
    ),
  ];
}
