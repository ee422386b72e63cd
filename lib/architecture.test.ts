import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import config, { LAYERS } from "../.dependency-cruiser.mjs";

const ROOT = path.resolve(import.meta.dirname, "..");
const FOLDERS = ["app", "components", "lib", "scripts", "e2e", "bench"];
const AT_ROOT = ["proxy.ts", "instrumentation.ts", "next.config.ts", "playwright.config.ts", "vitest.config.ts"];

/** Runs the rules over the project in `folder`, whose imports of `@/` begin there. */
async function check(folder: string): Promise<ICruiseResult> {
  const present = new Set(await readdir(folder));
  const { enhancedResolveOptions, tsConfig: _, ...options } = config.options ?? {};
  const { output } = await cruise(
    [...FOLDERS, ...AT_ROOT].filter((name) => present.has(name)),
    { ...options, baseDir: folder, validate: true, ruleSet: { forbidden: config.forbidden ?? [] } },
    { ...enhancedResolveOptions, alias: { "@": folder } },
  );
  if (typeof output === "string") throw new Error(output);
  return output;
}

const describeAll = ({ summary }: ICruiseResult) =>
  summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`).sort();

describe("who imports whom", () => {
  it("is what the table says, in every layer there is", async () => {
    const result = await check(ROOT);
    expect(describeAll(result)).toEqual([]);

    // A tool that cannot read TypeScript sees nothing wrong, and nothing at all.
    const seen = result.modules.map((module) => module.source);
    const files = (await listFiles(ROOT)).filter((file) => /\.(ts|tsx|mjs)$/.test(file));
    expect(seen).toEqual(expect.arrayContaining(files.filter((file) => !file.includes("/generated/"))));
    expect(seen.length).toBeGreaterThan(100);
    expect(result.summary.totalDependenciesCruised ?? 0).toBeGreaterThan(seen.length / 2);
  });

  describe("catches a fault", () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), "architecture-"));
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    /** Makes a project of these files and answers what the rules say about it. */
    async function plant(name: string, files: Record<string, string>): Promise<string[]> {
      const project = path.join(folder, name);
      for (const [file, text] of Object.entries(files)) {
        await mkdir(path.dirname(path.join(project, file)), { recursive: true });
        await writeFile(path.join(project, file), text);
      }
      return describeAll(await check(project));
    }

    const HOME: Record<string, string> = {
      runtime: "lib/runtime.ts",
      text: "lib/core/text/thing.ts",
      ui: "components/ui/thing.tsx",
      components: "components/memory/thing.tsx",
      app: "app/thing.tsx",
    };
    const home = (layer: string) => HOME[layer] ?? `lib/${layer}/thing.ts`;
    const beside = (layer: string, other: string) =>
      layer === "runtime" ? "lib/runtime.ts" : home(layer).replace("thing", `of-${other}`);

    it.each(LAYERS.map(({ name, may }) => ({ name, may })))(
      "in layer $name, and nothing else",
      async ({ name, may }) => {
        const others = LAYERS.map((layer) => layer.name).filter((other) => other !== name);
        const files: Record<string, string> = {};
        for (const other of others) files[home(other)] = "export const thing = 1;\n";
        for (const other of [...others, ...(name === "runtime" ? [] : [name])]) {
          const line = `export { thing as ${other} } from "@/${home(other).replace(/\.tsx?$/, "")}";\n`;
          files[beside(name, other)] = (files[beside(name, other)] ?? "") + line;
        }
        files[home(name)] ??= "export const thing = 1;\n";
        expect(await plant(`layer-${name}`, files)).toEqual(
          others
            .filter((other) => !may.some((each) => each === other))
            .map((other) => `layer-${name}: ${beside(name, other)} -> ${home(other)}`)
            .sort(),
        );
      },
    );

    const FAULTS: Record<string, { file: string; text: string; more?: Record<string, string> }> = {
      "no-cycle": {
        file: "lib/core/a.ts",
        text: 'import type { B } from "@/lib/core/b";\nexport type A = B;\n',
        more: { "lib/core/b.ts": 'import type { A } from "@/lib/core/a";\nexport type B = A[];\n' },
      },
      "no-barrel": {
        file: "lib/services/a.ts",
        text: 'export { thing } from "@/lib/core/memory";\n',
        more: { "lib/core/memory/index.ts": "export const thing = 1;\n" },
      },
      "no-test-code": {
        file: "lib/core/a.ts",
        text: 'export { thing } from "@/lib/core/b.fixture";\n',
        more: { "lib/core/b.fixture.ts": "export const thing = 1;\n" },
      },
      "no-node": { file: "lib/core/a.ts", text: 'export { readFile } from "node:fs/promises";\n' },
      "pure-core": { file: "lib/core/a.ts", text: 'export { z } from "zod";\n' },
      "no-interface": { file: "lib/services/a.ts", text: 'export { useState } from "react";\n' },
      "database-in-db": { file: "lib/services/a.ts", text: 'export { PrismaClient } from "@prisma/client";\n' },
      "tokens-on-server": { file: "lib/client/a.ts", text: 'export { default } from "ai-tokenizer";\n' },
      "no-unknown": { file: "lib/client/a.ts", text: 'export { thing } from "@/lib/client/gone";\n' },
    };

    it.each(Object.entries(FAULTS))("%s", async (rule, { file, text, more }) => {
      const found = await plant(rule, { [file]: text, ...more });
      expect(found.filter((fault) => fault.startsWith(`${rule}: `))).not.toEqual([]);
    });

    it("in Node's modules for every part that runs in a browser", async () => {
      const text = 'export { join } from "node:path";\n';
      const files = [
        "lib/core/a.ts",
        "lib/contracts/a.ts",
        "lib/client/a.ts",
        "components/ui/a.tsx",
        "components/b/a.tsx",
      ];
      const found = await plant("browser", Object.fromEntries(files.map((file) => [file, text])));
      expect(found.filter((fault) => fault.startsWith("no-node: "))).toHaveLength(files.length);
    });

    it("of every rule there is", () => {
      const planted = [...LAYERS.map(({ name }) => `layer-${name}`), ...Object.keys(FAULTS)];
      expect(config.forbidden?.map(({ name }) => name ?? "").sort()).toEqual(planted.sort());
    });
  });
});

describe("a file", () => {
  it("is named after one thing and short enough to read at once", async () => {
    const files = await listFiles(ROOT);
    expect(files.length).toBeGreaterThan(100);
    const faults = await Promise.all(
      files.map(async (file) => faultOf(file, await readFile(path.join(ROOT, file), "utf8"))),
    );
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  });

  it.each([
    ["lib/core/parseMemory.ts", "", "kebab-case"],
    ["components/Memory/list.tsx", "", "kebab-case"],
    ["lib/core/types.ts", "", "says nothing"],
    ["lib/services/memory-utils.ts", "", "says nothing"],
    ["lib/core/index.ts", "", "barrel"],
    ["lib/core/long.ts", "\n".repeat(401), "400 lines"],
  ])("%s is found out", (file, text, fault) => {
    expect(faultOf(file, text)).toContain(fault);
  });

  it.each([
    "app/(dashboard)/[workspace]/page.tsx",
    "app/api/[...rest]/route.ts",
    "lib/core/memory/parse-memory.test.ts",
    "scripts/test.mjs",
  ])("%s is well named", (file) => {
    expect(faultOf(file, "")).toBeUndefined();
  });
});

/** What is wrong with a file's name or length, as a sentence. */
function faultOf(file: string, text: string): string | undefined {
  const name = path.basename(file);
  // parse-memory.test.ts, [...rest], (dashboard)
  const wellNamed = file.split("/").every((part) => /^[[(]?(\.\.\.)?[a-z0-9]+([-.][a-z0-9]+)*[\])]?$/.test(part));
  if (!wellNamed) return `${file} is not in kebab-case.`;
  if (name.startsWith("index.")) return `${file} is a barrel: import a thing from the file named after it.`;
  if (/(^|-)(utils?|helpers?|misc|common|types)\./.test(name))
    return `${file} says nothing: name it after its one thing.`;
  const lines = text.split("\n").length - 1;
  return lines > 400 ? `${file} has ${lines} lines; 400 lines are the most.` : undefined;
}

/** Everything written by hand in the project's folders. */
async function listFiles(root: string): Promise<string[]> {
  const found: string[] = [];
  for (const folder of FOLDERS) {
    const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const file = path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/");
      if (entry.isFile() && /\.(ts|tsx|mjs|css)$/.test(file) && !file.startsWith("lib/db/generated/")) found.push(file);
    }
  }
  return found;
}
