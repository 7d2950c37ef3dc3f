// A histogram of one column, with an interval as its brush.

import { brushX } from "d3-brush";
import { scaleLinear } from "d3-scale";
import { h } from "./dom.js";
import { BACKGROUND, FAINT, css } from "./colour.js";
import { Frame, fittingTicks, placed, withRoom } from "./frame.js";
import { tidyInterval } from "./bounds.js";

const BINS = 40;
const NONE = 255;
const HEIGHT = 112;

/** Returns the first edge, the width and the number of bins that begin at round numbers. */
function binsOf(column) {
  const [low, high] = column.limits;
  const isWhole = !column.isEmpty && high - low <= 60 && column.values.every((x) => Number.isInteger(x) || Number.isNaN(x));
  if (isWhole) return { first: Math.floor(low) - 0.5, width: 1, size: Math.ceil(high) - Math.floor(low) + 1 };
  const ticks = scaleLinear([low, high], [0, 1]).ticks(BINS);
  const width = ticks.length > 1 ? ticks[1] - ticks[0] : high - low;
  const from = Math.floor(low / width + 1e-9);
  const size = Math.min(Math.max(1, Math.floor(high / width + 1e-9) + 1 - from), 200);
  return { first: from * width, width, size };
}

export class Histogram {
  constructor(explorer, column) {
    Object.assign(this, { explorer, column, id: `histogram ${column.index}` });
    this.frame = new Frame(`Histogram of ${column.title}`);
    this.element = h(
      "figure",
      { class: "card histogram", "data-column": column.name },
      h("figcaption", { title: column.title }, column.title),
      this.frame.element,
    );
    if (column.isEmpty) this.frame.element.append(h("p", { class: "note" }, "no drawn member has a value"));
    this.brush = brushX().on("brush end", (event) => this.#brushed(event));
  }

  #brushed({ sourceEvent, selection }) {
    if (!sourceEvent) return;
    this.marked = undefined;
    if (!selection) {
      this.explorer.removeBrush(this.id, this);
      return;
    }
    const [low, high] = selection.map((x) => this.scale.invert(x));
    this.marked = [{ column: this.column, ...tidyInterval(this.column, low, high) }];
    this.explorer.setBrush(this.id, this.marked, this);
  }

  /** Marks the brush that the selection holds for this chart, if it is not marked yet. */
  showBrush() {
    const intervals = this.explorer.selection.brushes.get(this.id);
    if (!this.scale || intervals === this.marked) return;
    this.marked = intervals;
    const range = intervals ? [placed(this.scale, intervals[0].low), placed(this.scale, intervals[0].high)] : null;
    this.frame.brushes.call(this.brush.move, range);
  }

  /** Finds the bin of each member. */
  #fillBins() {
    this.bins = binsOf(this.column);
    const { first, width, size } = this.bins;
    this.places = Uint8Array.from(this.column.values, (x) =>
      Number.isNaN(x) ? NONE : Math.min(Math.max(Math.floor((x - first) / width + 1e-4), 0), size - 1),
    );
    this.all = new Uint32Array(size);
    for (const place of this.places) if (place !== NONE) this.all[place]++;
    this.most = Math.max(1, ...this.all);
  }

  /** Takes a width, of which all that depends on it is made with the next picture. */
  resize(width) {
    this.width = width;
    this.isStale = true;
    this.frame.svg.attr("viewBox", `0 0 ${width} ${HEIGHT}`);
  }

  #layout() {
    this.isStale = false;
    if (!this.bins) this.#fillBins();
    const { frame, column } = this;
    const { first, width, size } = this.bins;
    frame.resize(this.width, HEIGHT, { left: 8, right: 8, top: 4, bottom: 24 });
    const { planeWidth, planeHeight } = frame;
    this.scale = scaleLinear(withRoom([first, first + size * width], 0.03), [0, planeWidth]);
    const ticks = column.isEmpty ? [] : fittingTicks(this.scale, planeWidth);
    frame.axisBelow(this.scale, ticks);
    this.brush.extent([[0, 0], [planeWidth, planeHeight]]);
    frame.brushes.call(this.brush);
    this.marked = null;
    this.showBrush();
  }

  /** Counts the selected members in each bin: by class, or with the sum of their steps of the colour scale. */
  #count() {
    const { selection, colouring } = this.explorer;
    const { steps, classes, palette } = colouring;
    const { size } = this.bins;
    const kinds = palette.length - steps;
    const counts = new Uint32Array(size * (kinds + 1));
    const sums = new Float64Array(size);
    const { places } = this;
    for (let i = 0; i < places.length; i++) {
      const place = places[i];
      if (place === NONE || !selection.mask[i]) continue;
      const kind = classes[i];
      if (kind < steps) {
        counts[place * (kinds + 1)]++;
        sums[place] += kind;
      } else {
        counts[place * (kinds + 1) + 1 + kind - steps]++;
      }
    }
    return { counts, sums, kinds };
  }

  draw() {
    if (this.isStale) this.#layout();
    const { context, canvas, ratio, planeHeight } = this.frame;
    const { steps, palette } = this.explorer.colouring;
    const { first, width, size } = this.bins;
    const { counts, sums, kinds } = this.#count();
    context.fillStyle = css(BACKGROUND);
    context.fillRect(0, 0, canvas.width, canvas.height);
    const scale = ((planeHeight - 1) * ratio) / this.most;
    const edge = (k) => Math.round(this.scale(first + k * width) * ratio);
    const gap = this.scale(width) - this.scale(0) < 5 ? 0 : Math.round(ratio); // none where bars are narrow
    let drawn = 0;
    for (let k = 0; k < size; k++) {
      const left = edge(k);
      const across = Math.max(1, edge(k + 1) - left - gap);
      const bar = (from, to, colour) => {
        const top = canvas.height - to * scale;
        context.fillStyle = css(colour);
        context.fillRect(left, top, across, (to - from) * scale);
      };
      if (this.all[k] > 0) bar(0, Math.max(this.all[k], 0.5 / scale), FAINT);
      let below = 0;
      for (let kind = 0; kind <= kinds; kind++) {
        const n = counts[k * (kinds + 1) + kind];
        if (n === 0) continue;
        const colour = kind === 0 ? palette[Math.round(sums[k] / n)] : palette[steps + kind - 1];
        bar(below, below + n, colour);
        below += n;
      }
      drawn += below;
    }
    this.element.dataset.selected = drawn;
  }
}
