// The table of figures: for each column that has a mean of its own those of all drawn members and of the selection.

import { h } from "./dom.js";
import { count, figure } from "./format.js";
import { FIGURES, figuresOf } from "./figures.js";

const ORDER = { output: 0, parameter: 1, other: 2 };

export class FigureTable {
  constructor(data, selection) {
    this.selection = selection;
    this.everything = new Uint8Array(data.size).fill(1);
    const shown = data.columns.filter((column) => column.hasMean);
    this.rows = shown.sort((a, b) => ORDER[a.role] - ORDER[b.role]).map((column) => this.#row(column));
    const heads = ["column", "unit", "of", "members", ...FIGURES];
    this.table = h(
      "table",
      { class: "figures" },
      h("thead", {}, h("tr", {}, heads.map((text, i) => h("th", { scope: "col", class: i > 2 ? "number" : undefined }, text)))),
      this.rows.map((row) => row.element),
    );
    this.element = h("div", { class: "scroll tall", tabindex: 0, role: "region", "aria-label": "Figures" }, this.table);
  }

  #row(column) {
    const cells = () => ["members", ...FIGURES].map(() => h("td", { class: "number" }));
    const [selected, all] = [cells(), cells()];
    const body = h(
      "tbody",
      { "data-column": column.name },
      h(
        "tr",
        { class: "all" },
        h("th", { scope: "rowgroup", rowspan: 2, title: column.name }, column.name),
        h("td", { rowspan: 2 }, column.unit),
        h("td", {}, "all drawn"),
        all,
      ),
      h("tr", { class: "selected" }, h("td", {}, "selected"), selected),
    );
    let isFirst = true;
    const draw = () => {
      if (isFirst) fill(all, figuresOf(column, this.everything));
      isFirst = false;
      fill(selected, figuresOf(column, this.selection.mask));
    };
    return { element: body, draw };
  }
}

function fill(cells, { n, figures }) {
  const texts = [count(n), ...figures.map((x) => figure(x))];
  cells.forEach((cell, i) => {
    if (cell.textContent !== texts[i]) cell.textContent = texts[i];
  });
}
