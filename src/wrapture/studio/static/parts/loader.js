// @ts-check
// What belongs to the desk and page of now: its table, its candidates, the commands. Loaded when they are needed and
// out of date.

import { call } from "./api.js";
import { changing } from "./change.js";
import { get, set, watch } from "./store.js";
import { complain, dismissErrors, tell } from "./toasts.js";
import { loadResults } from "./work.js";

/** @typedef {import("./types.js").State} State */

const POLL_MS = 3000;

/** What was asked for last, by part. @type {Record<string, string>} */
const asked = {};

/** Load everything again when it is needed next. */
export const forgetLoaded = () => Object.keys(asked).forEach((part) => delete asked[part]);

/** Load a part once for each key; an answer that is no longer wanted is dropped.
 * @param {string} part @param {string} key @param {string} path @param {(answer: any) => Partial<State>} keep @param {Record<string, any>} [query] */
async function load(part, key, path, keep, query) {
  if (asked[part] === key) return;
  asked[part] = key;
  try {
    const answer = await call("GET", path, { query });
    if (asked[part] === key) set(keep(answer));
  } catch (error) {
    if (asked[part] !== key) return;
    complain(error);
    if (get().desk) asked[part] = "";
  }
}

/** Candidates depend on the settings and on the pages that are learned from. @param {State} state */
export function candidatesKey({ desk, pageId }) {
  return JSON.stringify([desk?.id, pageId, desk?.settings, desk?.pages.map((page) => [page.id, page.learn])]);
}

/** @param {State} state */
function loadForDesk(state) {
  const { desk, pageId, view, panel } = state;
  if (!desk || view !== "desk") return;
  const revision = `${desk.id} ${desk.revision}`;
  if (!desk.wrapper || !pageId) {
    asked.table = "";
    set({ table: null });
  } else {
    const known = state.table?.page === pageId ? state.table.stamp : undefined;
    const keep = (/** @type {any} */ answer) => {
      const table = answer ?? (get().table?.stamp === known ? get().table : null);
      if (!table) asked.table = ""; // the one that was known has gone meanwhile: it is asked for again
      return table ? { table: { ...table, page: pageId, revision: desk.revision, described: desk.wrapper?.columns || [] } } : { table: null };
    };
    load("table", `${revision} ${pageId}`, `desks/${desk.id}/pages/${pageId}/table`, keep, { known });
  }
  if (pageId) {
    const key = candidatesKey(state);
    load("candidates", key, `desks/${desk.id}/pages/${pageId}/candidates`, (answer) => ({
      candidates: { ...answer, page: pageId, key },
    }));
  }
  const last = [...desk.pages].reverse().find((page) => page.url);
  if (last && desk.wrapper) load("next", `${desk.id} ${last.id}`, `desks/${desk.id}/pages/${last.id}/next`, ({ address }) => ({ next: address ?? "" }));
  else set({ next: "" });
  if (panel === "use" && desk.wrapper)
    load("commands", revision, `desks/${desk.id}/commands`, (commands) => ({ commands }));
  if (asked.results !== desk.id) {
    asked.results = desk.id;
    void loadResults(desk.id);
  }
  if (panel === "test" && desk.wrapper)
    load("checks", revision, `desks/${desk.id}/checks`, (checks) => ({ checks: { ...checks, key: revision } }));
  if (view === "desk") set(state.table && state.table.page !== pageId ? { table: null } : {});
}

/** Load the table of another page for the Test panel. @param {string} page */
export async function loadTable(page) {
  const { desk } = get();
  if (!desk?.wrapper) return;
  try {
    const table = await call("GET", `desks/${desk.id}/pages/${page}/table`);
    if (get().desk?.revision === desk.revision) set({ tables: { ...get().tables, [page]: table } });
  } catch (error) {
    complain(error);
  }
}

/** Load the library when it is shown. */
export async function loadLibrary() {
  try {
    set({ library: await call("GET", "library") });
  } catch (error) {
    complain(error);
  }
}

/** Load what the start view shows. */
export async function loadStudio() {
  try {
    set({ studio: await call("GET", "studio") });
  } catch (error) {
    complain(error);
  }
}

let lost = false;

/** Say when the studio is gone, and when it is back. @param {boolean} now */
function reached(now) {
  if (!now && !lost) complain("The studio has ended. Start it again with: wrapture studio – this window goes on by itself.");
  if (now && lost) (dismissErrors(), tell("The studio is back."), forgetLoaded(), loadForDesk(get()));
  lost = !now;
}

/** Changes of another window appear by themselves. */
async function poll() {
  const { desk, view } = get();
  if (!desk || view !== "desk" || document.hidden || changing()) return;
  const fresh = await call("GET", `desks/${desk.id}`, { query: { since: desk.revision }, quiet: true }).then(
    (answer) => (reached(true), answer),
    (error) => (reached(error.status !== 0), null),
  );
  const now = get().desk;
  if (!fresh || !now || changing() || now.id !== fresh.id || now.revision === fresh.revision) return;
  const { pageId } = get();
  const still = fresh.pages.some((/** @type {any} */ page) => page.id === pageId);
  set({ desk: fresh, pageId: still ? pageId : (fresh.pages[0]?.id ?? null), picked: [] });
}

/** Keep everything up to date from now on. */
export function startLoading() {
  let revision = "";
  watch(["desk", "pageId", "view", "panel"], (state) => {
    const now = `${state.desk?.id} ${state.desk?.revision}`;
    if (now !== revision) set({ tables: {} });
    revision = now;
    loadForDesk(state);
  });
  watch(["view"], ({ view }) => {
    if (view === "library") loadLibrary();
    if (view === "start") loadStudio();
  });
  setInterval(poll, POLL_MS);
}
