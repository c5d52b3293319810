// @ts-check
// The shapes that the server sends and the store holds, for the reader and the type checker. Nothing runs here.

/** @typedef {[number, number, number, number]} Place */
/** @typedef {[number, number]} Span */
/**
 * @typedef {{id: string, name: string, url: string | null, learn: boolean, rendered: boolean, bytes: number, nodes:
 * number,
 *   title: string, warning: string, found: number | null, fit: number | null, misfit: string}} Page */
/**
 * @typedef {{name: string, kind: string, type: string, keep: boolean, hidden: string, fill: number, merged:
 * boolean,
 *   labelled: boolean, clean: {step: string, marks?: string, find?: string, pattern?: string, by?: string | null}[]}} Column */
/** @typedef {{words: string, result: string, note: string, current: boolean, undone: boolean}} LoggedStep */
/** What a correction would change, in words and numbers. @typedef {{words: string, calm: boolean, answer: (keep: boolean) => void}} Summary */
/** @typedef {{learner: string, encoding: string | null, min_length: number | null, min_count: number | null,
 *   max_variance: number | null, min_density: number | null}} Settings */
/**
 * @typedef {{id: string, revision: number, name: string, pages: Page[], settings: Settings, choice: number,
 * chosen_on: string | null,
 *   how: "candidate" | "labels" | "opened", wrapper: null | {name: string, learner: string, kind: string, about:
 * string, columns: Column[]},
 *   note: string, undo: string | null, redo: string | null, log: LoggedStep[],
 *   saved: null | {name: string, path: string, changed: boolean}}} Desk */
/**
 * @typedef {{id: string, name: string, pages: number, records: number | null, columns: number | null, changed:
 * string}} DeskSummary
 */
/** @typedef {{version: string, library: string, folder: string, browser: boolean, max_bytes: number,
 *   learners: {name: string, title: string, about: string}[], encodings: {name: string, about: string}[], types:
 * string[],
 *   defaults: Record<string, number>, desks: DeskSummary[], open: string | null}} Studio */
/**
 * @typedef {{number: number, score: number, records: number, tokens: number | null, pattern: string, found_by:
 * string[],
 * why: string[], evidence: {name: string, meaning: string, value: number, weight: number}[], spans: Span[][], first:
 * string[]}} Candidate */
/** @typedef {{confidence: number | null, verdict: string, clear: boolean, candidates: Candidate[],
 *   counts: {rows: number, candidate: number, first: string[]}[]}} Candidates */
/** @typedef {string | string[] | null} Cell */
/** @typedef {{text: string, cells: Cell[], spans: Span[], places: Place[][], confidence: number | null, changed?: number[]}} Row */
/**
 * @typedef {{columns: string[], rows: Row[], fit: number | null, misfit: string, found: number, words: string, stamp: string, cut?:
 * boolean}} Table
 */
/** @typedef {{place: Place, text: string, node: number, record: number | null, columns: number[],
 *   element: {link: number | null, image: number | null}, x: number, y: number}} Hit */
/** @typedef {{record: number, column: number | null}} Spot */
/**
 * @typedef {{name: string, kind: string, columns: number, records: [number, number], addresses: string[], error:
 * string,
 *   health: HealthNote[], words: string}} LibraryWrapper */
/** @typedef {{page: string, when: string, fit: number, found: number, misfit: string, verdict: string}} HealthNote */
/** @typedef {{name: string, page: string, health: HealthNote[], versions: {version: string, when: string}[]}} WrapperHistory */
/** @typedef {{id: string, desk: string, kind: string, words: string, done: number, total: number | null, state: "running" | "done" | "failed" | "cancelled", error: string, result: string}} Task */
/** @typedef {{columns: {name: string, type: string}[], rows: Cell[][], total: number}} ResultTable */
/** @typedef {{repaired: boolean, refusal: string, reasons: string[], how: string, kept: number, records: number[], pages: string[], mapping: Record<string, string>,
 *   columns: {name: string, fate: "kept" | "new" | "gone", found_as: string, sure: number | null, was: string, sample: string}[],
 *   choices: {name: string, sample: string}[], earlier: boolean, before: ResultTable, after: ResultTable | null}} Repair */
/** What came of work on the site. @typedef {{kind: string, words: string, remarks: string[], when: string, lines: string, opens: boolean, repair: Repair | null, table: ResultTable | null}} Result */
/** @typedef {{overall: "fits" | "changed" | "unclear", words: string, pages: {id: string, verdict: string, fits: boolean, reasons: string[]}[]}} Checks */
/** @typedef {"start" | "desk" | "library"} View */
/** The drawer that is open; none is an empty text. @typedef {"" | "patterns" | "columns" | "test" | "site" | "use" | "log"} Panel */
/** Which other lists are shown as pictures. @typedef {"" | "fewer" | "more" | "other"} Asked */

/**
 * @typedef {{studio: Studio | null, view: View, desk: Desk | null, pageId: string | null, beside: string | null, panel: Panel, area: "page"
 * | "table" | "panel",
 *   table: (Table & {page: string, revision: number, described: Column[]}) | null,
 *   candidates: (Candidates & {page: string, key: string}) | null, preview:
 * number | null,
 *   kind: "page" | "picture", zoom: number, shown: string | null,
 *   hover: (Spot & {from: string}) | null, picked: number[], draft: Settings | null, library: {folder: string,
 * wrappers: LibraryWrapper[]} | null,
 *   tables: Record<string, Table>, commands: {shell: string, python: string, scrapy: string} | null, hit: Hit | {mark: {start: Span,
 * end: Span}} | null,
 *   asked: Asked, unhidden: boolean, overlays: number, site: string, next: string, cancel: (() => void) | null, summary: Summary | null, filter: string,
 *   found: any[] | null, results: Result[], result: string, history: WrapperHistory | null, checks: (Checks & {key: string}) | null, explained: number[], busy: boolean, loading: string}} State */

export {};
