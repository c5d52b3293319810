// @ts-check
// All lists of a page as cards, with their patterns, scores, reasons and evidence.

import { isChosen, looks, take } from "./choosing.js";
import { h } from "./dom.js";
import { tableOf } from "./fields.js";
import { candidatesKey } from "./loader.js";
import { miniature } from "./miniatures.js";
import { get, set } from "./store.js";
import { counted, shorten } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Candidate} Candidate */

const PATTERN_MOST = 64;
const FIRST_MOST = 90;

/** @param {number} value */
const short = (value) => (Number.isInteger(value) ? String(value) : value.toFixed(2));

/** @param {Candidate} candidate */
function evidence({ evidence: pieces }) {
  const rows = pieces.map((piece) =>
    h(
      "tr",
      { key: piece.name },
      h("th", { scope: "row" }, piece.name, h("span", { className: "muted" }, piece.meaning)),
      h("td", { className: "number" }, short(piece.value)),
      h("td", { className: "number" }, short(piece.weight)),
    ),
  );
  return h("div", { className: "scroll-x" }, tableOf(["Name", "Value", "Weight"], rows, null, (at) => at > 0));
}

/** @param {string[]} why */
const reasons = (why) =>
  why.length
    ? h(
        "ul",
        { className: "why" },
        why.map((words) => h("li", { key: words }, words)),
      )
    : null;

/** @param {Candidate} candidate */
function factsOf({ score, tokens, found_by }) {
  const facts = [`score ${short(score)}`];
  if (tokens !== null) facts.push(counted(tokens, "token"));
  if (found_by.length) facts.push(`found by ${found_by.join(", ")}`);
  return facts.join(" · ");
}

/** What a card says of its list. @param {Candidate} candidate @param {boolean} chosen */
function summaryOf(candidate, chosen) {
  return h(
    "span",
    { className: "candidate-words" },
    h(
      "span",
      { className: "row between" },
      h("strong", null, counted(candidate.records, "record")),
      chosen ? h("span", { className: "chip accent" }, "chosen") : null,
    ),
    h("span", { className: "firsts" }, shorten(candidate.first[0] || "", FIRST_MOST)),
    candidate.pattern ? h("code", { title: candidate.pattern }, shorten(candidate.pattern, PATTERN_MOST)) : null,
    h("span", { className: "muted small-text" }, factsOf(candidate)),
  );
}

/** Remember whose evidence is open: only that is drawn. @param {number} number @param {Event} event */
function explain(number, event) {
  const others = get().explained.filter((one) => one !== number);
  set({ explained: /** @type {HTMLDetailsElement} */ (event.currentTarget).open ? [...others, number] : others });
}

/** @param {Candidate} candidate @param {State} state */
function card(candidate, state) {
  const { number, why } = candidate;
  const open = state.explained.includes(number);
  const chosen = isChosen(number, state);
  const button = {
    type: "button",
    className: "candidate-main",
    "data-test": "candidate-choose",
    "aria-pressed": String(chosen),
    onclick: () => chosen || take(number),
  };
  return h(
    "li",
    {
      key: number,
      className: `candidate${chosen ? " chosen" : ""}`,
      "data-test": "candidate",
      ...looks(number, chosen),
    },
    h("button", button, miniature(candidate, state, "drawer"), summaryOf(candidate, chosen)),
    reasons(chosen ? why : why.slice(0, 1)),
    h(
      "details",
      { className: "evidence", ontoggle: (/** @type {Event} */ event) => explain(number, event) },
      h("summary", { "data-test": "evidence" }, chosen ? "Evidence" : "Why, and evidence"),
      chosen || !open ? null : reasons(why.slice(1)),
      open ? evidence(candidate) : null,
    ),
  );
}

/** @param {State} state */
export function listsPanel(state) {
  const { candidates, desk, pageId } = state;
  if (!desk?.pages.length) return h("p", { className: "muted" }, "Add a page, and the lists on it appear here.");
  if (!candidates || candidates.page !== pageId)
    return h("p", { className: "muted", role: "status" }, "Looking for lists …");
  const stale = candidates.key !== candidatesKey(state);
  return h(
    "div",
    { className: stale ? "lists stale" : "lists", "aria-busy": String(stale) },
    candidates.verdict ? h("p", { className: "verdict", "data-test": "verdict" }, candidates.verdict) : null,
    h("h3", null, counted(candidates.candidates.length, "list")),
    candidates.candidates.length
      ? h(
          "ol",
          { className: "candidates" },
          candidates.candidates.map((one) => card(one, state)),
        )
      : h(
          "p",
          { className: "muted" },
          "No list was found. Change the parameters above, or click a value on the page.",
        ),
  );
}
