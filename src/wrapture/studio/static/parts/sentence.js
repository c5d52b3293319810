// @ts-check
// One sentence about what was found, with the answers that a person can give; other lists come as pictures side by side.

import { besideList, isChosen, looks, take } from "./choosing.js";
import { h, patch } from "./dom.js";
import { drawerButtons } from "./drawers.js";
import { button, iconButton } from "./fields.js";
import { icon } from "./icons.js";
import { candidatesKey } from "./loader.js";
import { miniature } from "./miniatures.js";
import { keepInMind, recall } from "./remember.js";
import { chooseBest } from "./steps.js";
import { get, set, watch } from "./store.js";
import { counted, shorten } from "./words.js";
import { TITLES as TITLES_OF_RESULTS } from "./work.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Asked} Asked */
/** @typedef {import("./types.js").Candidate} Candidate */

const MOST_PICTURES = 8;
const TITLES = { fewer: "Lists with fewer records", more: "Lists with more records", other: "Other lists on this page", rows: "How many rows does the list have?" };

/** What a person has said of the list of now: that it is right. @param {State} state */
const agreed = ({ desk }) => Boolean(desk && recall(`right.${desk.id}`) === listKey());

/** The chosen list, so that a "Yes" is not taken for another one. */
function listKey() {
  const { desk, pageId } = get();
  return `${desk?.how} ${desk?.chosen_on ?? pageId} ${desk?.choice}`;
}

function agree() {
  const { desk } = get();
  if (desk) keepInMind(`right.${desk.id}`, listKey());
  set({ asked: "", preview: null });
  draw();
}

/** Whether the number of rows is open: several are likely, and nothing was chosen by hand. @param {State} state */
const isOpen = (state) =>
  state.candidates !== null && !state.candidates.clear && state.candidates.counts.length > 1 && state.desk?.how === "candidate" && !agreed(state);

/** The lists that an answer asks for. @param {Asked | "rows"} asked @param {State} state @returns {Candidate[]} */
function listsFor(asked, state) {
  const all = state.candidates?.candidates ?? [];
  if (asked === "rows") {
    const numbers = (state.candidates?.counts ?? []).map((one) => one.candidate);
    return all.filter((one) => numbers.includes(one.number));
  }
  const chosen = all.find((one) => isChosen(one.number, state));
  const now = chosen?.records ?? state.table?.found ?? 0;
  const others = distinct(all.filter((one) => one !== chosen));
  if (asked === "fewer") return others.filter((one) => one.records < now);
  if (asked === "more") return others.filter((one) => one.records > now);
  const elsewhere = others.filter((one) => !chosen || !besideList(chosen, one));
  return elsewhere.length ? elsewhere : others;
}

/** One list for each set of records. @param {Candidate[]} lists */
function distinct(lists) {
  const seen = new Set();
  return lists.filter((one) => {
    const key = `${one.records} ${one.spans[0]?.[0]}`;
    return seen.has(key) ? false : (seen.add(key), true);
  });
}

/** @param {Asked | "rows"} asked @param {State} state */
function pictures(asked, state) {
  const lists = listsFor(asked, state).slice(0, MOST_PICTURES);
  return h(
    "div",
    { key: "pictures", className: "pictures", role: "group", "aria-label": TITLES[asked || "other"], "data-test": "pictures" },
    lists.map((one) => {
      const chosen = isChosen(one.number, state);
      return h(
        "button",
        {
          key: one.number,
          type: "button",
          className: chosen ? "picture-card chosen" : "picture-card",
          "aria-pressed": String(chosen),
          "data-test": "picture",
          ...looks(one.number, chosen),
          onclick: () => (chosen ? agree() : take(one.number).then(agree)),
        },
        miniature(one, state, "strip"),
        h("span", { className: "candidate-words" }, h("strong", null, counted(one.records, "record")), h("span", { className: "firsts" }, shorten(one.first[0] || "", 70))),
      );
    }),
    lists.length ? null : h("p", { className: "muted" }, "There is none. Click a value on the page to add it by hand."),
  );
}

/** @param {State} state */
function answers(state) {
  const open = (/** @type {Asked} */ asked) => () => set({ asked: get().asked === asked ? "" : asked });
  const one = (/** @type {string} */ words, /** @type {"fewer" | "more" | "other"} */ asked) =>
    button(words, `answer-${asked}`, open(asked), { "aria-expanded": String(state.asked === asked), disabled: !listsFor(asked, state).length });
  return [
    button("Yes", "answer-yes", agree, { className: "small primary" }),
    one("Fewer", "fewer"),
    one("More", "more"),
    one("Another list", "other"),
  ];
}

/** @param {State} state */
const morePages = ({ next }) => (next ? button([icon("page"), "More pages"], "more-pages", () => set({ panel: "test", area: "panel" }), { className: "small more-pages" }) : null);

/** @param {State} state @returns {any[]} */
function sentence(state) {
  const { desk, table, candidates, pageId, loading, cancel } = state;
  const page = desk?.pages.find((one) => one.id === pageId);
  const says = (/** @type {any} */ ...words) => h("p", { key: "words", "data-test": "sentence" }, words);
  if (!desk || !page) return [];
  if (loading) return [says(`${loading} …`), cancel ? button("Cancel", "sentence-cancel", cancel) : null];
  const result = state.results.find((one) => one.kind === state.result);
  if (result) return [says(h("strong", { key: "title" }, TITLES_OF_RESULTS[result.kind]), `: ${result.words}`), button("Back to the page", "result-back", () => set({ result: "" }))];
  if (!desk.wrapper) return [says(candidates ? "No list was found here. Click a value on the page, and what looks like it is found." : "Looking for lists …")];
  const count = h("strong", { key: "count" }, counted(page.found ?? table?.found ?? 0, "record"));
  const onAll = desk.pages.length > 1 ? `, ${counted(desk.pages.reduce((sum, one) => sum + (one.found ?? 0), 0), "record")} on all ${desk.pages.length} pages` : "";
  if (page.misfit) return [says(count, " read here, but ", h("span", { className: "misfit", "data-test": "misfit-words" }, page.misfit), ".")];
  if (desk.how === "labels") return [says(count, " read as you corrected them."), button("Back to the list as found", "answer-back", () => void chooseBest())];
  if (desk.how === "opened" || !page.learn) return [says(count, ` read with ${desk.how === "opened" ? "the wrapper" : "the same wrapper"}${onAll}.`), morePages(state)];
  if (!candidates || candidates.key !== candidatesKey(state)) return [says(count, " found.")];
  if (isOpen(state)) return [says("How many rows does the list have? ", count, " are shown now.")];
  if (agreed(state)) return [says(count, onAll || " found", h("span", { className: "muted" }, " – confirmed.")), button("Change", "answer-change", () => set({ asked: state.asked ? "" : "other" })), morePages(state)];
  return [says(count, " found. Right?"), ...answers(state), morePages(state)];
}

/** @type {HTMLElement} */
let root;

function draw() {
  const state = get();
  if (state.view !== "desk") return;
  const parts = sentence(state);
  const shown = isOpen(state) ? "rows" : state.asked;
  const close = () => set({ asked: "", preview: null });
  root.hidden = !state.desk?.pages.length && !state.desk?.wrapper; // there is nothing to say or to do yet
  patch(
    root,
    h("div", { key: "line", className: "sentence-line" }, parts, h("span", { key: "gap", className: "grow" }), drawerButtons(state)),
    shown && parts.length
      ? h(
          "div",
          { key: "other", className: "others" },
          shown === "rows" ? null : h("div", { className: "row between" }, h("h2", null, TITLES[shown]), iconButton({ words: "Close", shape: icon("close"), test: "pictures-close", run: close })),
          pictures(shown, state),
        )
      : null,
  );
}

/** @param {HTMLElement} place */
export function mountSentence(place) {
  root = place;
  watch(["view", "desk", "pageId", "table", "candidates", "asked", "shown", "loading", "panel", "next", "cancel", "results", "result"], draw);
  let page = "";
  watch(["desk", "pageId", "view"], ({ desk, pageId, view }) => {
    const now = `${desk?.id} ${pageId} ${view}`;
    if (now !== page) set({ asked: "" });
    page = now;
  });
}
