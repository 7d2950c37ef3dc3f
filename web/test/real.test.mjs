// Checks reports that the program wrote.
//
//     REPORT_HTML=a.html:b.html REPORT_EXPECTED=a.json node --test test/real.test.mjs
//
// Several files stand in one list as those of PATH do. So do the files of expectations, each for the report at its
// place; one may be left out, and all within it, too:
//     { "members_total": 16384, "members_drawn": 16384,
//       "columns": { "member": [0, 1, ..], "mass": [14.2, null, ..], .. },   the drawn members' table, in its order
//       "brushes": [{ "column": "mass", "interval": [14.5, 15], "count": 4000 }],
//       "screenshots": "folder" }

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { delimiter, join } from "node:path";
import { readFileSync } from "node:fs";
import { checkCharts, checkNarrow, checkPrint, checkQuiet, checkSections } from "./checks.mjs";
import { drag, drawn, launch, open } from "./browser.mjs";

const listed = (name) => (process.env[name] ?? "").split(delimiter);
const files = listed("REPORT_HTML").filter(Boolean);
const expectations = listed("REPORT_EXPECTED");

if (files.length === 0) describe("reports of the program", { skip: "REPORT_HTML names no file" }, () => {});

files.forEach((path, k) => {
  const expected = expectations[k] ? JSON.parse(readFileSync(expectations[k], "utf8")) : {};
  describe(`the report ${path}`, () => {
    let browser;
    let opened;
    before(async () => {
      browser = await launch();
      opened = await open(browser, path);
    });
    after(() => browser.close());

    const has = (selector) => opened.page.locator(selector).count();
    const agree = () => checkCharts(opened, expected.columns);
    const screenshot = (name) => (expected.screenshots ? join(expected.screenshots, name) : undefined);

    it("shows something in every section", () => checkSections(opened));

    it("has the members expected", async (t) => {
      if (!(await has(".explorer .bar"))) return t.skip("it has no charts");
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
      const shot = async (name) => screenshot(name) && page.screenshot({ path: screenshot(name), fullPage: true });
      await shot("1280.png");
      await checkNarrow(opened);
      await shot("360.png");
      await checkPrint(opened, screenshot("report.pdf"));
    });

    it("says nothing and asks for nothing", () => checkQuiet(opened));
  });
});
