// The controls around the charts: colour and its legend, the list of brushes, and texts to copy.

import { fillColumns, h, labelled } from "./dom.js";
import { SEQUENTIAL_CSS, css } from "./colour.js";
import { figure } from "./format.js";
import { intervalText } from "./condition.js";
import { tidyInterval } from "./bounds.js";

/** The choice of what colours mean, with a legend. */
export class ColourControl {
  constructor(data, chosen, choose) {
    const select = h("select", {
      onchange: () => choose(/^\d+$/.test(select.value) ? Number(select.value) : select.value),
    });
    fillColumns(select, data.columns, { first: [["none", "none"], ["outcome", "outcome"]], chosen });
    this.legend = h("span", { class: "legend" });
    this.element = h("div", { class: "controls" }, labelled("colour", select), this.legend);
  }

  show(colouring) {
    const { column, legend } = colouring;
    const items = [];
    if (column && !column.isEmpty) {
      items.push(
        h("span", { class: "only-print" }, column.title),
        h("span", {}, figure(column.limits[0], 4)),
        h("span", { class: "scale", style: `background-image:${SEQUENTIAL_CSS}` }),
        h("span", {}, figure(column.limits[1], 4)),
      );
    }
    const isTrivial = !column && legend.length < 2;
    for (const { name, colour } of isTrivial ? [] : legend) {
      const swatch = h("span", { class: "swatch", style: `background-color:${css(colour)}` });
      items.push(h("span", { class: "entry" }, swatch, name));
    }
    this.legend.replaceChildren(...items);
  }
}

/** The list of brushes, each with a button that removes it. */
export class BrushList {
  constructor(remove) {
    this.remove = remove;
    this.element = h("ul", { class: "chips", "aria-label": "Brushes" });
  }

  show(brushes) {
    const key = [...brushes].map(([id, intervals]) => `${id} ${intervals.map(intervalText)}`).join("\n");
    if (key === this.key) return;
    this.key = key;
    this.element.replaceChildren(
      ...[...brushes].map(([id, intervals]) => {
        const text = intervals.map(intervalText).join(", ");
        const button = { type: "button", "aria-label": `Remove the brush ${text}`, onclick: () => this.remove(id) };
        return h("li", {}, h("span", { title: text }, text), h("button", button, "×"));
      }),
    );
  }
}

/** A form that sets the brush of a column's histogram by numbers. */
export function intervalForm(data, setBrush) {
  const select = h("select");
  fillColumns(select, data.columns);
  const [from, to] = ["from", "to"].map((name) => h("input", { type: "number", step: "any", name }));
  const submit = (event) => {
    event.preventDefault();
    const number = (input, otherwise) => (input.value === "" ? otherwise : input.valueAsNumber);
    if (from.value === "" && to.value === "") return;
    const column = data.columns[Number(select.value)];
    setBrush(column, tidyInterval(column, number(from, -Infinity), number(to, Infinity)));
  };
  return h(
    "details",
    { class: "interval" },
    h("summary", {}, "Select by numbers"),
    h(
      "form",
      { class: "controls", onsubmit: submit },
      labelled("column", select),
      labelled("from", from),
      labelled("to", to),
      h("button", { type: "submit" }, "Set"),
    ),
  );
}

/** A text with a button that copies it. */
export class CopyText {
  constructor(title) {
    this.text = h("pre", { tabindex: 0, "aria-label": title });
    this.note = h("p", { class: "note" });
    this.button = h("button", { type: "button", onclick: () => this.#copy() }, "Copy");
    this.element = h(
      "div",
      { class: "copy" },
      h("div", { class: "controls" }, h("span", { class: "title" }, title), this.button),
      this.text,
      this.note,
    );
  }

  show(text, { placeholder = "", notes = [] } = {}) {
    this.value = text;
    this.text.textContent = text || placeholder;
    this.text.classList.toggle("placeholder", text === "");
    this.button.disabled = text === "";
    this.note.textContent = notes.join(" ");
    this.button.textContent = "Copy";
  }

  async #copy() {
    let isDone = true;
    try {
      await navigator.clipboard.writeText(this.value);
    } catch {
      getSelection().selectAllChildren(this.text);
      isDone = document.execCommand("copy");
    }
    this.button.textContent = isDone ? "Copied" : "Press Ctrl+C";
  }
}
