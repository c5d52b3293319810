// @ts-check
// What a person sees as one thing: the whole cell, or the whole run of text around a click. Larger and smaller pieces of it.

/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./model.js").PageModel} PageModel */
/** @typedef {import("./marks.js").Marks} Marks */

/** @param {Place} outer @param {Place} inner */
export const holds = (outer, inner) =>
  (outer[0] < inner[0] || (outer[0] === inner[0] && outer[1] <= inner[1])) && (outer[2] > inner[2] || (outer[2] === inner[2] && outer[3] >= inner[3]));

/** @param {Place | null} one @param {Place | null} two */
export const same = (one, two) => Boolean(one && two && one.every((value, at) => value === two[at]));

/**
 * The texts that run together with one, without a border of a block between them, as one place.
 * @param {PageModel} model
 * @param {number} node
 * @returns {Place}
 */
export function runAround(model, node) {
  const borders = model.blocks();
  const at = model.shown.indexOf(node);
  if (at < 0) return model.placeOf(node);
  let [first, last] = [at, at];
  while (first > 0 && borders[model.shown[first - 1]] === borders[node]) first -= 1;
  while (last < model.shown.length - 1 && borders[model.shown[last + 1]] === borders[node]) last += 1;
  return between(model, model.shown[first], model.shown[last]);
}

/** @param {PageModel} model @param {number} first @param {number} last @returns {Place} */
function between(model, first, last) {
  const [start, stop] = [model.placeOf(first), model.placeOf(last)];
  return [first, start[1], last, stop[3]];
}

/**
 * The pieces of a page around a text, the smallest first: the text, its cell, its run, and what is around that in the record.
 * @param {PageModel} model
 * @param {Marks} marks
 * @param {number} node
 * @returns {Place[]}
 */
export function levelsOf(model, marks, node) {
  const own = model.placeOf(node);
  if (!model.isText(node)) return [own];
  const record = marks.recordOf(node);
  const places = /** @type {Place[]} */ ([own]);
  for (const { record: owner, column } of marks.cellsAt(node, own[1], own[3])) {
    if (marks.columns[column]?.keep === false) continue;
    places.push(...marks.places(owner, column).filter((place) => place[1] >= 0 && place[0] <= node && node <= place[2]));
  }
  places.push(runAround(model, node));
  for (let above = model.parents[node]; above > 0 && inRecord(model, marks, above, record); above = model.parents[above]) {
    const inside = model.shown.filter((text) => text > above && text < model.stops[above]);
    if (inside.length) places.push(between(model, inside[0], inside[inside.length - 1]));
  }
  return distinct(places.filter((place) => marks.recordOf(place[0]) === record && marks.recordOf(place[2]) === record));
}

/** @param {PageModel} model @param {Marks} marks @param {number} node @param {number | null} record */
const inRecord = (model, marks, node, record) => record !== null && marks.recordOf(node) === record && marks.recordOf(model.stops[node] - 1) === record;

/** Each place once, the shortest first. @param {Place[]} places */
function distinct(places) {
  const size = (/** @type {Place} */ [a, b, c, d]) => (c - a) * 1e6 + (a === c ? d - b : d);
  const sorted = [...places].sort((one, two) => size(one) - size(two));
  return sorted.filter((place, at) => at === 0 || !same(place, sorted[at - 1]));
}

/**
 * The cell at a character, where several shown columns share its text: each is marked as one thing there.
 * @param {PageModel} model
 * @param {Marks} marks
 * @param {number} node
 * @param {number} char
 * @returns {Place | null}
 */
function partAt(model, marks, node, char) {
  const own = model.placeOf(node);
  const parts = marks.cellsAt(node, own[1], own[3]).filter(({ column, from }) => from >= 0 && marks.columns[column]?.keep !== false);
  const met = parts.filter(({ from, to }) => from <= char && char < to);
  const others = parts.some(({ from, to }) => met.some((one) => to <= one.from || one.to <= from));
  const places = met.flatMap(({ record, column }) => marks.places(record, column)).filter((one) => one[0] === node && one[2] === node && one[1] >= 0 && one[1] <= char && char < one[3]);
  return others ? (distinct(places)[0] ?? null) : null;
}

/**
 * What a click on a text means: the cell that it shows, or else the run of text around it.
 * @param {PageModel} model
 * @param {Marks} marks
 * @param {Place} place  the text that was clicked
 * @param {number} char  where in the text
 * @returns {Place}
 */
export function seenAt(model, marks, place, char = -1) {
  const [node] = place;
  if (!model.isText(node)) return place;
  const part = partAt(model, marks, node, char);
  if (part) return part;
  const record = marks.recordOf(node);
  const run = runAround(model, node);
  const whole = marks.recordOf(run[0]) === record && marks.recordOf(run[2]) === record ? run : place;
  for (const { record: owner, column } of marks.cellsAt(node, place[1], place[3])) {
    if (marks.columns[column]?.keep === false) continue;
    const cell = marks.places(owner, column).find((one) => one[1] >= 0 && one[0] <= node && node <= one[2]);
    if (cell && !(cell[0] === cell[2] && holds(place, cell) && !same(place, cell))) return holds(whole, cell) ? cell : whole;
  }
  return whole;
}
