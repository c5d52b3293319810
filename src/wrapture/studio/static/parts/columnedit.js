// @ts-check
// Clean, split and merge columns in a window that shows what would become of some values before anything is done.

import { call } from "./api.js";
import { need } from "./change.js";
import { h, make, patch } from "./dom.js";
import { iconButton } from "./fields.js";
import { icon } from "./icons.js";
import { editColumns } from "./steps.js";

/** @typedef {import("./types.js").Column} Column */
/** @typedef {{step: string, marks?: string, find?: string, pattern?: string, by?: string | null}} Step */
/** @typedef {{before: {name: string, values: string[]}[], after: {name: string, values: string[]}[], changed: number}} Preview */

const SETTLE_MS = 200;

/** The column as the desk has it. @param {number} column */
const metaOf = (column) => need().wrapper?.columns[column];

/** Why a column can't be cleaned; empty if it can. @param {Column | undefined} meta */
export const whyNotCleaned = (meta) => (!meta || meta.kind !== "text" ? "It holds addresses, and only texts can be cleaned" : "");

/** Why a column can't be split; empty if it can. @param {Column | undefined} meta */
export function whyNotSplit(meta) {
  if (!meta || meta.kind !== "text") return "It holds addresses, and only texts can be split";
  if (meta.merged) return "It is merged from others: split one of those";
  if (meta.labelled) return "It was learned from labels: label the parts of a value instead";
  return meta.clean.length ? "It is cleaned: remove the cleaning first, split, and clean the pieces" : "";
}

/** Why columns can't be merged; empty if they can. @param {number[]} columns */
export function whyNotMerged(columns) {
  const metas = columns.map(metaOf);
  if (metas.length < 2) return "Select two or more columns";
  if (metas.some((meta) => !meta || meta.kind !== "text")) return "Only texts can be merged; one of these holds addresses";
  return metas.some((meta) => meta?.clean.length) ? "One of these is cleaned: remove its cleaning first, merge, and clean the merged column" : "";
}

/**
 * A window with fields and a live preview; Apply does the edit.
 * @param {{title: string, test: string, about: string, fields: (redraw: () => void) => any, edit: () => Record<string, any> | null, otherwise?: (problem: string) => boolean}} given  otherwise: note why a way can't be done, and take another one
 */
function openEditor({ title, test, about, fields, edit, otherwise }) {
  const before = document.activeElement;
  /** @type {Preview | null} */
  let preview = null;
  let problem = "";
  let asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let settling;
  /** @type {HTMLDialogElement} */
  const dialog = make(h("dialog", { className: "wide editor", "aria-labelledby": "dialog-title", "data-test": test }));
  const close = () => dialog.close();
  const look = async () => {
    const mine = (asked += 1);
    const wanted = edit();
    if (!wanted) return ((preview = null), (problem = ""), draw());
    try {
      const found = await call("POST", `desks/${need().id}/columns/preview`, { json: { revision: need().revision, edit: wanted }, quiet: true });
      if (mine === asked) (preview = found.problem ? null : found), (problem = found.problem);
    } catch (error) {
      if (mine === asked) (preview = null), (problem = /** @type {Error} */ (error).message);
    }
    if (mine !== asked) return;
    if (problem && otherwise?.(problem)) return void look();
    draw();
  };
  const changed = () => {
    asked += 1; // what was asked before is no answer to what is wanted now
    clearTimeout(settling);
    settling = setTimeout(() => void look(), SETTLE_MS);
    draw();
  };
  const apply = async () => {
    const wanted = edit();
    close();
    if (wanted) await editColumns(wanted);
  };
  function draw() {
    const wanted = edit();
    patch(
      dialog,
      h(
        "form",
        { onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), preview && void apply()) },
        h("h2", { id: "dialog-title" }, title),
        h("p", { className: "muted" }, about),
        fields(changed),
        h("div", { className: "preview", role: "status", "data-test": "edit-preview" }, problem ? h("p", { className: "misfit" }, problem) : preview ? previewTable(preview) : h("p", { className: "muted" }, wanted ? "…" : "Fill in the field to see what becomes of the values.")),
        h(
          "div",
          { className: "row end" },
          h("button", { type: "button", "data-test": `${test}-cancel`, onclick: close }, "Cancel"),
          h("button", { type: "submit", className: "primary", "data-test": `${test}-ok`, disabled: !preview || Boolean(problem) }, "Apply"),
        ),
      ),
    );
  }
  dialog.addEventListener("close", () => (clearTimeout(settling), dialog.remove(), before instanceof HTMLElement && before.isConnected && before.focus({ preventScroll: true })));
  draw();
  document.body.append(dialog);
  dialog.showModal();
  void look();
  /** @type {HTMLElement | null} */ (dialog.querySelector("input, select"))?.focus();
}

/** Values as they are and as they would be. @param {Preview} preview */
function previewTable({ before, after, changed }) {
  const rows = Math.max(0, ...before.map(({ values }) => values.length));
  const head = (/** @type {{name: string}[]} */ columns, /** @type {string} */ kind) => columns.map(({ name }) => h("th", { key: `${kind} ${name}`, scope: "col", className: kind }, kind === "now" ? `→ ${name}` : name));
  return [
    h("p", { key: "words", className: "muted" }, changed ? `Changes ${changed === 1 ? "1 record" : `${changed} records`} of this page.` : "Nothing would change on this page."),
    h(
      "div",
      { key: "table", className: "scroll-x", tabindex: "0", role: "region", "aria-label": "Preview" },
      h(
        "table",
        null,
        h("thead", null, h("tr", null, head(before, "was"), head(after, "now"))),
        h("tbody", null, Array.from({ length: rows }, (_, at) => h("tr", { key: at }, before.map(({ name, values }) => h("td", { key: `was ${name}`, className: "was" }, values[at])), after.map(({ name, values }) => h("td", { key: `now ${name}`, className: "now" }, values[at] || h("span", { className: "muted" }, "nothing")))))),
      ),
    ),
  ];
}

/** @param {{label: string, test: string, value: string, set: (text: string) => void, placeholder?: string}} given */
const textField = ({ label, test, value, set, placeholder = "" }) => h("input", { type: "text", "aria-label": label, placeholder: placeholder || label, "data-test": test, value, spellcheck: "false", autocomplete: "off", oninput: (/** @type {any} */ event) => set(event.currentTarget.value) });

/** What a step can be. @type {{value: string, words: string, make: () => Step}[]} */
const KINDS = [
  { value: "trim", words: "Trim", make: () => ({ step: "trim", marks: "" }) },
  { value: "replace", words: "Replace a text", make: () => ({ step: "replace", find: "", by: "" }) },
  { value: "keep", words: "Keep what a pattern finds", make: () => ({ step: "regex", pattern: "", by: null }) },
  { value: "swap", words: "Replace what a pattern finds", make: () => ({ step: "regex", pattern: "", by: "" }) },
];

/** @param {Step} step */
const kindOf = (step) => (step.step !== "regex" ? step.step : step.by === null || step.by === undefined ? "keep" : "swap");

/** Whether a step says what to do. @param {Step} step */
const isReady = (step) => step.step === "trim" || Boolean(step.find || step.pattern);

/** The fields of a step. @param {Step} step @param {number} at @param {(news: Partial<Step>) => void} change */
function stepFields(step, at, change) {
  if (step.step === "trim") return textField({ label: "Marks to take away besides spaces", test: "clean-marks", value: step.marks ?? "", set: (marks) => change({ marks }) });
  const own = step.step === "replace" ? textField({ label: "Find", test: "clean-find", value: step.find ?? "", set: (find) => change({ find }) }) : textField({ label: "Pattern", placeholder: "Pattern, such as \\d+ or by (.+)", test: "clean-pattern", value: step.pattern ?? "", set: (pattern) => change({ pattern }) });
  return [own, kindOf(step) === "keep" ? null : textField({ label: "Replace by", test: "clean-by", value: step.by ?? "", set: (by) => change({ by }) })];
}

/** Clean a column. @param {number} column */
export function cleanColumn(column) {
  const meta = metaOf(column);
  if (!meta || whyNotCleaned(meta)) return;
  /** @type {Step[]} */
  let steps = meta.clean.length ? meta.clean.map((step) => ({ ...step })) : [KINDS[0].make()];
  const fields = (/** @type {() => void} */ changed) => [
    h(
      "ol",
      { className: "clean-steps" },
      steps.map((step, at) => {
        const put = (/** @type {Step[]} */ news) => ((steps = news), changed());
        return h(
          "li",
          { key: at, className: "row", "data-test": "clean-step" },
          h("select", { "aria-label": `Step ${at + 1}`, "data-test": "clean-kind", value: kindOf(step), onchange: (/** @type {any} */ event) => put(steps.map((one, number) => (number === at ? (KINDS.find(({ value }) => value === event.currentTarget.value) ?? KINDS[0]).make() : one))) }, KINDS.map(({ value, words }) => h("option", { key: value, value, selected: value === kindOf(step) }, words))),
          stepFields(step, at, (news) => put(steps.map((one, number) => (number === at ? { ...one, ...news } : one)))),
          iconButton({ words: `Remove step ${at + 1}`, shape: icon("close"), test: "clean-remove", run: () => put(steps.filter((_, number) => number !== at)) }),
        );
      }),
    ),
    h("div", { className: "row" }, h("button", { type: "button", className: "small", "data-test": "clean-add", disabled: steps.length >= 20, onclick: () => ((steps = [...steps, KINDS[1].make()]), changed()) }, "Add a step")),
  ];
  openEditor({ title: `Clean ${meta.name}`, test: "clean", about: "Each value goes through these steps, here and wherever the wrapper reads it.", fields, edit: () => (steps.every(isReady) ? { op: "clean", column, steps } : null) });
}

/** Split a column. @param {number} column @param {"marks" | "tags" | "text"} [first] */
export function splitColumn(column, first = "marks") {
  const meta = metaOf(column);
  if (!meta || whyNotSplit(meta)) return;
  let by = first;
  let text = "";
  /** Why a way can't be gone. @type {Map<string, string>} */
  const closed = new Map();
  const ways = /** @type {const} */ ([["marks", "At marks that the values share"], ["tags", "By the page’s own tags"], ["text", "At a text"]]);
  const fields = (/** @type {() => void} */ changed) => [
    h(
      "div",
      { className: "row" },
      ways.map(([value, words]) => h("label", { key: value, className: "check" }, h("input", { type: "radio", name: "by", value, disabled: closed.has(value), checked: by === value, "data-test": `split-${value}`, onchange: () => ((by = value), changed()) }), words)),
      by === "text" ? textField({ label: "Text to split at", test: "split-at", value: text, set: (now) => ((text = now), changed()) }) : null,
    ),
    [...closed].map(([way, problem]) => h("p", { key: way, className: "muted", "data-test": "split-closed" }, problem)),
  ];
  const otherwise = (/** @type {string} */ problem) => {
    if (by === "text") return false;
    closed.set(by, problem);
    by = by === "marks" && !closed.has("tags") ? "tags" : "text";
    return true;
  };
  openEditor({ title: `Split ${meta.name}`, test: "split", about: "The pieces become columns; the whole column is hidden.", fields, edit: () => (by !== "text" ? { op: "split", column, by } : text ? { op: "split", column, by, text } : null), otherwise });
}

/** Merge columns. @param {number[]} columns */
export function mergeColumns(columns) {
  if (whyNotMerged(columns)) return;
  let between = " ";
  const fields = (/** @type {() => void} */ changed) => h("label", { className: "row" }, "Between the values: ", textField({ label: "Between the values", placeholder: "a space", test: "merge-by", value: between, set: (text) => ((between = text), changed()) }));
  openEditor({ title: `Merge ${columns.length} columns`, test: "merge-window", about: "Their values become one column; the single columns are hidden.", fields, edit: () => ({ op: "merge", columns, joined_by: between }) });
}
