// @ts-check
// A wrapper of the library over time: how its pages fitted, when it was replaced, and the way back.

import { call } from "./api.js";
import { h } from "./dom.js";
import { tableOf } from "./fields.js";
import { loadLibrary } from "./loader.js";
import { get, set } from "./store.js";
import { complain, tell } from "./toasts.js";
import { ago, counted, grade, percent } from "./words.js";

/** @typedef {import("./types.js").HealthNote} HealthNote */
/** @typedef {import("./types.js").WrapperHistory} WrapperHistory */

const BARS = 60;
const LISTED = 12;

/** @param {string} name */
const pathOf = (name) => `library/${encodeURIComponent(name)}`;

/** Show the history of a wrapper, or close it. @param {string} name */
export async function toggleHistory(name) {
  if (get().history?.name === name) return set({ history: null });
  await loadHistory(name);
}

/** @param {string} name */
async function loadHistory(name) {
  try {
    set({ history: { name, ...(await call("GET", `${pathOf(name)}/history`)) } });
  } catch (error) {
    complain(error);
  }
}

/** Check a wrapper on its page as it is now. @param {string} name */
export async function checkNow(name) {
  try {
    const found = await call("POST", `${pathOf(name)}/check`, { json: {} });
    tell([`${name}: ${found.words}.`, ...found.reasons].join(" "));
    await loadLibrary();
    await loadHistory(name);
  } catch (error) {
    complain(error);
  }
}

/** @param {string} name @param {string} version */
async function goBack(name, version) {
  try {
    await call("POST", `${pathOf(name)}/revert`, { json: { version } });
    tell(`“${name}” is as it was. The version of now is kept, too.`);
    await loadLibrary();
    await loadHistory(name);
  } catch (error) {
    complain(error);
  }
}

/** How a page did. @param {HealthNote} note */
const wordsOf = (note) => (note.verdict && note.verdict !== "fits" ? `${note.verdict}${note.misfit ? `: ${note.misfit}` : ""}` : note.misfit || "fits");

/** One bar for each page, the oldest first. @param {HealthNote[]} notes */
function chart(notes) {
  const told = notes.slice(0, BARS).reverse();
  const label = `Fit of the last ${counted(told.length, "page")}, oldest first: ${told.map((note) => percent(note.fit)).join(", ")}`;
  return h(
    "div",
    { className: "bars", role: "img", "aria-label": label, "data-test": "health-chart" },
    told.map((note, at) => h("span", { key: at, className: `bar-of ${grade(note.fit, wordsOf(note) === "fits" ? "" : "x")}`, style: { height: `${Math.max(8, Math.round(note.fit * 100))}%` }, title: `${ago(note.when)}: ${percent(note.fit)}, ${wordsOf(note)}` })),
  );
}

/** @param {HealthNote[]} notes */
function noteList(notes) {
  return tableOf(
    ["When", "Page", "Rows", "How it went"],
    notes.slice(0, LISTED).map((note, at) => h("tr", { key: at, "data-test": "health-note" }, h("td", null, ago(note.when)), h("td", null, note.page), h("td", { className: "number" }, note.found), h("td", { className: wordsOf(note) === "fits" ? "" : "misfit" }, wordsOf(note)))),
    { className: "notes" },
  );
}

/** @param {WrapperHistory} history */
function versionList({ name, versions }) {
  if (!versions.length) return h("p", { className: "muted", "data-test": "versions" }, "It was never replaced, so there is no earlier version.");
  return h(
    "ul",
    { className: "versions", "data-test": "versions" },
    versions.map(({ version, when }) => h("li", { key: version, className: "row" }, h("span", null, `Replaced ${ago(when)}`), h("button", { type: "button", className: "small", "data-test": "version-back", "aria-label": `Go back to the version replaced ${ago(when)}`, onclick: () => void goBack(name, version) }, "Go back to this"))),
  );
}

/** @param {WrapperHistory} history */
export function historyView(history) {
  return h(
    "div",
    { className: "history", "data-test": "history" },
    h("h2", null, `${history.name} over time`),
    history.health.length ? [chart(history.health), h("div", { key: "notes", className: "scroll-x", tabindex: "0", role: "region", "aria-label": "Pages" }, noteList(history.health))] : h("p", { className: "muted" }, "It has read no page yet."),
    h("h3", null, "Earlier versions"),
    versionList(history),
  );
}
