// @ts-check
// The Site drawer: from this list to the rest of its site. Details of each record, the site's own search, and what changes.

import { h } from "./dom.js";
import { copy } from "./downloads.js";
import { button } from "./fields.js";
import { icon } from "./icons.js";
import { openResultDesk } from "./pages.js";
import { set } from "./store.js";
import { ago, counted, shorten } from "./words.js";
import { resultOf, work } from "./work.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Desk} Desk */

/** What is typed and chosen here. */
const given = { column: "", limit: 100, address: "", query: "", pages: 1 };

/** Work that is under way, with the way to stop it. @param {State} state */
export function progress({ loading, cancel }) {
  if (!loading) return null;
  return h(
    "section",
    { key: "progress", className: "more", "aria-label": "Progress" },
    h("p", { role: "status", "data-test": "progress" }, `${loading} …`),
    cancel ? button("Cancel", "cancel", cancel) : null,
  );
}

/** What came of it last. @param {string} kind @param {string} words of the button that shows it */
export function last(kind, words) {
  const result = resultOf(kind);
  if (!result) return null;
  return h(
    "div",
    { className: "outcome", "data-test": `outcome-${kind}` },
    h("p", null, `${result.words[0].toUpperCase()}${result.words.slice(1)}.`.replace(/\.\.$/, "."), " ", h("span", { className: "muted" }, ago(result.when))),
    result.remarks.length ? h("ul", { className: "remarks" }, result.remarks.map((line) => h("li", { key: line }, shorten(line, 240)))) : null,
    h(
      "div",
      { className: "row" },
      words && (result.table || result.repair) ? button(words, `show-${kind}`, () => set({ result: kind, area: "page" })) : null,
      result.opens && kind !== "repair" ? button("Open its wrapper", `open-${kind}`, () => void openResultDesk(kind), { title: "On a desk of its own, to look at and to save" }) : null,
    ),
    result.lines ? linesView(result.lines) : null,
  );
}

/** The same without the studio. @param {string} lines */
export function linesView(lines) {
  return h(
    "details",
    { className: "about" },
    h("summary", null, "The same in the shell"),
    h("pre", { tabindex: "0", "aria-label": "Command", "data-test": "result-lines" }, lines),
    h("button", { type: "button", className: "small", onclick: () => copy(lines) }, icon("copy"), "Copy"),
  );
}

/** @param {string} title @param {string} about @param {any[]} children */
const part = (title, about, ...children) => h("section", { key: title, className: "more", "aria-label": title }, h("h3", null, title), h("p", { className: "muted small-text" }, about), children);

/** Columns with addresses. @param {Desk} desk */
const linksOf = ({ wrapper }) => (wrapper?.columns ?? []).filter((column) => column.keep && (column.kind === "link" || column.type === "link"));

/** @param {Desk} desk */
function detailsView(desk) {
  const links = linksOf(desk);
  const records = desk.pages.reduce((sum, page) => sum + (page.found ?? 0), 0);
  if (!links.length) return part("Follow details", "None of the shown columns has links to pages of their own.", last("follow", "Show the table"));
  const chosen = links.some((column) => column.name === given.column) ? given.column : (links.find((column) => column.name === "link") ?? links[0]).name;
  return part(
    "Follow details",
    `Opens the page of each of the ${counted(records, "record")} and adds what it says to the table.`,
    h(
      "div",
      { className: "row fields" },
      h("label", { className: "row" }, "Links in ", h("select", { "data-test": "follow-column", value: chosen, onchange: (/** @type {any} */ event) => (given.column = event.currentTarget.value) }, links.map(({ name }) => h("option", { key: name, value: name, selected: name === chosen }, name)))),
      h("label", { className: "row" }, "at most ", h("input", { type: "number", min: 1, max: 1000, value: given.limit, className: "count-field", "data-test": "follow-limit", oninput: (/** @type {any} */ event) => (given.limit = Number(event.currentTarget.value) || 100) }), " pages"),
      button("Open the pages", "follow", () => void work({ kind: "follow", column: chosen, limit: Math.min(1000, given.limit) }), { className: "small primary" }),
    ),
    last("follow", "Show the table"),
  );
}

/** The start page of the site. @param {Desk} desk */
function homeOf(desk) {
  const url = desk.pages.find((page) => page.url)?.url;
  try {
    return url ? `${new URL(url).origin}/` : "";
  } catch {
    return "";
  }
}

/** @param {Desk} desk */
function searchView(desk) {
  const wrapped = resultOf("wrap");
  const ask = () => given.query.trim() && void work({ kind: "search", query: given.query.trim(), pages: given.pages });
  return part(
    "The site’s own search",
    "Finds the search field of the site, tries it, and learns to read its results.",
    h(
      "div",
      { className: "row" },
      h("input", { type: "url", "aria-label": "Address of the site", "data-test": "wrap-address", className: "grow", value: given.address || homeOf(desk), oninput: (/** @type {any} */ event) => (given.address = event.currentTarget.value) }),
      button("Wrap this site’s search", "wrap", () => void work({ kind: "wrap", address: given.address || homeOf(desk) }), { className: wrapped ? "small" : "small primary", disabled: !given.address && !homeOf(desk) }),
    ),
    last("wrap", ""),
    wrapped
      ? h(
          "div",
          { className: "row" },
          h("input", { type: "search", placeholder: "Search for", "aria-label": "Search for", "data-test": "query", className: "grow", value: given.query, oninput: (/** @type {any} */ event) => (given.query = event.currentTarget.value), onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && ask() }),
          h("label", { className: "row" }, "pages ", h("input", { type: "number", min: 1, max: 50, value: given.pages, className: "count-field", "data-test": "query-pages", oninput: (/** @type {any} */ event) => (given.pages = Number(event.currentTarget.value) || 1) })),
          button("Search", "search", ask, { className: "small primary" }),
        )
      : null,
    last("search", "Show the results"),
  );
}

/** @param {Desk} desk */
function watchView(desk) {
  const read = desk.pages.filter((page) => page.url).length;
  return part(
    "Watch",
    "Reads the pages again and lists which records are new, changed or gone since the last time.",
    h("div", { className: "row" }, button("Look for changes now", "watch", () => void work({ kind: "watch" }), { className: "small primary", disabled: !read, title: read ? "" : "None of the pages has an address" })),
    last("watch", "Show the changes"),
  );
}

/** @param {State} state */
export function sitePanel(state) {
  const { desk } = state;
  if (!desk?.wrapper) return h("p", { className: "muted" }, "First there must be a list.");
  return state.loading ? progress(state) : [detailsView(desk), searchView(desk), watchView(desk)];
}

export const forgetSite = () => Object.assign(given, { column: "", limit: 100, address: "", query: "", pages: 1 });

