// @ts-check
// The keyboard on the overlay: arrows go from text to text, Enter points, Page keys go from record to record.

/** @typedef {import("./page-view.js").PageView} PageView */
/** @typedef {import("./types.js").Place} Place */

export const HELP =
  "Arrow keys go from text to text, Page Up and Page Down from record to record, Home and End to the first and last text. "
  + "Enter points at the text, or marks where a record starts and ends. Escape takes it back.";

const STEPS = new Map([["ArrowRight", 1], ["ArrowDown", 1], ["ArrowLeft", -1], ["ArrowUp", -1]]);

export class Keys {
  /**
   * @param {PageView} view
   * @param {HTMLElement} pad
   */
  constructor(view, pad) {
    this.view = view;
    /** The index of the current text among those that are shown, -1 for none. */
    this.at = -1;
    pad.addEventListener("keydown", (event) => {
      if (view.ready && !event.ctrlKey && !event.metaKey && !event.altKey && this.#press(event.key)) event.preventDefault();
    });
  }

  /** @param {string} key */
  #press(key) {
    if (key === "Escape") return this.view.cancel();
    if (this.view.mode === "look") return false; // the keys scroll
    const last = this.view.model.shown.length - 1;
    if (STEPS.has(key)) return this.#go(this.at + /** @type {number} */ (STEPS.get(key)), /** @type {number} */ (STEPS.get(key)));
    if (key === "Home") return this.#go(0, 1);
    if (key === "End") return this.#go(last, -1);
    if (key === "PageDown" || key === "PageUp") return this.#record(key === "PageDown" ? 1 : -1);
    return key === "Enter" || key === " " ? this.#choose() : false;
  }

  /**
   * Goes to the next text that is drawn.
   * @param {number} from
   * @param {number} step
   */
  #go(from, step) {
    const { shown } = this.view.model;
    let at = this.at < 0 && step < 0 && from < 0 ? shown.length - 1 : from;
    while (at >= 0 && at < shown.length && !this.view.stage.surface?.textBoxes(shown[at]).length) at += step;
    if (at < 0 || at >= shown.length) return true; // the page ends here
    this.at = at;
    this.view.visit(this.#place());
    return true;
  }

  /** @param {number} step */
  #record(step) {
    const { marks, model } = this.view;
    const here = this.at < 0 ? null : marks.recordOf(model.shown[this.at]);
    const wanted = here === null ? (step > 0 ? 0 : marks.records.length - 1) : here + step;
    const first = model.shown.findIndex((node) => marks.recordOf(node) === wanted);
    return first < 0 ? true : this.#go(first, 1);
  }

  #choose() {
    if (this.at < 0 || !this.view.model.shown[this.at]) return false;
    this.view.choose(this.#place());
    return true;
  }

  /** @returns {Place} */
  #place() {
    return this.view.model.placeOf(this.view.model.shown[this.at]);
  }
}
