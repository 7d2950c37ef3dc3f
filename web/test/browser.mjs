// Opens reports in headless Chromium, offline, and notes what it says and asks for.

import { chromium } from "playwright-core";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const WEBGL = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

export const folder = mkdtempSync(join(tmpdir(), "report-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

export function write(name, html) {
  const path = join(folder, name);
  writeFileSync(path, html);
  return path;
}

export function launch(flags = WEBGL) {
  return chromium.launch({ executablePath, args: ["--no-sandbox", ...flags] });
}

/** Opens a file in a browser; `said` lists console messages and errors, `asked` the addresses requested. */
export async function open(browser, path, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
    offline: true,
    ...options,
  });
  const page = await context.newPage();
  const said = [];
  const asked = [];
  page.on("console", (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => said.push(String(error)));
  page.on("request", (request) => asked.push(request.url()));
  const url = pathToFileURL(path).href;
  await page.goto(url);
  await page.evaluate(() => window.gyrosweepReport.ready);
  return { context, page, said, asked, url };
}

/** Evaluates a function in a page. Long lists come as JSON, which is much faster than one by one. */
export async function evaluated(page, work, argument) {
  return JSON.parse(await page.evaluate(`JSON.stringify((${work})(${JSON.stringify(argument) ?? ""}))`));
}

export function selection(page) {
  return evaluated(page, () => window.gyrosweepReport.selection());
}

/** Waits until all charts show the selection; returns the milliseconds that drawing took. */
export function drawn(page) {
  return page.evaluate(async () => {
    await window.gyrosweepReport.drawn();
    return window.gyrosweepReport.lastDrawMs;
  });
}

/** Drags the mouse over an element, between shares of its size. */
export async function drag(page, locator, from, to) {
  await locator.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await locator.boundingBox();
  const at = ([across, down]) => [x + across * width, y + down * height];
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to.map((share, i) => (share + from[i]) / 2)));
  await page.mouse.move(...at(to));
  await page.mouse.up();
}

/** Reads the number of selected members that each view shows, by its name. */
export function shown(page) {
  return page.evaluate(() => {
    const number = (text) => Number(text.replaceAll(",", ""));
    const list = (selector) => [...document.querySelectorAll(selector)];
    return {
      status: number(document.querySelector(".status strong").textContent.split(" ")[0]),
      parallel: number(document.querySelector(".parallel").dataset.selected),
      scatters: list(".scatter").map((figure) => ({
        columns: [...figure.querySelectorAll("select")].map((select) => Number(select.value)),
        selected: number(figure.dataset.selected),
      })),
      histograms: Object.fromEntries(
        list(".histogram").map((figure) => [figure.dataset.column, number(figure.dataset.selected)]),
      ),
      table: Object.fromEntries(
        list(".figures tbody").map((body) => [
          body.dataset.column,
          number(body.querySelector("tr.selected .number").textContent),
        ]),
      ),
    };
  });
}

/** Applies conditions as pandas would; `valueOf` returns the values of a column by its name. */
export function byPandas(text, valueOf, size) {
  const parts = [...text.matchAll(/\(df\[("(?:[^"\\]|\\.)*")\] (>=|<=) (\S+?)\)/g)];
  const tests = parts.map(([, name, sign, bound]) => [valueOf(JSON.parse(name)), sign, Number(bound)]);
  const rebuilt = parts.map(([part]) => part).join(" & ");
  if (text !== (parts.length > 0 ? `df[${rebuilt}]` : "df")) throw new Error(`cannot read ${text}`);
  const passes = (i) => tests.every(([values, sign, bound]) => (sign === ">=" ? values[i] >= bound : values[i] <= bound));
  return Array.from({ length: size }, (_, i) => i).filter(passes);
}

/** Applies the condition of a scenario. */
export function byScenario(text, valueOf, size) {
  const pandas = text.split(" and ").map((part) => {
    const [name, sign, bound] = part.split(" ");
    return `(df[${JSON.stringify(name)}] ${sign} ${bound})`;
  });
  return byPandas(`df[${pandas.join(" & ")}]`, valueOf, size);
}
