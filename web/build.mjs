// Builds report.js, report.css and LICENSES.txt from src/, into dist/ or a folder that is named.
//
//     node build.mjs [FOLDER]

import { build } from "esbuild";
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(fileURLToPath(import.meta.url));
const folder = resolve(process.argv[2] ?? join(root, "dist"));

const result = await build({
  absWorkingDir: root,
  entryPoints: { report: "src/main.js" },
  outdir: "dist",
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "utf8",
  legalComments: "none", // they are in LICENSES.txt
  metafile: true,
  write: false,
  logLevel: "warning",
});

/** Names the packages that a bundle has code of. */
function packagesOf(metafile) {
  const names = new Set();
  for (const output of Object.values(metafile.outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(output.inputs)) {
      const found = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path);
      if (found && bytesInOutput > 0) names.add(found[1]);
    }
  }
  return [...names].sort();
}

/** Returns the text of the licences of a package, with its name and version. */
async function licenceOf(name) {
  const folder = join(root, "node_modules", name);
  const { version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)).sort();
  if (files.length === 0) throw new Error(`${name} has no licence file`);
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  const text = texts.map((t) => t.replace(/\r\n/g, "\n").trim()).join("\n\n");
  return `${name} ${version} (${license})\n\n${text}\n`;
}

const licences = await Promise.all(packagesOf(result.metafile).map(licenceOf));
await mkdir(folder, { recursive: true });
for (const file of result.outputFiles) {
  const name = file.path.endsWith(".css") ? "report.css" : "report.js";
  const forbidden = /<\/script|<\/style|<!--/i.exec(file.text);
  if (forbidden) throw new Error(`${name} contains ${forbidden[0]}, so that it cannot stand within HTML`);
  await writeFile(join(folder, name), file.text);
  console.log(`${name}: ${file.contents.length} bytes`);
}
await writeFile(join(folder, "LICENSES.txt"), licences.join(`\n${"-".repeat(80)}\n\n`));
