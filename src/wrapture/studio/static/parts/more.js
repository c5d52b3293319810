// @ts-check
// More pages of the site: the following pages of the list, or a list of addresses, read one after the other with the same wrapper.

import { call } from "./api.js";
import { change, need } from "./change.js";
import { h } from "./dom.js";
import { addressOf } from "./pages.js";
import { get, set } from "./store.js";
import { complain, tell } from "./toasts.js";
import { counted } from "./words.js";

/** @typedef {import("./types.js").State} State */

/** Between two pages of a site. */
const PAUSE_MS = 500;
const USUAL = 10;

let count = USUAL;
let addresses = "";
let cancelled = false;

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The page to go on from: the last one that has an address. */
const lastPage = () => [...need().pages].reverse().find((page) => page.url);

/** Read one address; the page that came of it, or null. @param {string} address */
async function readOne(address) {
  const before = new Set(need().pages.map((page) => page.id));
  const rendered = Boolean(need().pages[0]?.rendered && get().studio?.browser);
  const after = await change("POST", "pages", { json: { address, render: rendered, scripts: rendered, learn: false } });
  return after?.pages.find((page) => !before.has(page.id)) ?? null;
}

/** Do some work with progress that can be cancelled. @param {(say: (words: string) => void) => Promise<number>} work */
async function inSteps(work) {
  cancelled = false;
  const before = need().pages.length;
  try {
    await work((words) => set({ loading: words, cancel: () => (cancelled = true) }));
  } catch (error) {
    complain(error);
  } finally {
    set({ loading: "", cancel: null });
    const pages = need().pages;
    const rows = pages.reduce((sum, page) => sum + (page.found ?? 0), 0);
    tell(`${counted(pages.length - before, "page")} read${cancelled ? ", then cancelled" : ""}: ${counted(rows, "record")} on ${counted(pages.length, "page")}. Download has all of them.`, [], need().id);
  }
}

/** Read the following pages of the list, by the link of each to the next. */
export const readFollowing = () =>
  inSteps(async (say) => {
    let page = lastPage();
    const wanted = count - 1;
    for (let read = 0; read < wanted && page && !cancelled; read += 1) {
      say(`Reading page ${read + 2} of ${count}`);
      const { address } = await call("GET", `desks/${need().id}/pages/${page.id}/next`);
      if (!address) return read;
      page = (await readOne(address)) ?? undefined;
      await pause(PAUSE_MS);
    }
    return wanted;
  });

/** Read a list of addresses. */
const readAddresses = () =>
  inSteps(async (say) => {
    const given = addresses.split(/\s+/).filter(Boolean).map(addressOf);
    addresses = "";
    for (const [at, address] of given.entries()) {
      if (cancelled) return at;
      say(`Reading ${at + 1} of ${given.length}: ${address}`);
      await readOne(address);
      await pause(PAUSE_MS);
    }
    return given.length;
  });

/** @param {State} state */
export function moreView(state) {
  const { desk, loading, cancel, next } = state;
  if (!desk?.wrapper) return null;
  if (loading)
    return h(
      "section",
      { key: "more", className: "more", "aria-label": "More pages" },
      h("p", { role: "status", "data-test": "progress" }, `${loading} …`),
      cancel ? h("button", { type: "button", "data-test": "cancel", onclick: cancel }, "Cancel") : null,
    );
  return h(
    "section",
    { key: "more", className: "more", "aria-label": "More pages" },
    h("h3", null, "More pages of this list"),
    next
      ? h(
          "div",
          { className: "row" },
          h("label", { className: "row" }, "Read 1 to ", h("input", { type: "number", min: 2, max: 500, value: count, className: "count-field", "data-test": "more-count", oninput: (/** @type {any} */ event) => (count = Number(event.currentTarget.value) || USUAL) })),
          h("button", { type: "button", className: "primary", "data-test": "more-read", onclick: () => void readFollowing() }, "Read"),
          h("p", { className: "muted small-text" }, `The next page was found: ${next}`),
        )
      : h("p", { className: "muted" }, desk.pages.some((page) => page.url) ? "No link to a next page was found." : "The page has no address: give those of other pages, or drop their files below."),
    h(
      "details",
      null,
      h("summary", { "data-test": "addresses-open" }, "A list of addresses"),
      h("textarea", { rows: 4, "aria-label": "Addresses, one to a line", placeholder: "One to a line", "data-test": "addresses", value: addresses, oninput: (/** @type {any} */ event) => (addresses = event.currentTarget.value) }),
      h("button", { type: "button", className: "small", "data-test": "addresses-read", onclick: () => addresses.trim() && void readAddresses() }, "Read them"),
    ),
  );
}
