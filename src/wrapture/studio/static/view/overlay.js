// @ts-check
// Draws records and cells over a page: only what is near the part that is seen, and each only once.

import { around, placeBoxes, spanBox } from "./boxes.js";
import { labelColour } from "./colours.js";
import { NO_MARKS, Marks } from "./marks.js";
import { piece } from "./pieces.js";

/** @typedef {import("./types.js").Box} Box */
/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./types.js").Surface} Surface */
/** @typedef {import("./model.js").PageModel} PageModel */

/** How high a record must be for its number, and for its number in full size; In pixels of the window. */
const LEAST_ROOM = 8;
const ROOM = 17;
/** A cell with a larger share of its record, and higher than a few lines, is outlined: filled, it would colour all others. */
const GROUND = 0.3;
const GROUND_PX = 80;

/** @param {{spans: [number, number][]}[]} before @param {{spans: [number, number][]}[]} after */
const sameSpans = (before, after) =>
  before.length === after.length && before.every(({ spans }, at) => String(spans) === String(after[at].spans));

export class Overlay {
  /**
   * @param {HTMLElement} host
   * @param {Surface} surface
   * @param {PageModel} model
   */
  constructor(host, surface, model) {
    this.surface = surface;
    this.model = model;
    this.marks = new Marks(model, NO_MARKS);
    this.scale = 1;
    this.drawn = piece("pv-layer pv-marks");
    this.strong = piece("pv-layer pv-strong");
    this.chosen = piece("pv-layer pv-chosen");
    this.hovers = piece("pv-layer pv-hovers");
    host.replaceChildren(this.drawn, this.strong, this.chosen, this.hovers);
    /** @type {Map<number, HTMLElement>} */
    this.groups = new Map();
    /** @type {Box[][]} */
    this.records = [];
    /** @type {Cell | null} */
    this.cell = null;
    /** @type {{places: Place[], kind: string}} */
    this.selection = { places: [], kind: "" };
  }

  /** @param {Marks} marks */
  take(marks) {
    const same = sameSpans(this.marks.records, marks.records);
    this.marks = marks;
    this.cell = null;
    if (same) this.redraw(); // only columns have changed
    else this.measure();
  }

  /** Forgets where everything was: the page was laid out anew, or something in it was scrolled. */
  measure() {
    this.records = this.marks.records.map((record) =>
      record.spans.flatMap((span) => spanBox(this.surface, this.model, span) ?? []));
    this.redraw();
  }

  /** Forgets what is drawn: the next `show` draws it anew. */
  redraw() {
    this.groups.clear();
    this.drawn.replaceChildren();
    this.hover(null);
    this.highlight(this.cell);
    this.select(this.selection.places, this.selection.kind);
  }

  /**
   * Draws the records between two heights of the page, and drops the others.
   * @param {number} top
   * @param {number} bottom
   */
  show(top, bottom) {
    const fresh = document.createDocumentFragment();
    this.records.forEach((boxes, record) => {
      const near = boxes.some((box) => box.y <= bottom && box.y + box.height >= top);
      const group = this.groups.get(record);
      if (near && !group) fresh.append(this.#group(record));
      if (!near && group) {
        group.remove();
        this.groups.delete(record);
      }
    });
    this.drawn.append(fresh);
  }

  /** @param {number} record */
  #group(record) {
    const group = piece("pv-group");
    group.dataset.record = String(record);
    this.records[record].forEach((box, index) => {
      const outline = this.#at(box, "pv-record");
      if (index === 0 && box.height * this.scale >= LEAST_ROOM) outline.append(piece(this.#numberClass(box, record), String(record + 1)));
      group.append(outline);
    });
    this.marks.columns.forEach((column, index) => {
      if (column.keep !== false) group.append(...this.#cells(record, index, "pv-cell"));
    });
    this.groups.set(record, group);
    return group;
  }

  /**
   * Numbers stand beside records that have their lines for themselves, at the latest beside the page: inside they would hide a text.
   * @param {Box} box
   * @param {number} record
   */
  #numberClass(box, record) {
    const middle = box.y + box.height / 2;
    const isBeside = (/** @type {Box} */ one) => one.y < middle && one.y + one.height > middle;
    const beside = box.width * 2 > this.surface.size.width || !this.records.some((boxes, at) => at !== record && boxes.some(isBeside));
    return `pv-number${box.height * this.scale < ROOM ? " pv-small" : ""}${beside ? " pv-beside" : ""}`;
  }

  /**
   * @param {number} record
   * @param {number} column
   * @param {string} name
   */
  #cells(record, column, name) {
    return this.cellBoxes(record, column).map((box) => {
      const cell = this.#at(box, this.#isGround(box, record) ? `${name} pv-ground` : name);
      cell.dataset.column = String(column);
      cell.style.setProperty("--pv-colour", this.marks.columns[column].colour);
      return cell;
    });
  }

  /** Whether a cell takes up much of its record, as a link around everything does. @param {Box} box @param {number} record */
  #isGround(box, record) {
    const whole = around(this.records[record] ?? []);
    return whole !== null && box.width * box.height > GROUND * whole.width * whole.height && box.height * this.scale > GROUND_PX;
  }

  /**
   * @param {number} record
   * @param {number} column
   */
  cellBoxes(record, column) {
    return this.marks.places(record, column).flatMap((place) => placeBoxes(this.surface, this.model, place));
  }

  /**
   * Draws a record or cell strongly; returns where it is, null where it is not drawn.
   * @param {Cell | null} cell
   * @returns {Box | null}
   */
  highlight(cell) {
    this.cell = cell;
    this.strong.replaceChildren();
    if (!cell || !this.records[cell.record]) return null;
    this.strong.append(...this.records[cell.record].map((box) => this.#at(box, "pv-strong-record")));
    const column = typeof cell.column === "number" ? this.marks.columns[cell.column] : undefined;
    const pieces = column ? this.#cells(cell.record, /** @type {number} */ (cell.column), "pv-strong-cell") : [];
    if (column && pieces.length > 0) {
      const name = piece("pv-name", column.name);
      name.style.backgroundColor = column.colour;
      name.style.color = labelColour(column.colour);
      pieces[0].append(name);
      this.strong.append(...pieces);
      return around(this.cellBoxes(cell.record, /** @type {number} */ (cell.column)));
    }
    return this.records[cell.record][0] ?? null;
  }

  /**
   * Draws what a person selects; returns where it is.
   * @param {Place[]} places
   * @param {string} kind  "text", "key" or "record"
   */
  select(places, kind) {
    this.selection = { places, kind };
    const boxes = places.flatMap((place) => placeBoxes(this.surface, this.model, place));
    this.chosen.replaceChildren(...boxes.map((box) => this.#at(box, `pv-selected pv-selected-${kind}`)));
    return around(boxes);
  }

  /** Where a record is drawn, null where it is not. @param {number} record */
  boxOf(record) {
    return this.records[record]?.[0] ?? null;
  }

  /** Draws what a click would mean. @param {Place | null} place */
  hover(place) {
    const boxes = place ? placeBoxes(this.surface, this.model, place) : [];
    this.hovers.replaceChildren(...boxes.map((box) => this.#at(box, "pv-hover")));
  }

  /**
   * The record whose box holds a point: for the room between its texts.
   * @param {number} x
   * @param {number} y
   */
  recordAt(x, y) {
    const found = this.records.findIndex((boxes) =>
      boxes.some((box) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height));
    return found >= 0 ? found : null;
  }

  /**
   * @param {Box} box
   * @param {string} name
   */
  #at(box, name) {
    const element = piece(name);
    element.style.left = `${box.x * this.scale}px`;
    element.style.top = `${box.y * this.scale}px`;
    element.style.width = `${box.width * this.scale}px`;
    element.style.height = `${box.height * this.scale}px`;
    return element;
  }
}
