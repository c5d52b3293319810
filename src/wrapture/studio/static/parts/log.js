// @ts-check
// The Steps drawer: what was done on this desk and what came of it; the messages of steps stay here.

import { h } from "./dom.js";
import { redo, undo } from "./steps.js";

/** @typedef {import("./types.js").State} State */

/** @param {import("./types.js").LoggedStep} step @param {number} at */
function entry(step, at) {
  return h(
    "li",
    { key: at, className: step.undone ? "step undone" : "step", "aria-current": step.current ? "step" : undefined, "data-test": "step" },
    h("strong", null, step.words),
    step.result ? h("span", { className: "muted" }, step.result) : null,
    step.note ? h("span", { className: "note" }, step.note) : null,
    step.undone ? h("span", { className: "unseen" }, "undone") : null,
  );
}

/** @param {State} state */
export function logPanel({ desk }) {
  if (!desk?.log.length) return h("p", { className: "muted" }, "Nothing was done yet.");
  const button = (/** @type {string} */ words, /** @type {() => any} */ run, /** @type {boolean} */ off) =>
    h("button", { type: "button", className: "small", disabled: off, onclick: run }, words);
  return [
    h("div", { key: "go", className: "row" }, button("Undo", () => undo(), !desk.undo), button("Redo", () => redo(), !desk.redo)),
    h("ol", { key: "steps", className: "steps" }, desk.log.map(entry)),
  ];
}
