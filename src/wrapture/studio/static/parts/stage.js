// @ts-check
// The page view in the desk: loads what it shows, hands it the marks, and passes on what is pointed at.

import { call } from "./api.js";
import { COLUMN_COLOURS, PageView } from "../view/page-view.js";
import { forgetImages } from "./images.js";
import { get, set, watch } from "./store.js";
import { complain } from "./toasts.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Spot} Spot */

const REMEMBERED = 8;

/** @type {any} */
let view = null;
/** Answers by path, newest last. @type {Map<string, any>} */
const answers = new Map();
let wanted = "";

/** The colour of a column by its number. @param {number} column @returns {string} */
export const colourOf = (column) => COLUMN_COLOURS[column % COLUMN_COLOURS.length];

/**
 * A miniature of the page with records.
 * @param {[number, number][][]} spans
 * @param {{width: number, height: number}} size
 */
export const thumbnail = (spans, size) => view.thumbnail(spans, size);

/** Texts of the page that hold a text. @param {string} text @returns {any[]} */
export const search = (text) => (text.trim() ? view.search(text) : []);

/** Scroll to a text that was found. @param {any} found */
export const visit = (found) => view.visit(found.place);

/** Do what a click on it would do. @param {any} found */
export const pointAt = (found) => view.choose(found.place);

/** The next larger (1) or smaller (-1) piece around a place. @param {import("./types.js").Place} place @param {1 | -1} way */
export const levelOf = (place, way) => view.level(place, way);

/** Point at exactly this place. @param {import("./types.js").Place} place */
export const takePlace = (place) => view.take(place);

/** Say where a record ends (or starts) by the next click. @param {import("./types.js").Place} place */
export function beginRecord(place) {
  view.setMode("record");
  view.pointer.mark(place);
}

/** Show the handles of a record, to move its start or end. @param {number} record */
export function showHandles(record) {
  view.handles.show(record);
  view.handles.focus();
}

/** Clicks point again. */
export const endRecord = () => view.setMode("point");

/** Take away what is selected on the page. @returns {boolean} */
export const unselect = () => (view.handles.show(null), view.cancel());

/** Show a cell on the page. @param {Spot | null} spot @param {boolean} [scroll] */
export const highlight = (spot, scroll = false) => view.highlight(spot, { scroll });

/** Remember whether the styles and images of a site are loaded, and show the page anew. @param {string} site @param {boolean} allow */
export async function allowSite(site, allow) {
  set({ site: "" });
  try {
    await call("POST", "sites", { json: { site, allow } });
    if (!allow) return;
    answers.clear();
    forgetImages();
    wanted = "";
    await showPage(get());
    const { table } = get();
    if (table) set({ table: { ...table } });
  } catch (error) {
    complain(error);
  }
}

/** Take away what lies over the page. */
export function hideOverlays() {
  view.hideOverlays();
  set({ overlays: 0 });
}

/** Give the keyboard to the page. */
export const focusPage = () =>
  /** @type {HTMLElement | null} */ (document.querySelector("#view [tabindex='0']"))?.focus();

/** @param {string} path */
async function answerOf(path) {
  const answer = answers.get(path) || (await call("GET", path));
  answers.delete(path);
  answers.set(path, answer);
  if (answers.size > REMEMBERED) answers.delete([...answers.keys()][0]);
  return answer;
}

/** Show the page of now, as page or as picture. @param {State} state */
async function showPage({ desk, pageId, kind, view: where }) {
  if (where !== "desk" || !desk || !pageId) return;
  const path = `desks/${desk.id}/pages/${pageId}/${kind === "picture" ? "picture" : "nodes"}`;
  if (path === wanted) return;
  wanted = path;
  begun = "";
  set({ shown: null, unhidden: false });
  try {
    const nodes = await answerOf(`desks/${desk.id}/pages/${pageId}/nodes`);
    const answer = kind === "picture" ? await answerOf(path) : nodes;
    if (path !== wanted) return;
    await (kind === "picture" ? view.showPicture(answer, nodes) : view.showNodes(nodes));
    if (path !== wanted) return;
    set({ shown: path, site: nodes.site ?? "" });
  } catch (error) {
    wanted = "";
    complain(error);
    if (kind === "picture") set({ kind: "page" });
  }
}

/** What to draw over the page: a candidate that is looked at, or the table. @param {State} state */
function marksOf({ preview, candidates, table, pageId }) {
  const looked =
    preview !== null &&
    candidates?.page === pageId &&
    candidates.candidates.find((one) => one.number === preview);
  if (looked) return { records: looked.spans.map((spans) => ({ spans, places: [] })), columns: [] };
  return table && table.page === pageId ? marksOfTable(table) : { records: [], columns: [] };
}

/** What to draw for a table. @param {import("./types.js").Table & {described: import("./types.js").Column[]}} table */
export function marksOfTable({ columns: names, described, rows }) {
  const columns = names.map((name, at) => ({ name, colour: colourOf(at), keep: described[at]?.keep ?? true }));
  return { records: rows.map(({ spans, places }) => ({ spans, places })), columns };
}

/** What the marks were drawn from last. @type {any[]} */
let last = [];

/** Draw the marks; the place says of which revision they are, for those who wait for it. @param {HTMLElement} place */
const drawMarks = (place) => (/** @type {State} */ state) => {
  if (!state.shown) return void (last = []);
  const marks = marksOf(state);
  const now = [state.shown, state.table?.rows, state.preview, state.preview === null ? null : state.candidates, JSON.stringify(marks.columns)];
  if (now.some((one, at) => one !== last[at])) view.draw(marks);
  if (state.preview !== last[2]) peek(state);
  last = now;
  place.dataset.drawn = state.table ? `${state.table.page} ${state.table.revision}` : "";
  goToFirst(state);
};

/** Back to where the page was before a list was looked at. @type {(() => void) | null} */
let back = null;

/** Show a list that is looked at, wherever it is on the page, and go back afterwards. @param {State} state */
function peek({ preview, unhidden }) {
  if (preview === null) {
    back?.();
    back = null;
    return;
  }
  if (view.unhide() && !unhidden) set({ unhidden: true });
  const before = view.peek();
  back ??= before;
}

/** The page that was scrolled to its first record; a person scrolls from then on. */
let begun = "";

/** Scroll to the first record again as soon as the table is there: another list was chosen. */
export const goToList = () => void ((begun = ""), (back = null));

/** Scroll to the first record of a page that is shown anew. @param {State} state */
function goToFirst({ shown, table, pageId, desk, unhidden, preview }) {
  if (!shown || !table || table.page !== pageId || table.revision !== desk?.revision || begun === shown || preview !== null) return;
  begun = shown;
  if (!table.rows.length) return;
  set({ unhidden: view.unhide() || unhidden, overlays: view.overlays() });
  view.begin();
}

/** @type {number | null} */
let overRecord = null;
/** @type {Spot | null} */
let overCell = null;

/** What the pointer is over on the page: a cell, or else a record. */
function hoverFromPage() {
  const { hover } = get();
  const spot = overCell || (overRecord === null ? null : { record: overRecord, column: null });
  if (hover?.record !== spot?.record || hover?.column !== spot?.column)
    set({ hover: spot ? { ...spot, from: "page" } : null });
}

/** @param {HTMLElement} place */
export function mountStage(place) {
  view = new PageView(place, {
    onPoint: (/** @type {any} */ hit) => set({ hit }),
    onHoverRecord: (/** @type {number | null} */ record) => ((overRecord = record), hoverFromPage()),
    onHoverCell: (/** @type {Spot | null} */ spot) => ((overCell = spot), hoverFromPage()),
    onMarkRecord: (/** @type {any} */ mark) => (endRecord(), set({ hit: { mark } })),
    onCancel: () => endRecord(),
  });
  watch(["view", "desk", "pageId", "kind"], showPage);
  view.setMode("point");
  watch(["shown", "table", "preview", "candidates", "pageId"], drawMarks(place));
  watch(["panel", "view"], () => set({ preview: null }));
  watch(["hit", "table", "shown"], () => view.handles.show(null)); // they belong to what was shown before
  watch(["zoom"], ({ zoom }) => view.zoom(zoom || "fit"));
  watch(["hover"], ({ hover }) => highlight(hover && { record: hover.record, column: hover.column }));
}
