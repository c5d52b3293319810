// @ts-check
// A menu that opens at a button: arrow keys move, Enter chooses, Escape closes and gives the focus back.

import { h, make } from "./dom.js";

/** @typedef {{words: string, run: () => void, test?: string, disabled?: boolean, marked?: boolean, title?: string} | null} Item */

const EDGE = 8;

/** @type {(() => void) | null} */
let closeOpen = null;

/** Open a menu below an element. @param {HTMLElement} anchor @param {Item[]} items @param {string} label */
export function openMenu(anchor, items, label) {
  closeOpen?.();
  /** @type {HTMLElement} */
  const menu = make(
    h("div", { className: "menu", role: "menu", "aria-label": label, "data-test": "menu" }, items.map(itemOf)),
  );
  const close = (/** @type {boolean} */ refocus) => {
    menu.remove();
    document.removeEventListener("pointerdown", outside, true);
    anchor.setAttribute("aria-expanded", "false");
    closeOpen = null;
    if (refocus && anchor.isConnected) anchor.focus();
  };
  const outside = (/** @type {Event} */ event) => menu.contains(/** @type {Node} */ (event.target)) || close(false);
  menu.addEventListener("click", (event) => {
    const at = Number(/** @type {HTMLElement} */ (event.target).closest("button")?.dataset.at ?? -1);
    if (at < 0) return;
    close(true);
    items[at]?.run();
  });
  menu.addEventListener("keydown", (event) => onKey(event, menu, close));
  document.addEventListener("pointerdown", outside, true);
  (document.getElementById("main") ?? document.body).append(menu);
  anchor.setAttribute("aria-expanded", "true");
  closeOpen = () => close(false);
  place(menu, anchor.getBoundingClientRect());
  /** @type {HTMLElement | null} */ (menu.querySelector("button:not(:disabled)"))?.focus();
}

/** @param {Item} item @param {number} at */
function itemOf(item, at) {
  if (!item) return h("hr", { "aria-label": "more" });
  return h(
    "button",
    {
      type: "button",
      role: "menuitem",
      tabindex: "-1",
      "data-at": at,
      "data-test": item.test,
      disabled: item.disabled,
      title: item.title || undefined,
      className: item.marked ? "marked" : "",
    },
    item.words,
  );
}

/** @param {KeyboardEvent} event @param {HTMLElement} menu @param {(refocus: boolean) => void} close */
function onKey(event, menu, close) {
  const buttons = [.../** @type {NodeListOf<HTMLElement>} */ (menu.querySelectorAll("button:not(:disabled)"))];
  const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  /** @type {Record<string, number>} */
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 };
  event.stopPropagation();
  if (event.key === "Escape" || event.key === "Tab") close(true);
  else if (event.key in to) buttons[(to[event.key] + buttons.length) % buttons.length]?.focus();
  else return;
  event.preventDefault();
}

/**
 * Put a floating element to the right of another, and of what it should not hide, as far as there is room; false where there is none.
 * @param {HTMLElement} floating @param {{right: number, top: number}} anchor @param {number} edge
 */
export function beside(floating, anchor, edge) {
  const { width, height } = floating.getBoundingClientRect();
  const last = innerWidth - width - 3 * EDGE;
  if (anchor.right + EDGE > last) return false;
  floating.style.left = `${Math.min(last, Math.max(edge, anchor.right) + EDGE)}px`;
  floating.style.top = `${Math.max(EDGE, Math.min(anchor.top, innerHeight - height - EDGE))}px`;
  return true;
}

/** Put a floating element below another, or above, or beside it; always inside the window.
 * @param {HTMLElement} floating @param {{left: number, right: number, bottom: number, top: number}} anchor */
export function place(floating, anchor) {
  const { width, height } = floating.getBoundingClientRect();
  const below = anchor.bottom + 4;
  const above = anchor.top - height - 4;
  const fits = below + height <= innerHeight - EDGE ? below : above >= EDGE ? above : null;
  const left = fits === null && anchor.right + 8 + width <= innerWidth - EDGE ? anchor.right + 8 : anchor.left;
  floating.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
  floating.style.top = `${fits ?? Math.max(EDGE, innerHeight - height - EDGE)}px`;
}
