// @ts-check
// The question that a person can answer best: how many rows the list has.

import { isChosen, looks, take } from "./choosing.js";
import { h } from "./dom.js";
import { shorten } from "./words.js";

/** @typedef {import("./types.js").State} State */

/** The question of the number of rows. @param {State} state */
export function question(state) {
  const { candidates } = state;
  if (!candidates || candidates.counts.length < 2) return null;
  const cards = candidates.counts.map(({ rows, candidate: number, first }) => {
    const chosen = isChosen(number, state);
    return h(
      "li",
      { key: number, ...looks(number, chosen) },
      h(
        "button",
        {
          type: "button",
          className: chosen ? "count chosen" : "count",
          "aria-pressed": String(chosen),
          "data-test": "count",
          onclick: () => chosen || take(number),
        },
        h("strong", { className: "number" }, rows),
        h(
          "span",
          { className: "muted" },
          first.map((text, at) => h("span", { key: at, className: "line" }, shorten(text, 60))),
        ),
      ),
    );
  });
  const body = h("ul", { className: "counts" }, cards);
  if (candidates.clear)
    return h(
      "details",
      { key: "question", className: "question" },
      h("summary", null, "Is the number of rows wrong?"),
      body,
    );
  return h(
    "section",
    { key: "question", className: "question open", "data-test": "question", "aria-labelledby": "question-title" },
    h("h3", { id: "question-title" }, "How many rows does the list have?"),
    body,
  );
}
