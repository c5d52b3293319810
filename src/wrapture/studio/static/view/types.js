// @ts-check
// The shapes that the modules of the page view speak in.

/** @typedef {[number, number, number, number]} Place  from a node and character to before another; characters of -1: a whole element */
/** @typedef {{x: number, y: number, width: number, height: number}} Box  in pixels of the page, before it is zoomed */
/** @typedef {{mode: string, width: number | null, tags: string[], parents: number[], texts: Record<string, string>, attributes: Record<string, Record<string, string>>, foreign: number[], sheets?: Record<string, string>}} Nodes  sheets: the style sheets that links lead to */
/** @typedef {{width: number, height: number, png: string, boxes: Record<string, [number, number, number, number]>}} Picture */
/** @typedef {{name: string, colour: string, keep: boolean}} MarkedColumn */
/** @typedef {{spans: [number, number][], places?: Place[][]}} MarkedRecord */
/** @typedef {{records: MarkedRecord[], columns: MarkedColumn[]}} MarkList */
/** @typedef {{record: number, column: number | null}} Cell */
/** @typedef {{node: number, char: number}} Found  a text and a character of it, or an element and -1 */
/** @typedef {{place: Place, text: string, node: number, record: number | null, columns: number[], element: {link: number | null, image: number | null}, x: number, y: number}} Hit */
/** @typedef {{start: [number, number], end: [number, number]}} RecordEnds */
/** @typedef {{place: Place, text: string, context: string, record: number | null}} Match */
/** @typedef {"look" | "point" | "record"} Mode */
/**
 * @typedef {object} Handlers
 * @property {(hit: Hit) => void} [onPoint]
 * @property {(record: number | null) => void} [onHoverRecord]
 * @property {(cell: {record: number, column: number} | null) => void} [onHoverCell]
 * @property {(ends: RecordEnds) => void} [onMarkRecord]
 * @property {() => void} [onCancel]  what was begun was taken back
 */
/**
 * What a page is shown on: a frame or a picture.
 * @typedef {object} Surface
 * @property {HTMLElement} element
 * @property {{width: number, height: number}} size
 * @property {(width: number) => void} layout  lays the page out for a container of this width
 * @property {(scale: number, top: number, bottom: number) => void} show  makes sure that this part of the page is drawn
 * @property {(x: number, y: number) => Found | null} hit  what lies at a point
 * @property {(x: number, y: number) => Found | null} caret  the place between two characters that is nearest to a point
 * @property {(node: number, start?: number, stop?: number) => Box[]} textBoxes  where (a part of) a text is drawn, line by line
 * @property {(node: number) => Box | null} elementBox
 * @property {(node: number) => boolean} overflows  whether what is in an element is drawn beyond its box
 * @property {(node: number) => boolean} reveal  scrolls inside the page; true where that moved something
 * @property {(nodes: number[]) => boolean} unhide  shows records that are hidden without scripts; true where there were any
 * @property {(nodes: number[]) => HTMLElement[]} overlays  banners and dialogs that lie over the page
 * @property {(x: number, y: number, dx: number, dy: number) => boolean} wheel  the same, by the wheel
 */

export {};
