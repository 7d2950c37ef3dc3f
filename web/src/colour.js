// Colours of members: by a column, by outcome or plain.

export const BACKGROUND = [0xfc, 0xfc, 0xfd];
export const GRID = [0xe9, 0xec, 0xf1];
/** Members that are not selected. */
export const FAINT = [0xd9, 0xdd, 0xe3];

const PALETTE = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#4a4f58"].map(parsed);
const TEXT = parsed("#1f2530");
const REFERENCE = parsed("#767f8d");

/** From dark indigo to gold, in steps that look equally large. */
const SEQUENTIAL = [
  "#261c6e",
  "#4f1a92",
  "#7e1896",
  "#a91c84",
  "#cd2c67",
  "#e64e47",
  "#f3771f",
  "#f7a103",
  "#ffc834",
].map(parsed);

const STEPS = 64;

function parsed(hex) {
  return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
}

export function css([r, g, b]) {
  return `rgb(${r},${g},${b})`;
}

/** Returns the colour at a share of the sequential scale, from 0 to 1. */
export function sequential(share) {
  const last = SEQUENTIAL.length - 1;
  const place = Math.min(Math.max(share, 0), 1) * last;
  const below = Math.min(Math.floor(place), last - 1);
  const t = place - below;
  return SEQUENTIAL[below].map((from, c) => Math.round(from + t * (SEQUENTIAL[below + 1][c] - from)));
}

export const SEQUENTIAL_CSS = `linear-gradient(to right, ${SEQUENTIAL.map(css).join(", ")})`;

/**
 * Sorts members into classes of one colour each.
 *
 * `classes` holds the class of each member and `palette` the colours. Classes below `steps` are steps of a scale, of
 * which a mean makes sense; where `steps` is 0 there is none. `legend` lists the other classes that occur.
 */
export class Colouring {
  constructor(data, choice) {
    this.choice = choice;
    this.column = typeof choice === "number" ? data.columns[choice] : null;
    this.classes = new Uint8Array(data.size);
    if (this.column) this.#byColumn(data);
    else if (choice === "outcome") this.#byOutcome(data);
    else this.#plain(data);
    const present = new Set(this.classes);
    this.legend = this.names
      .map((name, i) => ({ name, code: this.steps + i, colour: this.palette[this.steps + i] }))
      .filter(({ code }) => present.has(code));
  }

  #byColumn(data) {
    const { values, limits } = this.column;
    const [low, high] = limits;
    this.steps = STEPS;
    this.names = ["without a value", "failed"];
    this.palette = Array.from({ length: STEPS }, (_, k) => sequential(k / (STEPS - 1)));
    this.palette.push(REFERENCE, TEXT);
    for (let i = 0; i < data.size; i++) {
      const x = values[i];
      const step = Math.min(STEPS - 1, Math.floor((STEPS * (x - low)) / (high - low)));
      this.classes[i] = data.failed[i] ? STEPS + 1 : Number.isNaN(x) ? STEPS : step;
    }
  }

  // completed members are blue, those that failed have the other colours in turn
  #byOutcome(data) {
    this.steps = 0;
    this.names = data.names;
    let next = 1;
    this.palette = data.names.map((name) =>
      name === "completed" ? PALETTE[0] : PALETTE[1 + ((next++ - 1) % (PALETTE.length - 1))],
    );
    this.classes.set(data.outcomes);
  }

  #plain(data) {
    this.steps = 0;
    this.names = ["completed", "failed"];
    this.palette = PALETTE.slice(0, 2);
    this.classes.set(data.failed);
  }
}
