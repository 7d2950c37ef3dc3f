// Checks a report that the program wrote.
//
//     REPORT_HTML=report.html REPORT_EXPECTED=expected.json node --test test/real.test.mjs
//
// The expectations, all of which may be left out:
//     { "members_total": 16384, "members_drawn": 16384,
//       "columns": { "member": [0, 1, ..], "mass": [14.2, null, ..], .. },   the drawn members' table, in its order
//       "brushes": [{ "column": "mass", "interval": [14.5, 15], "count": 4000 }],
//       "screenshots": "folder" }

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { join } from "node:path";
import { readFileSync } from "node:fs";
import { byPandas, drag, drawn, launch, open, selection, shown } from "./browser.mjs";

const path = process.env.REPORT_HTML;
const file = process.env.REPORT_EXPECTED;
const expected = file ? JSON.parse(readFileSync(file, "utf8")) : {};

describe("a report of the program", { skip: path ? false : "REPORT_HTML names no file" }, () => {
  let browser;
  let opened;
  before(async () => {
    browser = await launch();
    opened = await open(browser, path);
  });
  after(() => browser.close());

  const table = expected.columns ?? {};
  const valuesOf = (name) => Array.from(table[name], (x) => x ?? NaN);
  const has = (selector) => opened.page.locator(selector).count();

  /** Compares the selection with the table and the views with one another. */
  async function agree() {
    const { page } = opened;
    await drawn(page);
    const { count, members, pandas } = await selection(page);
    const views = await shown(page);
    assert.equal(views.status, count);
    assert.equal(views.parallel, count);
    for (const [name, n] of Object.entries(views.histograms)) assert.equal(n, views.table[name], name);
    if (table.member) {
      const rows = byPandas(pandas, valuesOf, table.member.length);
      assert.deepEqual(members, rows.map((i) => table.member[i]), pandas);
    }
    return count;
  }

  it("has the members expected", async (t) => {
    if (!(await has(".explorer"))) return t.skip("it has no explorer");
    const source = await opened.page.evaluate(() => {
      const { members_total, members_drawn } = JSON.parse(document.getElementById("explorer-data").textContent);
      return { members_total, members_drawn };
    });
    for (const [name, value] of Object.entries(source)) assert.equal(value, expected[name] ?? value, name);
    assert.equal(await agree(), source.members_drawn);
  });

  it("selects by a drag on a histogram, in time", async (t) => {
    if (!(await has(".histogram"))) return t.skip("it has no histogram");
    const { page } = opened;
    await drag(page, page.locator(".histogram .overlay").first(), [0.3, 0.5], [0.7, 0.5]);
    await agree();
    const ms = await drawn(page);
    console.log(`milliseconds of drawing: ${Math.round(ms)}`);
    assert.ok(ms < 500, `${ms}`);
    await page.evaluate(() => window.gyrosweepReport.clear());
  });

  it("selects the members expected of intervals", async () => {
    for (const { column, interval, count } of expected.brushes ?? []) {
      await opened.page.evaluate(
        ([column, interval]) => {
          window.gyrosweepReport.clear();
          window.gyrosweepReport.brush(column, interval);
        },
        [column, interval],
      );
      assert.equal(await agree(), count, `${column} ${interval}`);
    }
  });

  it("has an animation that moves and goes back to its start", async (t) => {
    if (!(await has(".animation"))) return t.skip("it has no animation");
    const hashes = await opened.page.evaluate(async () => {
      const { seek, frameHash, play, pause, time } = window.gyrosweepAnimation;
      pause();
      seek(0);
      const found = [frameHash()];
      const begin = time();
      play();
      await new Promise((resolve) => setTimeout(resolve, 500));
      pause();
      found.push(frameHash());
      seek(begin);
      found.push(frameHash());
      return found;
    });
    assert.notEqual(hashes[0], hashes[1]);
    assert.equal(hashes[0], hashes[2]);
  });

  it("fits narrow windows and paper", async () => {
    const { page } = opened;
    const at = (name) => (expected.screenshots ? join(expected.screenshots, name) : undefined);
    if (at("")) await page.screenshot({ path: at("1280.png"), fullPage: true });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.waitForTimeout(300);
    if (await has(".explorer")) await drawn(page);
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.equal(widths[0], widths[1]);
    if (at("")) await page.screenshot({ path: at("360.png"), fullPage: true });
    await page.pdf({ format: "A4", path: at("report.pdf") });
  });

  it("says nothing and asks for nothing", () => {
    assert.deepEqual(opened.said, []);
    assert.deepEqual(opened.asked, [opened.url]);
  });
});
