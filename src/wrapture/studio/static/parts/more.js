// @ts-check
// More pages of the site: the following pages of the list, or a list of addresses, read with the same wrapper.

import { h } from "./dom.js";
import { button } from "./fields.js";
import { addressOf } from "./pages.js";
import { last, progress } from "./site.js";
import { work } from "./work.js";

/** @typedef {import("./types.js").State} State */

const USUAL = 10;
const MOST = 200;

let count = USUAL;
let addresses = "";

/** The addresses that were given, one to a line. */
function givenAddresses() {
  const given = addresses.split(/\s+/).filter(Boolean).map(addressOf);
  addresses = "";
  return given;
}

/** Read a list of addresses, or read and check them. @param {"addresses" | "check"} kind */
function readAddresses(kind) {
  const given = givenAddresses();
  if (given.length) void work({ kind, addresses: given.slice(0, MOST) });
}

/** @param {State} state */
function followingView({ desk, next }) {
  if (!next) return h("p", { className: "muted" }, desk?.pages.some((page) => page.url) ? desk.pages.length > 1 ? "The last page has no link to a next one." : "No link to a next page was found." : "The page has no address: give those of other pages, or drop their files below.");
  return h(
    "div",
    { className: "row" },
    h("label", { className: "row" }, "Up to ", h("input", { type: "number", min: 2, max: MOST, value: count, className: "count-field", "data-test": "more-count", oninput: (/** @type {any} */ event) => (count = Number(event.currentTarget.value) || USUAL) }), " pages in all"),
    h("button", { type: "button", className: "primary", "data-test": "more-read", onclick: () => void work({ kind: "pages", count: Math.max(2, Math.min(MOST, count)) }) }, "Read"),
    h("p", { className: "muted small-text" }, `The next page was found: ${next}`),
  );
}

/** What came of reading or checking pages, the last time. @param {State} state */
function outcome({ results }) {
  const [newest] = results.filter(({ kind }) => ["pages", "addresses", "check"].includes(kind)).sort((a, b) => b.when.localeCompare(a.when));
  return newest ? last(newest.kind, "") : null;
}

/** @param {State} state */
export function moreView(state) {
  if (!state.desk?.wrapper) return null;
  if (state.loading) return progress(state);
  return h(
    "section",
    { key: "more", className: "more", "aria-label": "More pages" },
    h("h3", null, "More pages of this list"),
    followingView(state),
    h(
      "details",
      null,
      h("summary", { "data-test": "addresses-open" }, "A list of addresses"),
      h("textarea", { rows: 4, "aria-label": "Addresses, one to a line", placeholder: "One to a line", "data-test": "addresses", value: addresses, oninput: (/** @type {any} */ event) => (addresses = event.currentTarget.value) }),
      h("div", { className: "row" }, button("Read them", "addresses-read", () => readAddresses("addresses")), button("Read and check them", "addresses-check", () => readAddresses("check"))),
    ),
    outcome(state),
  );
}
