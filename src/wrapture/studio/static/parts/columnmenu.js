// @ts-check
// What can be done with a column, as a menu: the table's headers and the Columns panel share it.

import { openMenu } from "./menu.js";
import { cleanColumn, mergeColumns, splitColumn, whyNotCleaned, whyNotMerged, whyNotSplit } from "./columnedit.js";
import { editColumns } from "./steps.js";
import { get } from "./store.js";

/** @typedef {import("./types.js").Column} Column */

/** The nearest kept column on one side. @param {number} column @param {number} step */
function neighbour(column, step) {
  const columns = get().desk?.wrapper?.columns || [];
  for (let at = column + step; at >= 0 && at < columns.length; at += step) if (columns[at].keep) return at;
  return null;
}

/** What is done in a window of its own; what can't be done says why. @param {number} column @param {number | null} right */
function windows(column, right) {
  const meta = get().desk?.wrapper?.columns[column];
  const item = (/** @type {string} */ words, /** @type {string} */ test, /** @type {string} */ why, /** @type {() => void} */ run) => ({ words, test, run, disabled: Boolean(why), title: why });
  const next = right === null ? "There is no column to its right" : whyNotMerged([column, right]);
  return [
    item("Merge with the next …", "column-merge", next, () => right !== null && mergeColumns([column, right])),
    item("Split …", "column-split", whyNotSplit(meta), () => splitColumn(column)),
    item("Clean …", "column-clean", whyNotCleaned(meta), () => cleanColumn(column)),
  ];
}

/**
 * @param {HTMLElement} anchor
 * @param {number} column
 * @param {() => void} startRename
 * @param {(column: number | null, down?: boolean) => void} sortBy
 */
export function openColumnMenu(anchor, column, startRename, sortBy) {
  const { desk, studio } = get();
  const meta = desk?.wrapper?.columns[column];
  if (!meta) return;
  const types = studio?.types.includes(meta.type) ? studio.types : []; // an image stays an image
  const left = neighbour(column, -1);
  const right = neighbour(column, 1);
  const move = (/** @type {number | null} */ to) => () =>
    void (to === null ? null : editColumns({ op: "move", column, to }));
  openMenu(
    anchor,
    [
      { words: "Rename", test: "column-rename", run: startRename },
      { words: "Hide", test: "column-hide", run: () => void editColumns({ op: "keep", columns: [column], keep: false }) },
      { words: "Sort ascending", test: "column-sort-up", run: () => sortBy(column) },
      { words: "Sort descending", test: "column-sort-down", run: () => sortBy(column, true) },
      { words: "Unsorted, as on the page", test: "column-sort-none", run: () => sortBy(null) },
      null,
      { words: "Move left", test: "column-left", run: move(left), disabled: left === null },
      { words: "Move right", test: "column-right", run: move(right), disabled: right === null },
      ...windows(column, right),
      ...(types.length ? [null] : []),
      ...types.map((type) => ({
        words: `Type: ${type}`,
        marked: type === meta.type,
        run: () => void editColumns({ op: "type", columns: [column], type }),
      })),
    ],
    `Column ${meta.name}`,
  );
}
