// What holds of every report, whatever is in it.

import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { byPandas, drawn, evaluated, open, selection, shown } from "./browser.mjs";

const PAPER = 703; // pixels of CSS between the margins of A4

/** Checks that the page wrote no message and asked for nothing but itself. */
export function checkQuiet({ said, asked, url }) {
  assert.deepEqual(said, []);
  assert.deepEqual(asked, [url]);
}

/** Opens a file for some steps, after which it must have been quiet; returns what they return. */
export async function visit(browser, path, context, steps) {
  const opened = await open(browser, path, context);
  try {
    const found = await steps(opened);
    checkQuiet(opened);
    return found;
  } finally {
    await opened.context.close();
  }
}

/** Returns the titles of the sections, each of which shows something. */
export async function checkSections({ page }) {
  const sections = await evaluated(page, () =>
    [...document.querySelectorAll("body > section")].map((section) => {
      const title = section.querySelector("h2")?.textContent ?? "";
      const rest = [...section.children].filter((child) => !["H2", "SCRIPT"].includes(child.tagName));
      return { title, words: rest.map((child) => child.innerText).join("\n").trim(), pictures: section.querySelectorAll("svg, canvas").length };
    }),
  );
  for (const { title, words, pictures } of sections) {
    assert.ok(words.length > 0 || pictures > 0, `the section "${title}" is empty`);
    assert.doesNotMatch(words, /This section cannot be shown|\[object |\bundefined\b|needs? JavaScript/, title);
  }
  const cells = await evaluated(page, () => [...document.querySelectorAll("td.number")].map((cell) => cell.textContent));
  const odd = cells.filter((text) => /\b(nan|inf|infinity|null)\b/i.test(text));
  assert.deepEqual(odd, [], "cells of tables that are no numbers");
  return sections.map(({ title }) => title).filter(Boolean);
}

/** Compares all charts with one another, and the selection with the members' table where it is given. */
export async function checkCharts({ page }, table = {}) {
  await drawn(page);
  const { count, members, pandas } = await selection(page);
  const views = await shown(page);
  assert.equal(views.status, count);
  assert.equal(views.parallel, count);
  for (const [name, n] of Object.entries(views.histograms)) assert.equal(n, views.table[name], name);
  if (table.member) {
    const rows = byPandas(pandas, (name) => Array.from(table[name], (x) => x ?? NaN), table.member.length);
    assert.deepEqual(members, rows.map((i) => table.member[i]), pandas);
  }
  return count;
}

/** Names what reaches beyond the page to the right, and what is too small to read. */
function flaws([width, least]) {
  const isInBox = (element) => {
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
      if (getComputedStyle(box).overflowX !== "visible") return true;
    }
    return false;
  };
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(".unseen");
  const nameOf = (element) => `${element.tagName} ${element.className.baseVal ?? element.className} "${element.textContent.slice(0, 40)}"`;
  const found = { wide: [], small: [] };
  for (const element of document.body.querySelectorAll("*")) {
    if (!isShown(element)) continue;
    const { right, width: own } = element.getBoundingClientRect();
    if (own > 0 && right > width + 1 && !isInBox(element)) found.wide.push(nameOf(element));
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "");
    if (!hasText || element.closest("option, noscript, script, style, svg title")) continue;
    const matrix = element instanceof SVGGraphicsElement ? element.getScreenCTM() : undefined;
    const scale = matrix ? Math.hypot(matrix.b, matrix.d) : 1;
    const size = parseFloat(getComputedStyle(element).fontSize) * scale;
    if (size < least) found.small.push(`${nameOf(element)}: ${size.toFixed(1)} px`);
  }
  return { wide: found.wide.slice(0, 5), small: found.small.slice(0, 5) };
}

/** Checks that nothing is beyond a width or smaller than so many pixels, once charts have followed the window. */
async function checkLayout(page, width, least, where) {
  await page.waitForTimeout(100);
  if ((await page.locator(".explorer .bar").count()) > 0) await drawn(page);
  const none = { wide: [], small: [] };
  const begin = performance.now();
  let found;
  do {
    found = await evaluated(page, flaws, [width, least]);
    if (isDeepStrictEqual(found, none)) break;
    await page.waitForTimeout(250);
  } while (performance.now() - begin < 5000);
  assert.deepEqual(found, none, where);
  const scrolled = await evaluated(page, () => document.documentElement.scrollWidth);
  assert.ok(scrolled <= width, `the page is ${scrolled} pixels wide, of ${width} ${where}`);
}

/** Checks that nothing is cut off or too small on a narrow screen. */
export async function checkNarrow({ page }, width = 360) {
  await page.setViewportSize({ width, height: 740 });
  await checkLayout(page, width, 9, "in a narrow window");
  assert.equal(await page.evaluate(() => innerWidth), width);
}

/** Checks that paper shows all but controls; returns the bytes of a PDF file. */
export async function checkPrint({ page }, path) {
  const pdf = await page.pdf({ format: "A4", path });
  assert.ok(pdf.length > 5000, `${pdf.length}`);
  await page.setViewportSize({ width: PAPER, height: 1000 });
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await checkLayout(page, PAPER, 8, "on paper");
  assert.equal(await page.locator("button:visible, select:visible, input:visible").count(), 0);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: "screen" });
  return pdf;
}

/** Checks all of these, and returns the titles of the sections. */
export async function checkReport(opened) {
  const titles = await checkSections(opened);
  if ((await opened.page.locator(".explorer .bar").count()) > 0) await checkCharts(opened);
  await checkNarrow(opened);
  await checkPrint(opened);
  checkQuiet(opened);
  return titles;
}
