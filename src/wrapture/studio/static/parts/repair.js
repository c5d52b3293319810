// @ts-check
// A repair: which old column is which new one, the table before and after side by side, and whether to keep it.

import { change } from "./change.js";
import { h } from "./dom.js";
import { tableOf } from "./fields.js";
import { resultTable } from "./result.js";
import { get, set } from "./store.js";
import { counted, percent, shorten } from "./words.js";
import { dropResult, loadResults, work } from "./work.js";

/** @typedef {import("./types.js").Result} Result */
/** @typedef {import("./types.js").Repair} Repair */
/** @typedef {Repair["columns"][number]} Fate */

/** Which new column a person has chosen for an old one, for the report that is shown. @type {{when: string, chosen: Record<string, string>}} */
let answers = { when: "", chosen: {} };

/** Adapt the wrapper to pages as they are now. @param {string[]} pages @param {Record<string, string>} [mapping] @param {boolean} [same] */
export const repair = (pages, mapping = {}, same = false) => work({ kind: "repair", page_ids: pages, mapping, same_site: same });

/** The old columns. @param {Repair} report */
const oldColumns = (report) => report.columns.filter(({ fate }) => fate !== "new");

/** What is chosen for an old column. @param {Fate} fate */
const chosenFor = ({ name, found_as }) => answers.chosen[name] ?? found_as;

/** Choose a new column for an old one; an old column that had it has none then. @param {Repair} report @param {string} name @param {string} found */
function choose(report, name, found) {
  const others = oldColumns(report).filter((one) => one.name !== name && found && chosenFor(one) === found);
  answers = { ...answers, chosen: { ...answers.chosen, [name]: found, ...Object.fromEntries(others.map((one) => [one.name, ""])) } };
  set({ results: [...get().results] });
}

/** @param {Repair} report */
const pairs = (report) => Object.fromEntries(oldColumns(report).map((one) => [one.name, chosenFor(one)]).filter(([, found]) => found));

/** @param {Repair} report @param {Fate} fate */
function fateRow(report, fate) {
  const chosen = chosenFor(fate);
  const sample = report.choices.find(({ name }) => name === chosen)?.sample ?? "";
  const own = chosen === fate.found_as;
  return h(
    "tr",
    { key: fate.name, "data-test": "fate" },
    h("th", { scope: "row" }, fate.name),
    h("td", { className: "muted" }, shorten(fate.was, 40)),
    h("td", null, h("select", { "aria-label": `New column for ${fate.name}`, "data-test": "fate-choice", value: chosen, onchange: (/** @type {any} */ event) => choose(report, fate.name, event.currentTarget.value) }, h("option", { value: "", selected: !chosen }, "– not on the page"), report.choices.map(({ name }) => h("option", { key: name, value: name, selected: name === chosen }, name)))),
    h("td", null, shorten(sample, 40)),
    h("td", { className: "number" }, !chosen ? "" : own ? percent(fate.sure) : "by you"),
  );
}

/** @param {Repair} report */
function fates(report) {
  const old = oldColumns(report);
  if (!old.length) return null;
  const heads = ["Column", "It held", "Now on the page as", "It holds", "How sure"];
  return h(
    "div",
    { key: "fates", className: "scroll-x", tabindex: "0", role: "region", "aria-label": "Columns" },
    tableOf(heads, old.map((fate) => fateRow(report, fate)), { className: "fates" }),
  );
}

async function accept() {
  const desk = await change("POST", "repair", { json: {} });
  if (!desk) return;
  set({ result: "" });
  await loadResults(desk.id);
}

/** @param {Repair} report */
function actions(report) {
  const changed = Object.keys(answers.chosen).length > 0;
  const button = (/** @type {string} */ words, /** @type {string} */ test, /** @type {() => any} */ run, primary = false) => h("button", { key: test, type: "button", className: primary ? "primary" : "", "data-test": test, onclick: run }, words);
  return h(
    "div",
    { key: "go", className: "row" },
    report.repaired && !changed ? button("Keep the repair", "repair-keep", accept, true) : null,
    report.columns.length && changed ? button("Repair with these columns", "repair-again", () => void repair(report.pages, pairs(report)), true) : null,
    report.refusal === "other site" ? button("It is the same site: repair", "repair-same", () => void repair(report.pages, pairs(report), true), true) : null,
    button("Leave the wrapper as it is", "repair-leave", () => void dropResult("repair")),
  );
}

/** @param {string} title @param {import("./types.js").ResultTable | null} table @param {string} test */
function side(title, table, test) {
  return h(
    "div",
    { className: "side" },
    h("h3", null, `${title}${table ? `: ${counted(table.total, "record")}` : ""}`),
    table?.rows.length ? resultTable(table, title, { "data-test": test }) : h("p", { className: "muted", "data-test": test }, table ? "It finds nothing on this page any more." : "There is no new wrapper yet."),
  );
}

/** @param {Result} result @param {Repair} report */
export function repairView(result, report) {
  if (answers.when !== result.when) answers = { when: result.when, chosen: {} };
  return [
    h("h2", { key: "words" }, "Which column is which?"),
    result.remarks.length ? h("ul", { key: "remarks", className: "remarks" }, result.remarks.map((line) => h("li", { key: line }, line))) : null,
    fates(report),
    actions(report),
    h("div", { key: "sides", className: "sides" }, side(report.earlier ? "Before: the page as it was" : "Before, on this page", report.before, "repair-before"), side("After: the page as it is now", report.after, "repair-after")),
  ];
}
