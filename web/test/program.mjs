// Runs of the program that GYROSWEEP names, and their reports.

import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { writeFileSync } from "node:fs";
import { folder } from "./browser.mjs";

/** The path of the program; nothing where the variable is not set. */
export const program = process.env.GYROSWEEP && resolve(process.env.GYROSWEEP);

/** Returns text as a string of TOML. */
export const quoted = (text) => JSON.stringify(text);

/**
 * Returns a scenario of 40 members, some of which grow beyond all bounds. `outputs` are tables of keys and their values,
 * as TOML, beside that of `x_end`; `more` comes last.
 */
export function scenario({ title = "Growth", outputs = [], more = "" } = {}) {
  const table = (keys) => ["[[output]]", ...Object.entries(keys).map(([key, value]) => `${key} = ${value}`), ""].join("\n");
  const all = [{ name: '"x_end"', quantity: '"variable"', variable: '"x"' }, ...outputs];
  return `title = ${quoted(title)}
[parameters]
a = { default = 1.0 }
rate = { default = 0.5, unit = "1/s" }
unused = { default = 2.0, unit = "kg" }
[[variable]]
name = "x"
initial = "a"
rate = "rate*x*x"
${all.map(table).join("")}
[method]
integrator = "rkmk4"
step = 0.01
duration = 1.0
[plan]
kind = "random"
members = 40
seed = 1
[plan.vary]
a = { uniform = [0.5, 4.0] }
rate = { uniform = [0.1, 0.5] }
${more}`;
}

function call(...words) {
  try {
    const env = { XDG_RUNTIME_DIR: folder, ...process.env };
    return execFileSync(program, words, { cwd: folder, encoding: "utf8", stdio: "pipe", env });
  } catch (error) {
    // 3: members failed
    if (error.status === 3) return error.stdout;
    throw new Error(`${words.join(" ")}: ${error.stderr || error.message}`);
  }
}

/** Runs a scenario and returns the path of its report. */
export function reportOf(name, text, { run = [], report = [] } = {}) {
  writeFileSync(join(folder, `${name}.toml`), text);
  call("run", `${name}.toml`, "--out", name, ...run);
  call("report", name, ...report);
  return join(folder, name, "report.html");
}
