// Small helpers to make elements. Texts only ever become text nodes.

/** Makes an element; properties starting with "on" are listeners, the others attributes. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), value);
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== undefined && value !== null && value !== false) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

let labels = 0;

/** Puts a label before a control. */
export function labelled(text, control, hidden = false) {
  control.id ||= `control-${++labels}`;
  return h(
    "span",
    { class: "field" },
    h("label", { for: control.id, class: hidden ? "unseen" : undefined }, text),
    control,
  );
}

const ROLES = [
  ["parameter", "Parameters"],
  ["output", "Outputs"],
  ["other", "Other columns"],
];

/** Fills a select element with columns, in groups by role, after some options of its own. */
export function fillColumns(select, columns, { first = [], chosen } = {}) {
  const groups = ROLES.map(([role, title]) => {
    const options = columns
      .filter((column) => column.role === role)
      .map((column) => h("option", { value: column.index }, column.title));
    return options.length > 0 ? h("optgroup", { label: title }, options) : null;
  });
  select.replaceChildren(
    ...first.map(([value, text]) => h("option", { value }, text)),
    ...groups.filter(Boolean),
  );
  if (chosen !== undefined) select.value = String(chosen);
}

let ruler;

/** Shortens a text to a width in pixels, with an ellipsis. */
export function fitted(text, width, size = 12.5) {
  ruler ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  ruler.font = `${size}px ${getComputedStyle(document.body).fontFamily}`;
  if (ruler.measureText(text).width <= width) return text;
  const letters = [...text];
  let [low, high] = [0, letters.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (ruler.measureText(`${letters.slice(0, middle).join("")}…`).width <= width) low = middle;
    else high = middle - 1;
  }
  return `${letters.slice(0, low).join("")}…`;
}
