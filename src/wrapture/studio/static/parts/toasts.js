// @ts-check
// Short messages in the corner. Errors stay until they are dismissed; the rest goes by itself, but not while it is
// looked at.

import { h, patch } from "./dom.js";
import { icon } from "./icons.js";

const SHORTEST_MS = 4000;
const READING_MS = 60; // for each character
const CHOOSING_MS = 5000; // for a message that offers something
const MOST = 5;

/**
 * @typedef {{id: number, words: string, error: boolean, desk: string, actions: {words: string, run: () => void}[]}}
 * Toast
 */
/** @type {Toast[]} */
let toasts = [];
let next = 1;

/** Say something that may be read or not. What is about a desk goes with it.
 * @param {string} words @param {{words: string, run: () => void}[]} [actions] @param {string} [desk] */
export const tell = (words, actions = [], desk = "") => add(words, false, actions, desk);

/** Take away what was said about other desks than this one. @param {string} desk */
export function forgetOtherDesks(desk) {
  toasts = toasts.filter((toast) => !toast.desk || toast.desk === desk);
  draw();
}

/** Show a failure as the server said it. @param {unknown} error */
export function complain(error) {
  const words = error instanceof Error ? error.message : String(error);
  if (!toasts.some((toast) => toast.error && toast.words === words)) add(words, true, [], "");
  if (error instanceof Error && error.constructor.name !== "ApiError") console.error(error);
}

/** Let screen readers say it; nothing is shown. @param {string} words */
export function announce(words) {
  const line = document.getElementById("live");
  if (line && line.textContent !== words) line.textContent = words;
}

/** @param {string} words @param {boolean} error @param {Toast["actions"]} actions @param {string} desk */
function add(words, error, actions, desk) {
  const toast = { id: next++, words, error, actions, desk };
  toasts = [...toasts, toast].slice(-MOST);
  draw();
  if (!error) leaveLater(toast.id, SHORTEST_MS + words.length * READING_MS + (actions.length ? CHOOSING_MS : 0));
}

/** @param {number} id @param {number} after */
function leaveLater(id, after) {
  setTimeout(() => {
    const shown = document.querySelector(`[data-toast="${id}"]`);
    if (shown?.matches(":hover, :focus-within")) leaveLater(id, SHORTEST_MS);
    else dismiss(id);
  }, after);
}

/** @param {number} id */
function dismiss(id) {
  toasts = toasts.filter((toast) => toast.id !== id);
  draw();
}

/** Dismiss what went wrong, when it is over. */
export function dismissErrors() {
  toasts = toasts.filter((toast) => !toast.error);
  draw();
}

/** Dismiss the newest message. Whether there was one. */
export function dismissNewest() {
  const last = toasts[toasts.length - 1];
  if (last) dismiss(last.id);
  return Boolean(last);
}

function draw() {
  const place = document.getElementById("toasts");
  if (place) patch(place, toasts.map(toastOf));
}

/** @param {Toast} toast */
function toastOf({ id, words, error, actions }) {
  const close = () => dismiss(id);
  return h(
    "div",
    {
      key: id,
      className: error ? "toast error" : "toast",
      role: error ? "alert" : "status",
      "data-toast": id,
      "data-test": error ? "toast-error" : "toast",
    },
    h("p", null, words),
    h(
      "div",
      { className: "row" },
      actions.map((action) =>
        h(
          "button",
          {
            type: "button",
            className: "small",
            "data-test": "toast-action",
            onclick: () => {
              close();
              action.run();
            },
          },
          action.words,
        ),
      ),
      h(
        "button",
        {
          type: "button",
          className: "quiet square small",
          "aria-label": "Dismiss",
          title: "Dismiss",
          "data-test": "toast-close",
          onclick: close,
        },
        icon("close"),
      ),
    ),
  );
}
