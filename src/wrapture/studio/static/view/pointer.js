// @ts-check
// The pointer on the overlay: hovering, clicking, dragging over characters, the two clicks that mark a record.

import { endsOf, hitOf, placeAt, placeBetween } from "./pointing.js";
import { holds, same, seenAt } from "./seen.js";

/** @typedef {import("./types.js").Found} Found */
/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./page-view.js").PageView} PageView */

/** A pointer that moves less than this clicks. */
const STILL = 4;
/** Pixels that a wheel scrolls for a line. */
const LINE = 16;

export class Pointer {
  /**
   * @param {PageView} view
   * @param {HTMLElement} pad  the element that takes the events
   */
  constructor(view, pad) {
    this.view = view;
    this.pad = pad;
    /** @type {{x: number, y: number, caret: Found | null, place: Place | null, char: number, dragged: boolean} | null} */
    this.down = null;
    /** @type {Place | null} the text at which a record starts */
    this.start = null;
    /** @type {{record: number | null, column: number | null}} */
    this.hovered = { record: null, column: null };
    this.waiting = 0;
    /** @type {Place | null} what the last click took: a second one on it narrows it to the text */
    this.taken = null;
    pad.addEventListener("pointerdown", (event) => this.#press(event));
    pad.addEventListener("pointermove", (event) => this.#move(event));
    pad.addEventListener("pointerup", (event) => this.#release(event));
    pad.addEventListener("pointercancel", () => this.forget());
    pad.addEventListener("pointerleave", () => this.#leave());
    pad.addEventListener("contextmenu", (event) => this.#menu(event));
    pad.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  /** Ends what was begun: a drag, or a record of which only the start is known. */
  forget() {
    const begun = this.down !== null || this.start !== null;
    this.down = null;
    this.start = null;
    this.taken = null;
    this.view.select([], "");
    return begun;
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button !== 0 || !this.view.ready) return;
    const at = this.view.stage.onPage(event.clientX, event.clientY);
    const found = this.view.mode === "look" ? null : this.view.stage.foundAt(at.x, at.y);
    const place = placeAt(this.view.model, found);
    const caret = place ? this.view.stage.caretAt(at.x, at.y) : null;
    this.down = { x: event.clientX, y: event.clientY, caret, place, char: found?.char ?? -1, dragged: false };
    this.pad.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.view.ready) return;
    cancelAnimationFrame(this.waiting);
    const { clientX, clientY } = event;
    this.waiting = requestAnimationFrame(() => (this.down?.caret ? this.#drag(clientX, clientY) : this.#look(clientX, clientY)));
  }

  #leave() {
    cancelAnimationFrame(this.waiting);
    this.#hover(null, null);
    this.view.stage.overlay?.hover(null);
  }

  /** @param {number} clientX @param {number} clientY */
  #look(clientX, clientY) {
    const at = this.view.stage.onPage(clientX, clientY);
    const found = this.view.stage.foundAt(at.x, at.y);
    const cells = found ? this.view.marks.cellsAt(found.node, found.char) : [];
    const cell = cells.find(({ column }) => this.view.marks.columns[column]?.keep !== false);
    const owner = found ? this.view.marks.recordOf(found.node) : null;
    this.#hover(cell?.record ?? owner ?? (this.view.stage.overlay?.recordAt(at.x, at.y) ?? null), cell?.column ?? null);
    const text = this.view.mode === "look" ? null : placeAt(this.view.model, found);
    const place = text && this.view.mode === "point" ? seenAt(this.view.model, this.view.marks, text, found?.char) : text;
    if (this.start) this.view.select([place ? between(this.start, place) : this.start], "record");
    this.view.stage.overlay?.hover(place);
    this.pad.classList.toggle("pv-over-text", place !== null);
  }

  /** @param {number} clientX @param {number} clientY */
  #drag(clientX, clientY) {
    const place = this.#dragged(clientX, clientY);
    if (place) this.view.select([place], this.view.mode === "record" ? "record" : "text");
  }

  /** @param {number} clientX @param {number} clientY @returns {Place | null} */
  #dragged(clientX, clientY) {
    const down = this.down;
    if (!down?.caret || !down.place) return null;
    if (Math.hypot(clientX - down.x, clientY - down.y) > STILL) down.dragged = true;
    if (!down.dragged) return null;
    const at = this.view.stage.onPage(clientX, clientY);
    const caret = this.view.stage.caretAt(at.x, at.y);
    return caret ? placeBetween(down.caret, caret) : null;
  }

  /** @param {PointerEvent} event */
  #release(event) {
    const down = this.down;
    if (!down) return;
    cancelAnimationFrame(this.waiting);
    const dragged = this.#dragged(event.clientX, event.clientY);
    this.down = null;
    if (!down.place) return;
    if (this.view.mode === "point" && (dragged || !down.dragged)) this.point(dragged ?? this.#meant(down.place, down.char), event.clientX, event.clientY);
    if (this.view.mode === "record") this.#marked(down.place, dragged);
  }

  /**
   * What a click means: all that one sees there, and at the second click the text alone.
   * @param {Place} place
   * @param {number} char
   * @returns {Place}
   */
  #meant(place, char) {
    const seen = seenAt(this.view.model, this.view.marks, place, char);
    this.view.anchor = place[0];
    const meant = same(seen, this.taken) && holds(seen, place) ? place : seen;
    this.taken = meant;
    return meant;
  }

  /** @param {Place} place @param {Place | null} dragged */
  #marked(place, dragged) {
    if (dragged && dragged[0] !== dragged[2]) {
      this.mark(this.view.model.placeOf(dragged[0]));
      this.mark(this.view.model.placeOf(dragged[2]));
    } else this.mark(place);
  }

  /**
   * A person points at a place.
   * @param {Place} place
   * @param {number} x
   * @param {number} y
   */
  point(place, x, y) {
    this.view.select([place], "text");
    this.view.handlers.onPoint?.(hitOf(this.view.model, this.view.marks, place, { x, y }));
  }

  /**
   * A person marks the start or, after it, the end of a record.
   * @param {Place} place
   */
  mark(place) {
    if (!this.start) {
      this.start = place;
      this.view.select([place], "record");
      this.view.say("The record starts here. Choose where it ends, or press Escape.");
      return;
    }
    const ends = endsOf(this.start, place);
    const whole = between(this.start, place);
    this.start = null;
    this.view.select([whole], "record");
    this.view.handlers.onMarkRecord?.(ends);
  }

  /** @param {MouseEvent} event */
  #menu(event) {
    if (!this.view.ready) return;
    const at = this.view.stage.onPage(event.clientX, event.clientY);
    const found = this.view.stage.foundAt(at.x, at.y);
    const place = placeAt(this.view.model, found);
    if (!place) return;
    event.preventDefault();
    this.point(this.#meant(place, found?.char ?? -1), event.clientX, event.clientY);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (!this.view.ready || event.ctrlKey || !event.cancelable) return;
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1;
    if (this.view.stage.turnWheel(event.clientX, event.clientY, event.deltaX * unit, event.deltaY * unit)) event.preventDefault();
  }

  /** @param {number | null} record @param {number | null} column */
  #hover(record, column) {
    const { hovered, view } = this;
    this.hovered = { record, column };
    if (record !== hovered.record) view.handlers.onHoverRecord?.(record);
    if (record === hovered.record && column === hovered.column) return;
    view.handlers.onHoverCell?.(record !== null && column !== null ? { record, column } : null);
  }
}

/**
 * All from one place to another, whichever comes first.
 * @param {Place} one
 * @param {Place} two
 * @returns {Place}
 */
export function between(one, two) {
  const { start, end } = endsOf(one, two);
  return [start[0], Math.max(0, start[1]), end[0], end[1] < 0 ? 0 : end[1]];
}
