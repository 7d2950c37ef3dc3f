// Checks reports of runs that need care, made by the program that GYROSWEEP names.
//
//     GYROSWEEP=target/release/gyrosweep node --test test/program.test.mjs

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { checkCharts, checkReport } from "./checks.mjs";
import { drag, evaluated, launch, open, selection } from "./browser.mjs";
import { program, quoted, reportOf, scenario } from "./program.mjs";

const ALL = ["Outcomes", "Outputs", "Explorer", "What matters", "Worst members", "Sources"];

describe("reports of the program", { skip: program ? false : "GYROSWEEP names no program" }, () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  /** Makes a report, takes some steps in it and checks what holds of all; returns the titles of its sections. */
  async function withReport(name, text, options = {}, steps = () => {}) {
    const opened = await open(browser, reportOf(name, text, options));
    try {
      await steps(opened);
      return await checkReport(opened);
    } finally {
      await opened.context.close();
    }
  }

  const includes = (titles, expected) => {
    for (const title of expected) assert.ok(titles.includes(title), `${title} is not among ${titles.join(", ")}`);
  };
  const sectionText = (page, title) => page.locator("section", { has: page.locator("h2", { hasText: title }) }).innerText();
  const dataOf = (page) => evaluated(page, () => JSON.parse(document.getElementById("explorer-data").textContent));

  it("shows members of which some failed", async () => {
    const titles = await withReport("some", scenario(), {}, async (opened) => {
      const { page } = opened;
      assert.match(await page.locator(".warning").first().innerText(), /of 40 members have no outputs/);
      await drag(page, page.locator('.histogram[data-column="a"] .overlay'), [0.1, 0.5], [0.6, 0.5]);
      const count = await checkCharts(opened);
      assert.ok(count > 0 && count < 40, `${count}`);
    });
    includes(titles, ALL);
  });

  it("has the same figures in the table of outputs and in the explorer", () =>
    withReport("figures", scenario(), {}, async ({ page }) => {
      const own = page.locator("section", { has: page.locator("h2", { hasText: "Outputs" }) }).locator("table").first();
      const heads = await own.locator("thead th").allInnerTexts();
      const cells = await own.locator("tbody tr").first().locator("td").allInnerTexts();
      const body = page.locator('.figures tbody[data-column="x_end"] tr.all');
      const figures = await body.locator(".number").allInnerTexts();
      const names = ["mean", "standard deviation", "5 %", "median", "95 %"];
      names.forEach((name, k) => {
        const [a, b] = [Number(cells[heads.indexOf(name)]), Number(figures[k + 1])];
        assert.ok(Math.abs(a - b) <= 1e-4 * Math.abs(a), `${name}: ${a}, ${b}`);
      });
    }));

  it("says that a run with statistics alone has no members to show", async () => {
    const titles = await withReport("statistics", scenario(), { run: ["--statistics"] }, async ({ page }) => {
      assert.match(await sectionText(page, "Explorer"), /Members were not kept/);
      assert.equal(await page.locator(".explorer").count(), 0);
    });
    includes(titles, ["Outcomes", "Outputs", "Explorer"]);
  });

  it("shows names and titles as they are", async () => {
    const title = "Über \"alles\" </script><script>alert(1)</script> <!-- & 'größer'";
    const names = [
      'say "x"',
      "it's",
      "</script><script>alert(1)</script>",
      "größe äöü",
      "back\\slash & <b>bold</b> <!--",
      "__proto__",
      "constructor",
      "</td></table>",
    ];
    const outputs = names.map((name, k) => ({ name: quoted(name), quantity: '"expression"', expression: `"${k + 1}*a"` }));
    const more = `[[probability]]\nname = ${quoted('large "</script>" ß')}\nof = "x_end > 1"\n`;
    const titles = await withReport("names", scenario({ title, outputs, more }), {}, async (opened) => {
      const { page } = opened;
      assert.equal(await page.locator("h1").innerText(), title);
      assert.equal(await page.title(), title);
      const { columns } = await dataOf(page);
      const known = columns.map(({ name }) => name);
      for (const name of names) {
        assert.ok(known.includes(name), `${name} is not among ${known}`);
        await page.evaluate((name) => window.gyrosweepReport.brush(name, [2, null]), name);
        const { pandas } = await selection(page);
        assert.ok(pandas.includes(JSON.stringify(name)), pandas);
        await checkCharts(opened);
        await page.evaluate(() => window.gyrosweepReport.clear());
      }
      const outputsText = await sectionText(page, "Outputs");
      for (const name of [...names, 'large "</script>" ß']) assert.ok(outputsText.includes(name), `${name} is not in ${outputsText}`);
    });
    includes(titles, ALL);
  });

  it("shows 200 columns", async () => {
    const outputs = Array.from({ length: 200 }, (_, k) => ({
      name: quoted(`sensor_${k}`),
      quantity: '"expression"',
      expression: `"x_end*${k + 1} + a"`,
    }));
    const titles = await withReport("columns", scenario({ outputs }), {}, async (opened) => {
      assert.ok((await dataOf(opened.page)).columns.length >= 200);
      await checkCharts(opened);
    });
    includes(titles, ALL);
  });

  it("shows one member", async () => {
    const titles = await withReport("one", scenario(), { run: ["--members", "1"] }, async ({ page }) => {
      assert.equal((await selection(page)).count, 1);
    });
    includes(titles, ["Outcomes", "Outputs", "Explorer"]);
  });

  it("shows members that all failed", async () => {
    const run = ["--set", "plan.vary.a.uniform=[30,40]"];
    const titles = await withReport("failed", scenario(), { run }, async ({ page }) => {
      assert.match(await page.locator(".warning").first().innerText(), /40 of 40 members have no outputs/);
      assert.equal((await selection(page)).count, 40);
    });
    includes(titles, ["Outcomes", "Outputs", "Explorer", "Worst members"]);
  });

  it("fits where titles and names are long words", async () => {
    const word = "very_long_name_".repeat(12);
    const outputs = [{ name: quoted(word), quantity: '"expression"', expression: '"2*a"' }];
    includes(await withReport("long", scenario({ title: word.repeat(2), outputs }), {}), ALL);
  });

  it("draws some of 30,000 members, with plain names of columns", async () => {
    const run = ["--members", "30000", "--names", "plain", "--format", "csv"];
    const titles = await withReport("many", scenario(), { run }, async (opened) => {
      assert.equal((await dataOf(opened.page)).members_drawn, 16384);
      await opened.page.evaluate(() => window.gyrosweepReport.brush("x_end", [1, 2]));
      assert.ok((await checkCharts(opened)) < 16384);
    });
    includes(titles, ALL);
  });
});
