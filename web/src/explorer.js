// The explorer: charts of the members that are brushed together.

import { BrushList, ColourControl, CopyText, intervalForm } from "./controls.js";
import { Colouring } from "./colour.js";
import { FigureTable } from "./table.js";
import { Frame } from "./frame.js";
import { Histograms } from "./histograms.js";
import { Parallel } from "./parallel.js";
import { Scatter } from "./scatter.js";
import { Selection } from "./selection.js";
import { count, percent } from "./format.js";
import { h } from "./dom.js";
import { pandasCondition, scenarioCondition } from "./condition.js";
import { readData } from "./data.js";
import { tidyInterval } from "./bounds.js";

const AXES = 12;
const SCATTERS = 4;
const SLICE = 25; // milliseconds of drawing before others have a turn

class Explorer {
  constructor(data) {
    this.data = data;
    this.selection = new Selection(data);
    this.lastDrawMs = NaN;
    this.pending = [];
    this.waiting = [];
    const start = data.source.start ?? {};
    const named = (name) => data.columns.find((column) => column.name === name);
    const colour = named(start.colour)?.index ?? (start.colour === "outcome" ? "outcome" : "none");
    this.colouring = new Colouring(data, colour);
    this.colourControl = new ColourControl(data, colour, (choice) => {
      this.colouring = new Colouring(data, choice);
      this.colourControl.show(this.colouring);
      this.schedule();
    });
    this.colourControl.show(this.colouring);

    const chosen = [...new Set((start.parallel ?? []).map(named).filter(Boolean))];
    const axes = (chosen.length > 0 ? chosen : data.columns).slice(0, AXES);
    this.scatters = scatterColumns(data.columns, start.scatter ?? [], named).map(
      ([x, y], i) => new Scatter(this, i + 1, x, y),
    );
    this.histograms = new Histograms(this, chosen);
    this.parallel = new Parallel(this, axes);
    this.table = new FigureTable(data, this.selection);
    this.charts = [...this.scatters, this.histograms, this.parallel];
    this.brushList = new BrushList((id) => this.removeBrush(id));
    this.scenarioText = new CopyText("For [[probability]] of a scenario");
    this.pandasText = new CopyText("For pandas, of the members’ table as df");
    this.#build();
  }

  #build() {
    const { source, columns } = this.data;
    this.status = h("span", { class: "status", "aria-live": "polite" });
    this.clearButton = h("button", { type: "button", onclick: () => this.clear() }, "Clear all brushes");
    const constants = (source.constant ?? []).map(({ name, unit, value }) =>
      h("li", {}, [name, "=", value, unit].filter(Boolean).join(" ")),
    );
    this.bar = h("div", { class: "bar" }, this.status, this.clearButton, this.brushList.element);
    const setBrush = (column, interval) => this.setBrush(`histogram ${column.index}`, [{ column, ...interval }]);
    this.parts = [
      h("p", { class: "note" }, source.selection_note ?? ""),
      this.bar,
      h("p", { class: "hint" }, "Drag over a plot, a histogram or an axis to select members; all charts show the members that every brush includes."),
      intervalForm(this.data, setBrush),
      this.colourControl.element,
      h("div", { class: "scatters" }, this.scatters.map((scatter) => scatter.element)),
      h("h3", {}, "Distributions"),
      this.histograms.element,
      h("h3", {}, "Parallel coordinates"),
      this.parallel.element,
      h("h3", {}, "The selection as a condition"),
      this.scenarioText.element,
      this.pandasText.element,
      h("h3", {}, "Figures"),
      this.table.element,
    ];
    if (constants.length > 0) {
      this.parts.push(h("h3", {}, "Columns of one value"), h("ul", { class: "constants" }, constants));
    }
    if (columns.length === 0) this.parts = [h("p", {}, "There are no columns to draw."), ...this.parts.slice(-2)];
  }

  /** Puts the charts into the page and draws them. */
  open(place) {
    place.classList.add("explorer");
    place.replaceChildren(...this.parts);
    this.place = place;
    this.histograms.update();
    this.layout();
    this.draw();
    const resize = () => {
      if (this.isPrinted || place.clientWidth === this.width) return;
      this.layout();
      this.schedule();
    };
    new ResizeObserver(() => requestAnimationFrame(resize)).observe(place);
    addEventListener("beforeprint", () => this.#print(true));
    addEventListener("afterprint", () => this.#print(false));
  }

  /** Draws for paper, or for the screen again. */
  #print(isPrinted) {
    this.isPrinted = isPrinted;
    this.place.classList.toggle("printed", isPrinted);
    Frame.leastRatio = isPrinted ? 2 : 1;
    this.layout();
    this.draw(isPrinted);
  }

  layout() {
    this.width = this.place.clientWidth;
    for (const chart of this.charts) chart.layout();
  }

  /** Sets a brush; `from` is the chart that shows it already. */
  setBrush(id, intervals, from) {
    this.selection.set(id, intervals);
    this.#changed(from);
  }

  removeBrush(id, from) {
    this.selection.remove(id);
    this.#changed(from);
  }

  clear() {
    this.selection.clear();
    this.#changed();
  }

  #changed(from) {
    if (!from) for (const chart of this.charts) chart.showBrush();
    this.schedule();
  }

  /** Draws before the next frame, once. */
  schedule() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      this.draw();
    });
  }

  /** Draws what is in view at once and the rest soon after, or all at once. */
  draw(isWhole = false) {
    const begin = performance.now();
    this.selection.update();
    this.histograms.update();
    this.#describe();
    const parts = [...this.scatters, ...this.histograms.shown, this.parallel, ...this.table.rows];
    const isInView = (part) => {
      const { top, bottom } = part.element.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    };
    const seen = new Set(parts.filter((part) => isWhole || isInView(part)));
    for (const part of seen) part.draw();
    this.pending = parts.filter((part) => !seen.has(part));
    this.drawMs = performance.now() - begin;
    clearTimeout(this.timer);
    this.#drawPending();
  }

  #drawPending() {
    if (this.pending.length === 0) {
      this.lastDrawMs = this.drawMs;
      this.#settle();
      return;
    }
    this.timer = setTimeout(() => {
      const begin = performance.now();
      while (this.pending.length > 0 && performance.now() - begin < SLICE) this.pending.shift().draw();
      this.drawMs += performance.now() - begin;
      this.#drawPending();
    });
  }

  /** Resolves once all charts show the selection. */
  drawn() {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.#settle();
    });
  }

  #settle() {
    if (this.frame !== undefined || this.pending.length > 0) return;
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  #describe() {
    const { selection, data } = this;
    const total = data.source.members_total;
    const drawn = `${count(data.size)} drawn (${percent(selection.count, data.size)})`;
    const whole = total > data.size ? `, ${count(total)} in total` : "";
    this.status.replaceChildren(h("strong", {}, `${count(selection.count)} selected`), ` of ${drawn}${whole}`);
    this.clearButton.disabled = selection.isEmpty;
    this.brushList.show(selection.brushes);
    this.place.classList.toggle("brushed", !selection.isEmpty);
    const { text, notes } = this.condition();
    this.scenarioText.show(text, { placeholder: "without a brush there is no condition", notes });
    this.pandasText.show(this.pandas());
  }

  condition() {
    return scenarioCondition(this.selection.intervals());
  }

  pandas() {
    return pandasCondition(this.selection.intervals());
  }
}

/** Returns the columns of up to four plots: the given ones, then outputs over parameters, then any that have values. */
function scatterColumns(columns, given, named) {
  const pairs = given.map((names) => names.map(named)).filter(([x, y]) => x && y);
  const present = columns.filter((column) => !column.isEmpty);
  const of = (role) => present.filter((column) => column.role === role);
  const [parameters, outputs] = [of("parameter"), of("output")];
  const others = [
    ...outputs.slice(0, SCATTERS).map((y, i) => [parameters[i % parameters.length], y]),
    ...outputs.slice(0, SCATTERS).flatMap((y) => parameters.slice(0, SCATTERS).map((x) => [x, y])),
    ...present.slice(1).map((y, i) => [present[i], y]),
  ];
  for (const [x, y] of others) {
    const isThere = pairs.some((pair) => pair.includes(x) && pair.includes(y));
    if (x && x !== y && !isThere) pairs.push([x, y]);
  }
  return pairs.slice(0, SCATTERS);
}

export async function startExplorer(place, source) {
  const data = await readData(source);
  const explorer = new Explorer(data);
  explorer.open(place);
  const find = (column) =>
    typeof column === "number" ? data.columns[column] : data.columns.find(({ name }) => name === column);
  Object.assign(window.gyrosweepReport, {
    selection() {
      explorer.selection.update();
      const { count } = explorer.selection;
      return {
        count,
        members: explorer.selection.members(),
        condition: explorer.condition().text,
        pandas: explorer.pandas(),
      };
    },
    brush(name, [low, high]) {
      const column = find(name);
      if (!column) throw new Error(`there is no column ${name}`);
      const interval = tidyInterval(column, low ?? -Infinity, high ?? Infinity);
      explorer.setBrush(`histogram ${column.index}`, [{ column, ...interval }]);
    },
    clear: () => explorer.clear(),
    drawn: () => explorer.drawn(),
  });
  await explorer.drawn();
  Object.defineProperty(window.gyrosweepReport, "lastDrawMs", { get: () => explorer.lastDrawMs });
}
