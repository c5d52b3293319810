// @ts-check
// The pages of a desk as tabs: what was found on each, whether it is learned from, close, and more pages.

import { h, patch } from "./dom.js";
import { fitMark, iconButton } from "./fields.js";
import { icon } from "./icons.js";
import { openMenu } from "./menu.js";
import { resultTabs } from "./result.js";
import { chooseFiles, pastePage, readAddressOf } from "./pages.js";
import { closePage, learnFrom } from "./steps.js";
import { set, watch } from "./store.js";
import { counted, shorten, shortName } from "./words.js";

/** @typedef {import("./types.js").Page} Page */

/** @param {MouseEvent} event */
function openAdd(event) {
  openMenu(
    /** @type {HTMLElement} */ (event.currentTarget),
    [
      { words: "Choose files", run: () => chooseFiles(), test: "add-upload" },
      { words: "Paste source", run: () => void pastePage(), test: "add-paste" },
      { words: "Read an address", run: () => void readAddressOf(), test: "add-address" },
    ],
    "Add pages",
  );
}

/** @param {Page} page @param {string | null} pageId @param {boolean} alone  the only page that is learned from */
function tab(page, pageId, alone) {
  const learn = page.learn ? "Learned from. Change to: only tested" : "Only tested. Change to: also learn from it";
  return h(
    "li",
    { key: page.id, className: page.id === pageId ? "tab current" : "tab" },
    h(
      "button",
      {
        type: "button",
        className: "tab-main",
        "data-test": "page-tab",
        "aria-current": page.id === pageId ? "page" : undefined,
        title: [page.title, page.url, page.warning].filter(Boolean).join("\n") || page.name,
        onclick: () => set({ pageId: page.id, hit: null, result: "" }),
      },
      h("span", { className: "tab-name" }, shorten(shortName(page.name), 28)),
      page.found === null ? null : h("span", { className: "muted" }, counted(page.found, "record")),
      alone ? null : fitMark(page.fit, page.misfit),
      page.warning ? h("span", { className: "warn", title: page.warning }, "!") : null,
    ),
    alone ? null : h(
      "button",
      {
        type: "button",
        className: page.learn ? "learn on" : "learn",
        "data-test": "page-learn",
        "aria-label": `${page.name}: ${learn}`,
        title: learn,
        onclick: () => learnFrom(page.id, !page.learn),
      },
      page.learn ? "learn" : "test",
    ),
    iconButton({
      words: `Close ${page.name}`,
      shape: icon("close"),
      run: () => closePage(page.id),
      test: "page-close",
      className: "small",
    }),
  );
}

/** @param {Element} place */
export function mountTabs(place) {
  /** @type {string | null} the tab that was scrolled to */
  let seen = null;
  watch(["view", "desk", "pageId", "results", "result"], (state) => {
    const { view, desk, pageId, result } = state;
    if (view !== "desk" || !desk) return;
    patch(
      place,
      h(
        "ul",
        null,
        desk.pages.map((page) => tab(page, result ? null : pageId, desk.pages.length === 1 && page.learn && !page.misfit)),
        resultTabs(state),
      ),
      iconButton({ words: "Add pages", shape: icon("plus"), run: openAdd, test: "page-add", popup: true }),
    );
    const now = result || pageId;
    if (now !== seen) place.querySelector(".tab.current")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    seen = now;
  });
}
