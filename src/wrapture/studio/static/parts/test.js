// @ts-check
// The Pages drawer: more pages of the site, how each fits the wrapper, and what is read there.

import { h } from "./dom.js";
import { fitMark, shownCell, tableOf } from "./fields.js";
import { loadTable } from "./loader.js";
import { moreView } from "./more.js";
import { chooseFiles, chooseFolder } from "./pages.js";
import { repair } from "./repair.js";
import { learnFrom } from "./steps.js";
import { get, set } from "./store.js";
import { cellText, counted, shorten, shortName } from "./words.js";
import { work } from "./work.js";

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
    tableOf(
      kept.map((at) => table.columns[at]),
      table.rows.slice(0, ROWS_MOST).map((row, at) => h("tr", { key: at }, kept.map((column) => h("td", { key: column }, shownCell(cellText(row.cells[column]), 60))))),
    ),
    table.rows.length > ROWS_MOST ? h("p", { className: "muted" }, `The first ${ROWS_MOST} of ${table.found}.`) : null,
  );
}

/** What a check says of a page, once it is known. @param {Page} page @param {State} state */
const checkOf = (page, { checks, desk }) => (checks?.key === `${desk?.id} ${desk?.revision}` ? checks.pages.find((one) => one.id === page.id) : undefined);

/** Why a page does not fit. @param {Page} page @param {State} state */
function reasonsView(page, state) {
  const check = checkOf(page, state);
  const reasons = check && check.verdict !== "fits" ? check.reasons : page.misfit ? [page.misfit] : [];
  if (!reasons.length) return null;
  return h(
    "ul",
    { className: "remarks misfit", "data-test": "misfit" },
    check ? h("li", { key: "verdict" }, h("strong", null, VERDICTS[check.verdict] ?? check.verdict)) : null,
    reasons.map((reason) => h("li", { key: reason }, reason)),
  );
}

/** @type {Record<string, string>} */
const VERDICTS = { changed: "The page has changed", "columns changed": "Some columns have changed", "other site": "A page of another site", "other language": "A page in another language" };

/** What the pages together say, and the way to repair the wrapper. @param {State} state */
function checksView(state) {
  const { checks, desk, loading } = state;
  if (!checks || checks.key !== `${desk?.id} ${desk?.revision}` || loading) return null;
  const bad = checks.pages.filter(({ verdict }) => verdict === "changed" || verdict === "columns changed").map(({ id }) => id);
  if (!bad.length) return null;
  return h(
    "section",
    { key: "checks", className: "more", "aria-label": "Check" },
    h("p", { "data-test": "checks-words" }, `${checks.words[0].toUpperCase()}${checks.words.slice(1)}.`),
    h("div", { className: "row" }, h("button", { type: "button", className: "primary", "data-test": "repair", onclick: () => void repair(bad) }, "Repair the wrapper …"), h("p", { className: "muted small-text" }, "You see what would change before anything does.")),
  );
}

/** @param {State} state */
function againView({ desk, loading }) {
  const addresses = [...new Set((desk?.pages ?? []).map((page) => page.url).filter(Boolean))];
  if (!addresses.length || loading || !desk?.wrapper) return null;
  return h("button", { key: "again", type: "button", className: "small", "data-test": "check-again", title: "Read these pages as they are now, and check whether the wrapper still fits", onclick: () => void work({ kind: "check", addresses: addresses.slice(0, 20) }) }, "Check the pages as they are now");
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
          onclick: () => set({ pageId: page.id, area: "page", result: "" }),
        },
        shorten(shortName(page.name), 40),
      ),
      fitMark(page.fit, page.misfit),
    ),
    h("p", { className: "muted" }, page.found === null ? "no wrapper yet" : counted(page.found, "record")),
    reasonsView(page, state),
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
    checksView(state),
    h(
      "h3",
      { key: "title" },
      pages.length ? `${counted(pages.length, "page")}${poor ? `, ${poor} misfit` : ""}` : "No pages yet",
    ),
    againView(state),
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
