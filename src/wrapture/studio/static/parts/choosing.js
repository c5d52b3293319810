// @ts-check
// Looking at a list and choosing it: what the cards of lists and of row counts share.

import { goToList } from "./stage.js";
import { choose } from "./steps.js";
import { set } from "./store.js";

/** @typedef {import("./types.js").State} State */

/** Whether the wrapper comes from this list of this page. @param {number} number @param {State} state */
export const isChosen = (number, { desk, pageId }) =>
  desk?.how === "candidate" && desk.choice === number && (desk.chosen_on ?? pageId) === pageId;

/**
 * Looking at a card shows its records on the page; those of the chosen one are there already.
 * @param {number} number
 * @param {boolean} chosen
 */
export function looks(number, chosen) {
  if (chosen) return {};
  const look = () => set({ preview: number });
  const leave = () => set({ preview: null });
  return { onmouseenter: look, onmouseleave: leave, onfocusin: look, onfocusout: leave };
}

/** Whether two lists lie in the same part of the page. @param {import("./types.js").Candidate} one @param {import("./types.js").Candidate} two */
export function besideList(one, two) {
  const [a, b] = [one, two].map(({ spans }) => [spans[0]?.[0]?.[0] ?? 0, spans.at(-1)?.at(-1)?.[1] ?? 0]);
  return a[0] < b[1] && b[0] < a[1];
}

/** Choose a list. @param {number} number */
export async function take(number) {
  await choose(number);
  goToList();
  set({ preview: null });
}
