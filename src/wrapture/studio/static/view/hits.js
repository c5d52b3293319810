// @ts-check
// What lies at a point of a frame's document: texts by caret and by their boxes, elements by the stack below the point.
// Methods are taken from the prototypes, because names on a page can hide those of its document.

/** How far from a text, in pixels, it still counts as met. */
const TOLERANCE = 3;
const MOST_ELEMENTS = 12;
const MOST_TEXTS = 300;

const createRange = Document.prototype.createRange;
const elementsFromPoint = Document.prototype.elementsFromPoint;
/** @type {((x: number, y: number) => {offsetNode: Node, offset: number} | null) | undefined} */
const caretPosition = /** @type {any} */ (Document.prototype).caretPositionFromPoint;
/** @type {((x: number, y: number) => Range | null) | undefined} */
const caretRange = /** @type {any} */ (Document.prototype).caretRangeFromPoint;

/**
 * The place between characters that is nearest to a point.
 * @param {Document} doc
 * @param {number} x
 * @param {number} y
 * @returns {{text: Text, offset: number} | null}
 */
export function caretAt(doc, x, y) {
  const position = caretPosition?.call(doc, x, y);
  if (position) return asText(position.offsetNode, position.offset);
  const range = caretRange?.call(doc, x, y);
  return range ? asText(range.startContainer, range.startOffset) : null;
}

/**
 * @param {Node | null} node
 * @param {number} offset
 */
function asText(node, offset) {
  return node && node.nodeType === Node.TEXT_NODE ? { text: /** @type {Text} */ (node), offset } : null;
}

/**
 * The text at a point with the index of the character there, and else null.
 * @param {Document} doc
 * @param {number} x
 * @param {number} y
 * @returns {{text: Text, offset: number} | null}
 */
export function textAt(doc, x, y) {
  const caret = caretAt(doc, x, y);
  if (caret && covers(doc, caret.text, x, y)) return { text: caret.text, offset: characterAt(doc, caret, x, y) };
  for (const element of elementsAt(doc, x, y)) {
    for (const text of textsIn(element)) {
      if (covers(doc, text, x, y)) return { text, offset: scanned(doc, text, x, y) };
    }
  }
  return null;
}

/**
 * The elements below a point, the topmost first.
 * @param {Document} doc
 * @param {number} x
 * @param {number} y
 */
export function elementsAt(doc, x, y) {
  return elementsFromPoint.call(doc, x, y).slice(0, MOST_ELEMENTS);
}

/** @param {Element} element */
function textsIn(element) {
  const children = Object.getOwnPropertyDescriptor(Node.prototype, "childNodes")?.get?.call(element) ?? [];
  const texts = /** @type {Text[]} */ ([]);
  for (let index = 0; index < Math.min(children.length, MOST_TEXTS); index += 1) {
    if (children[index].nodeType === Node.TEXT_NODE) texts.push(children[index]);
  }
  return texts;
}

/**
 * @param {Document} doc
 * @param {Text} text
 * @param {number} x
 * @param {number} y
 */
function covers(doc, text, x, y) {
  return rangeRects(doc, text, 0, text.length).some((rect) => isIn(rect, x, y, TOLERANCE));
}

/**
 * @param {DOMRect} rect
 * @param {number} x
 * @param {number} y
 * @param {number} margin
 */
const isIn = (rect, x, y, margin) =>
  x >= rect.left - margin && x <= rect.right + margin && y >= rect.top - margin && y <= rect.bottom + margin;

/**
 * The boxes of a part of a text, one per line.
 * @param {Document} doc
 * @param {Text} text
 * @param {number} start
 * @param {number} stop
 */
export function rangeRects(doc, text, start, stop) {
  const range = doc.createRange();
  range.setStart(text, Math.min(start, text.length));
  range.setEnd(text, Math.min(Math.max(start, stop), text.length));
  return [...range.getClientRects()].filter((rect) => rect.width > 0 && rect.height > 0);
}

/**
 * The character whose box holds the point: carets lie between two.
 * @param {Document} doc
 * @param {{text: Text, offset: number}} caret
 * @param {number} x
 * @param {number} y
 */
function characterAt(doc, { text, offset }, x, y) {
  const before = offset > 0 && rangeRects(doc, text, offset - 1, offset).some((rect) => isIn(rect, x, y, 0));
  return before ? offset - 1 : Math.min(offset, Math.max(0, text.length - 1));
}

/**
 * The same for a text that no caret leads to, by halving.
 * @param {Document} doc
 * @param {Text} text
 * @param {number} x
 * @param {number} y
 */
function scanned(doc, text, x, y) {
  let [low, high] = [0, text.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (rangeRects(doc, text, low, middle).some((rect) => isIn(rect, x, y, 0))) high = middle;
    else low = middle;
  }
  return low;
}
