// @ts-check
// The drawers beside the page, of which one may be open: columns, pages, patterns, code, steps.

import { columnsPanel } from "./columns.js";
import { h, patch } from "./dom.js";
import { iconButton } from "./fields.js";
import { icon } from "./icons.js";
import { logPanel } from "./log.js";
import { patternsPanel } from "./patterns.js";
import { sitePanel } from "./site.js";
import { get, set, watch } from "./store.js";
import { testPanel } from "./test.js";
import { usePanel } from "./use.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Panel} Panel */

/** @type {{name: Panel, words: string, shape: string, title: string, view: (state: State) => any}[]} */
export const DRAWERS = [
  { name: "columns", words: "Columns", shape: "columns", title: "Rename, hide, move, merge, split (1)", view: columnsPanel },
  { name: "test", words: "Pages", shape: "page", title: "More pages of the site (2)", view: testPanel },
  { name: "site", words: "Site", shape: "out", title: "Follow details, use the site’s search, watch for changes (3)", view: sitePanel },
  { name: "patterns", words: "Patterns", shape: "settings", title: "All lists with patterns, scores and parameters (4)", view: patternsPanel },
  { name: "use", words: "Code", shape: "code", title: "The same in the shell, Python and Scrapy (5)", view: usePanel },
  { name: "log", words: "Steps", shape: "log", title: "What was done, and what came of it (6)", view: logPanel },
];

/** Open a drawer, or close it where it is open. @param {Panel} name */
export function toggleDrawer(name) {
  const open = get().panel === name && !(matchMedia("(max-width: 760px)").matches && get().area !== "panel");
  set(open ? { panel: "", area: "page" } : { panel: name, area: "panel", asked: "", preview: null });
}

/** The buttons that open drawers. @param {State} state */
export function drawerButtons({ panel }) {
  return h(
    "div",
    { key: "drawers", className: "drawers wide-only", role: "group", "aria-label": "Drawers" },
    DRAWERS.map(({ name, words, shape, title }) =>
      h(
        "button",
        {
          key: name,
          type: "button",
          className: "quiet small",
          title,
          "aria-pressed": String(panel === name),
          "data-test": `panel-${name}`,
          onclick: () => toggleDrawer(name),
        },
        icon(shape),
        words,
      ),
    ),
  );
}

/** @param {State} state */
function drawerView(state) {
  const now = DRAWERS.find((one) => one.name === state.panel);
  if (!now) return null;
  return [
    h(
      "div",
      { key: "head", className: "panel-head" },
      h("h2", { id: "panel-title" }, now.name === "patterns" ? "Pattern viewer" : now.words),
      iconButton({ words: "Close", shape: icon("close"), test: "panel-close", run: () => toggleDrawer(now.name) }),
    ),
    h(
      "div",
      {
        key: now.name,
        id: "panel-body",
        className: "panel-body",
        role: "group",
        "aria-labelledby": "panel-title",
        tabindex: "0",
        "data-test": `panel-body-${now.name}`,
      },
      now.view(state),
    ),
  ];
}

/** @type {(keyof State)[]} */
const DRAWN_FROM = [
  "view", "desk", "pageId", "panel", "candidates", "draft", "picked", "tables", "commands", "studio", "shown", "preview", "filter", "loading", "next", "cancel", "results", "checks", "explained",
];

/** @param {HTMLElement} place @param {HTMLElement} desk */
export function mountDrawer(place, desk) {
  watch(DRAWN_FROM, (state) => {
    if (state.view !== "desk" || !state.desk) return;
    desk.dataset.drawer = state.panel;
    patch(place, drawerView(state));
  });
}

/** Parts of the desk for narrow windows: one at a time. @param {State} state */
function barView({ area, panel }) {
  const parts = [
    { name: "page", words: "Page", shape: "page", on: area === "page", run: () => set({ area: "page" }) },
    { name: "table", words: "Table", shape: "table", on: area === "table", run: () => set({ area: "table" }) },
    ...DRAWERS.map(({ name, words, shape }) => ({
      name,
      words,
      shape,
      on: area === "panel" && panel === name,
      run: () => set({ area: "panel", panel: name }),
    })),
  ];
  return parts.map(({ name, words, shape, on, run }) =>
    h(
      "button",
      {
        key: words,
        type: "button",
        "data-test": `bar-${name}`,
        "aria-current": on ? "true" : undefined,
        onclick: run,
      },
      icon(shape),
      words,
    ),
  );
}

/** @param {Element} bar @param {HTMLElement} desk */
export function mountBar(bar, desk) {
  watch(["view", "area", "panel"], (state) => {
    desk.dataset.area = state.area;
    patch(bar, barView(state));
  });
}
