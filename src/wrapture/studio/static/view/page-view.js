// @ts-check
// The page with what was found on it: shows a page (built from its nodes, or as a picture), draws records and cells over it,
// and tells what a person points at. Nodes and records are numbers; characters are counted as code points.
//
//   const view = new PageView(container, {onPoint, onHoverRecord, onHoverCell, onMarkRecord});
//   await view.showNodes(nodes);            // of GET …/nodes
//   await view.showPicture(picture, nodes); // of GET …/picture; nodes may be left out if they were shown before
//   view.draw({records: table.rows, columns});

import { Handles } from "./handles.js";
import { COLUMN_COLOURS, labelColour } from "./colours.js";
import { FrameSurface } from "./frame.js";
import { Keys } from "./keys.js";
import { Marks, NO_MARKS } from "./marks.js";
import { PageModel } from "./model.js";
import { Overlay } from "./overlay.js";
import { PictureSurface } from "./picture.js";
import { Pointer } from "./pointer.js";
import { hitOf, spoken } from "./pointing.js";
import { blocksOf, findText } from "./search.js";
import { holds, levelsOf, same, seenAt } from "./seen.js";
import { Stage } from "./stage.js";
import { miniature, textLines } from "./thumbnail.js";

export { COLUMN_COLOURS, labelColour };

/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {import("./types.js").Handlers} Handlers */
/** @typedef {import("./types.js").MarkList} MarkList */
/** @typedef {import("./types.js").Match} Match */
/** @typedef {import("./types.js").Mode} Mode */
/** @typedef {import("./types.js").Nodes} Nodes */
/** @typedef {import("./types.js").Picture} Picture */
/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./types.js").Surface} Surface */

/** Records to look for one that is laid out. */
const LOOKED_AT = 50;
const EMPTY = new PageModel({ mode: "standards", width: null, tags: [], parents: [], texts: {}, attributes: {}, foreign: [] });

export class PageView {
  /**
   * @param {HTMLElement} container
   * @param {Handlers} handlers
   */
  constructor(container, handlers = {}) {
    this.handlers = handlers;
    /** @type {Mode} */
    this.mode = "look";
    this.model = EMPTY;
    this.list = NO_MARKS;
    this.marks = new Marks(EMPTY);
    /** @type {import("./search.js").Block[] | null} */
    this.blocks = null;
    this.lines = { key: "", path: "" };
    /** The text that was clicked last: what is larger and smaller is found around it. */
    this.anchor = -1;
    this.stage = new Stage(container);
    this.pointer = new Pointer(this, this.stage.pad);
    this.keys = new Keys(this, this.stage.pad);
    this.handles = new Handles(this);
    this.setMode("look");
  }

  /** Whether a page is shown. */
  get ready() {
    return this.stage.ready;
  }

  /** How large the page is shown: 1 is its own size. */
  get scale() {
    return this.stage.scale;
  }

  /** @param {Nodes} nodes */
  async showNodes(nodes) {
    const model = new PageModel(nodes);
    this.draw(NO_MARKS); // those of the page before; what is drawn from now on is for the new one
    await this.#open(model, (sheet) => FrameSurface.open(sheet, nodes, model));
  }

  /**
   * @param {Picture} picture
   * @param {Nodes} [nodes]  of the same page; those that were shown last where they are left out
   */
  async showPicture(picture, nodes) {
    const model = nodes ? new PageModel(nodes) : this.model;
    if (nodes) this.draw(NO_MARKS);
    await this.#open(model, (sheet) => PictureSurface.open(sheet, picture, model));
  }

  /**
   * @param {PageModel} model
   * @param {(sheet: HTMLElement) => Promise<Surface>} open
   */
  async #open(model, open) {
    const surface = await this.stage.open(open);
    if (!surface) return; // another page was asked for in the meantime
    this.pointer.forget();
    this.keys.at = -1;
    this.blocks = null;
    this.lines = { key: "", path: "" };
    this.model = model;
    this.stage.take(surface, new Overlay(this.stage.layers, surface, model));
    this.draw(this.list);
  }

  /** @param {MarkList} list */
  draw(list) {
    this.list = list;
    this.marks = new Marks(this.model, list);
    this.stage.overlay?.take(this.marks);
    this.stage.paint();
  }

  /**
   * @param {Cell | null} cell
   * @param {{scroll?: boolean}} [options]
   */
  highlight(cell, { scroll = false } = {}) {
    if (!this.stage.overlay) return;
    if (cell && scroll) this.stage.reveal(this.#nodeOf(cell));
    const box = this.stage.overlay.highlight(cell);
    if (box && scroll) this.stage.scrollTo(box);
  }

  /** Scrolls to the first record that can be seen, now and when the page has settled. */
  begin() {
    this.stage.home = () => this.#firstBox();
    this.stage.homeText = () => this.#firstText();
    this.stage.goHome();
  }

  /** Scrolls to the first record, if it is not seen; returns how to go back. */
  peek() {
    const { scroller } = this.stage;
    const top = scroller.scrollTop;
    const first = this.#firstBox();
    if (first) this.stage.scrollTo(first);
    return () => scroller.scrollTo({ top, behavior: "instant" });
  }

  /** Shows records that are hidden where no script runs; returns whether there were any. */
  unhide() {
    const { surface } = this.stage;
    if (!surface?.unhide(this.#firstNodes())) return false;
    this.stage.laidFor = 0;
    this.stage.resize();
    return true;
  }

  /** How many banners and dialogs lie over the page. */
  overlays() {
    return this.stage.surface?.overlays(this.#firstNodes()).length ?? 0;
  }

  /** Takes them away. */
  hideOverlays() {
    for (const one of this.stage.surface?.overlays(this.#firstNodes()) ?? []) one.style.setProperty("display", "none", "important");
    this.stage.laidFor = 0;
    this.stage.resize();
  }

  #firstNodes() {
    return this.marks.records.flatMap((record) => record.spans.slice(0, 1).map((span) => span[0]));
  }

  #firstBox() {
    for (let record = 0; record < Math.min(this.marks.records.length, LOOKED_AT); record += 1) {
      const box = this.stage.overlay?.boxOf(record);
      if (box) return box;
    }
    return null;
  }

  /** Where the first text of the first record that can be seen is. */
  #firstText() {
    const { surface, overlay } = this.stage;
    const record = this.marks.records.findIndex((_, at) => overlay?.boxOf(at));
    const spans = this.marks.records[record]?.spans ?? [];
    for (const node of this.marks.model.shown) {
      const box = spans.some(([start, stop]) => node >= start && node < stop) ? surface?.textBoxes(node)[0] : undefined;
      if (box) return box;
    }
    return null;
  }

  /** @param {Cell} cell */
  #nodeOf({ record, column }) {
    const place = typeof column === "number" ? this.marks.places(record, column)[0] : undefined;
    return place?.[0] ?? this.marks.records[record]?.spans[0]?.[0] ?? -1;
  }

  /**
   * @param {string} text
   * @returns {Match[]}
   */
  search(text) {
    this.blocks ??= blocksOf(this.model);
    return findText(this.model, this.blocks, text, (node) => this.marks.recordOf(node));
  }

  /** @param {Mode} mode */
  setMode(mode) {
    this.mode = mode;
    this.pointer.forget();
    this.stage.pad.dataset.mode = mode;
  }

  /**
   * @param {[number, number][][]} records  the spans of each record
   * @param {{width: number, height: number}} size
   */
  thumbnail(records, size) {
    const surface = this.stage.surface;
    if (!surface) return document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const key = `${size.width} ${size.height} ${surface.size.width} ${surface.size.height}`;
    if (this.lines.key !== key) this.lines = { key, path: textLines(surface, this.model, size) };
    return miniature(surface, this.model, this.lines.path, records, size);
  }

  /** @param {number | "fit"} factor  1 is the page's own size, "fit" makes it as wide as its container */
  zoom(factor) {
    this.stage.zoom(factor);
  }

  /** Lays the page out anew; it is called by itself when the container's size changes. */
  resize() {
    this.stage.resize();
  }

  /** Shows a place and scrolls there: a match of `search`, say. @param {Place} place */
  visit(place) {
    this.stage.reveal(place[0]);
    const box = this.select([place], "key");
    if (box) this.stage.scrollTo(box);
    this.say(spoken(this.model, this.marks, place));
  }

  /** Does with a place what a click on it would do in the current mode. @param {Place} place */
  choose(place) {
    if (this.mode === "record") return this.pointer.mark(place);
    return this.take(same(place, this.model.placeOf(place[0])) ? seenAt(this.model, this.marks, place) : place);
  }

  /** Points at exactly this place. @param {Place} place */
  take(place) {
    this.pointer.taken = place;
    const box = this.select([place], "text");
    const at = this.stage.inWindow(box);
    return this.handlers.onPoint?.(hitOf(this.model, this.marks, place, at));
  }

  /** The next larger (1) or smaller (-1) piece of the page around a place, null where there is none. @param {Place} place @param {1 | -1} way */
  level(place, way) {
    const node = this.anchor >= place[0] && this.anchor <= place[2] ? this.anchor : place[0];
    const levels = levelsOf(this.model, this.marks, node);
    const others = levels.filter((one) => (way > 0 ? holds(one, place) : holds(place, one)) && !same(one, place));
    return (way > 0 ? others[0] : others[others.length - 1]) ?? null;
  }

  /** Takes the selection away, and the start of a record that has no end yet; returns whether there was one. */
  cancel() {
    const begun = this.pointer.forget();
    if (begun) this.handlers.onCancel?.();
    return begun;
  }

  /** Takes the page away and stops watching the container. */
  destroy() {
    this.stage.destroy();
  }

  /** Draws what is selected. @param {Place[]} places @param {string} kind */
  select(places, kind) {
    return this.stage.overlay?.select(places, kind) ?? null;
  }

  /** Tells screen readers something. @param {string} words */
  say(words) {
    this.stage.live.textContent = words;
  }

}
