// @ts-check
// Small pictures of the page with the records of a list on it. Each is drawn once, when the browser is idle.

import { h, held } from "./dom.js";
import { thumbnail } from "./stage.js";
import { get } from "./store.js";
import { complain } from "./toasts.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Candidate} Candidate */

const SIZE = { width: 84, height: 108 };
/** Where the miniatures of a candidate stand, one for each part of the studio. @type {Record<string, WeakMap<Candidate, HTMLElement>>} */
const holders = { strip: new WeakMap(), drawer: new WeakMap() };
/** Those that are drawn or will be. @type {WeakSet<HTMLElement>} */
const promised = new WeakSet();

/** Do something when the browser has nothing better to do. @type {(work: () => void) => number} */
const whenIdle = (work) =>
  "requestIdleCallback" in window ? requestIdleCallback(work, { timeout: 500 }) : setTimeout(work, 50);

/** The page that is shown. @param {State} state */
const isShown = ({ shown, pageId }, page = pageId) => Boolean(page && page === pageId && shown?.includes(`/${page}/`));

/** A miniature takes ten times as long as the rest of its card, so it comes after everything else.
 * @param {Candidate} candidate @param {HTMLElement} holder @param {string | null} page */
function fill(candidate, holder, page) {
  if (!isShown(get(), page)) {
    promised.delete(holder);
    return;
  }
  try {
    const drawn = thumbnail(candidate.spans, SIZE);
    holder.replaceChildren(drawn);
    holder.classList.toggle("not-drawn", !drawn.querySelector(".pv-thumbnail-record"));
  } catch (error) {
    complain(error);
  }
}

/** @param {Candidate} candidate @param {State} state @param {"strip" | "drawer"} where */
export function miniature(candidate, state, where) {
  const holder = holders[where].get(candidate) || document.createElement("span");
  holders[where].set(candidate, holder);
  if (!promised.has(holder) && isShown(state)) {
    promised.add(holder);
    whenIdle(() => fill(candidate, holder, state.pageId));
  }
  return h("span", { className: "miniature", "aria-hidden": "true" }, held(holder));
}
