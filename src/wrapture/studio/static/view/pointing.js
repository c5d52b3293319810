// @ts-check
// What a person meant: a found character becomes a hit, two become a selection or the ends of a record. No DOM.

/** @typedef {import("./types.js").Found} Found */
/** @typedef {import("./types.js").Hit} Hit */
/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./types.js").RecordEnds} RecordEnds */
/** @typedef {import("./model.js").PageModel} PageModel */
/** @typedef {import("./marks.js").Marks} Marks */

const LINKS = ["a", "area"];
const IMAGES = ["img"];

/**
 * The place that a click means: a whole text, an image, or a link; null for everything else.
 * @param {PageModel} model
 * @param {Found | null} found
 * @returns {Place | null}
 */
export function placeAt(model, found) {
  if (!found) return null;
  if (model.isText(found.node)) return model.isShown(found.node) ? model.placeOf(found.node) : null;
  const element = model.above(found.node, [...IMAGES, ...LINKS]);
  return element === null ? null : model.placeOf(element);
}

/**
 * The place between two characters, in order; null where it is empty.
 * @param {Found} one
 * @param {Found} two
 * @returns {Place | null}
 */
export function placeBetween(one, two) {
  if (one.char < 0 || two.char < 0) return null;
  const turned = one.node > two.node || (one.node === two.node && one.char > two.char);
  const [first, last] = turned ? [two, one] : [one, two];
  if (first.node === last.node && first.char === last.char) return null;
  return [first.node, first.char, last.node, last.char];
}

/**
 * The ends of a record that goes from one place to another, whichever was given first.
 * @param {Place} one
 * @param {Place} two
 * @returns {RecordEnds}
 */
export function endsOf(one, two) {
  const [first, last] = one[0] <= two[0] ? [one, two] : [two, one];
  return { start: [first[0], first[1]], end: [last[2], last[3]] };
}

/**
 * @param {PageModel} model
 * @param {Marks} marks
 * @param {Place} place
 * @param {{x: number, y: number}} at  in the window
 * @returns {Hit}
 */
export function hitOf(model, marks, place, at) {
  const [node] = place;
  const cells = place[1] < 0 ? marks.cellsAt(node, -1) : place[0] === place[2] ? marks.cellsAt(node, place[1], place[3]) : marks.cellsAt(node, place[1]);
  return {
    place,
    text: model.said(place),
    node,
    record: marks.recordOf(node),
    columns: [...new Set(cells.map((cell) => cell.column))],
    element: { link: model.above(node, LINKS), image: model.above(node, IMAGES) },
    x: at.x,
    y: at.y,
  };
}

/**
 * What a place is called aloud: "title of record 3: The Salt Road".
 * @param {PageModel} model
 * @param {Marks} marks
 * @param {Place} place
 */
export function spoken(model, marks, place) {
  const hit = hitOf(model, marks, place, { x: 0, y: 0 });
  const words = hit.text || "an image";
  if (hit.record === null) return `${words}, in no record`;
  const shown = hit.columns.find((column) => marks.columns[column]?.keep !== false);
  const name = shown === undefined ? "in" : `${marks.columns[shown].name} of`;
  return shown === undefined ? `${words}, in record ${hit.record + 1}` : `${name} record ${hit.record + 1}: ${words}`;
}
