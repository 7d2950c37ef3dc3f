// The selection as a condition in other programs' words.

import { plain } from "./format.js";

/** The longest condition that a scenario takes, in bytes. */
const LONGEST = 1000;

function bounds({ low, high }) {
  const found = [];
  if (low > -Infinity) found.push([">=", low]);
  if (high < Infinity) found.push(["<=", high]);
  return found;
}

/** Returns a number in the unit of conditions, without the noise of the multiplication. */
function converted(value, factor) {
  return factor === 1 ? value : Number((value * factor).toPrecision(12));
}

/** Returns the condition of a [[probability]] table, and what there is to say of it. */
export function scenarioCondition(intervals) {
  const parts = [];
  const without = [];
  for (const interval of intervals) {
    const { name, factor } = interval.column;
    if (factor === null) {
      without.push(name);
      continue;
    }
    for (const [sign, bound] of bounds(interval)) {
      parts.push(`${name} ${sign} ${plain(converted(bound, factor))}`);
    }
  }
  const text = parts.join(" and ");
  const notes = [];
  if (without.length > 0) {
    notes.push(`A scenario has no such name, so that the condition is without it: ${without.join(", ")}.`);
  }
  if (new TextEncoder().encode(text).length > LONGEST) {
    notes.push("The condition is longer than the 1,000 bytes that a scenario takes.");
  }
  return { text, notes };
}

/** Returns the selection of rows of a pandas DataFrame named df. */
export function pandasCondition(intervals) {
  const parts = intervals.flatMap((interval) =>
    // a JSON string is a Python string too
    bounds(interval).map(([sign, bound]) => `(df[${JSON.stringify(interval.column.python)}] ${sign} ${plain(bound)})`),
  );
  return parts.length > 0 ? `df[${parts.join(" & ")}]` : "df";
}

/** Writes an interval for reading. */
export function intervalText({ column, low, high }) {
  const minus = (x) => plain(x).replaceAll("-", "−");
  if (low === -Infinity) return `${column.name} ≤ ${minus(high)}`;
  if (high === Infinity) return `${column.name} ≥ ${minus(low)}`;
  return `${minus(low)} ≤ ${column.name} ≤ ${minus(high)}`;
}
