// @ts-check
// Which records and cells stand where, looked up by node: a hover must not ask all cells.

/** @typedef {import("./types.js").MarkList} MarkList */
/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./model.js").PageModel} PageModel */
/** @typedef {{record: number, column: number, from: number, to: number}} Entry */

/** @type {MarkList} */
export const NO_MARKS = { records: [], columns: [] };

export class Marks {
  /**
   * @param {PageModel} model
   * @param {MarkList} list
   */
  constructor(model, list = NO_MARKS) {
    this.model = model;
    this.records = list.records ?? [];
    this.columns = list.columns ?? [];
    this.owners = this.#owners();
    this.entries = this.#entries();
  }

  /** For each node the record that it stands in, -1 for none. */
  #owners() {
    const owners = new Int32Array(this.model.size).fill(-1);
    this.records.forEach((record, index) => {
      for (const [start, stop] of record.spans) owners.fill(index, Math.max(0, start), Math.max(0, stop));
    });
    return owners;
  }

  /** For each node the cells that it has a part in. */
  #entries() {
    const entries = /** @type {Map<number, Entry[]>} */ (new Map());
    const add = (/** @type {number} */ node, /** @type {Entry} */ entry) => {
      const there = entries.get(node);
      if (there) there.push(entry);
      else entries.set(node, [entry]);
    };
    this.records.forEach((_, record) => {
      this.columns.forEach((_, column) => {
        for (const place of this.places(record, column)) {
          if (place[1] < 0) add(place[0], { record, column, from: -1, to: -1 });
          for (const [node, from, to] of this.model.pieces(place)) add(node, { record, column, from, to });
        }
      });
    });
    return entries;
  }

  /**
   * @param {number} record
   * @param {number} column
   * @returns {Place[]}
   */
  places(record, column) {
    return this.records[record]?.places?.[column] ?? [];
  }

  /**
   * The record that a node stands in.
   * @param {number} node
   * @returns {number | null}
   */
  recordOf(node) {
    if (node >= 0 && node < this.owners.length && this.owners[node] >= 0) return this.owners[node];
    return this.entries.get(node)?.[0].record ?? null;
  }

  /**
   * The cells that cover a character of a text (or an element): those of the text first, then those of elements around it.
   * @param {number} node
   * @param {number} from
   * @param {number} [to]
   * @returns {Entry[]}
   */
  cellsAt(node, from, to = from + 1) {
    const own = this.entries.get(node) ?? [];
    const found = this.model.isText(node) ? own.filter((entry) => entry.from < to && from < entry.to) : [...own];
    for (let at = this.#above(node); at >= 0; at = this.#above(at)) {
      found.push(...(this.entries.get(at) ?? []).filter((entry) => entry.from < 0));
    }
    return found;
  }

  /** @param {number} node */
  #above(node) {
    const parent = this.model.parents[node] ?? -1;
    return parent < node ? parent : -1;
  }
}
