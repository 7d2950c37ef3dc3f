// The histograms of all columns, of which some are shown.

import { h, labelled } from "./dom.js";
import { Histogram } from "./histogram.js";
import { count } from "./format.js";

const FIRST = 12;

export class Histograms {
  constructor(explorer, preferred) {
    this.explorer = explorer;
    const { columns } = explorer.data;
    this.columns = [...preferred, ...columns.filter((column) => !preferred.includes(column))];
    this.made = new Map();
    this.shown = [];
    this.isWhole = false;
    this.filter = h("input", { type: "search", placeholder: "part of a name", oninput: () => this.#changed() });
    this.more = h("button", {
      type: "button",
      onclick: () => {
        this.isWhole = !this.isWhole;
        this.#changed();
      },
    });
    this.note = h("span", { class: "note" });
    this.grid = h("div", { class: "histograms" });
    const controls = h("div", { class: "controls" }, labelled("filter", this.filter), this.more, this.note);
    controls.hidden = columns.length <= FIRST;
    this.element = h("div", {}, controls, this.grid);
  }

  #changed() {
    this.update();
    this.explorer.schedule();
  }

  /** Chooses what is shown: what fits the filter, the first of them, and all that have a brush. */
  update() {
    const part = this.filter.value.trim().toLowerCase();
    const fitting = this.columns.filter((column) => column.name.toLowerCase().includes(part));
    const first = new Set(this.isWhole ? fitting : fitting.slice(0, FIRST));
    const { brushes } = this.explorer.selection;
    const chosen = this.columns.filter((column) => first.has(column) || brushes.has(`histogram ${column.index}`));
    this.more.hidden = fitting.length <= FIRST;
    this.more.textContent = this.isWhole ? `Show the first ${FIRST}` : `Show all ${count(fitting.length)}`;
    this.note.textContent = `${count(chosen.length)} of ${count(this.columns.length)} columns`;
    const isSame = chosen.length === this.shown.length && chosen.every((c, i) => c === this.shown[i].column);
    if (isSame) return;
    const before = new Set(this.shown);
    const isFirst = before.size === 0;
    this.shown = chosen.map((column) => {
      if (!this.made.has(column)) this.made.set(column, new Histogram(this.explorer, column));
      return this.made.get(column);
    });
    this.grid.replaceChildren(...this.shown.map((histogram) => histogram.element));
    if (isFirst) this.layout();
    for (const histogram of this.shown) if (!before.has(histogram)) histogram.resize(this.width);
  }

  layout() {
    if (this.shown.length === 0) return;
    this.width = this.shown[0].frame.element.clientWidth || 240;
    for (const histogram of this.shown) histogram.resize(this.width);
  }

  showBrush() {
    for (const histogram of this.shown) histogram.showBrush();
  }
}
