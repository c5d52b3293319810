// @ts-check
// The pattern viewer: IEPAD's parameters above, all lists with their patterns, scores and evidence below.

import { h } from "./dom.js";
import { listsPanel } from "./lists.js";
import { settingsPanel } from "./settings.js";

/** @param {import("./types.js").State} state */
export function patternsPanel(state) {
  return [
    h("section", { key: "settings", className: "settings", "aria-label": "Parameters" }, settingsPanel(state)),
    h("section", { key: "lists", "aria-label": "Patterns" }, listsPanel(state)),
  ];
}
