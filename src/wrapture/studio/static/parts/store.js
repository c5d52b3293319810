// @ts-check
// The one store: what the studio knows. Views watch the parts that they show and are drawn when one of these changed.

/** @typedef {import("./types.js").State} State */

/** @type {State} */
let state = {
  studio: null,
  view: "start",
  desk: null,
  pageId: null,
  beside: null,
  panel: "",
  area: "page",
  table: null,
  candidates: null,
  preview: null,
  kind: "page",
  zoom: 0,
  shown: null,
  hover: null,
  picked: [],
  draft: null,
  library: null,
  tables: {},
  commands: null,
  hit: null,
  asked: "",
  unhidden: false,
  overlays: 0,
  site: "",
  next: "",
  cancel: null,
  summary: null,
  filter: "",
  found: null,
  results: [],
  result: "",
  history: null,
  checks: null,
  explained: [],
  busy: false,
  loading: "",
};
/** @type {Set<{keys: (keyof State)[], draw: (state: State) => void}>} */
const watchers = new Set();
/** @type {Set<keyof State>} */
let changed = new Set();

/** What is known now. @returns {State} */
export const get = () => state;

/** Change some of it; views are drawn soon after, once for all changes of a turn. @param {Partial<State>} news */
export function set(news) {
  const keys = /** @type {(keyof State)[]} */ (Object.keys(news)).filter((key) => state[key] !== news[key]);
  if (!keys.length) return;
  state = { ...state, ...news };
  if (!changed.size) queueMicrotask(tell);
  keys.forEach((key) => changed.add(key));
}

/**
 * Call `draw` now and whenever one of `keys` changed.
 * @param {(keyof State)[]} keys
 * @param {(state: State) => void} draw
 */
export function watch(keys, draw) {
  watchers.add({ keys, draw });
  draw(state);
}

function tell() {
  const keys = changed;
  changed = new Set();
  for (const watcher of watchers) {
    if (watcher.keys.some((key) => keys.has(key))) drawOne(watcher.draw);
  }
}

/** A view that fails takes no other with it. @param {(state: State) => void} draw */
function drawOne(draw) {
  try {
    draw(state);
  } catch (error) {
    reportError(error);
  }
}
