// Parallel coordinates of some columns, with an interval on each axis as its brush.

import { brushY } from "d3-brush";
import { scaleLinear } from "d3-scale";
import { fillColumns, fitted, h, labelled } from "./dom.js";
import { FAINT } from "./colour.js";
import { Frame, placed, withRoom } from "./frame.js";
import { LineCounts, blendLines, opacities } from "./raster.js";
import { tidyInterval } from "./bounds.js";

const SOFT = 1500; // lines up to which edges are soft
const LEAST = 84; // pixels between axes
const ROW = 18; // pixels between rows of titles
const MARGIN = { left: 50, right: 44, top: 28, bottom: 10 };

export class Parallel {
  constructor(explorer, columns) {
    Object.assign(this, { explorer, columns });
    this.frame = new Frame("Parallel coordinates");
    this.chips = h("ul", { class: "chips", "aria-label": "Axes" });
    this.adder = h("select", { onchange: () => this.#add(Number(this.adder.value)) });
    this.element = h(
      "figure",
      { class: "card parallel" },
      h("div", { class: "controls" }, this.chips, labelled("Add an axis", this.adder, true)),
      h("div", { class: "scroll" }, this.frame.element),
    );
    this.#refill();
  }

  idOf(column) {
    return `axis ${column.index}`;
  }

  #add(index) {
    this.columns.push(this.explorer.data.columns[index]);
    this.#changed();
    this.adder.focus();
  }

  #remove(column) {
    this.columns = this.columns.filter((other) => other !== column);
    this.explorer.removeBrush(this.idOf(column));
    this.#changed();
    this.adder.focus();
  }

  #changed() {
    this.#refill();
    this.layout();
    this.explorer.schedule();
  }

  #refill() {
    const others = this.explorer.data.columns.filter((column) => !this.columns.includes(column));
    fillColumns(this.adder, others, { first: [["", "add an axis …"]] });
    this.adder.disabled = others.length === 0;
    this.chips.replaceChildren(
      ...this.columns.map((column) =>
        h(
          "li",
          {},
          h("span", { title: column.name }, column.name),
          h("button", { type: "button", "aria-label": `Remove the axis ${column.name}`, onclick: () => this.#remove(column) }, "×"),
        ),
      ),
    );
  }

  #brushed(axis, { sourceEvent, selection }) {
    if (!sourceEvent) return;
    const { column, scale } = axis;
    axis.marked = undefined;
    if (!selection) {
      this.explorer.removeBrush(this.idOf(column), this);
      return;
    }
    const [high, low] = selection.map((y) => scale.invert(y));
    axis.marked = [{ column, ...tidyInterval(column, low, high) }];
    this.explorer.setBrush(this.idOf(column), axis.marked, this);
  }

  showBrush() {
    for (const axis of this.axes ?? []) {
      const { column, scale, brush, group } = axis;
      const intervals = this.explorer.selection.brushes.get(this.idOf(column));
      if (intervals === axis.marked) continue;
      axis.marked = intervals;
      const range = intervals ? [placed(scale, intervals[0].high), placed(scale, intervals[0].low)] : null;
      group.call(brush.move, range);
    }
  }

  layout() {
    const { frame, columns } = this;
    const gaps = Math.max(columns.length - 1, 1);
    const room = frame.element.parentElement.clientWidth || 320;
    const least = this.explorer.isPrinted ? 0 : gaps * LEAST + MARGIN.left + MARGIN.right;
    const width = Math.max(room, least);
    frame.element.style.width = `${(100 * width) / room}%`;
    // titles that do not fit side by side stand in two rows
    const step = (width - MARGIN.left - MARGIN.right) / gaps;
    const isTight = columns.some(({ title }) => fitted(title, step - 10, 13) !== title);
    const top = MARGIN.top + (isTight ? ROW : 0);
    frame.resize(width, 292 + top, { ...MARGIN, top });
    frame.brushes.selectAll("*").remove();
    this.axes = columns.map((column, k) => {
      const isHigh = isTight && k % 2 === 0;
      const ends = k === 0 || k === columns.length - 1 ? 2 * MARGIN.right : Infinity;
      const room = Math.min((isTight ? 2 * step : step) - 10, ends);
      return this.#axis(column, k * step, room, isHigh ? -12 - ROW : -12);
    });
    this.#place();
    this.lines = new LineCounts(frame.canvas.width, frame.canvas.height);
    this.empty = frame.emptyPlane([], []);
    this.plane = new ImageData(this.empty.data.slice(), this.empty.width);
    this.#count(this.explorer.data.size, () => true, 0);
    const table = opacities(this.drawnLines, frame.planeHeight);
    this.base = this.empty.data.slice();
    blendLines(this.base, this.lines, table, () => FAINT);
    this.showBrush();
  }

  #axis(column, x, room, height) {
    const { frame } = this;
    const { planeHeight, axes, brushes } = frame;
    const scale = scaleLinear(withRoom(column.limits, 0.03), [planeHeight, 0]);
    frame.axisBeside(scale, column.isEmpty ? [] : scale.ticks(5), x).attr("class", "parallel-axis");
    const title = axes.append("text").attr("class", "axis-title").attr("transform", `translate(${x},${height})`);
    title.text(fitted(column.title, room, 13));
    title.append("title").text(column.title);
    const axis = { column, scale, x };
    axis.brush = brushY()
      .extent([[-10, 0], [10, planeHeight]])
      .on("brush end", (event) => this.#brushed(axis, event));
    axis.group = brushes.append("g").attr("transform", `translate(${x},0)`).call(axis.brush);
    return axis;
  }

  /** Finds the pixel of each member on each axis, -1 without a value. */
  #place() {
    const { canvas, ratio } = this.frame;
    for (const axis of this.axes) {
      axis.pixel = Math.min(Math.round(axis.x * ratio), canvas.width);
      const [domain, range] = [axis.scale.domain(), axis.scale.range()];
      const factor = ((range[1] - range[0]) * ratio) / (domain[1] - domain[0]);
      const last = canvas.height - 1;
      axis.places = Int16Array.from(axis.column.values, (v) =>
        Number.isNaN(v) ? -1 : Math.min(Math.max(Math.round(range[0] * ratio + (v - domain[0]) * factor), 0), last),
      );
    }
  }

  /** Counts the lines of some members over each pixel. */
  #count(expected, includes, value) {
    const { lines, axes } = this;
    const { size } = this.explorer.data;
    lines.clear();
    const chosen = new Uint32Array(size);
    const isSoft = expected <= SOFT;
    let n = 0;
    for (let i = 0; i < size; i++) if (includes(i)) chosen[n++] = i;
    for (let k = 1; k < axes.length; k++) {
      const [from, to] = [axes[k - 1], axes[k]];
      for (let c = 0; c < n; c++) {
        const i = chosen[c];
        const [y0, y1] = [from.places[i], to.places[i]];
        if (y0 < 0 || y1 < 0) continue;
        const own = typeof value === "number" ? value : value[i];
        if (isSoft) lines.addSoft(from.pixel, y0, to.pixel, y1, own);
        else lines.add(from.pixel, y0, to.pixel, y1, own);
      }
    }
    this.drawnLines = n;
  }

  /** Draws the selected members: those of the colour scale first, then each other class in its colour. */
  draw() {
    const { selection, colouring } = this.explorer;
    const { mask } = selection;
    const { steps, classes, palette, legend } = colouring;
    const pixels = this.plane.data;
    pixels.set(selection.count < mask.length ? this.base : this.empty.data);
    let drawn = 0;
    const layer = (includes, value, colourOf) => {
      this.#count(selection.count, (i) => mask[i] === 1 && includes(classes[i]), value);
      blendLines(pixels, this.lines, opacities(this.drawnLines, this.frame.planeHeight), colourOf);
      drawn += this.drawnLines;
    };
    if (steps > 0) layer((kind) => kind < steps, classes, (mean) => palette[Math.min(Math.round(mean), steps - 1)]);
    for (const { code, colour } of legend) layer((kind) => kind === code, 0, () => colour);
    this.frame.context.putImageData(this.plane, 0, 0);
    this.element.dataset.selected = drawn;
  }
}
