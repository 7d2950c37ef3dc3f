// The brushes and the members that pass all of them.

/**
 * Holds brushes by the name of the chart that each is on. A brush is a list of intervals
 * {column, low, high}, all of which a member's values are within.
 */
export class Selection {
  constructor(data) {
    this.data = data;
    this.brushes = new Map();
    this.mask = new Uint8Array(data.size).fill(1);
    this.count = data.size;
    this.stale = false;
  }

  set(id, intervals) {
    this.brushes.set(id, intervals);
    this.stale = true;
  }

  remove(id) {
    if (this.brushes.delete(id)) this.stale = true;
  }

  clear() {
    this.brushes.clear();
    this.stale = true;
  }

  get isEmpty() {
    return this.brushes.size === 0;
  }

  /** Returns one interval for each brushed column: what is common to all its brushes. */
  intervals() {
    const merged = new Map();
    for (const { column, low, high } of [...this.brushes.values()].flat()) {
      const known = merged.get(column) ?? { column, low: -Infinity, high: Infinity };
      known.low = Math.max(known.low, low);
      known.high = Math.min(known.high, high);
      merged.set(column, known);
    }
    return [...merged.values()].sort((a, b) => a.column.index - b.column.index);
  }

  /** Marks the selected members; one without a value in a brushed column is not selected. */
  update() {
    if (!this.stale) return;
    this.stale = false;
    const { mask } = this;
    mask.fill(1);
    for (const { column, low, high } of this.intervals()) {
      const { values } = column;
      for (let i = 0; i < mask.length; i++) {
        const x = values[i];
        mask[i] &= x >= low && x <= high;
      }
    }
    let count = 0;
    for (let i = 0; i < mask.length; i++) count += mask[i];
    this.count = count;
  }

  /** Returns the numbers of the selected members. */
  members() {
    this.update();
    const found = [];
    for (let i = 0; i < this.mask.length; i++) if (this.mask[i]) found.push(this.data.members[i]);
    return found;
  }
}
