// @ts-check
// The card at a text that was clicked, the question whether a record is meant, and the summary of what would change.

import { h, patch } from "./dom.js";
import { cardView, onCardChange, startCard, summaryView } from "./card.js";
import { beside, place } from "./menu.js";
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

/** @param {any} hit @param {import("./types.js").Summary | null} summary */
function contentOf(hit, summary) {
  if (summary) return summaryView(summary, () => summary.answer(true), () => summary.answer(false));
  return hit.mark ? markView() : cardView(hit);
}

/** @param {any} hit @param {import("./types.js").Summary | null} summary */
function popover(hit, summary) {
  const onsubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (summary || !hit.mark) return;
    closePopover();
    await markRecord(hit.mark);
  };
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    if (summary) summary.answer(false);
    else closePopover();
  };
  const label = summary ? "What would change" : hit.mark ? "Mark a record" : "This text";
  return h("div", { key: "popover", className: "popover", role: "dialog", "aria-label": label, "data-test": "popover", onkeydown }, h("form", { onsubmit }, contentOf(hit, summary)));
}

/** @param {HTMLElement} root */
export function mountPopover(root) {
  redraw = () => {
    const { summary } = get();
    const hit = /** @type {any} */ (get().hit);
    const now = summary || hit;
    const fresh = now && now !== answered;
    if (fresh && !summary && !hit.mark) startCard(hit, closePopover);
    answered = now;
    patch(root, now ? popover(hit, summary) : null);
    if (fresh) settle(root, hit || {});
  };
  onCardChange(redraw);
  watch(["hit", "desk", "table", "summary"], redraw);
  watch(["panel", "asked", "view", "pageId"], () => get().summary || dropPopover()); // one has turned to something else
}

/** Close it; the keyboard stays where it is. */
function dropPopover() {
  if (!get().hit) return;
  set({ hit: null });
  unselect();
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

/** Put it beside the record, where it hides none of its values, and the focus into it. @param {HTMLElement} root @param {any} hit */
function settle(root, hit) {
  const form = /** @type {HTMLElement | null} */ (root.firstElementChild);
  if (!form) return;
  const x = hit.x ?? innerWidth / 3;
  const y = hit.y ?? innerHeight / 3;
  const texts = selection() || { left: x, right: x, top: y - 8, bottom: y + 8 };
  const record = document.querySelector(`#view .pv-group[data-record="${hit.record}"] .pv-record`)?.getBoundingClientRect();
  if (!beside(form, texts, record?.right ?? texts.right)) place(form, texts);
  /** @type {HTMLElement | null} */ (form.querySelector(".primary, [data-test=card-new-name], button"))?.focus({ preventScroll: true });
}
