// @ts-check
// Boxes inside a page that scroll by themselves: the overlay keeps the wheel from them, so they are scrolled from here.

const parentElement = Object.getOwnPropertyDescriptor(Node.prototype, "parentElement")?.get;
const bounds = Element.prototype.getBoundingClientRect;

/** @param {Node} node @returns {Element | null} */
const above = (node) => parentElement?.call(node) ?? null;

/**
 * The elements around a node that scroll, the innermost first.
 * @param {Document} doc
 * @param {Node} node
 */
export function scrollersAround(doc, node) {
  const found = /** @type {Element[]} */ ([]);
  const window = /** @type {Window} */ (doc.defaultView);
  for (let at = above(node); at && at !== doc.documentElement && at !== doc.body; at = above(at)) {
    if (at.scrollHeight <= at.clientHeight + 1 && at.scrollWidth <= at.clientWidth + 1) continue;
    const style = window.getComputedStyle(at);
    if (/auto|scroll|hidden/.test(style.overflowY + style.overflowX)) found.push(at);
  }
  return found;
}

/**
 * Scrolls what is around a node so that it can be seen; returns whether something moved.
 * @param {Document} doc
 * @param {Element | Text} node
 */
export function revealInside(doc, node) {
  let moved = false;
  const target = node.nodeType === Node.TEXT_NODE ? above(node) : /** @type {Element} */ (node);
  if (!target) return false;
  for (const scroller of scrollersAround(doc, node)) moved = bring(scroller, bounds.call(target), bounds.call(scroller)) || moved;
  return moved;
}

/**
 * @param {Element} scroller
 * @param {DOMRect} inner
 * @param {DOMRect} outer
 */
function bring(scroller, inner, outer) {
  const [top, left] = [scroller.scrollTop, scroller.scrollLeft];
  if (inner.bottom > outer.bottom || inner.top < outer.top) scroller.scrollTop += inner.top - outer.top - outer.height / 3;
  if (inner.right > outer.right || inner.left < outer.left) scroller.scrollLeft += inner.left - outer.left;
  return scroller.scrollTop !== top || scroller.scrollLeft !== left;
}

/**
 * Gives a turn of the wheel to the innermost box that can still move; returns whether one did.
 * @param {Document} doc
 * @param {Node} node
 * @param {number} dx
 * @param {number} dy
 */
export function turn(doc, node, dx, dy) {
  return scrollersAround(doc, node).some((scroller) => {
    const overflow = /** @type {Window} */ (doc.defaultView).getComputedStyle(scroller);
    if (!/auto|scroll/.test(overflow.overflowY + overflow.overflowX)) return false;
    const [top, left] = [scroller.scrollTop, scroller.scrollLeft];
    scroller.scrollTop += dy;
    scroller.scrollLeft += dx;
    return scroller.scrollTop !== top || scroller.scrollLeft !== left;
  });
}
