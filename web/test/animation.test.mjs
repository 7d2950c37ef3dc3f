// Behaviour of the animation in headless Chromium, with synthetic bodies.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { checkQuiet, visit } from "./checks.mjs";
import { drag, evaluated, launch, open, write } from "./browser.mjs";
import { encoded, makeAnimation, page as makePage } from "./synthetic.mjs";

const SMALL = { viewport: { width: 700, height: 700 } };

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Opens a page with an animation for some steps; `call` calls a function of it. */
function withAnimation(data, context, steps) {
  const path = write("animation.html", makePage({ animation: data }));
  return visit(browser, path, { ...SMALL, ...context }, (opened) => steps({ ...opened, call: callerOf(opened) }));
}

function callerOf({ page }) {
  return (name, ...rest) => page.evaluate(([name, rest]) => window.gyrosweepAnimation[name](...rest), [name, rest]);
}

/** Counts the pixels of the animation that are nearly of a colour's hue, and returns their middle as shares. */
function coloured(page, [r, g, b]) {
  return evaluated(
    page,
    ([r, g, b]) => {
      const canvas = document.querySelector(".stage canvas");
      const [width, height] = [canvas.width, canvas.height];
      const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
      context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      const own = Math.hypot(r, g, b);
      let [n, x, y] = [0, 0, 0];
      for (let i = 0; i < data.length; i += 4) {
        const size = Math.hypot(data[i], data[i + 1], data[i + 2]);
        const cosine = (data[i] * r + data[i + 1] * g + data[i + 2] * b) / (own * size);
        if (!(cosine > 0.985) || size < 40) continue;
        n++;
        x += (i / 4) % width;
        y += Math.floor(i / 4 / width);
      }
      return { n, x: x / n / width, y: y / n / height };
    },
    [r, g, b],
  );
}

const BLUE = [0, 0x72, 0xb2];
const GREEN = [0, 0x9e, 0x73];
const ORANGE = [0xd5, 0x5e, 0];

describe("a moving top and a cart", () => {
  let opened;
  before(async () => {
    opened = await open(browser, write("top.html", makePage({ animation: makeAnimation() })), SMALL);
    opened.call = callerOf(opened);
  });
  after(() => opened.context.close());

  it("moves, goes back to its start and begins again at its end", async () => {
    const { page, call } = opened;
    assert.equal(await call("time"), 0, "paused at first, as less motion is preferred");
    const first = await call("frameHash");
    await page.getByText("Play", { exact: true }).click();
    await page.waitForTimeout(400);
    assert.ok((await call("time")) > 0.2);
    await page.getByText("Pause", { exact: true }).click();
    const later = await call("time");
    assert.notEqual(await call("frameHash"), first);
    await page.waitForTimeout(200);
    assert.equal(await call("time"), later);
    await call("seek", 0);
    assert.equal(await call("frameHash"), first);
    const again = await page.evaluate(async () => {
      const { seek, play, pause, time } = window.gyrosweepAnimation;
      seek(3.9);
      play();
      await new Promise((resolve) => setTimeout(resolve, 300));
      pause();
      return time();
    });
    assert.ok(again < 3, `${again}`);
  });

  it("goes to the time of the slider, and shows it", async () => {
    const { page, call } = opened;
    await page.getByLabel("time").fill("0.5");
    assert.ok(Math.abs((await call("time")) - 2) < 1e-9);
    await call("frameHash");
    assert.equal(await page.locator(".clock").innerText(), "t = 2.00 s");
    const there = await call("frameHash");
    await call("seek", 1);
    await call("seek", 2);
    assert.equal(await call("frameHash"), there);
  });

  it("runs as fast as is asked", async () => {
    const { page, call } = opened;
    for (const speed of [0.1, 2]) {
      await page.getByLabel("speed").selectOption(String(speed));
      const [shown, real] = await page.evaluate(async () => {
        const { seek, play, pause, time } = window.gyrosweepAnimation;
        seek(0);
        play();
        const begin = performance.now();
        await new Promise((resolve) => setTimeout(resolve, 500));
        pause();
        return [time(), (performance.now() - begin) / 1000];
      });
      assert.ok(Math.abs(shown - speed * real) < 0.02 * speed + 0.005, `${shown} of ${speed} times ${real}`);
    }
    await call("seek", 0);
  });

  it("draws boxes, cylinders and spheres in their colours", async () => {
    const { page, call } = opened;
    await call("seek", 1);
    await call("frameHash");
    for (const [name, colour, least] of [["cylinder", BLUE, 200], ["box", GREEN, 200], ["sphere", ORANGE, 20]]) {
      const { n } = await coloured(page, colour);
      assert.ok(n > least, `${name}: ${n} pixels`);
    }
  });

  it("keeps the body that it follows in the middle", async () => {
    const { page, call } = opened;
    const wayOf = async () => {
      const places = [];
      for (const time of [0, 1.5, 3]) {
        await call("seek", time);
        await call("frameHash");
        places.push(await coloured(page, GREEN));
      }
      return Math.max(...places.map(({ x, y }) => Math.hypot(x - 0.5, y - 0.5)));
    };
    assert.ok((await wayOf()) > 0.1);
    await page.getByLabel("follow").selectOption("1");
    const way = await wayOf();
    assert.ok(way < 0.05, `${way}`); // its middle as seen is not that of the body
  });

  it("shows the trace of a body and of a point", async () => {
    const { page, call } = opened;
    await call("seek", 2);
    const hashes = [await call("frameHash")];
    const sizes = [(await coloured(page, ORANGE)).n];
    for (const option of ["top", "tip"]) {
      await page.getByLabel("trace of").selectOption(option);
      hashes.push(await call("frameHash"));
      sizes.push((await coloured(page, ORANGE)).n);
    }
    assert.equal(new Set(hashes).size, 3);
    assert.ok(sizes[1] > sizes[0] && sizes[2] > sizes[1], `${sizes}`); // the tip's circle is wider
    await page.getByLabel("trace of").selectOption("none");
    assert.equal(await call("frameHash"), hashes[0]);
  });

  it("turns by the mouse and shows the second member on demand", async () => {
    const { page, call } = opened;
    await call("seek", 2);
    const before = await call("frameHash");
    const shadow = page.getByLabel("member 3 (shadow)");
    await shadow.uncheck();
    const alone = await call("frameHash");
    assert.notEqual(alone, before);
    await shadow.check();
    assert.equal(await call("frameHash"), before);
    await drag(page, page.locator(".stage canvas"), [0.5, 0.5], [0.7, 0.6]);
    assert.notEqual(await call("frameHash"), before);
  });

  it("says nothing and asks for nothing", () => checkQuiet(opened));
});

describe("an animation", () => {
  it("plays at first where motion is welcome", () =>
    withAnimation(makeAnimation(), { reducedMotion: "no-preference" }, async ({ page, call }) => {
      await page.waitForTimeout(400);
      assert.ok((await call("time")) > 0.1);
    }));

  it("needs neither gravity, a shadow, shapes, frames nor finite numbers", async () => {
    const made = makeAnimation();
    const member = (times, poses) => ({
      label: "m",
      count: times.length,
      times: encoded(Float64Array.from(times)),
      poses: encoded(Float32Array.from(poses)),
    });
    const pose = [0, 0, 1, 1, 0, 0, 0];
    const cart = [made.bodies[1]];
    const variants = [
      [{ members: made.members.slice(0, 1), bodies: made.bodies, gravity: [0, 0, 0] }, 4],
      [{ members: [member([0], pose)], bodies: [{ name: "b", shapes: [] }] }, 0],
      [{ members: [member([], [])], bodies: cart }, 0],
      [{ members: [member([0, 1, 2], [...pose, ...pose, ...pose.map(() => NaN)])], bodies: cart }, 1],
      [{ members: [member([0, 1], [...pose, 1e30, ...pose.slice(1)])], bodies: cart }, 1],
      [{ members: [member([0, 1], [])], bodies: [] }, 1],
    ];
    for (const [data, end] of variants) {
      await withAnimation(data, {}, async ({ page, call }) => {
        for (const label of ["follow", "trace of"]) {
          const options = await page.getByLabel(label).locator("option").count();
          await page.getByLabel(label).selectOption({ index: options - 1 });
        }
        await call("seek", 1e9);
        await call("frameHash");
        assert.equal(await call("time"), end);
      });
    }
  });

  for (const flags of [["--disable-3d-apis"], ["--disable-gpu", "--disable-software-rasterizer"]]) {
    it(`is a sentence without WebGL: ${flags.join(" ")}`, async () => {
      const without = await launch(flags);
      try {
        await visit(without, write("without.html", makePage({ animation: makeAnimation() })), {}, async ({ page }) => {
          const text = await page.locator("#animation").innerText();
          assert.equal(text, "This browser offers no WebGL, so the animation is not shown.");
        });
      } finally {
        await without.close();
      }
    });
  }
});
