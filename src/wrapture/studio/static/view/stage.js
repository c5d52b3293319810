// @ts-check
// Where a page is shown: a box that scrolls, the sheet in it, the pad over the sheet that takes the pointer and the keys.

import { HELP } from "./keys.js";
import { piece } from "./pieces.js";

/** @typedef {import("./types.js").Box} Box */
/** @typedef {import("./types.js").Surface} Surface */
/** @typedef {import("./overlay.js").Overlay} Overlay */

/** Marks are drawn this far beyond the part that is seen, in windows. */
const AHEAD = 0.75;
const ZOOMS = [0.1, 4];
/** When the page is measured again after it was shown: images of it may have come. */
const LATER_MS = [60, 400, 1500];
/** Smaller than this, texts can't be read: a wider page scrolls instead. */
export const READABLE = 0.75;
const ABOVE_HOME_PX = 24;
/** The first text of the record where the page opens is seen at this share of the height, or above. */
const LOWEST_TEXT = 0.6;
/** Beside the page, for the numbers of records that are as wide as it. */
const GUTTER_PX = 30;

export class Stage {
  /** @param {HTMLElement} container */
  constructor(container) {
    this.scroller = piece("pv-scroll");
    this.sheet = piece("pv-sheet");
    this.pad = piece("pv-pad");
    this.layers = piece("pv-layers");
    this.live = piece("pv-live");
    this.live.setAttribute("role", "status");
    this.pad.tabIndex = 0;
    for (const [name, value] of [["role", "group"], ["aria-label", "The page"], ["aria-description", HELP]]) this.pad.setAttribute(name, value);
    this.pad.append(this.layers);
    this.sheet.append(this.pad);
    this.scroller.append(this.sheet);
    container.append(this.scroller, this.live);
    /** @type {Surface | null} */
    this.surface = null;
    /** @type {Overlay | null} */
    this.overlay = null;
    /** @type {number | "fit"} */
    this.factor = "fit";
    this.scale = 1;
    this.asked = 0;
    this.waiting = 0;
    this.laidFor = 0;
    /** @type {(() => Box | null) | null} where the page is opened, until a person moves it */
    this.home = null;
    /** @type {(() => Box | null) | null} what must be seen there */
    this.homeText = null;
    for (const moved of ["wheel", "pointerdown", "keydown"]) this.scroller.addEventListener(moved, () => (this.home = null), { passive: true });
    this.scroller.addEventListener("scroll", () => this.#soon(() => this.paint()), { passive: true });
    this.watcher = new ResizeObserver(() => this.#soon(() => this.resize()));
    this.watcher.observe(this.scroller);
  }

  get ready() {
    return this.surface !== null;
  }

  /**
   * A new surface that is not seen yet; null where another one was asked for in the meantime.
   * @param {(sheet: HTMLElement) => Promise<Surface>} open
   */
  async open(open) {
    const mine = (this.asked += 1);
    this.scroller.setAttribute("aria-busy", "true");
    try {
      const surface = await open(this.sheet);
      if (mine === this.asked) return surface;
      surface.element.remove();
      return null;
    } finally {
      if (mine === this.asked) this.scroller.removeAttribute("aria-busy");
    }
  }

  /**
   * @param {Surface} surface
   * @param {Overlay} overlay
   */
  take(surface, overlay) {
    if (this.surface && this.surface !== surface) this.surface.element.remove();
    this.surface = surface;
    this.overlay = overlay;
    this.scroller.scrollTo(0, 0);
    this.home = null;
    this.laidFor = 0;
    this.resize();
    for (const ms of LATER_MS) setTimeout(() => this.surface === surface && this.#settle(), ms);
  }

  #settle() {
    if (!(/** @type {any} */ (this.surface).changed)) return;
    this.laidFor = 0;
    this.resize();
    this.goHome();
  }

  /** Scrolls to where the page is opened. */
  goHome() {
    const box = this.home?.();
    if (!box) return;
    const { clientWidth, clientHeight } = this.scroller;
    const left = box.x + box.width > clientWidth / this.scale ? box.x * this.scale - ABOVE_HOME_PX : 0;
    const text = (this.homeText?.()?.y ?? 0) * this.scale;
    const top = Math.max(box.y * this.scale - ABOVE_HOME_PX, text - clientHeight * LOWEST_TEXT); // below a large image
    this.scroller.scrollTo({ top: Math.max(0, top), left: Math.max(0, left), behavior: "instant" });
    this.paint();
  }

  resize() {
    const width = this.#room;
    if (!this.surface || width <= 0) return;
    if (width !== this.laidFor) {
      this.laidFor = width;
      this.surface.layout(width);
      this.overlay?.measure();
    }
    this.#fit();
  }

  /** @param {number | "fit"} factor */
  zoom(factor) {
    this.factor = factor === "fit" ? factor : Math.min(ZOOMS[1], Math.max(ZOOMS[0], factor));
    this.#fit();
  }

  /** The width there is for the page. */
  get #room() {
    return this.scroller.clientWidth - GUTTER_PX;
  }

  #fit() {
    if (!this.surface || !this.overlay) return;
    const { width, height } = this.surface.size;
    const before = this.scale;
    this.scale = this.factor === "fit" ? Math.max(READABLE, Math.min(1, this.#room / width)) : this.factor;
    this.sheet.style.width = `${Math.floor(width * this.scale) + GUTTER_PX}px`;
    this.sheet.style.height = `${Math.ceil(height * this.scale)}px`;
    this.scroller.scrollTop *= this.scale / before;
    this.overlay.scale = this.scale;
    this.overlay.redraw();
    this.paint();
  }

  /** Draws what belongs to the part of the page that is seen. */
  paint() {
    if (!this.surface || !this.overlay) return;
    const [top, height] = [this.scroller.scrollTop / this.scale, this.scroller.clientHeight / this.scale];
    this.surface.show(this.scale, top, top + height);
    this.overlay.show(top - height * AHEAD, top + height * (1 + AHEAD));
  }

  /** Draws everything where it is now. */
  measure() {
    this.overlay?.measure();
    this.paint();
  }

  /** Scrolls inside the page to a node. @param {number} node */
  reveal(node) {
    if (this.surface?.reveal(node)) this.measure();
  }

  /** Scrolls to a box, if it is not seen. @param {Box} box */
  scrollTo(box) {
    const { scroller, scale } = this;
    const [top, left] = [box.y * scale, box.x * scale];
    const [bottom, right] = [top + Math.min(box.height * scale, scroller.clientHeight / 2), left + Math.min(box.width * scale, scroller.clientWidth / 2)];
    const seen = top >= scroller.scrollTop + 8 && bottom <= scroller.scrollTop + scroller.clientHeight - 8;
    const across = left >= scroller.scrollLeft && right <= scroller.scrollLeft + scroller.clientWidth;
    if (seen && across) return;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches || Math.abs(top - scroller.scrollTop) > 3 * scroller.clientHeight;
    scroller.scrollTo({
      top: seen ? scroller.scrollTop : Math.max(0, top - scroller.clientHeight / 3),
      left: across ? scroller.scrollLeft : Math.max(0, left - 24),
      behavior: calm ? "auto" : "smooth",
    });
  }

  /** The point of the page below a point of the window. @param {number} clientX @param {number} clientY */
  onPage(clientX, clientY) {
    const rect = this.sheet.getBoundingClientRect();
    return { x: (clientX - rect.left) / this.scale, y: (clientY - rect.top) / this.scale };
  }

  /** Where a box ends in the window, bottom left, kept inside the part that is seen. @param {Box | null} box */
  inWindow(box) {
    const [sheet, seen] = [this.sheet.getBoundingClientRect(), this.scroller.getBoundingClientRect()];
    const x = sheet.left + (box?.x ?? 0) * this.scale;
    const y = sheet.top + ((box?.y ?? 0) + (box?.height ?? 0)) * this.scale;
    return { x: Math.min(Math.max(x, seen.left), seen.right), y: Math.min(Math.max(y, seen.top), seen.bottom) };
  }

  /** What lies at a point of the page. @param {number} x @param {number} y */
  foundAt(x, y) {
    return this.surface?.hit(x, y) ?? null;
  }

  /** @param {number} x @param {number} y */
  caretAt(x, y) {
    return this.surface?.caret(x, y) ?? null;
  }

  /** @param {number} clientX @param {number} clientY @param {number} dx @param {number} dy */
  turnWheel(clientX, clientY, dx, dy) {
    const at = this.onPage(clientX, clientY);
    const moved = this.surface?.wheel(at.x, at.y, dx, dy) ?? false;
    if (moved) this.measure();
    return moved;
  }

  destroy() {
    this.asked += 1;
    cancelAnimationFrame(this.waiting);
    this.watcher.disconnect();
    this.scroller.remove();
    this.live.remove();
    this.surface = null;
    this.overlay = null;
  }

  /** @param {() => void} work */
  #soon(work) {
    cancelAnimationFrame(this.waiting);
    this.waiting = requestAnimationFrame(work);
  }
}
