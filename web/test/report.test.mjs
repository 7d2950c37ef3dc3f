// Behaviour of the report in headless Chromium, with synthetic members.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Random } from "./random.mjs";
import { checkQuiet, checkNarrow, checkPrint, visit } from "./checks.mjs";
import { byPandas, byScenario, drag, drawn, evaluated, launch, open, selection, shown, write } from "./browser.mjs";
import { makeAnimation, makeExplorer, page as makePage } from "./synthetic.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Makes a report. */
function make(options, { animation } = {}) {
  const made = makeExplorer(options);
  const name = `${Object.values(options).join("-")}.html`;
  const path = write(name, makePage({ explorer: made.data, animation: animation ? makeAnimation() : undefined }));
  const valueOf = (column) => made.columns.find(({ name }) => name === column).values;
  return { ...made, path, valueOf, size: made.members.length };
}

/** Makes and opens a report for some steps. */
async function withReport(options, more, steps) {
  const { path, ...made } = make(options, more);
  await visit(browser, path, more.context, (opened) => steps({ ...made, ...opened }));
}

/** Checks that every view shows the members that the copied conditions select of the numbers in double precision. */
async function agree({ page, valueOf, members, columns, size }) {
  await drawn(page);
  const { count, members: found, pandas, condition } = await selection(page);
  const expected = byPandas(pandas, valueOf, size);
  assert.equal(count, expected.length, pandas);
  assert.deepEqual(found, expected.map((i) => members[i]));
  if (condition !== "") assert.deepEqual(byScenario(condition, valueOf, size), expected);
  const having = (...arrays) => expected.filter((i) => arrays.every((values) => !Number.isNaN(values[i]))).length;
  const views = await shown(page);
  assert.equal(views.status, count);
  assert.equal(views.parallel, count);
  for (const { columns: chosen, selected } of views.scatters) {
    assert.equal(selected, having(...chosen.map((index) => columns[index].values)));
  }
  for (const [name, selected] of Object.entries(views.histograms)) assert.equal(selected, having(valueOf(name)), name);
  for (const [name, selected] of Object.entries(views.table)) assert.equal(selected, having(valueOf(name)), name);
  return expected.length;
}

const histogram = (page, name) => page.locator(`.histogram[data-column="${name}"] .overlay`);

describe("16,384 members of 16 columns", () => {
  let opened;
  before(async () => {
    const made = make({ members: 16384, columns: 16, seed: 7 });
    opened = { ...made, ...(await open(browser, made.path)) };
  });
  after(() => opened.context.close());

  it("selects all at first", async () => {
    assert.equal(await agree(opened), 16384);
    assert.equal((await selection(opened.page)).pandas, "df");
  });

  it("selects by a drag on a histogram", async () => {
    const { page } = opened;
    await drag(page, histogram(page, "com.z"), [0.3, 0.5], [0.6, 0.5]);
    const count = await agree(opened);
    assert.ok(count > 1000 && count < 15000, `${count}`);
    const { condition } = await selection(page);
    assert.match(condition, /^com\.z >= -0\.\d{2,6} and com\.z <= -0\.\d{2,6}$/);
  });

  it("joins brushes of a histogram, a scatter plot and an axis", async () => {
    const { page } = opened;
    const before = (await selection(page)).count;
    await drag(page, page.locator(".scatter .overlay").nth(3), [0.2, 0.2], [0.7, 0.9]);
    const between = await agree(opened);
    assert.ok(between > 0 && between < before, `${between}`);
    await drag(page, page.locator(".parallel .overlay").nth(2), [0.5, 0.1], [0.5, 0.6]);
    const last = await agree(opened);
    assert.ok(last > 0 && last < between, `${last}`);
    assert.equal(await page.locator(".bar .chips li").count(), 3);
  });

  it("keeps the other brushes where the axis of a plot changes, and draws in time", async () => {
    const { page } = opened;
    const times = [];
    await page.locator(".scatter select").nth(0).selectOption("7");
    times.push(await drawn(page));
    assert.equal(await page.locator(".bar .chips li").count(), 3);
    await page.locator(".scatter select").nth(7).selectOption("4");
    times.push(await drawn(page));
    assert.equal(await page.locator(".bar .chips li").count(), 2);
    await agree(opened);
    for (const colour of ["outcome", "none", "0"]) {
      await page.getByLabel("colour").selectOption(colour);
      times.push(await drawn(page));
      await agree(opened);
    }
    for (const high of [15.2, 15.4, 15.6, 15.8]) {
      await page.evaluate((high) => window.gyrosweepReport.brush("mass", [14.1, high]), high);
      times.push(await drawn(page));
    }
    console.log(`milliseconds of drawing: ${times.map(Math.round).join(", ")}`);
    assert.ok(Math.max(...times) < 500, `${times}`);
    await agree(opened);
  });

  it("removes one brush, then all", async () => {
    const { page } = opened;
    await page.locator(".bar .chips button").first().click();
    await agree(opened);
    await page.getByText("Clear all brushes").click();
    assert.equal(await agree(opened), 16384);
    assert.equal(await page.locator(".brushes .selection:visible").count(), 0);
  });

  it("removes a brush by a click beside it", async () => {
    const { page } = opened;
    await drag(page, histogram(page, "arm"), [0.3, 0.5], [0.6, 0.5]);
    assert.ok((await agree(opened)) < 16384);
    await histogram(page, "arm").click({ position: { x: 5, y: 20 }, force: true });
    assert.equal(await agree(opened), 16384);
  });

  it("adds and removes axes", async () => {
    const { page } = opened;
    await page.getByLabel("Remove the axis spin", { exact: true }).click();
    assert.equal(await page.locator(".parallel .parallel-axis").count(), 11);
    await page.getByLabel("Add an axis").selectOption("15");
    assert.equal(await page.locator(".parallel .parallel-axis").count(), 12);
    await agree(opened);
  });

  it("takes an interval by keyboard", async () => {
    const { page } = opened;
    await page.getByText("Select by numbers").press("Enter");
    await page.getByLabel("column", { exact: true }).selectOption("1");
    await page.getByLabel("from").fill("150.25");
    await page.getByLabel("from").press("Enter");
    assert.equal((await selection(page)).condition, "spin >= 150.25");
    await agree(opened);
    await page.evaluate(() => window.gyrosweepReport.clear());
  });

  it("says nothing and asks for nothing", () => checkQuiet(opened));
});

describe("columns that need care", () => {
  const kinds = [
    { members: 3000, columns: 16, kind: "strange" },
    { members: 1, columns: 16, kind: "plain" },
    { members: 500, columns: 16, kind: "failed" },
    { members: 40, columns: 2, kind: "plain" },
  ];
  for (const options of kinds) {
    it(`selects as the table does: ${Object.values(options)}`, () =>
      withReport(options, {}, async (opened) => {
        await agree(opened);
        const random = new Random(3);
        for (const column of opened.columns) await tryIntervals(opened, column, random);
        await agree(opened);
      }));
  }

  it("shows 12 histograms of 200 columns until asked for more", () =>
    withReport({ members: 2000, columns: 200, seed: 5 }, {}, async (opened) => {
      const { page } = opened;
      const count = () => page.locator(".histogram").count();
      assert.equal(await count(), 12);
      await page.getByLabel("filter").fill("sensor_19");
      assert.equal(await count(), 11);
      await page.evaluate(() => window.gyrosweepReport.brush("com.z", [-0.15, -0.14]));
      await agree(opened);
      assert.equal(await count(), 12, "a histogram with a brush remains");
      await page.getByLabel("filter").fill("");
      await page.getByText("Show all 200").click();
      assert.equal(await count(), 200);
      await agree(opened);
    }));
});

/** Selects intervals of a column: between its values, at them and with open ends. */
async function tryIntervals({ page, valueOf, size, members }, { name, values }, random) {
  const known = Array.from(values).filter((x) => !Number.isNaN(x));
  if (known.length === 0) known.push(0, 1);
  const pick = () => known[Math.floor(random.next() * known.length)];
  const intervals = Array.from({ length: 25 }, (_, k) => {
    const ends = [pick(), pick()].map((x) => (k % 2 ? x : x * (1 + 1e-3 * random.next())));
    ends.sort((a, b) => a - b);
    if (k % 5 === 0) ends[0] = null;
    if (k % 7 === 0) ends[1] = null;
    return ends;
  });
  const found = await evaluated(
    page,
    ([name, intervals]) =>
      intervals.map((interval) => {
        window.gyrosweepReport.clear();
        window.gyrosweepReport.brush(name, interval);
        return window.gyrosweepReport.selection();
      }),
    [name, intervals],
  );
  found.forEach(({ members: selected, pandas }, k) => {
    const expected = byPandas(pandas, valueOf, size);
    assert.deepEqual(selected, expected.map((i) => members[i]), `${name} ${intervals[k]} ${pandas}`);
    // at most some thousandths of the range more than was asked for, or some units of single precision
    const [low, high] = intervals[k].map((end, side) => end ?? (side ? Infinity : -Infinity));
    const [least, most] = [Math.min(...known), Math.max(...known)];
    const room = (most - least || Math.abs(most)) / 300 + Math.max(Math.abs(least), Math.abs(most)) * 2 ** -20;
    for (const i of expected) assert.ok(values[i] >= low - room && values[i] <= high + room, `${name} ${intervals[k]}`);
  });
}

describe("the page", () => {
  it("copies both conditions", () => {
    const context = { permissions: ["clipboard-read", "clipboard-write"] };
    return withReport({ members: 300, columns: 6 }, { context }, async ({ page }) => {
      await page.evaluate(() => window.gyrosweepReport.brush("mass", [14.5, 15.5]));
      await drawn(page);
      const { condition, pandas } = await selection(page);
      for (const [i, text] of [condition, pandas].entries()) {
        await page.locator(".copy button").nth(i).click();
        await page.locator(".copy button", { hasText: "Copied" }).nth(i).waitFor();
        assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text);
      }
    });
  });

  it("fits a width of 360 pixels and works by touch", () => {
    const context = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
    const options = { members: 2000, columns: 30, kind: "strange" };
    return withReport(options, { animation: true, context }, async (opened) => {
      const { page } = opened;
      await checkNarrow(opened);
      const overlay = histogram(page, "mass");
      await overlay.scrollIntoViewIfNeeded();
      const { x, y, width } = await overlay.boundingBox();
      const touches = await page.context().newCDPSession(page);
      const touch = (type, share) =>
        touches.send("Input.dispatchTouchEvent", {
          type,
          touchPoints: share === undefined ? [] : [{ x: x + share * width, y: y + 20 }],
        });
      await touch("touchStart", 0.3);
      await touch("touchMove", 0.5);
      await touch("touchMove", 0.7);
      await touch("touchEnd");
      const count = await agree(opened);
      assert.ok(count > 0 && count < 2000, `${count}`);
    });
  });

  it("prints charts and no controls", () =>
    withReport({ members: 2000, columns: 16, seed: 9 }, { animation: true }, async (opened) => {
      const pdf = await checkPrint(opened);
      assert.ok(pdf.length > 50_000, `${pdf.length}`);
      await opened.page.emulateMedia({ media: "print" });
      assert.equal(await opened.page.locator(".scatter canvas:visible").count(), 4);
    }));

  it("pairs no column with itself, and none without values", () =>
    withReport({ members: 1, columns: 2 }, {}, async ({ page }) => {
      assert.equal(await page.locator(".scatter").count(), 1);
    }));

  it("does without either section", async () => {
    for (const parts of [{}, { animation: makeAnimation() }]) {
      await visit(browser, write("page.html", makePage(parts)), {}, () => {});
    }
  });
});
