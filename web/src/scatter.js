// A scatter plot of two columns, with a rectangle as its brush.

import { brush } from "d3-brush";
import { scaleLinear } from "d3-scale";
import { fillColumns, fitted, h, labelled } from "./dom.js";
import { FAINT } from "./colour.js";
import { Frame, fittingTicks, placed, ticksWidth, withRoom } from "./frame.js";
import { discOf, stamp } from "./raster.js";
import { tidyInterval } from "./bounds.js";
import { count } from "./format.js";

export class Scatter {
  constructor(explorer, number, x, y) {
    Object.assign(this, { explorer, x, y, id: `scatter ${number}` });
    this.frame = new Frame(`Scatter plot ${number}`);
    this.choosers = ["y", "x"].map((axis) => {
      const chooser = h("select", { onchange: () => this.#choose(axis, Number(chooser.value)) });
      fillColumns(chooser, explorer.data.columns, { chosen: this[axis].index });
      return labelled(axis, chooser);
    });
    this.note = h("p", { class: "note" });
    this.element = h(
      "figure",
      { class: "card scatter" },
      h("div", { class: "controls" }, this.choosers),
      this.frame.element,
      this.note,
    );
    this.brush = brush().on("brush end", (event) => this.#brushed(event));
  }

  #choose(axis, index) {
    this[axis] = this.explorer.data.columns[index];
    this.explorer.removeBrush(this.id);
    this.layout();
    this.explorer.schedule();
  }

  #brushed({ sourceEvent, selection }) {
    if (!sourceEvent) return;
    this.marked = undefined;
    if (!selection) {
      this.explorer.removeBrush(this.id, this);
      return;
    }
    const [[left, top], [right, bottom]] = selection;
    const interval = (column, scale, from, to) => ({
      column,
      ...tidyInterval(column, scale.invert(from), scale.invert(to)),
    });
    this.marked = [interval(this.x, this.scaleX, left, right), interval(this.y, this.scaleY, bottom, top)];
    this.explorer.setBrush(this.id, this.marked, this);
  }

  /** Marks the brush that the selection holds for this chart, if it is not marked yet. */
  showBrush() {
    const intervals = this.explorer.selection.brushes.get(this.id);
    if (intervals === this.marked) return;
    this.marked = intervals;
    if (!intervals) {
      this.frame.brushes.call(this.brush.move, null);
      return;
    }
    const [x, y] = intervals;
    const [left, right] = [x.low, x.high].map((value) => placed(this.scaleX, value));
    const [bottom, top] = [y.low, y.high].map((value) => placed(this.scaleY, value));
    this.frame.brushes.call(this.brush.move, [[left, top], [right, bottom]]);
  }

  layout() {
    const { frame, x, y } = this;
    const width = frame.element.clientWidth || 320;
    const height = Math.round(Math.min(Math.max(width * 0.7, 240), 400));
    const upright = scaleLinear(withRoom(y.limits, 0.04), [1, 0]);
    const ticksY = y.isEmpty ? [] : upright.ticks(6);
    frame.resize(width, height, { left: Math.max(40, ticksWidth(ticksY) + 36), right: 10, top: 8, bottom: 48 });
    const { planeWidth, planeHeight } = frame;
    this.scaleX = scaleLinear(withRoom(x.limits, 0.03), [0, planeWidth]);
    this.scaleY = upright.range([planeHeight, 0]);
    const ticksX = x.isEmpty ? [] : fittingTicks(this.scaleX, planeWidth);
    frame.axisBelow(this.scaleX, ticksX);
    frame.axisBeside(this.scaleY, ticksY);
    this.#titles();
    this.#place();
    const plane = frame.emptyPlane(ticksX.map(this.scaleX), ticksY.map(this.scaleY));
    this.base = plane.data.slice();
    this.plane = plane;
    this.#drawDots(this.base, null, () => FAINT);
    this.brush.extent([[0, 0], [planeWidth, planeHeight]]);
    frame.brushes.call(this.brush);
    this.marked = null;
    this.showBrush();
  }

  #titles() {
    const { axes, planeWidth, planeHeight, margin } = this.frame;
    const title = (column, length, transform) => {
      const text = axes.append("text").attr("class", "axis-title").attr("transform", transform);
      text.text(fitted(column.title, length, 13));
      text.append("title").text(column.title);
    };
    title(this.x, planeWidth, `translate(${planeWidth / 2},${planeHeight + 40})`);
    title(this.y, planeHeight, `translate(${12 - margin.left},${planeHeight / 2}) rotate(-90)`);
  }

  /** Finds the pixel of each member, -1 without a value. */
  #place() {
    const { size } = this.explorer.data;
    const { canvas, ratio } = this.frame;
    const radius = Math.max(1.15, 3.2 - 0.5 * Math.log10(Math.max(size, 1))) * ratio;
    // members that failed have larger dots, since they are few
    this.discs = [discOf(radius, size > 2000 ? 0.7 : 0.85, canvas.width), discOf(radius * 1.5, 0.9, canvas.width)];
    const { reach } = this.discs[1];
    this.places = new Int32Array(size);
    this.missing = 0;
    const inner = (at, length) => Math.min(Math.max(Math.round(at * ratio), reach), length - 1 - reach);
    for (let i = 0; i < size; i++) {
      const [x, y] = [this.x.values[i], this.y.values[i]];
      const isMissing = Number.isNaN(x) || Number.isNaN(y);
      this.missing += isMissing;
      if (isMissing) this.places[i] = -1;
      else this.places[i] = 4 * (inner(this.scaleY(y), canvas.height) * canvas.width + inner(this.scaleX(x), canvas.width));
    }
    this.note.textContent =
      this.missing > 0 ? `${count(this.missing)} of ${count(size)} have no value here` : "";
  }

  /** Draws the dots of a mask, those of failed members last. Returns their number. */
  #drawDots(pixels, mask, colourOf) {
    const { places, discs } = this;
    const { failed } = this.explorer.data;
    let drawn = 0;
    for (const late of [0, 1]) {
      for (let i = 0; i < places.length; i++) {
        if (places[i] < 0 || failed[i] !== late || (mask && !mask[i])) continue;
        stamp(pixels, places[i], discs[late], colourOf(i));
        drawn++;
      }
    }
    return drawn;
  }

  draw() {
    const { selection, colouring } = this.explorer;
    const { classes, palette } = colouring;
    this.plane.data.set(this.base);
    const drawn = this.#drawDots(this.plane.data, selection.mask, (i) => palette[classes[i]]);
    this.frame.context.putImageData(this.plane, 0, 0);
    this.element.dataset.selected = drawn;
  }
}
