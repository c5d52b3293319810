// @ts-check
// Builds a page in a document out of node arrays, by DOM calls alone. The arrays may be hostile.
// Methods are taken from the prototypes: a form has its inputs' names as properties, which could hide them.

import { TEXT } from "./model.js";
import { HTML, fixedHeights, isControl, isFocusable, namespaceOf, safeTag, safeValue } from "./names.js";

/** @typedef {import("./types.js").Nodes} Nodes */

/** Browsers build no deeper trees of HTML either; deeper nodes become siblings. */
export const MAX_DEPTH = 512;

/** What makes a page hold still and lets every text be pointed at. */
const STILL = `
*, ::before, ::after { pointer-events: auto !important; user-select: text !important; -webkit-user-select: text !important;
  scroll-behavior: auto !important; animation-duration: 1ms !important; animation-delay: 0s !important;
  animation-iteration-count: 1 !important; transition: none !important; content-visibility: visible !important; }
x-script, x-template, x-meta, x-link, x-base, x-param, x-source, x-track, x-noembed, x-noframes, noscript { display: none !important; }
x-frameset, x-frame { display: block; } x-iframe, x-object, x-embed, x-applet { display: inline-block; }`;

/** What a page without its style sheets looks like: readable, without drawings as wide as the window. */
const PLAIN = `
:where(body) { font-family: system-ui, sans-serif; line-height: 1.45; max-width: 1100px; margin: 8px auto; padding: 0 34px; }
:where(svg) { max-width: 2em; max-height: 2em; } :where(img) { max-width: 220px; max-height: 160px; }`;
const LEAST_STYLE_CHARS = 400;

const append = Node.prototype.appendChild;
const setAttribute = Element.prototype.setAttribute;

/**
 * Builds the page into a document and returns its DOM nodes by number.
 * @param {Document} doc
 * @param {Nodes} nodes
 * @returns {(Element | Text)[]}
 */
export function buildPage(doc, nodes) {
  const { root, made } = buildTree(doc, nodes);
  append.call(headOf(root), styleOf(doc, STILL));
  if (!isStyled(nodes)) append.call(headOf(root), styleOf(doc, PLAIN));
  const old = doc.documentElement;
  if (old) doc.replaceChild(root, old);
  else append.call(doc, root);
  return made;
}

/**
 * The page as a tree that is not in the document yet.
 * @param {Document} doc
 * @param {Nodes} nodes
 */
function buildTree(doc, nodes) {
  const foreign = new Set(nodes.foreign ?? []);
  const root = nodes.tags[0] === "html" ? elementOf(doc, nodes, 0, HTML) : doc.createElement("html");
  const made = /** @type {(Element | Text)[]} */ ([]);
  const homes = /** @type {(Element | null)[]} */ ([]); // into what the children of a node go; texts have none
  const depths = /** @type {number[]} */ ([]);
  for (let node = 0; node < nodes.tags.length; node += 1) {
    const above = nodes.parents[node];
    const up = above >= 0 && above < node && homes[above] ? above : -1;
    const home = up < 0 ? root : /** @type {Element} */ (homes[up]);
    const depth = up < 0 ? 1 : depths[up] + 1;
    const item = node === 0 && nodes.tags[0] === "html" ? root : itemOf(doc, nodes, node, foreign, up);
    if (item !== root) append.call(home, item);
    made.push(item);
    depths.push(depth);
    homes.push(nodes.tags[node] === TEXT ? null : depth < MAX_DEPTH ? /** @type {Element} */ (item) : home);
  }
  return { root, made };

  /**
   * @param {Document} doc
   * @param {Nodes} nodes
   * @param {number} node
   * @param {Set<number>} foreign
   * @param {number} up
   */
  function itemOf(doc, nodes, node, foreign, up) {
    if (nodes.tags[node] === TEXT) return doc.createTextNode(textOf(nodes, node));
    const parent = up < 0 ? root : /** @type {Element} */ (made[up]);
    const space = foreign.has(node) ? namespaceOf(nodes.tags[node], parent.localName, parent.namespaceURI ?? HTML) : HTML;
    return elementOf(doc, nodes, node, space);
  }
}

/**
 * @param {Nodes} nodes
 * @param {number} node
 */
function textOf(nodes, node) {
  const text = String(nodes.texts?.[node] ?? "");
  return nodes.tags[nodes.parents[node]] === "style" ? fixedHeights(text) : text;
}

/**
 * @param {Document} doc
 * @param {Nodes} nodes
 * @param {number} node
 * @param {string} space
 */
function elementOf(doc, nodes, node, space) {
  const sheet = nodes.sheets?.[node];
  const tag = sheet === undefined ? safeTag(nodes.tags[node]) : "style";
  const element = created(doc, tag, space);
  if (sheet !== undefined) element.textContent = fixedHeights(String(sheet)); // what a link leads to stands in its place
  const attributes = nodes.attributes?.[node];
  if (attributes) for (const name of Object.keys(attributes)) give(element, name, safeValue(name, attributes[name]));
  if (isFocusable(tag)) give(element, "tabindex", "-1");
  if (isControl(tag)) give(element, "disabled", "");
  return element;
}

/**
 * A new element; a name that none can have gives one that means nothing.
 * @param {Document} doc
 * @param {string} tag
 * @param {string} space
 */
function created(doc, tag, space) {
  try {
    return space === HTML ? doc.createElement(tag) : doc.createElementNS(space, tag);
  } catch {
    return doc.createElement("x-unknown");
  }
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {string | null} value
 */
function give(element, name, value) {
  if (value === null) return;
  try {
    setAttribute.call(element, name, value);
  } catch {
    // a name that parsers take and DOM calls do not, such as one with a quotation mark: it shows nothing
  }
}

/**
 * The element in which the page's own style sheets stand, or the root where it has none.
 * @param {Element} root
 */
function headOf(root) {
  for (let child = root.firstElementChild; child; child = child.nextElementSibling) {
    if (child.localName === "head") return child;
  }
  return root;
}

/** Whether a page looks as its makers want: it brings its styles, or has none. @param {Nodes} nodes */
function isStyled(nodes) {
  if (!nodes.tags.some((tag, node) => tag === "x-link" && /stylesheet/i.test(nodes.attributes?.[node]?.rel ?? ""))) return true;
  const own = nodes.tags.reduce((sum, tag, node) => sum + (tag === TEXT && nodes.tags[nodes.parents[node]] === "style" ? textOf(nodes, node).length : 0), 0);
  return own > LEAST_STYLE_CHARS || Object.keys(nodes.sheets ?? {}).length > 0;
}

/** @param {Document} doc @param {string} text */
function styleOf(doc, text) {
  const style = doc.createElement("style");
  style.textContent = text;
  return style;
}
