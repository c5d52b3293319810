// @ts-check
// The panel beside the page, one of five at a time, and the bar that takes its place in narrow windows.

import { columnsPanel } from "./columns.js";
import { h, patch } from "./dom.js";
import { icon } from "./icons.js";
import { listsPanel } from "./lists.js";
import { settingsPanel } from "./settings.js";
import { get, set, watch } from "./store.js";
import { testPanel } from "./test.js";
import { usePanel } from "./use.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Panel} Panel */

/** @type {{name: Panel, words: string, view: (state: State) => any}[]} */
export const PANELS = [
  { name: "lists", words: "Lists", view: listsPanel },
  { name: "settings", words: "Settings", view: settingsPanel },
  { name: "columns", words: "Columns", view: columnsPanel },
  { name: "test", words: "Test", view: testPanel },
  { name: "use", words: "Use", view: usePanel },
];

/** @param {KeyboardEvent} event */
function onTabKey(event) {
  const at = PANELS.findIndex((panel) => panel.name === get().panel);
  /** @type {Record<string, number>} */
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: PANELS.length - 1 };
  if (!(event.key in to)) return;
  event.preventDefault();
  const next = PANELS[(to[event.key] + PANELS.length) % PANELS.length];
  set({ panel: next.name });
  document.getElementById(`tab-${next.name}`)?.focus();
}

/** @param {State} state */
function panelView(state) {
  const now = PANELS.find((panel) => panel.name === state.panel) || PANELS[0];
  return [
    h(
      "div",
      { key: "tabs", className: "panel-tabs", role: "tablist", "aria-label": "Choices", onkeydown: onTabKey },
      PANELS.map(({ name, words }) =>
        h(
          "button",
          {
            key: name,
            id: `tab-${name}`,
            type: "button",
            role: "tab",
            "aria-selected": String(name === now.name),
            "aria-controls": "panel-body",
            tabindex: name === now.name ? "0" : "-1",
            "data-test": `panel-${name}`,
            onclick: () => set({ panel: name }),
          },
          words,
        ),
      ),
    ),
    h(
      "div",
      {
        key: now.name,
        id: "panel-body",
        className: "panel-body",
        role: "tabpanel",
        "aria-labelledby": `tab-${now.name}`,
        tabindex: "-1",
        "data-test": `panel-body-${now.name}`,
      },
      now.view(state),
    ),
  ];
}

/** @param {Element} place */
export function mountPanel(place) {
  watch(
    [
      "view",
      "desk",
      "pageId",
      "panel",
      "candidates",
      "draft",
      "picked",
      "tables",
      "commands",
      "studio",
      "shown",
      "preview",
    ],
    (state) => state.view === "desk" && state.desk && patch(place, panelView(state)),
  );
}

/** Parts of the desk for narrow windows: one at a time. @param {State} state */
function barView({ area, panel }) {
  const parts = [
    { words: "Page", shape: "page", on: area === "page", run: () => set({ area: "page" }) },
    { words: "Table", shape: "table", on: area === "table", run: () => set({ area: "table" }) },
    ...PANELS.map(({ name, words }) => ({
      words,
      shape: name,
      on: area === "panel" && panel === name,
      run: () => set({ area: "panel", panel: name }),
    })),
  ];
  return parts.map(({ words, shape, on, run }) =>
    h(
      "button",
      {
        key: words,
        type: "button",
        "data-test": `bar-${words.toLowerCase()}`,
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
