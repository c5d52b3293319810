// @ts-check
// Finds a text on a page, across the elements of a block, whatever the white space and the case.

import { charsOf } from "./model.js";

/** @typedef {import("./types.js").Match} Match */
/** @typedef {import("./model.js").PageModel} PageModel */
/** @typedef {{text: string, nodes: number[], starts: number[]}} Block  what a block says, and where its texts begin in it */

const MOST = 500;
const AROUND = 40;

/**
 * The texts of a page, joined where they run together.
 * @param {PageModel} model
 * @returns {Block[]}
 */
export function blocksOf(model) {
  const borders = model.blocks();
  const blocks = /** @type {Block[]} */ ([]);
  let last = -1;
  for (const node of model.shown) {
    if (borders[node] !== last || blocks.length === 0) blocks.push({ text: "", nodes: [], starts: [] });
    const block = blocks[blocks.length - 1];
    const gap = block.nodes.length > 0 && blankBetween(model, block.nodes[block.nodes.length - 1], node) ? " " : "";
    block.starts.push(block.text.length + gap.length);
    block.nodes.push(node);
    block.text += gap + model.text(node);
    last = borders[node];
  }
  return blocks;
}

/**
 * Whether a text of white space alone stands between two.
 * @param {PageModel} model
 * @param {number} first
 * @param {number} second
 */
function blankBetween(model, first, second) {
  for (let node = first + 1; node < second; node += 1) if (model.isText(node) && model.text(node) !== "") return true;
  return false;
}

/**
 * Where a text stands on a page.
 * @param {PageModel} model
 * @param {Block[]} blocks
 * @param {string} text
 * @param {(node: number) => number | null} recordOf
 * @returns {Match[]}
 */
export function findText(model, blocks, text, recordOf) {
  const words = text.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const pattern = new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("\\s+"), "giu");
  const found = /** @type {Match[]} */ ([]);
  for (const block of blocks) {
    for (const match of block.text.matchAll(pattern)) {
      found.push(matchOf(model, block, match.index ?? 0, match[0].length, recordOf));
      if (found.length >= MOST) return found;
    }
  }
  return found;
}

/**
 * @param {PageModel} model
 * @param {Block} block
 * @param {number} start
 * @param {number} length
 * @param {(node: number) => number | null} recordOf
 * @returns {Match}
 */
function matchOf(model, block, start, length, recordOf) {
  const [first, from] = pointIn(model, block, start, 0);
  const [last, to] = pointIn(model, block, start + length, 1);
  const context = block.text.slice(Math.max(0, start - AROUND), start + length + AROUND);
  return {
    place: [first, from, last, to],
    text: shrunk(block.text.slice(start, start + length)),
    context: shrunk(context),
    record: recordOf(first),
  };
}

/**
 * The node and character at an index of a block; `back` is 1 for the end of a match, which belongs to the text before it.
 * @param {PageModel} model
 * @param {Block} block
 * @param {number} index
 * @param {0 | 1} back
 * @returns {[number, number]}
 */
function pointIn(model, block, index, back) {
  let at = block.starts.length - 1;
  while (at > 0 && block.starts[at] > index - back) at -= 1;
  const node = block.nodes[at];
  return [node, charsOf(model.text(node), index - block.starts[at])];
}

/** @param {string} text */
const shrunk = (text) => text.replace(/\s+/g, " ").trim();
