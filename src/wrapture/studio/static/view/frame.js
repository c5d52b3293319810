// @ts-check
// A page in a sandboxed frame: made there by DOM calls, as high as the page, asked for boxes and for what lies at a point.

import { buildPage } from "./build.js";
import { caretAt, elementsAt, rangeRects, textAt } from "./hits.js";
import { charsOf, unitsOf } from "./model.js";
import { VIEW_HEIGHT } from "./names.js";
import { overlaysOf, unhide } from "./hidden.js";
import { revealInside, turn } from "./scrollers.js";
import { READABLE } from "./stage.js";

/** @typedef {import("./types.js").Box} Box */
/** @typedef {import("./types.js").Found} Found */
/** @typedef {import("./types.js").Nodes} Nodes */
/** @typedef {import("./model.js").PageModel} PageModel */

/** A higher frame costs too much memory: it is moved along the page instead. */
const MAX_FRAME = 30_000;
const MAX_HEIGHT = 4_000_000;
const MAX_WIDTH = 6_000;
/** Pages are made for windows of at least this width; in a narrower place they are made smaller. */
const LEAST_WIDTH = 1100;

const bounds = Element.prototype.getBoundingClientRect;

/**
 * The box of a link together with what it is around: that of an inline element is a line of text, an image in it is higher.
 * @param {Element} link @param {DOMRect} rect
 */
function withContent(link, rect) {
  const rects = [rect, ...[...link.children].map((child) => bounds.call(child)).filter((one) => one.width > 0 && one.height > 0)];
  const [left, top] = [Math.min(...rects.map((one) => one.left)), Math.min(...rects.map((one) => one.top))];
  const [right, bottom] = [Math.max(...rects.map((one) => one.right)), Math.max(...rects.map((one) => one.bottom))];
  return new DOMRect(left, top, right - left, bottom - top);
}

export class FrameSurface {
  /**
   * A frame with a page in it; resolves when it is built.
   * @param {HTMLElement} sheet  where the frame is put
   * @param {Nodes} nodes
   * @param {PageModel} model
   * @param {string} address  of the empty document
   */
  static async open(sheet, nodes, model, address = "/frame") {
    const frame = document.createElement("iframe");
    frame.className = "pv-frame";
    frame.title = "The page";
    frame.tabIndex = -1;
    frame.setAttribute("sandbox", "allow-same-origin");
    frame.setAttribute("scrolling", "no");
    const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
    frame.src = nodes.mode === "quirks" ? `${address}?quirks` : address;
    sheet.prepend(frame);
    await loaded;
    try {
      return new FrameSurface(frame, nodes, model);
    } catch (error) {
      frame.remove();
      throw error;
    }
  }

  /**
   * @param {HTMLIFrameElement} frame
   * @param {Nodes} nodes
   * @param {PageModel} model
   */
  constructor(frame, nodes, model) {
    this.element = frame;
    this.model = model;
    this.hint = nodes.width;
    const doc = frame.contentDocument;
    if (!doc) throw new Error("the page's frame cannot be reached; reload the studio");
    this.doc = doc;
    this.made = buildPage(doc, nodes);
    /** @type {WeakMap<Node, number>} */
    this.numbers = new WeakMap(this.made.map((node, number) => [node, number]));
    this.size = { width: LEAST_WIDTH, height: VIEW_HEIGHT };
    this.height = VIEW_HEIGHT;
  }

  /** @param {number} containerWidth */
  layout(containerWidth) {
    const width = this.hint || Math.max(containerWidth, Math.min(LEAST_WIDTH, containerWidth / READABLE));
    this.#resize(width, VIEW_HEIGHT);
    this.#resize(Math.max(width, Math.min(this.#root.scrollWidth, MAX_WIDTH)), VIEW_HEIGHT);
    this.#resize(this.size.width, this.#root.scrollHeight);
    this.#resize(this.size.width, this.#root.scrollHeight); // what depends on the frame's height has grown once
    this.size.height = Math.min(Math.max(this.#root.scrollHeight, this.height), MAX_HEIGHT);
  }

  /** Whether the page has another size than when it was laid out: images come late. */
  get changed() {
    return Math.abs(this.#root.scrollHeight - this.size.height) > 1;
  }

  get #root() {
    return this.doc.documentElement;
  }

  get #window() {
    return /** @type {Window} */ (this.doc.defaultView);
  }

  /**
   * @param {number} width
   * @param {number} height
   */
  #resize(width, height) {
    this.height = Math.min(Math.max(height, 1), MAX_FRAME);
    this.size = { width, height: this.height };
    this.element.style.width = `${width}px`;
    this.element.style.height = `${this.height}px`;
  }

  /**
   * Moves the frame to a part of the page, where it is not as high as the page.
   * @param {number} scale
   * @param {number} top
   * @param {number} bottom
   */
  show(scale, top, bottom) {
    const window = this.#window;
    const rest = Math.max(0, this.size.height - this.height);
    const inside = top >= window.scrollY && bottom <= window.scrollY + this.height;
    if (rest === 0 || !inside) window.scrollTo(0, Math.min(rest, Math.max(0, (top + bottom - this.height) / 2)));
    this.element.style.transform = `scale(${scale})`;
    this.element.style.top = `${window.scrollY * scale}px`;
  }

  /**
   * @param {number} x
   * @param {number} y
   * @returns {Found | null}
   */
  hit(x, y) {
    const [left, top] = this.#inFrame(x, y);
    const met = textAt(this.doc, left, top);
    const node = met && this.numbers.get(met.text);
    if (met && node !== undefined && node !== null) return { node, char: charsOf(this.model.text(node), met.offset) };
    for (const element of elementsAt(this.doc, left, top)) {
      const number = this.numbers.get(element);
      if (number !== undefined) return { node: number, char: -1 };
    }
    return null;
  }

  /**
   * @param {number} x
   * @param {number} y
   * @returns {Found | null}
   */
  caret(x, y) {
    const caret = caretAt(this.doc, ...this.#inFrame(x, y));
    const node = caret ? this.numbers.get(caret.text) : undefined;
    return caret && node !== undefined ? { node, char: charsOf(this.model.text(node), caret.offset) } : null;
  }

  /**
   * @param {number} node
   * @param {number} [start]
   * @param {number} [stop]
   */
  textBoxes(node, start = 0, stop = Infinity) {
    const text = this.made[node];
    if (!text || !this.model.isText(node)) return [];
    const said = this.model.text(node);
    return rangeRects(this.doc, /** @type {Text} */ (text), unitsOf(said, start), unitsOf(said, stop)).map((rect) => this.#onPage(rect));
  }

  /** @param {number} node */
  elementBox(node) {
    const element = this.made[node];
    if (!element || element.nodeType !== Node.ELEMENT_NODE) return null;
    const rect = bounds.call(element);
    if (!(rect.width > 0 && rect.height > 0)) return null;
    return this.#onPage(/** @type {Element} */ (element).localName === "a" ? withContent(/** @type {Element} */ (element), rect) : rect);
  }

  /** @param {number} node */
  overflows(node) {
    const element = /** @type {Element} */ (this.made[node]);
    if (!(element.scrollHeight > element.clientHeight + 2 && element.clientHeight > 0)) return false;
    return this.#window.getComputedStyle(element).overflowY === "visible";
  }

  /**
   * Shows records that only scripts would show; returns whether there were any.
   * @param {number[]} nodes  the first node of each record
   */
  unhide(nodes) {
    return unhide(this.doc, nodes.map((node) => this.made[node]).filter(Boolean));
  }

  /** What lies over the page: banners and dialogs. @param {number[]} nodes  the first nodes of the records, which are kept */
  overlays(nodes) {
    return overlaysOf(this.doc, nodes.map((node) => this.made[node]).filter(Boolean));
  }

  /** @param {number} node */
  reveal(node) {
    return this.made[node] ? revealInside(this.doc, this.made[node]) : false;
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} dx
   * @param {number} dy
   */
  wheel(x, y, dx, dy) {
    const top = elementsAt(this.doc, ...this.#inFrame(x, y))[0]?.firstChild;
    return top ? turn(this.doc, top, dx, dy) : false;
  }

  /** @param {number} x @param {number} y @returns {[number, number]} */
  #inFrame(x, y) {
    return [x - this.#window.scrollX, y - this.#window.scrollY];
  }

  /** @param {DOMRect} rect @returns {Box} */
  #onPage(rect) {
    return { x: rect.left + this.#window.scrollX, y: rect.top + this.#window.scrollY, width: rect.width, height: rect.height };
  }
}
