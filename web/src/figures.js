// Figures of the values of selected members.

export const FIGURES = ["mean", "standard deviation", "5 %", "median", "95 %"];
const SHARES = [0.05, 0.5, 0.95];

/** Returns the number of values and the figures of a column for the members of a mask. */
export function figuresOf(column, mask) {
  const { order, sorted } = column;
  let n = 0;
  let sum = 0;
  for (let k = 0; k < order.length; k++) {
    if (!mask[order[k]]) continue;
    n++;
    sum += sorted[k];
  }
  if (n === 0) return { n, figures: FIGURES.map(() => NaN) };
  const mean = sum / n;

  // ranks that the quantiles lie between, in ascending order
  const ranks = SHARES.map((share) => share * (n - 1));
  const below = ranks.map(() => NaN);
  const above = ranks.map(() => NaN);
  let squares = 0;
  let rank = 0;
  let next = 0;
  for (let k = 0; k < order.length; k++) {
    if (!mask[order[k]]) continue;
    const x = sorted[k];
    squares += (x - mean) ** 2;
    for (let q = next; q < ranks.length && Math.floor(ranks[q]) <= rank; q++) {
      if (Math.floor(ranks[q]) === rank) below[q] = x;
      if (Math.ceil(ranks[q]) === rank) {
        above[q] = x;
        next = q + 1;
      }
    }
    rank++;
  }
  const quantiles = ranks.map((r, q) => below[q] + (r - Math.floor(r)) * (above[q] - below[q]));
  const deviation = Math.sqrt(squares / n); // of the population, as the program's
  return { n, figures: [mean, deviation, ...quantiles] };
}
