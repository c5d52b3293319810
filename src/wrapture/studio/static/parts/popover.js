// @ts-check
// The little window at a text that was pointed at: which column it is, in which record; or that it is wrong.

import { h, patch } from "./dom.js";
import { labelForm, send, startAnswer } from "./labelform.js";
import { place } from "./menu.js";
import { focusPage, unselect } from "./stage.js";
import { markRecord } from "./steps.js";
import { get, set, watch } from "./store.js";

/** @type {any} */
let answered = null;
/** @type {() => void} */
let redraw = () => {};

/** Close it and give the keyboard back to the page. */
export function closePopover() {
  if (!get().hit) return false;
  set({ hit: null });
  unselect();
  focusPage();
  return true;
}

function markView() {
  return [
    h("p", { key: "ask" }, "Make this a record?"),
    h(
      "div",
      { key: "go", className: "row" },
      h("button", { type: "submit", className: "primary", "data-test": "mark-confirm" }, "Make it a record"),
      h("button", { type: "button", "data-test": "mark-cancel", onclick: closePopover }, "Cancel"),
    ),
  ];
}

/** @param {any} hit */
function popover(hit) {
  const onsubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!hit.mark) return send(hit);
    closePopover();
    return markRecord(hit.mark);
  };
  const onkeydown = (/** @type {KeyboardEvent} */ event) =>
    event.key === "Escape" && (event.stopPropagation(), closePopover());
  return h(
    "form",
    {
      key: "popover",
      className: "popover",
      role: "dialog",
      "aria-label": hit.mark ? "Mark a record" : "What is this text?",
      "data-test": "popover",
      onsubmit,
      onkeydown,
    },
    hit.mark ? markView() : labelForm(hit),
  );
}

/** @param {HTMLElement} root */
export function mountPopover(root) {
  redraw = () => {
    const hit = /** @type {any} */ (get().hit);
    const fresh = hit && hit !== answered;
    if (fresh && !hit.mark) startAnswer(hit, redraw, closePopover);
    answered = hit;
    patch(root, hit ? popover(hit) : null);
    if (fresh) settle(root, hit);
  };
  watch(["hit", "desk", "table"], redraw);
}

/** Where the selected texts are in the window. */
function selection() {
  const boxes = [...document.querySelectorAll("#view .pv-selected")].map((one) => one.getBoundingClientRect());
  if (!boxes.length) return null;
  const bounds = (
    /** @type {"left" | "right" | "top" | "bottom"} */ side,
    /** @type {(...all: number[]) => number} */ pick,
  ) => pick(...boxes.map((box) => box[side]));
  return {
    left: bounds("left", Math.min),
    right: bounds("right", Math.max),
    top: bounds("top", Math.min),
    bottom: bounds("bottom", Math.max),
  };
}

/** Put it beside the text and the focus into it. @param {HTMLElement} root @param {any} hit */
function settle(root, hit) {
  const form = /** @type {HTMLElement | null} */ (root.querySelector("form"));
  if (!form) return;
  const x = hit.x ?? innerWidth / 3;
  const y = hit.y ?? innerHeight / 3;
  place(form, selection() || { left: x, right: x, top: y - 8, bottom: y + 8 });
  /** @type {HTMLElement | null} */ (form.querySelector("select, .primary"))?.focus({ preventScroll: true });
}
