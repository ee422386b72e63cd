import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import plugin from "../scripts/lint-rules.mjs";

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, "..");

it("finds what our own rules forbid, and nothing else", async () => {
  const planted = {
    "no-endless-arguments": [
      "a.push(...b)",
      "Math.max(0, ...b)",
      "a.b.splice(0, 0, ...b)",
      "Array.prototype.push.apply(a, b)",
    ],
    "no-set-deadline": ["const until = Date.now() + 5", "const began = Date.now()", "deadline = Date.now() + 5"],
    "no-default-export": ["export default a"],
    "no-enum": ["enum Colour { Red }"],
    "no-hidden-state": ["new WeakMap()"],
    "no-lost-this": ["const record = { of: function () { return this; } }"],
    none: [
      "a.push({ ...b }, [...c])",
      "export const a = { b() {} }, c = new Map()",
      "const until = performance.now() + 5, now = Date.now()",
    ],
  };
  const folder = await mkdtemp(path.join(tmpdir(), "rules-"));
  try {
    const rules = Object.fromEntries(Object.keys(plugin.rules).map((name) => [`wardroom/${name}`, "error"]));
    const config = {
      categories: { correctness: "off" },
      jsPlugins: [path.join(ROOT, "scripts/lint-rules.mjs")],
      rules,
    };
    await writeFile(path.join(folder, ".oxlintrc.json"), JSON.stringify(config));
    const lines = Object.entries(planted).flatMap(([rule, codes]) => codes.map((code) => ({ rule, code })));
    await Promise.all(lines.map(({ code }, at) => writeFile(path.join(folder, `${at}.ts`), code)));
    const oxlint = path.join(ROOT, "node_modules/oxlint/bin/oxlint");
    const { stdout } = await run(process.execPath, [oxlint, "--format", "json"], { cwd: folder }).catch(
      (failed: unknown) => failed as { stdout: string },
    );
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
    const found = (at: number) => diagnostics.filter(({ filename }) => filename === `${at}.ts`).map(({ code }) => code);
    for (const [at, { rule, code }] of lines.entries())
      expect(found(at), code).toEqual(rule === "none" ? [] : [`wardroom(${rule})`]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
