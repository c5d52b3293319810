// @ts-check
// A bar between two parts that can be dragged, or moved with arrow keys; its place is remembered.

import { keepInMind, recall } from "./remember.js";

const STEP = 24;

/**
 * @typedef {{name: string, label: string, upright: boolean, least: number, most: () => number, first: () => number}}
 * Given
 */

/** Make an element a splitter that sets the custom property `--name` of `root`.
 * @param {HTMLElement} bar @param {HTMLElement} root @param {Given} given */
export function mountSplitter(bar, root, { name, label, upright, least, most, first }) {
  let chosen = Number(recall(name)) || 0;
  let size = 0;
  const apply = (/** @type {number} */ wanted) => {
    size = Math.round(Math.max(least, Math.min(most(), wanted)));
    root.style.setProperty(`--${name}`, `${size}px`);
    bar.setAttribute("aria-valuenow", String(size));
    bar.setAttribute("aria-valuemax", String(most()));
  };
  const choose = (/** @type {number} */ wanted) => {
    chosen = wanted;
    keepInMind(name, String(Math.round(wanted)));
    apply(wanted || first());
  };
  const words = {
    role: "separator",
    tabindex: "0",
    "aria-label": label,
    "aria-orientation": upright ? "vertical" : "horizontal",
    "aria-valuemin": String(least),
    "data-test": `split-${name}`,
  };
  Object.entries(words).forEach(([key, value]) => bar.setAttribute(key, value));
  bar.addEventListener("keydown", (event) => {
    /** @type {Record<string, number>} */
    const steps = upright ? { ArrowLeft: STEP, ArrowRight: -STEP } : { ArrowUp: STEP, ArrowDown: -STEP };
    if (!(event.key in steps)) return;
    event.preventDefault();
    choose(size + steps[event.key]);
  });
  bar.addEventListener("pointerdown", (event) => {
    bar.setPointerCapture(event.pointerId);
    const from = upright ? event.clientX : event.clientY;
    const before = size;
    const move = (/** @type {PointerEvent} */ now) => choose(before + from - (upright ? now.clientX : now.clientY));
    bar.addEventListener("pointermove", move);
    bar.addEventListener("lostpointercapture", () => bar.removeEventListener("pointermove", move), { once: true });
  });
  bar.addEventListener("dblclick", () => choose(0));
  addEventListener("resize", () => apply(chosen || first()));
  apply(chosen || first());
}
