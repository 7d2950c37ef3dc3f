// What all charts have in common: a canvas for the data below an SVG document for axes and brushes.

import { select } from "d3-selection";
import { axisBottom, axisLeft } from "d3-axis";
import { BACKGROUND, GRID } from "./colour.js";
import { tickFormat } from "./format.js";

const LETTER = 6.6; // width of a digit of a tick

export class Frame {
  constructor(label) {
    this.element = document.createElement("div");
    this.element.className = "plot";
    this.canvas = document.createElement("canvas");
    this.context = this.canvas.getContext("2d", { willReadFrequently: true });
    this.element.append(this.canvas);
    this.svg = select(this.element).append("svg").attr("role", "img").attr("aria-label", label);
    this.axes = this.svg.append("g").attr("class", "axes");
    this.brushes = this.svg.append("g").attr("class", "brushes");
  }

  /** Sets the size of the chart and of the plane within its margins, in CSS pixels. */
  resize(width, height, margin) {
    Object.assign(this, { width, height, margin });
    this.planeWidth = Math.max(10, width - margin.left - margin.right);
    this.planeHeight = Math.max(10, height - margin.top - margin.bottom);
    this.ratio = Math.min(2, Math.max(1, window.devicePixelRatio || 1, Frame.leastRatio));
    this.svg.attr("viewBox", `0 0 ${width} ${height}`);
    const move = `translate(${margin.left},${margin.top})`;
    this.axes.attr("transform", move).selectAll("*").remove();
    this.brushes.attr("transform", move);
    const { canvas } = this;
    canvas.width = Math.round(this.planeWidth * this.ratio);
    canvas.height = Math.round(this.planeHeight * this.ratio);
    // shares, so that canvas and SVG scale alike
    canvas.style.left = `${(100 * margin.left) / width}%`;
    canvas.style.top = `${(100 * margin.top) / height}%`;
    canvas.style.width = `${(100 * this.planeWidth) / width}%`;
    canvas.style.height = `${(100 * this.planeHeight) / height}%`;
  }

  /** Returns the pixels of an empty plane with lines at the given places. */
  emptyPlane(vertical, horizontal) {
    const { context, canvas, ratio } = this;
    context.fillStyle = `rgb(${BACKGROUND.join(",")})`;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = `rgb(${GRID.join(",")})`;
    const thick = Math.max(1, Math.round(ratio));
    for (const x of vertical) context.fillRect(Math.round(x * ratio - thick / 2), 0, thick, canvas.height);
    for (const y of horizontal) context.fillRect(0, Math.round(y * ratio - thick / 2), canvas.width, thick);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  }

  axisBelow(scale, ticks) {
    const axis = axisBottom(scale).tickValues(ticks).tickFormat(tickFormat(ticks)).tickSize(0).tickPadding(8);
    const group = this.axes.append("g").attr("transform", `translate(0,${this.planeHeight})`).call(axis);
    // no label beyond the chart
    const write = tickFormat(ticks);
    const { margin, planeWidth } = this;
    group.selectAll(".tick text").attr("x", (tick) => {
      const [x, half] = [scale(tick), (LETTER * write(tick).length) / 2];
      return Math.min(Math.max(x, half - margin.left), planeWidth + margin.right - half) - x;
    });
    return group;
  }

  axisBeside(scale, ticks, x = 0) {
    const axis = axisLeft(scale).tickValues(ticks).tickFormat(tickFormat(ticks)).tickSize(0).tickPadding(7);
    return this.axes.append("g").attr("transform", `translate(${x},0)`).call(axis);
  }
}

/** The least number of pixels for each of CSS, larger while the page is printed. */
Frame.leastRatio = 1;

/** Returns the width of the longest of some ticks. */
export function ticksWidth(ticks) {
  const write = tickFormat(ticks);
  return LETTER * Math.max(0, ...ticks.map((tick) => write(tick).length));
}

/** Returns so many ticks at most that they fit beside one another. */
export function fittingTicks(scale, width) {
  for (let n = 8; n > 1; n--) {
    const ticks = scale.ticks(n);
    if (ticks.length * (ticksWidth(ticks) + 14) <= width) return ticks;
  }
  return scale.ticks(1);
}

/** Returns where a value is shown, or the end of the scale that is beyond it. */
export function placed(scale, value) {
  const [low, high] = scale.domain();
  return scale(Math.min(Math.max(value, low), high));
}

/** Returns limits with some room on both sides. */
export function withRoom([low, high], share) {
  const room = (high - low) * share;
  return [low - room, high + room];
}
