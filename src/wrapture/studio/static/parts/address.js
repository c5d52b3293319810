// @ts-check
// The address fragment: token, view, desk, page and panel, so that reload, back and a second window work.

import { get, set } from "./store.js";

/** @typedef {import("./types.js").State} State */

const PANELS = ["patterns", "columns", "test", "site", "use", "log"];

/** What the fragment says. */
export function readAddress() {
  const words = new URLSearchParams(location.hash.slice(1));
  const panel = words.get("panel") || "";
  return {
    token: words.get("token") || "",
    desk: words.get("desk"),
    page: words.get("page"),
    view: words.get("view"),
    panel: /** @type {State["panel"]} */ (PANELS.includes(panel) ? panel : ""),
  };
}

/** The fragment for a state. @param {State} state @param {string} token */
function fragmentOf(state, token) {
  const words = new URLSearchParams({ token });
  if (state.view === "library") words.set("view", "library");
  if (state.desk && state.view !== "start") words.set("desk", state.desk.id);
  if (state.view === "desk") {
    if (state.pageId) words.set("page", state.pageId);
    if (state.panel) words.set("panel", state.panel);
  }
  return `#${words}`;
}

/** Write the fragment. Another view, desk or page is a step that back takes; another panel is not. */
export function writeAddress() {
  const now = readAddress();
  const state = get();
  const fragment = fragmentOf(state, now.token);
  if (fragment === location.hash) return;
  const view = now.view === "library" ? "library" : now.desk ? "desk" : "start";
  const first = view === "desk" && state.view === "desk" && now.page === null && now.desk === state.desk?.id;
  const step =
    view !== state.view || (state.view === "desk" && (now.desk !== state.desk?.id || now.page !== state.pageId));
  if (step && !first) history.pushState(null, "", fragment);
  else history.replaceState(null, "", fragment);
}

/** Show a view of the studio. @param {State["view"]} view */
export function show(view) {
  set({ view });
}
