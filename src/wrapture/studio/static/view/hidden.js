// @ts-check
// What a page hides where no script runs, and what it lays over its content: found by computed styles, changed in place.

const parentElement = Object.getOwnPropertyDescriptor(Node.prototype, "parentElement")?.get;
const bounds = Element.prototype.getBoundingClientRect;

/** Records to look at: if these can be seen, so can the others. */
const SAMPLE = 12;
/** Elements to look at for what lies over the page. */
const MOST_LOOKED_AT = 20_000;
/** An overlay is at least this large; smaller ones are buttons in a corner. */
const LEAST_SIDE = 60;
const FAINT = 0.1;

/** @param {Node} node @returns {Element | null} */
const above = (node) => parentElement?.call(node) ?? null;

/** @param {Document} doc @param {Node} node */
function* upwards(doc, node) {
  const first = node.nodeType === Node.ELEMENT_NODE ? /** @type {Element} */ (node) : above(node);
  for (let at = first; at && at !== doc.documentElement; at = above(at)) yield /** @type {HTMLElement} */ (at);
}

/** What of an element hides all that is in it. @param {CSSStyleDeclaration} style @param {HTMLElement} element @returns {[string, string][]} */
function hiding(style, element) {
  const found = /** @type {[string, string][]} */ ([]);
  if (style.display === "none") found.push(["display", element.localName === "li" ? "list-item" : "block"]);
  if (style.visibility !== "visible") found.push(["visibility", "visible"]);
  if (Number(style.opacity) < FAINT) found.push(["opacity", "1"]);
  if (style.overflowY !== "visible" && bounds.call(element).height < 2) found.push(["height", "auto"], ["max-height", "none"]);
  return found;
}

/** @param {Document} doc @param {Node} node */
const isHidden = (doc, node) => {
  const window = /** @type {Window} */ (doc.defaultView);
  return [...upwards(doc, node)].some((element) => hiding(window.getComputedStyle(element), element).length > 0);
};

/**
 * Shows records that are hidden, with all that is around them; returns whether there were any.
 * @param {Document} doc
 * @param {Node[]} records
 */
export function unhide(doc, records) {
  const sample = records.slice(0, SAMPLE);
  const hidden = sample.filter((record) => isHidden(doc, record));
  if (!sample.length || hidden.length * 2 < sample.length) return false;
  const window = /** @type {Window} */ (doc.defaultView);
  const seen = new Set();
  for (const record of records) {
    for (const element of upwards(doc, record)) {
      if (seen.has(element)) break;
      seen.add(element);
      for (const [name, value] of hiding(window.getComputedStyle(element), element)) element.style.setProperty(name, value, "important");
    }
  }
  return true;
}

/**
 * Elements that stay where they are while the page scrolls and lie over it, without those that hold records.
 * @param {Document} doc
 * @param {Node[]} records
 * @returns {HTMLElement[]}
 */
export function overlaysOf(doc, records) {
  const window = /** @type {Window} */ (doc.defaultView);
  const around = new Set(records.flatMap((record) => [...upwards(doc, record)]));
  const found = /** @type {HTMLElement[]} */ ([]);
  for (const one of [...(doc.body?.querySelectorAll("*") ?? [])].slice(0, MOST_LOOKED_AT)) {
    const element = /** @type {HTMLElement} */ (one);
    if (around.has(element) || found.some((outer) => outer.contains(element))) continue;
    const style = window.getComputedStyle(element);
    if (style.position !== "fixed" || style.display === "none" || style.visibility !== "visible") continue;
    const { width, height } = bounds.call(element);
    if (width >= LEAST_SIDE && height >= LEAST_SIDE) found.push(element);
  }
  return found;
}
