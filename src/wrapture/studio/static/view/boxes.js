// @ts-check
// Where records and cells are drawn, in pixels of the page.

/** @typedef {import("./types.js").Box} Box */
/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./types.js").Surface} Surface */
/** @typedef {import("./model.js").PageModel} PageModel */

/** A value of more texts is drawn by its first ones. */
const MOST_PIECES = 200;
/** Elements that are smaller than what is in them (their children float) are looked into, as many as this. */
const MOST_VISITS = 400;

/**
 * The smallest box around some, null for none.
 * @param {Box[]} boxes
 * @returns {Box | null}
 */
export function around(boxes) {
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/**
 * The box of a span of nodes, null where nothing of it is drawn.
 * @param {Surface} surface
 * @param {PageModel} model
 * @param {[number, number]} span
 */
export function spanBox(surface, model, [start, stop]) {
  const found = /** @type {Box[]} */ ([]);
  let visits = 0;
  for (let node = Math.max(0, start); node < stop && node < model.size && visits < MOST_VISITS; visits += 1) {
    const boxes = nodeBoxes(surface, model, node).filter((box) => box.x + box.width > 0 && box.y + box.height > 0);
    found.push(...boxes);
    const whole = model.isText(node) || (boxes.length > 0 && !surface.overflows(node));
    node = whole ? model.stops[node] : node + 1;
  }
  return around(found);
}

/**
 * @param {Surface} surface
 * @param {PageModel} model
 * @param {number} node
 */
function nodeBoxes(surface, model, node) {
  if (model.isText(node)) return model.isShown(node) ? surface.textBoxes(node) : [];
  const box = surface.elementBox(node);
  return box ? [box] : [];
}

/**
 * The boxes of a place, line by line.
 * @param {Surface} surface
 * @param {PageModel} model
 * @param {Place} place
 * @returns {Box[]}
 */
export function placeBoxes(surface, model, place) {
  if (place[1] < 0) {
    const box = spanBox(surface, model, [place[0], model.stops[place[0]] ?? 0]);
    return box ? [box] : [];
  }
  return model
    .pieces(place)
    .slice(0, MOST_PIECES)
    .flatMap(([node, from, to]) => surface.textBoxes(node, from, to));
}
