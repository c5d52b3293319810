// @ts-check
// A page as numbers: tags, parents and texts of its nodes, and what follows from them. No DOM.

/** @typedef {import("./types.js").Nodes} Nodes */
/** @typedef {import("./types.js").Place} Place */

export const TEXT = "-text";
const SILENT = new Set(
  "script style title noscript template textarea iframe noembed noframes object applet audio video canvas select datalist head".split(" "),
);
const INLINE = new Set(
  ("a abbr acronym b bdi bdo big blink cite code data del dfn em font i ins kbd label mark nobr q rb rp rt ruby s samp small span "
    + "strike strong sub sup time tt u var wbr").split(" "),
);

/**
 * For each node one past the last node of its sub-tree.
 * @param {number[]} parents
 */
export function stopsOf(parents) {
  const stops = parents.map((_, node) => node + 1);
  for (let node = parents.length - 1; node > 0; node -= 1) {
    const parent = parents[node];
    if (parent >= 0 && parent < node && stops[node] > stops[parent]) stops[parent] = stops[node];
  }
  return stops;
}

/** @param {string} text */
const hasPairs = (text) => /[\ud800-\udbff]/.test(text);

/**
 * Where the character of a number (they are counted as code points) begins in a string.
 * @param {string} text
 * @param {number} char
 */
export function unitsOf(text, char) {
  if (!hasPairs(text)) return Math.max(0, Math.min(char, text.length));
  let units = 0;
  for (let left = char; left > 0 && units < text.length; left -= 1) units += /** @type {number} */ (text.codePointAt(units)) > 0xffff ? 2 : 1;
  return units;
}

/**
 * The number of code points before an index of a string.
 * @param {string} text
 * @param {number} units
 */
export function charsOf(text, units) {
  return hasPairs(text) ? [...text.slice(0, units)].length : Math.max(0, Math.min(units, text.length));
}

export class PageModel {
  /** @param {Nodes} nodes */
  constructor(nodes) {
    this.tags = nodes.tags;
    this.parents = nodes.parents;
    this.raw = nodes.texts ?? {};
    this.stops = stopsOf(nodes.parents);
    this.size = nodes.tags.length;
    this.silent = this.#silent();
    /** The texts that show something, in order. */
    this.shown = nodes.tags.flatMap((_, node) => (this.isShown(node) ? [node] : []));
  }

  /** For each node whether it stands in an element whose texts are not shown. */
  #silent() {
    const silent = new Uint8Array(this.size);
    for (let node = 0; node < this.size; node += 1) {
      const parent = this.parents[node];
      const tag = String(this.tags[node]).replace(/^x-/, "");
      if (SILENT.has(tag) || (parent >= 0 && parent < node && silent[parent])) silent[node] = 1;
    }
    return silent;
  }

  /** @param {number} node */
  isText(node) {
    return this.tags[node] === TEXT;
  }

  /** @param {number} node */
  text(node) {
    return this.isText(node) ? String(this.raw[node] ?? "") : "";
  }

  /** @param {number} node */
  isShown(node) {
    return this.isText(node) && !this.silent[node] && /\S/.test(this.text(node));
  }

  /**
   * The place of a whole text without white space around it, or of an element.
   * @param {number} node
   * @returns {Place}
   */
  placeOf(node) {
    if (!this.isText(node)) return [node, -1, node, -1];
    const text = this.text(node);
    const start = text.length - text.trimStart().length;
    return [node, charsOf(text, start), node, charsOf(text, Math.max(start, text.trimEnd().length))];
  }

  /**
   * The texts in a place, with the characters of each (from, to): an element gives those inside of it.
   * @param {Place} place
   * @returns {[number, number, number][]}
   */
  pieces([first, from, last, to]) {
    if (from < 0) return [];
    const found = /** @type {[number, number, number][]} */ ([]);
    for (let node = Math.max(0, first); node <= last && node < this.size; node += 1) {
      if (!this.isText(node) || (node !== first && node !== last && this.silent[node])) continue;
      found.push([node, node === first ? from : 0, node === last ? to : [...this.text(node)].length]);
    }
    return found;
  }

  /**
   * What a place says, with white space shrunk.
   * @param {Place} place
   */
  said(place) {
    const texts = this.pieces(place).map(([node, from, to]) => {
      const text = this.text(node);
      return text.slice(unitsOf(text, from), unitsOf(text, to));
    });
    return texts.join(" ").replace(/\s+/g, " ").trim();
  }

  /**
   * The nearest node with one of some tags, from a node upwards.
   * @param {number} node
   * @param {string[]} tags
   */
  above(node, tags) {
    let at = node;
    while (at >= 0 && !tags.includes(this.tags[at])) at = this.parents[at] < at ? this.parents[at] : -1;
    return at >= 0 ? at : null;
  }

  /** For each shown text the number of borders of blocks before it: texts with the same number run together. */
  blocks() {
    const changes = new Int32Array(this.size + 1);
    this.tags.forEach((tag, node) => {
      if (tag === TEXT || INLINE.has(tag)) return;
      changes[node] += 1;
      changes[this.stops[node]] += 1;
    });
    for (let node = 1; node <= this.size; node += 1) changes[node] += changes[node - 1];
    return changes;
  }
}
