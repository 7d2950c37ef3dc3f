// Checks that dist/ is what src/ gives, byte for byte.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, it } from "node:test";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

const root = fileURLToPath(new URL("..", import.meta.url));
const built = mkdtempSync(join(tmpdir(), "bundle-"));
after(() => rmSync(built, { recursive: true }));

/** Says where two files differ first; nothing where they are the same. */
export function difference(name, committed, made) {
  if (committed.equals(made)) return undefined;
  const lengths = `${committed.length} bytes, ${made.length} as built`;
  const at = committed.findIndex((byte, i) => byte !== made[i]);
  return `dist/${name} differs from byte ${at < 0 ? committed.length : at} on (${lengths})`;
}

it("builds dist/ as it is committed", () => {
  execFileSync(process.execPath, [join(root, "build.mjs"), built]);
  const [committed, made] = [join(root, "dist"), built].map((folder) => readdirSync(folder).sort());
  const advice = "run `npm ci && npm run build` and commit dist/";
  assert.deepEqual(committed, made, `dist/ has other files than the build gives: ${advice}`);
  const found = made.map((name) => difference(name, ...[join(root, "dist"), built].map((folder) => readFileSync(join(folder, name)))));
  const differing = found.filter(Boolean);
  if (differing.length > 0) assert.fail(`${differing.join("; ")}: ${advice}`);
});

it("says where files differ", () => {
  const [a, b, c] = ["abc", "abd", "abcd"].map((text) => Buffer.from(text));
  assert.equal(difference("x", a, a), undefined);
  assert.equal(difference("x", a, b), "dist/x differs from byte 2 on (3 bytes, 3 as built)");
  assert.equal(difference("x", a, c), "dist/x differs from byte 3 on (3 bytes, 4 as built)");
  assert.equal(difference("x", c, a), "dist/x differs from byte 3 on (4 bytes, 3 as built)");
});
