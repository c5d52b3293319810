// @ts-check
// Changes of a desk: one after the other, each with the revision that it changes. A conflict loads the desk again and
// says so.

import { ApiError, call } from "./api.js";
import { get, set } from "./store.js";
import { announce, complain, tell } from "./toasts.js";
import { counted } from "./words.js";

/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {{json?: any, body?: BodyInit, type?: string, query?: Record<string, any>}} Sent */
/** @typedef {{pass?: (error: ApiError) => boolean, sameColumns?: boolean}} Options */

/** @type {Promise<any>} */
let queue = Promise.resolve();
let waiting = 0;
let layout = 0;

/** A number that changes whenever columns may have got other numbers. */
export const columnLayout = () => layout;

/** Whether a change is under way or waiting. */
export const changing = () => waiting > 0;

/** Do `work` when all changes before it are done. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
function inTurn(work) {
  waiting += 1;
  const mine = queue.then(work).finally(() => (waiting -= 1));
  queue = mine.catch(() => {});
  return mine;
}

/**
 * Change the desk; the new one, or null when it failed (and the reason was shown). What is sent may be made when its
 * turn
 * has come, from what is known then; null means that there is nothing to do any more.
 * @param {string} method
 * @param {string} rest the path below the desk
 * @param {Sent | (() => Sent | null)} [sent]
 * @param {Options} [options]
 * @returns {Promise<Desk | null>} */
export async function change(method, rest, sent = {}, { pass, sameColumns } = {}) {
  try {
    return await inTurn(async () => {
      const now = typeof sent === "function" ? sent() : sent;
      if (!now) return null;
      const desk = await call(method, `desks/${need().id}/${rest}`, withRevision(method, now));
      if (!sameColumns) layout += 1;
      return accept(desk);
    });
  } catch (error) {
    if (error instanceof ApiError && pass?.(error)) throw error;
    await recover(error);
    return null;
  }
}

/** @param {string} method @param {Sent} sent */
function withRevision(method, sent) {
  const revision = need().revision;
  if (sent.body !== undefined || method === "DELETE") return { ...sent, query: { ...sent.query, revision } };
  return { ...sent, json: { ...sent.json, revision } };
}

/** The desk of now. @returns {Desk} */
export function need() {
  const { desk } = get();
  if (!desk) throw new Error("No desk is open: open one first");
  return desk;
}

/** Take a desk from the server as the one of now, with what it has to say. @param {Desk} desk */
export function accept(desk) {
  set({ desk, pageId: pageOf(desk), picked: [] });
  if (desk.note) tell(desk.note, [], desk.id);
  announce(summary(desk));
  return desk;
}

/** The page to show: the one of now when it is still there. @param {Desk} desk */
export function pageOf(desk) {
  const { pageId } = get();
  return desk.pages.some((page) => page.id === pageId) ? pageId : (desk.pages[0]?.id ?? null);
}

/** What was found, for screen readers. @param {Desk} desk */
function summary(desk) {
  const page = desk.pages.find((one) => one.id === pageOf(desk));
  const columns = desk.wrapper?.columns.filter((column) => column.keep).length ?? 0;
  if (!page || page.found === null) return desk.pages.length ? "No list yet" : "No pages yet";
  return `${counted(page.found, "record")}, ${counted(columns, "column")}`;
}

/** Show a failure; after a conflict, load the desk again. @param {unknown} error */
async function recover(error) {
  complain(error);
  set({ draft: null });
  if (error instanceof ApiError && error.status === 409)
    await reload("The desk was reloaded. Repeat your step if it is still needed.");
}

/** Load the desk again. @param {string} [words] what to say then */
export async function reload(words) {
  const desk = get().desk;
  if (!desk) return;
  try {
    const fresh = await call("GET", `desks/${desk.id}`);
    set({ desk: fresh, draft: null, pageId: pageOf(fresh), picked: [] });
    if (words) tell(words);
  } catch (error) {
    complain(error);
  }
}
