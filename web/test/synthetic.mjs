// Makes a report of random members, as the program would of a sweep.
//
//     node test/synthetic.mjs report.html --members 16384 --columns 16 --kind plain

import { readFileSync, writeFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Random } from "./random.mjs";

/** Names that need care. */
const STRANGE = [
  'say "hello"',
  "it's",
  "</script><script>alert(1)</script>",
  "<!-- <b>bold</b> & more",
  "Länge_über_alles",
  "back\\slash",
  "tab\tand\nline",
  `long.${"a_very_long_name_".repeat(12)}end`,
  "__proto__",
  "constructor",
];

/** Returns the embedded form of an array: shuffled, deflated, in base 64. */
export function encoded(array) {
  const size = array.BYTES_PER_ELEMENT;
  const raw = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  const shuffled = new Uint8Array(raw.length);
  for (let part = 0; part < size; part++) {
    for (let i = 0; i < array.length; i++) shuffled[part * array.length + i] = raw[i * size + part];
  }
  return { bytes: deflateSync(shuffled).toString("base64") };
}

function column(name, unit, role, values) {
  return { name, unit, role, values: Float64Array.from(values) };
}

/** Makes the columns in double precision; members that failed have no outputs. */
function makeColumns(random, members, columns, kind) {
  const draw = (make) => Array.from({ length: members }, (_, i) => make(i));
  const mass = draw(() => random.between(14, 16));
  const spin = draw(() => random.normal(150, 8));
  const arm = draw((i) => 0.9 + 0.02 * (i % 11)); // as on a grid
  const failed = draw((i) => kind === "failed" || (members > 1 && random.next() < 0.004) || (members > 100 && spin[i] > 172));
  const noise = (deviation) => random.normal(0, deviation);
  const output = (make) => draw((i) => (failed[i] ? NaN : make(i)));
  const made = [
    column("mass", "kg", "parameter", mass),
    column("spin", "rad/s", "parameter", spin),
    column("arm", "m", "parameter", arm),
    column("com.x", "m", "output", output((i) => 0.42 + 0.004 * (arm[i] - 1) * 10 + noise(0.003))),
    column("com.y", "m", "output", output((i) => 0.9 - 0.00002 * (spin[i] - 150) ** 2 + noise(0.002))),
    column("com.z", "m", "output", output((i) => -0.15 + 0.006 * (mass[i] - 15) + noise(0.001))),
    column("energy", "J", "output", output((i) => 0.5 * mass[i] * spin[i] ** 2 * 1e-3 + noise(2))),
    column("time of impact", "s", "output", output((i) => (random.next() < 0.3 ? NaN : 0.7 + noise(0.05)))),
    column("drift", "1", "output", output(() => 1e-9 * Math.exp(noise(1)))),
    column("steps", "", "other", draw((i) => (failed[i] ? 40 : 100 + Math.floor(random.between(0, 30))))),
  ];
  if (kind === "strange") {
    made.push(...STRANGE.map((name) => column(name, "m", "output", draw(() => noise(1)))));
    made.push(column("narrow", "m", "output", draw(() => 1e6 + random.between(0, 2)))); // few single-precision values
    made.push(column("single", "m", "output", draw(() => 0.1)));
    made.push(column("tiny", "m", "output", draw(() => random.between(-1, 1) * 1e-41)));
    made.push(column("huge", "m", "output", draw(() => random.normal(0, 1e37))));
  }
  for (let k = made.length; k < columns; k++) {
    const weight = random.next();
    const name = `sensor_${k}.value`;
    made.push(column(name, "N", "output", output((i) => 100 * weight * (mass[i] - 15) + noise(20))));
  }
  return { made: made.slice(0, Math.max(columns, kind === "strange" ? made.length : 0)), failed };
}

/** Makes the explorer's data; `columns` in the answer are in double precision. */
export function makeExplorer({ members = 16384, columns = 16, seed = 1, kind = "plain" } = {}) {
  const random = new Random(seed);
  const total = members > 1000 ? members * 61 : members;
  const { made, failed } = makeColumns(random, members, columns, kind);
  const step = total / members;
  const numbers = Float64Array.from({ length: members }, (_, i) => Math.floor(i * step));
  const names = ["completed", "non_finite", "increment_too_large"];
  const codes = Uint8Array.from(failed, (isFailed) => (isFailed ? 1 + Math.floor(random.next() * 2) : 0));
  const failures = failed.filter(Boolean).length;
  const start = ["mass", "spin", "arm", "com.x", "com.y", "com.z"];
  const data = {
    members_total: total,
    members_drawn: members,
    failed_total: failures,
    failed_drawn: failures,
    selection_note: `${members} of ${total} members are drawn: all that failed, the extremes, the others evenly chosen`,
    member: encoded(numbers),
    outcome: { names, bytes: encoded(codes).bytes },
    columns: made.map(({ name, unit, role, values }) => ({
      name,
      unit,
      role,
      python: name,
      ...encoded(Float32Array.from(values)),
    })),
    constant: [{ name: "g", unit: "m/s^2", value: "9.81" }, { name: "step", unit: "s", value: "0.001" }],
    start: {
      scatter: [["mass", "com.z"], ["com.x", "com.z"], ["spin", "com.y"], ["spin", "mass"]],
      colour: kind === "failed" ? "outcome" : "com.z",
      parallel: columns > 12 ? made.slice(0, 12).map(({ name }) => name) : start,
    },
  };
  return { data, columns: made, members: numbers };
}

/** Makes the animation's data: a spinning top on a leaning cone, with a slower one as its shadow. */
export function makeAnimation({ frames = 201 } = {}) {
  const member = (label, rate, last, count) => {
    const times = Float64Array.from({ length: count }, (_, k) => last * (k / (count - 1)) ** 1.2);
    const poses = new Float32Array(count * 14);
    times.forEach((t, k) => {
      const [turn, lean, spin] = [rate * t, 0.5 + 0.1 * Math.sin(3 * t), 25 * t];
      const q = product(product(about(2, turn), about(1, lean)), about(2, spin));
      poses.set([0.8 * Math.sin(lean) * Math.cos(turn), 0.8 * Math.sin(lean) * Math.sin(turn), 0.8 * Math.cos(lean), ...q], 14 * k);
      poses.set([1.6 * Math.cos(turn / 3), 1.6 * Math.sin(turn / 3), 0.15, ...about(2, turn / 3)], 14 * k + 7);
    });
    return { label, times: encoded(times), poses: encoded(poses), count };
  };
  const shape = (kind, size, offset, colour, rotation = [1, 0, 0, 0]) => ({ kind, size, offset, rotation, colour });
  return {
    title: "member 17",
    note: "It failed at t = 3.6 s: non_finite.",
    gravity: [0, 0, -9.81],
    points: [{ name: "tip", body: 0, at: [0, 0, 0.4] }],
    members: [member("member 17", 2, 4, frames), member("member 3 (shadow)", 1.7, 3, 101)],
    bodies: [
      {
        name: "top",
        shapes: [
          shape("cylinder", [0.4, 0.1], [0, 0, 0], "#0072b2"),
          shape("cylinder", [0.03, 1.2], [0, 0, -0.2], "#4a4f58"),
          shape("sphere", [0.05], [0, 0, 0.4], "#d55e00"),
        ],
      },
      { name: "cart", shapes: [shape("box", [0.5, 0.3, 0.2], [0, 0, 0], "#009e73")] },
    ],
  };
}

/** What the page of the program allows. */
const POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:";

const quoted = (value) => JSON.stringify(value).replaceAll("<", "\\u003c");
const about = (axis, angle) => [Math.cos(angle / 2), ...[0, 1, 2].map((i) => (i === axis ? Math.sin(angle / 2) : 0))];
const product = ([a, b, c, d], [e, f, g, h]) => [
  a * e - b * f - c * g - d * h,
  a * f + b * e + c * h - d * g,
  a * g - b * h + c * e + d * f,
  a * h + b * g - c * f + d * e,
];

/** Returns the page. */
export function page({ explorer, animation }) {
  const read = (name) => readFileSync(fileURLToPath(new URL(`../dist/${name}`, import.meta.url)), "utf8");
  const part = (id, title, data) =>
    data
      ? `<section><h2>${title}</h2><div id="${id}"><noscript>This section needs JavaScript.</noscript></div></section>
<script type="application/json" id="${id}-data">${quoted(data)}</script>`
      : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>Heavy tops</title>
<link rel="icon" href="data:,">
<style>${read("report.css")}</style>
</head>
<body>
<h1>Heavy tops</h1>
<p>Members of a sweep over mass, spin and arm.</p>
${part("explorer", "Explorer", explorer)}
${part("animation", "Animation", animation)}
<script>${read("report.js")}</script>
</body>
</html>
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      members: { type: "string", default: "16384" },
      columns: { type: "string", default: "16" },
      seed: { type: "string", default: "1" },
      kind: { type: "string", default: "plain" },
    },
  });
  const numbers = Object.fromEntries(["members", "columns", "seed"].map((name) => [name, Number(values[name])]));
  const explorer = makeExplorer({ ...numbers, kind: values.kind }).data;
  writeFileSync(positionals[0] ?? "report.html", page({ explorer, animation: makeAnimation() }));
}
