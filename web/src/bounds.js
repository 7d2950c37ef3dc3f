// Bounds of intervals as short decimal numbers that no drawn value is close to.
//
// The values here are those of a table rounded to single precision. A bound that is more than two units in the last
// place away from each of them parts the values of the table in the same way.

const UNITS = 2.5; // in the last place, that a bound is away from values
const HALF = 0.5; // the error of rounding, where values are too dense for more

const single = new Float32Array(1);
const bits = new Uint32Array(single.buffer);

/** Returns how close to a value no bound may be: some units in its last place. */
function clearance(value, units = UNITS) {
  const size = Math.abs(value);
  single[0] = size;
  bits[0]++;
  return units * (single[0] - size);
}

/** Returns the place of the first number of a sorted array that is not less than x. */
export function lowerBound(sorted, x) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isClear(sorted, bound) {
  const i = lowerBound(sorted, bound);
  const far = (value) => value === undefined || Math.abs(value - bound) > clearance(value);
  return far(sorted[i]) && far(sorted[i - 1]);
}

/** Rounds to a multiple of 10^exponent, at or beyond the target; `steps` further out. */
function rounded(target, exponent, isLower, steps) {
  const decimal = (k) => Number(`${k}e${exponent}`);
  let k = Math.round(target / decimal(1));
  if (isLower ? decimal(k) > target : decimal(k) < target) k += isLower ? -1 : 1;
  return decimal(k + (isLower ? -steps : steps)) + 0;
}

/** Returns a decimal number strictly between two others, as short as possible. */
function shortBetween(low, high) {
  const middle = low + (high - low) / 2;
  for (let e = Math.floor(Math.log10(high - low)) + 1; e > -330; e--) {
    const candidate = Number(`${Math.round(middle / Number(`1e${e}`))}e${e}`) + 0;
    if (candidate > low && candidate < high) return candidate;
  }
  return middle;
}

/** Goes outwards to the next two values with room for a bound between them; undefined where none are near. */
function inNextGap(sorted, target, isLower, furthest, units) {
  let i = lowerBound(sorted, target);
  while (i > 0 && i < sorted.length) {
    const low = sorted[i - 1] + clearance(sorted[i - 1], units);
    const high = sorted[i] - clearance(sorted[i], units);
    if ((isLower ? target - high : low - target) > furthest) return undefined;
    const isOutside = isLower ? low < target : high > target;
    if (isOutside && low < high) return shortBetween(low, high);
    if (isOutside && low === high) return low;
    i += isLower ? -1 : 1;
  }
  return undefined;
}

/** Returns a bound beyond all values. */
function beyond(sorted, isLower, span) {
  const last = sorted.length - 1;
  const end = isLower ? sorted[0] - clearance(sorted[0]) : sorted[last] + clearance(sorted[last]);
  return isLower ? shortBetween(end - span / 100, end) : shortBetween(end, end + span / 100);
}

/** Returns a bound for an interval that begins (isLower) or ends close to the target. */
export function tidyBound(sorted, target, isLower, span) {
  const first = Math.floor(Math.log10(span / 1000));
  for (let exponent = first; exponent > first - 3; exponent--) {
    for (let steps = 0; steps < 3; steps++) {
      const bound = rounded(target, exponent, isLower, steps);
      if (isClear(sorted, bound)) return bound;
    }
  }
  return (
    inNextGap(sorted, target, isLower, span / 50, UNITS) ??
    inNextGap(sorted, target, isLower, Infinity, HALF) ??
    beyond(sorted, isLower, span)
  );
}

/** Returns the interval of a column that a brush from `low` to `high` means; ends beyond all values are left out. */
export function tidyInterval(column, low, high) {
  if (low > high) [low, high] = [high, low];
  if (column.isEmpty) return low === -Infinity && high === Infinity ? { low: 0, high } : { low, high };
  const { sorted, min, max, span } = column;
  const size = span > 0 ? span : Math.abs(min) || 1;
  let from = Number.isFinite(low) ? tidyBound(sorted, low, true, size) : -Infinity;
  const to = Number.isFinite(high) && high < max ? tidyBound(sorted, high, false, size) : Infinity;
  if (Number.isFinite(from) && from < min && Number.isFinite(to)) from = -Infinity;
  if (from === -Infinity && to === Infinity) from = tidyBound(sorted, min, true, size);
  return { low: from, high: to };
}
