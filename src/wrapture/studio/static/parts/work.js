// @ts-check
// Work that takes longer than a request: start it, tell how far it is, cancel it, and bring its results to the desk.

import { call } from "./api.js";
import { need, reload } from "./change.js";
import { get, set } from "./store.js";
import { complain, tell } from "./toasts.js";

/** @typedef {import("./types.js").Task} Task */
/** @typedef {import("./types.js").Result} Result */

const ASK_MS = 300;

/** What the results of a desk are called that have something to look at. @type {Record<string, string>} */
export const TITLES = { follow: "Details", search: "Search results", watch: "Changes", repair: "Repair" };

/** Whether a result has something to look at. @param {Result} result */
export const isShown = (result) => result.kind in TITLES && Boolean(result.table || result.repair);

/** The result of a kind. @param {string} kind */
export const resultOf = (kind) => get().results.find((one) => one.kind === kind) ?? null;

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Start some work for the desk, and wait for its end; whether it came to one. @param {Record<string, any>} task */
export async function work(task) {
  try {
    return await followTask(await call("POST", `desks/${need().id}/tasks`, { json: { task } }));
  } catch (error) {
    complain(error);
    return false;
  }
}

/** The task that this window follows. */
let followed = "";

/** Tell how far a task is until it ends. @param {Task} task */
async function followTask(task) {
  followed = task.id;
  const cancel = () => void call("DELETE", `tasks/${task.id}`).catch(complain);
  let now = task;
  try {
    while (now.state === "running") {
      if (get().desk?.id === task.desk) set({ loading: now.words || "Starting", cancel });
      await pause(ASK_MS);
      now = await call("GET", `tasks/${task.id}`, { quiet: true });
    }
  } finally {
    followed = "";
    set({ loading: "", cancel: null });
  }
  if (get().desk?.id !== task.desk) return false;
  await ended(now);
  return now.state === "done";
}

/** Bring what came of a task to the desk. @param {Task} task */
async function ended(task) {
  if (task.state === "failed") return complain(task.error);
  await reload();
  await loadResults(task.desk);
  const result = task.result ? resultOf(task.result) : null;
  if (!result) return tell("Cancelled.", [], task.desk);
  if (isShown(result)) return set({ result: result.kind, area: "page", hit: null }); // the sentence above it says the rest
  if (get().panel !== "site") tell(result.words, [], task.desk);
}

/** Load the results of a desk; work that is under way there is followed on. @param {string} desk */
export async function loadResults(desk) {
  try {
    const { results, task } = await call("GET", `desks/${desk}/results`, { quiet: true });
    if (get().desk?.id !== desk) return;
    set({ results, result: results.some((/** @type {Result} */ one) => one.kind === get().result) ? get().result : "" });
    if (task && followed !== task.id) void followTask(task).catch(complain);
  } catch (error) {
    complain(error);
  }
}

/** Take a result away. @param {string} kind */
export async function dropResult(kind) {
  try {
    await call("DELETE", `desks/${need().id}/results/${kind}`);
    await loadResults(need().id);
  } catch (error) {
    complain(error);
  }
}
