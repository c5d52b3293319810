// @ts-check
// What a person can do at a desk, each as one function that the buttons, menus and keys call.

import { ApiError, call, download } from "./api.js";
import { change, columnLayout, need } from "./change.js";
import { askAboutName } from "./dialogs.js";
import { get, set } from "./store.js";
import { complain, forgetOtherDesks, tell } from "./toasts.js";

/** @typedef {import("./types.js").Column} Column */
/** @typedef {import("./types.js").Settings} Settings */

/** A slider that is being dragged is asked for so much later; while a call is under way, the newest setting waits. */
const SETTLE_MS = 60;

/** Undo or redo a step; what was said of the last one is no longer true. @param {"undo" | "redo"} way */
const go = (way) => (get().desk?.[way] ? (forgetOtherDesks(""), change("POST", way, { json: {} })) : null);
export const undo = () => go("undo");
export const redo = () => go("redo");

/** @param {string} name */
export const rename = (name) =>
  name && name !== need().name ? change("POST", "name", { json: { name } }, { sameColumns: true }) : null;

/** @param {number} candidate */
export const choose = (candidate) => change("POST", "choose", { json: { page: get().pageId, candidate } });

/** Go back to the list that was chosen, or to the best one. */
export const chooseBest = () => choose(1);

const STAY_IN_PLACE = ["rename", "keep", "type"];

/** Edit columns, unless they got other numbers since the person clicked. @param {Record<string, any>} edit */
export function editColumns(edit) {
  const seen = columnLayout();
  const sent = () => (columnLayout() === seen ? { json: { edit } } : null);
  const takeBack = edit.op === "keep" ? keepAtOnce(edit) : null;
  const done = change("POST", "columns", sent, { sameColumns: STAY_IN_PLACE.includes(edit.op) });
  if (takeBack) void done.then((desk) => desk || takeBack());
  return done;
}

/** Show or hide columns before the server has answered; a function that takes it back. @param {Record<string, any>} edit */
function keepAtOnce({ columns, keep, only }) {
  const { table, desk } = get();
  if (!table || !desk?.wrapper) return null;
  const kept = (/** @type {Column[]} */ all) => all.map((meta, at) => (columns.includes(at) ? { ...meta, keep } : only ? { ...meta, keep: !keep } : meta));
  const soon = {
    table: { ...table, described: kept(table.described) },
    desk: { ...desk, wrapper: { ...desk.wrapper, columns: kept(desk.wrapper.columns) } },
  };
  set(soon);
  return () => set({ ...(get().table === soon.table ? { table } : {}), ...(get().desk === soon.desk ? { desk } : {}) });
}

/** @param {number} column @param {string} name */
export function renameColumn(column, name) {
  const now = need().wrapper?.columns[column]?.name;
  return name && name !== now ? editColumns({ op: "rename", column, name }) : null;
}

/**
 * Use a text for a column. What would change beyond it is shown first, and kept only when a person says so.
 * @param {Record<string, any>} wanted
 */
export async function label(wanted) {
  const json = { page: get().pageId, ...wanted };
  try {
    const found = await call("POST", `desks/${need().id}/label/preview`, { json: { ...json, revision: need().revision } });
    if (!found.calm && !(await agreedTo(found))) return null;
  } catch (error) {
    complain(error);
    return null;
  }
  return change("POST", "label", { json });
}

/** Ask whether to keep what would change. @param {any} found @returns {Promise<boolean>} */
function agreedTo(found) {
  return new Promise((resolve) => {
    const answer = (/** @type {boolean} */ keep) => (set({ summary: null }), resolve(keep));
    set({ summary: { words: found.words, calm: found.calm, answer } });
  });
}

/** @param {number} record @param {number | null} column */
export const unlabel = (record, column) => change("POST", "unlabel", { json: { page: get().pageId, record, column } });

/** @param {{start: [number, number], end: [number, number]}} mark */
export const markRecord = (mark) => change("POST", "record", { json: { page: get().pageId, ...mark } });

/** @param {string} page @param {boolean} learn */
export const learnFrom = (page, learn) => change("PATCH", `pages/${page}`, { json: { learn } });

/** @param {string} page */
export const closePage = (page) => change("DELETE", `pages/${page}`);

/** @type {ReturnType<typeof setTimeout> | undefined} */
let settling;
let sending = false;

/** Change settings live: the newest wins, and one call is under way at a time. @param {Partial<Settings>} news */
export function tune(news) {
  set({ draft: { ...(get().draft || need().settings), ...news } });
  clearTimeout(settling);
  settling = setTimeout(sendSettings, SETTLE_MS);
}

async function sendSettings() {
  const { draft } = get();
  if (sending || !draft) return;
  sending = true;
  await change("POST", "settings", { json: draft }).finally(() => (sending = false));
  if (get().draft === draft) set({ draft: null });
  else await sendSettings();
}

/**
 * Save into the library; the name is the desk's own when its turn has come.
 * @param {string} [name]
 * @param {boolean} [replace]
 * @returns {Promise<void>}
 */
export async function save(name, replace = false) {
  const sent = () => ({ json: { name: name ?? need().name, replace } });
  try {
    const desk = await change("POST", "save", sent, { pass: nameIsTaken, sameColumns: true });
    if (desk)
      tell(
        `Saved as “${desk.saved?.name}” in the library.`,
        [{ words: "Library", run: () => set({ view: "library" }) }],
        desk.id,
      );
  } catch (error) {
    const answer = await askAboutName(/** @type {Error} */ (error).message, name ?? need().name);
    if (answer) await save(answer.name, answer.replace);
  }
}

/** A conflict that is about the name, not about the desk. @param {ApiError} error */
const nameIsTaken = (error) =>
  error.status === 409 && (error.revision === null || error.revision === get().desk?.revision);

/** Save an answer of the server as a file. @param {string} rest @param {Record<string, any>} [query] */
export const fetchFile = (rest, query) => fetchPath(`desks/${need().id}/${rest}`, query);

/** Save an answer of the server as a file. @param {string} path @param {Record<string, any>} [query] */
export async function fetchPath(path, query) {
  try {
    const { blob, name } = await download(path, query);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  } catch (error) {
    complain(error);
  }
}

/**
 * Delete a thing that the server can bring back.
 * @param {string} path
 * @param {string} words
 * @param {(back: any) => void} after
 */
export async function removeWithUndo(path, words, after) {
  try {
    const { undo: token } = await call("DELETE", path);
    after(null);
    tell(words, [
      { words: "Undo", run: () => call("POST", "restore", { json: { undo: token } }).then(after, complain) },
    ]);
  } catch (error) {
    complain(error);
  }
}
