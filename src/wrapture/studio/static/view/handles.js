// @ts-check
// Handles at the start and the end of a record: they are dragged, or moved from text to text by arrow keys.

import { piece } from "./pieces.js";
import { between } from "./pointer.js";
import { endsOf, placeAt } from "./pointing.js";

/** @typedef {import("./page-view.js").PageView} PageView */
/** @typedef {import("./types.js").Place} Place */
/** @typedef {"start" | "end"} Side */

const STEPS = new Map([["ArrowRight", 1], ["ArrowDown", 1], ["ArrowLeft", -1], ["ArrowUp", -1]]);
const HALF_PX = 12;

export class Handles {
  /** @param {PageView} view */
  constructor(view) {
    this.view = view;
    this.layer = piece("pv-handles");
    view.stage.sheet.append(this.layer);
    /** The first and the last text of the record. @type {Record<Side, Place> | null} */
    this.ends = null;
    /** Where the handle that is moved is now. @type {Place | null} */
    this.target = null;
  }

  /** Shows the handles of a record, or none. @param {number | null} record */
  show(record) {
    this.layer.replaceChildren();
    this.target = this.ends = null;
    const { model, marks, stage } = this.view;
    const boxes = record === null ? [] : (stage.overlay?.records[record] ?? []);
    const texts = record === null ? [] : model.shown.filter((node) => marks.recordOf(node) === record);
    if (!boxes.length || !texts.length) return;
    this.ends = { start: model.placeOf(texts[0]), end: model.placeOf(texts[texts.length - 1]) };
    const [first, last] = [boxes[0], boxes[boxes.length - 1]];
    this.layer.append(this.#handle("start", first.x, first.y), this.#handle("end", last.x, last.y + last.height));
  }

  /** Gives the keyboard to a handle. */
  focus() {
    /** @type {HTMLElement | null} */ (this.layer.querySelector("button"))?.focus();
  }

  /** @param {Side} side @param {number} x @param {number} y */
  #handle(side, x, y) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "pv-handle";
    button.dataset.test = `handle-${side}`;
    const words = `Where the record ${side}s: drag it, or move it with the arrow keys and press Enter`;
    button.setAttribute("aria-label", words);
    button.title = words;
    const { scale } = this.view.stage;
    button.style.left = `${Math.max(0, x * scale)}px`;
    button.style.top = `${Math.max(0, y * scale - HALF_PX)}px`;
    button.addEventListener("pointerdown", (event) => button.setPointerCapture(event.pointerId));
    button.addEventListener("pointermove", (event) => button.hasPointerCapture(event.pointerId) && this.#drag(side, event));
    button.addEventListener("pointerup", () => this.target && this.#mark(side, this.target));
    button.addEventListener("keydown", (event) => this.#press(side, event));
    return button;
  }

  /** @param {Side} side @param {PointerEvent} event */
  #drag(side, event) {
    const at = this.view.stage.onPage(event.clientX, event.clientY);
    const place = placeAt(this.view.model, this.view.stage.foundAt(at.x, at.y));
    if (place) this.#move(side, place);
  }

  /** @param {Side} side @param {KeyboardEvent} event */
  #press(side, event) {
    const step = STEPS.get(event.key);
    if (event.key === "Escape") this.show(null);
    else if (event.key === "Enter" && this.target) this.#mark(side, this.target);
    else if (step && this.ends) this.#step(side, step);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Moves a handle to the next text. @param {Side} side @param {number} step */
  #step(side, step) {
    const { shown } = this.view.model;
    const now = (this.target ?? /** @type {Record<Side, Place>} */ (this.ends)[side])[0];
    const next = shown[shown.indexOf(now) + step];
    if (next !== undefined) this.#move(side, this.view.model.placeOf(next));
  }

  /** @param {Side} side @param {Place} place */
  #move(side, place) {
    if (!this.ends) return;
    this.target = place;
    this.view.select([between(this.ends[side === "start" ? "end" : "start"], place)], "record");
    this.view.say(`The record ${side}s here. Press Enter to keep that.`);
  }

  /** @param {Side} side @param {Place} place */
  #mark(side, place) {
    if (!this.ends) return;
    const ends = endsOf(this.ends[side === "start" ? "end" : "start"], place);
    this.show(null);
    this.view.handlers.onMarkRecord?.(ends);
  }
}
