// Dots and lines drawn into pixels directly, which is faster than paths for many thousands of them.

/** Returns a disc as lists of the offsets of its pixels and their opacities, of 256. */
export function discOf(radius, opacity, width) {
  const reach = Math.ceil(radius + 0.5);
  const offsets = [];
  const weights = [];
  for (let y = -reach; y <= reach; y++) {
    for (let x = -reach; x <= reach; x++) {
      const cover = Math.min(Math.max(radius + 0.5 - Math.hypot(x, y), 0), 1);
      const weight = Math.round(256 * opacity * cover);
      if (weight < 4) continue;
      offsets.push(4 * (y * width + x));
      weights.push(weight);
    }
  }
  return { reach, offsets: Int32Array.from(offsets), weights: Int32Array.from(weights) };
}

/** Blends a disc over opaque pixels; `place` is the index of the first byte of its middle. */
export function stamp(pixels, place, disc, [r, g, b]) {
  const { offsets, weights } = disc;
  for (let k = 0; k < offsets.length; k++) {
    const at = place + offsets[k];
    const weight = weights[k];
    const rest = 256 - weight;
    pixels[at] = (r * weight + pixels[at] * rest) >> 8;
    pixels[at + 1] = (g * weight + pixels[at + 1] * rest) >> 8;
    pixels[at + 2] = (b * weight + pixels[at + 2] * rest) >> 8;
  }
}

const PARTS = 16; // of a line, that soft edges share out
const COUNT = 2 ** 31; // what a part adds to a cell, above the sum of the classes
const FRACTION = 14; // bits of places between pixels

/**
 * Counts the lines over each pixel and sums up their classes. Both are in one number for each pixel, since memory takes
 * most of the time.
 */
export class LineCounts {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.cells = new Float64Array(width * height);
  }

  clear() {
    this.cells.fill(0);
  }

  /** Adds a line from one pixel to another, without the last one; x0 < x1. */
  add(x0, y0, x1, y1, value) {
    const { width, cells } = this;
    const line = PARTS * (COUNT + value);
    const dx = x1 - x0;
    const dy = y1 - y0;
    const half = 1 << (FRACTION - 1);
    if (Math.abs(dy) <= dx) {
      const slope = Math.round((dy << FRACTION) / dx) | 0;
      let y = (y0 << FRACTION) + half;
      for (let x = x0; x < x1; x++) {
        cells[(y >> FRACTION) * width + x] += line;
        y = (y + slope) | 0;
      }
      return;
    }
    const slope = Math.round((dx << FRACTION) / Math.abs(dy)) | 0;
    const row = dy > 0 ? width : -width;
    let x = (x0 << FRACTION) + half;
    let base = y0 * width;
    for (let n = Math.abs(dy); n > 0; n--) {
      cells[base + (x >> FRACTION)] += line;
      base += row;
      x = (x + slope) | 0;
    }
  }

  /** Adds a line with soft edges, for few lines. */
  addSoft(x0, y0, x1, y1, value) {
    const { width, height, cells } = this;
    const dx = x1 - x0;
    const dy = y1 - y0;
    const steps = Math.max(dx, Math.abs(dy));
    const isFlat = Math.abs(dy) <= dx;
    for (let k = 0; k < steps; k++) {
      const x = x0 + Math.round((dx * k * PARTS) / steps) / PARTS;
      const y = y0 + Math.round((dy * k * PARTS) / steps) / PARTS;
      const across = isFlat ? y : x;
      const first = Math.floor(across);
      const t = across - first;
      for (const [line, weight] of [[first, 1 - t], [first + 1, t]]) {
        const [px, py] = isFlat ? [x, line] : [line, y];
        if (weight === 0 || px < 0 || px >= width || py < 0 || py >= height) continue;
        cells[py * width + px] += weight * PARTS * (COUNT + value);
      }
    }
  }
}

/**
 * Returns the opacity of a pixel for the number of lines over it, as a table: a single line grows fainter with their
 * number, but remains visible.
 */
export function opacities(lines, height) {
  const dense = lines / height;
  const single = Math.min(0.8, 0.12 + 0.6 / (1 + 4 * dense));
  const power = dense > 1 ? Math.min(1, Math.log(0.7 / -Math.log(1 - single)) / Math.log(dense)) : 1;
  const strength = -Math.log(1 - single);
  const table = new Float32Array(1024);
  for (let n = 0; n < table.length; n++) {
    table[n] = 1 - Math.exp(-strength * n ** (dense > 1 ? Math.max(power, 0.2) : 1));
  }
  return table;
}

/** Blends counted lines over opaque pixels. */
export function blendLines(pixels, lines, table, colourOf) {
  const { cells } = lines;
  const last = table.length - 1;
  for (let i = 0, at = 0; i < cells.length; i++, at += 4) {
    const cell = cells[i];
    if (cell === 0) continue;
    const parts = Math.floor(cell / COUNT);
    const n = parts / PARTS;
    const opacity = n < 1 ? n * table[1] : table[Math.min(Math.floor(n), last)];
    const colour = colourOf((cell - parts * COUNT) / parts);
    for (let c = 0; c < 3; c++) pixels[at + c] += opacity * (colour[c] - pixels[at + c]);
  }
}
