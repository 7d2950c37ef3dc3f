// Numbers as text.

const MINUS = "−";

/** Writes a whole number with commas between thousands. */
export function count(n) {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Writes a share as a percentage. */
export function percent(part, whole) {
  if (!(whole > 0)) return "0 %";
  const share = (100 * part) / whole;
  const digits = share === 0 || share === 100 ? 0 : share < 1 ? 2 : 1;
  return `${share.toFixed(digits)} %`;
}

/** Writes a number for reading, with so many significant digits. */
export function figure(x, digits = 5) {
  if (!Number.isFinite(x)) return "–";
  if (x === 0) return "0";
  const size = Math.abs(x);
  const text = size >= 1e6 || size < 1e-3 ? exponential(x, digits - 1) : x.toPrecision(digits);
  return text.replace("-", MINUS).replace(/e-/, `e${MINUS}`);
}

function exponential(x, digits) {
  return x.toExponential(digits).replace("e+", "e");
}

/** Returns a function that writes the ticks of a scale, all with the same number of decimals. */
export function tickFormat(ticks) {
  const size = Math.max(...ticks.map(Math.abs), 0);
  const step = ticks.length > 1 ? Math.abs(ticks[1] - ticks[0]) : size;
  if (!(size > 0)) return (x) => String(x);
  const place = Math.floor(Math.log10(step) + 1e-9);
  const decimals = decimalsOf(step, place);
  const isLarge = size >= 1e9 || (size >= 1e6 && step >= size / 1e4);
  if (isLarge || size < 1e-3) {
    const digits = Math.min(Math.max(0, Math.floor(Math.log10(size) + 1e-9) + decimals), 20);
    return (x) => (x === 0 ? "0" : signed(exponential(x, digits)));
  }
  return (x) => signed(x.toFixed(Math.min(Math.max(0, decimals), 20)));
}

/** Returns how many decimals a step of 1, 2, 2.5 or 5 times a power of ten has. */
function decimalsOf(step, place) {
  const lead = step / 10 ** place;
  return Math.abs(lead - Math.round(lead)) < 1e-6 ? -place : 1 - place;
}

function signed(text) {
  return text.replace(/^-/, MINUS).replace("e-", `e${MINUS}`);
}

/** Writes a number as programs read it: the shortest text that gives the number again. */
export function plain(x) {
  return String(x).replace("e+", "e");
}
