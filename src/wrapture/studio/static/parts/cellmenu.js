// @ts-check
// The table under the hands: where a key leads, and what can be done with a cell.

import { openMenu } from "./menu.js";
import { unlabel } from "./steps.js";
import { get } from "./store.js";
import { tell } from "./toasts.js";
import { cellText } from "./words.js";

/** @typedef {import("./gridcells.js").Position} Position */
/** @typedef {import("./types.js").Spot} Spot */

const PAGE_ROWS = 10;

/**
 * Where a key leads from a position.
 * @param {KeyboardEvent} event
 * @param {Position} from
 * @param {number} rows
 * @param {number} columns
 * @returns {Position | null}
 */
export function target({ key, ctrlKey }, { row, at }, rows, columns) {
  /** @type {Record<string, Position>} */
  const moves = {
    ArrowDown: { row: row + 1, at },
    ArrowUp: { row: row - 1, at },
    ArrowLeft: { row, at: at - 1 },
    ArrowRight: { row, at: at + 1 },
    PageDown: { row: row + PAGE_ROWS, at },
    PageUp: { row: Math.max(0, row - PAGE_ROWS), at },
    Home: { row: ctrlKey ? 0 : row, at: 0 },
    End: { row: ctrlKey ? rows - 1 : row, at: columns },
  };
  const to = moves[key];
  return to ? { row: Math.min(rows - 1, Math.max(-1, to.row)), at: Math.min(columns, Math.max(0, to.at)) } : null;
}

/**
 * What can be done with a cell or, without a column, a record.
 * @param {HTMLElement} cell
 * @param {Spot} spot
 * @param {() => void} show
 */
export function openCellMenu(cell, spot, show) {
  const row = get().table?.rows[spot.record];
  const text = spot.column === null ? row?.text || "" : cellText(row?.cells[spot.column] ?? null);
  openMenu(
    cell,
    [
      { words: "Show on the page", test: "cell-show", run: show },
      {
        words: "Copy",
        test: "cell-copy",
        run: () => void navigator.clipboard?.writeText(text).then(() => tell("Copied.")),
      },
      null,
      {
        words: "Not this value",
        test: "cell-wrong",
        disabled: spot.column === null,
        run: () => void unlabel(spot.record, spot.column),
      },
      { words: "Not a record", test: "cell-not-record", run: () => void unlabel(spot.record, null) },
    ],
    "Cell",
  );
}
