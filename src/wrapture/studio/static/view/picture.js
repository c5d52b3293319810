// @ts-check
// A page as a picture: hits and boxes come from the boxes that were measured when it was taken.

/** @typedef {import("./types.js").Box} Box */
/** @typedef {import("./types.js").Found} Found */
/** @typedef {import("./types.js").Picture} Picture */
/** @typedef {import("./model.js").PageModel} PageModel */

/** Boxes are looked up by bands of this height. */
const BAND = 64;
const MOST_BANDS = 400;
const TOLERANCE = 3;
/** A higher text has several lines, and where its characters stand is not known. */
const ONE_LINE = 48;

export class PictureSurface {
  /**
   * @param {HTMLElement} sheet
   * @param {Picture} picture
   * @param {PageModel} model
   */
  static async open(sheet, picture, model) {
    const image = document.createElement("img");
    image.className = "pv-picture";
    image.alt = "A picture of the page";
    image.draggable = false;
    image.src = `data:image/png;base64,${picture.png}`;
    sheet.prepend(image);
    await image.decode().catch(() => undefined); // without its pixels there are still its boxes
    return new PictureSurface(image, picture, model);
  }

  /**
   * @param {HTMLImageElement} image
   * @param {Picture} picture
   * @param {PageModel} model
   */
  constructor(image, picture, model) {
    this.element = image;
    this.model = model;
    this.size = { width: picture.width, height: picture.height };
    this.boxes = new Map(Object.entries(picture.boxes).map(([node, box]) => [Number(node), boxOf(box)]));
    this.changed = false;
    this.bands = this.#bands();
  }

  #bands() {
    const bands = /** @type {Map<number, number[]>} */ (new Map());
    for (const [node, box] of this.boxes) {
      if (!this.model.isText(node) && !["img", "a", "area"].includes(this.model.tags[node])) continue;
      const [first, last] = [Math.floor(box.y / BAND), Math.floor((box.y + box.height) / BAND)];
      for (let band = first; band <= Math.min(last, first + MOST_BANDS); band += 1) {
        const there = bands.get(band);
        if (there) there.push(node);
        else bands.set(band, [node]);
      }
    }
    return bands;
  }

  layout() {
    this.element.style.width = `${this.size.width}px`;
    this.element.style.height = `${this.size.height}px`;
  }

  /** @param {number} scale */
  show(scale) {
    this.element.style.transform = `scale(${scale})`;
  }

  /**
   * @param {number} x
   * @param {number} y
   * @returns {Found | null}
   */
  hit(x, y) {
    const there = (this.bands.get(Math.floor(y / BAND)) ?? []).filter((node) => holds(this.#box(node), x, y));
    if (there.length === 0) return null;
    const [node] = there.sort((one, two) => rank(this.model, one) - rank(this.model, two) || area(this.#box(one)) - area(this.#box(two)));
    return { node, char: this.model.isText(node) ? this.#character(node, x) : -1 };
  }

  /**
   * @param {number} x
   * @param {number} y
   * @returns {Found | null}
   */
  caret(x, y) {
    const texts = (this.bands.get(Math.floor(y / BAND)) ?? []).filter((node) => this.model.isText(node));
    const [node] = texts.sort((one, two) => distance(this.#box(one), x, y) - distance(this.#box(two), x, y));
    return node === undefined ? null : { node, char: Math.round(this.#share(node, x)) };
  }

  /**
   * @param {number} node
   * @param {number} [start]
   * @param {number} [stop]
   * @returns {Box[]}
   */
  textBoxes(node, start = 0, stop = Infinity) {
    const box = this.boxes.get(node);
    if (!box || box.width <= 0 || box.height <= 0) return [];
    const length = [...this.model.text(node)].length;
    if (length === 0 || box.height > ONE_LINE) return [box];
    const [place, end] = [this.model.placeOf(node)[1], this.model.placeOf(node)[3]];
    const each = box.width / Math.max(1, end - place);
    const [from, to] = [start, stop].map((char) => Math.min(Math.max(char, place), end) - place);
    return to > from ? [{ ...box, x: box.x + from * each, width: (to - from) * each }] : [];
  }

  /** @param {number} node */
  elementBox(node) {
    const box = this.boxes.get(node);
    return box && box.width > 0 && box.height > 0 ? box : null;
  }

  overflows() {
    return false;
  }

  unhide() {
    return false;
  }

  /** @returns {HTMLElement[]} */
  overlays() {
    return [];
  }

  reveal() {
    return false;
  }

  wheel() {
    return false;
  }

  /** @param {number} node */
  #box(node) {
    return /** @type {Box} */ (this.boxes.get(node));
  }

  /** @param {number} node @param {number} x */
  #share(node, x) {
    const [, start, , stop] = this.model.placeOf(node);
    const box = this.#box(node);
    if (box.height > ONE_LINE) return start;
    return start + (stop - start) * Math.min(1, Math.max(0, (x - box.x) / box.width));
  }

  /** @param {number} node @param {number} x */
  #character(node, x) {
    return Math.min(Math.floor(this.#share(node, x)), Math.max(0, this.model.placeOf(node)[3] - 1));
  }
}

/** @param {[number, number, number, number]} box @returns {Box} */
const boxOf = ([x, y, width, height]) => ({ x, y, width, height });

/** @param {Box} box */
const area = (box) => box.width * box.height;

/** @param {PageModel} model @param {number} node */
const rank = (model, node) => (model.isText(node) ? 0 : model.tags[node] === "img" ? 1 : 2);

/** @param {Box} box @param {number} x @param {number} y */
const holds = (box, x, y) =>
  x >= box.x - TOLERANCE && x <= box.x + box.width + TOLERANCE && y >= box.y - TOLERANCE && y <= box.y + box.height + TOLERANCE;

/** @param {Box} box @param {number} x @param {number} y */
function distance(box, x, y) {
  const dx = Math.max(box.x - x, 0, x - box.x - box.width);
  const dy = Math.max(box.y - y, 0, y - box.y - box.height);
  return dx + 10 * dy; // the text of the same line comes first
}
