// The columns of the explorer and what is derived from them once.

import { decode } from "./encoding.js";

/** A column of numbers, NaN where missing. Derived arrays are made when they are first asked for. */
class Column {
  constructor(source, index, values) {
    this.index = index;
    this.name = source.name;
    this.unit = source.unit ?? "";
    this.role = ["parameter", "output"].includes(source.role) ? source.role : "other";
    // the mean of a number that a rotation consists of is not that of the rotation
    this.hasMean = source.role !== "rotation";
    this.python = source.python ?? source.name;
    this.values = values;
    this.title = this.unit ? `${this.name} (${this.unit})` : this.name;
    this.factor = conditionFactor(source, this.role);
    this.#measure();
  }

  #measure() {
    let [min, max] = [Infinity, -Infinity];
    for (const x of this.values) {
      if (x < min) min = x;
      if (x > max) max = x;
    }
    [this.min, this.max] = min <= max ? [min, max] : [NaN, NaN];
  }

  /** The members that have a value, in ascending order of it. */
  get order() {
    if (!this.ordered) this.#sort();
    return this.ordered;
  }

  get sorted() {
    if (!this.ordered) this.#sort();
    return this.ascending;
  }

  /** Whether no member has a value. */
  get isEmpty() {
    return Number.isNaN(this.min);
  }

  get span() {
    return this.max - this.min;
  }

  /** The limits of an axis, which are not equal. */
  get limits() {
    const { min, max } = this;
    if (!(min <= max)) return [0, 1];
    if (min === max) {
      const room = Math.abs(min) / 2 || 1;
      return [min - room, min + room];
    }
    return [min, max];
  }

  // Sorts by numbers of 53 bits: those of the value, whose order is its own, and below them the member.
  #sort() {
    const { values } = this;
    const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
    const keys = new Float64Array(values.length);
    const room = 2 ** 21;
    let n = 0;
    for (let i = 0; i < values.length; i++) {
      if (!Number.isFinite(values[i])) continue;
      const b = bits[i];
      keys[n++] = (b & 0x80000000 ? ~b >>> 0 : (b | 0x80000000) >>> 0) * room + i;
    }
    const used = keys.subarray(0, n).sort();
    this.ordered = new Uint32Array(n);
    this.ascending = new Float32Array(n);
    for (let k = 0; k < n; k++) {
      const i = used[k] % room;
      this.ordered[k] = i;
      this.ascending[k] = values[i];
    }
  }
}

/** Returns the factor to the unit of conditions; null where a scenario has not the name. */
function conditionFactor(source, role) {
  const isName = /^[\p{L}_][\p{L}\p{N}_]*(\.[\p{L}\p{N}_]+)*$/u.test(source.name);
  if (source.condition === undefined) return isName && role !== "other" ? 1 : null;
  if (!source.condition || !isName) return null;
  return source.condition.factor ?? 1;
}

/** Decodes what the page holds. */
export async function readData(source) {
  const [members, outcomes, ...values] = await Promise.all([
    decode(source.member, Float64Array),
    decode(source.outcome, Uint8Array),
    ...source.columns.map((column) => decode(column, Float32Array)),
  ]);
  const size = source.members_drawn;
  for (const array of [members, outcomes, ...values]) {
    if (array.length !== size) throw new Error("the columns differ in length");
  }
  if (size > 2 ** 21) throw new Error("there are too many members");
  const columns = source.columns.map((column, i) => new Column(column, i, values[i]));
  const names = source.outcome.names;
  const failed = outcomes.map((code) => (hasFailed(source.outcome, code) ? 1 : 0));
  return { source, size, members, outcomes, names, failed, columns };
}

/** Tells whether members with an outcome count as failed: as `failed` says, or all but completed ones. */
function hasFailed({ names, failed }, code) {
  return failed ? failed[code] : names[code] !== "completed";
}
