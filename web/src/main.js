// Entry of the report: fills the placeholders of the page once it is read.

import "./page.css";
import "./explorer.css";
import "./animation.css";
import { startExplorer } from "./explorer.js";
import { startAnimation } from "./animation.js";
import { markScrolled } from "./scrolled.js";

let settle;
const ready = new Promise((resolve) => (settle = resolve));
window.gyrosweepReport = { ready };

/** Runs what fills one section; where it fails, the section says so. */
async function fill(id, dataId, start) {
  const place = document.getElementById(id);
  const source = document.getElementById(dataId);
  if (!place || !source) return;
  try {
    await start(place, JSON.parse(source.textContent));
  } catch (error) {
    place.textContent = `This section cannot be shown: ${error.message}`;
  }
}

async function main() {
  await Promise.all([
    fill("explorer", "explorer-data", startExplorer),
    fill("animation", "animation-data", startAnimation),
  ]);
  markScrolled();
  settle();
}

if (document.readyState === "loading") {
  document.addEventListener("DOMContentLoaded", main);
} else {
  main();
}
