// @ts-check
// The switch between the system's colours, light and dark.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { keepInMind, recall } from "./remember.js";

/** @type {Record<string, string>} */
const NEXT = { "": "light", light: "dark", dark: "" };
/** @type {Record<string, string>} */
const WORDS = { "": "as the system", light: "light", dark: "dark" };

/** Go on to the next theme. */
export function turnTheme() {
  const next = NEXT[recall("theme")];
  keepInMind("theme", next);
  if (next) document.documentElement.dataset.theme = next;
  else delete document.documentElement.dataset.theme;
}

/** A button that does so. @param {() => void} redraw @param {string} className */
export function themeButton(redraw, className) {
  const now = recall("theme");
  const label = `Colours: ${WORDS[now]}. Change to ${WORDS[NEXT[now]]}`;
  const shape = now === "light" ? "sun" : now === "dark" ? "moon" : "half";
  const turn = () => (turnTheme(), redraw());
  return h(
    "button",
    {
      key: "theme",
      type: "button",
      className: `quiet square ${className}`,
      "data-test": "theme",
      title: label,
      "aria-label": label,
      onclick: turn,
    },
    icon(shape),
  );
}
