import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import config, { LAYERS } from "../.dependency-cruiser.mjs";
import { unplantable } from "../scripts/plant-fault.mjs";

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, "..");
const FOLDERS = ["app", "components", "lib", "scripts", "e2e", "bench"];
const AT_ROOT = ["proxy.ts", "next.config.ts", "playwright.config.ts", "vitest.config.ts"];

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

/** More arrows between the rooms of the services, and nobody sees any more what rests on what. */
const MOST_ARROWS = 25;

/**
 * The arrows between the rooms of the services, which are the folders of lib/services: for `memory -> commit` the imports it
 * stands for, types included, tests left out. What composes the services lies above the rooms and has no arrows to them.
 */
function drawRooms({ modules }: ICruiseResult, roomOf = roomOfServices): Map<string, string[]> {
  const arrows = new Map<string, string[]>();
  for (const { source, dependencies } of modules.filter(({ source }) => !/\.(test|fixture)\.ts$/.test(source))) {
    const from = roomOf(source);
    for (const { resolved } of dependencies) {
      const to = roomOf(resolved);
      if (from === undefined || from === ABOVE || to === undefined || to === from) continue;
      const arrow = `${from} -> ${to}`;
      arrows.set(arrow, [...(arrows.get(arrow) ?? []), `${source} -> ${resolved}`]);
    }
  }
  return arrows;
}

const ABOVE = "above the rooms";

function roomOfServices(file: string): string | undefined {
  const [, inside] = /^lib\/services\/(.+)$/.exec(file) ?? [];
  return inside?.includes("/") === false ? ABOVE : inside?.split("/")[0];
}

/** What is wrong with the arrows between rooms: circles, imports from above, and too many. */
function faultsOf(arrows: Map<string, string[]>): string[] {
  // A room without arrows in, or without arrows out, cannot be in a circle. Taking such rooms away until none is left leaves the circles.
  let circling = [...arrows];
  for (let before = Infinity; before > circling.length;) {
    before = circling.length;
    const ends = circling.map(([arrow]) => arrow.split(" -> "));
    const [leading, led] = [0, 1].map((end) => new Set(ends.map((each) => each[end])));
    circling = circling.filter((_, at) => leading?.has(ends[at]?.[1]) && led?.has(ends[at]?.[0]));
  }
  const upward = [...arrows].filter(([arrow]) => arrow.endsWith(` -> ${ABOVE}`));
  const list = (some: [string, string[]][]) => some.map(([arrow, imports]) => `  ${arrow}: ${imports.join(", ")}`);
  return [
    ...(circling.length > 0 ? [["A circle of rooms:", ...list(circling)].join("\n")] : []),
    ...(upward.length > 0 ? [["A room imports what lies above:", ...list(upward)].join("\n")] : []),
    ...(arrows.size > MOST_ARROWS
      ? [[`${arrows.size} arrows between rooms; ${MOST_ARROWS} are the most:`, ...[...arrows.keys()].sort()].join("\n")]
      : []),
  ];
}

/** What loads the parser of Markdown. */
const PARSING = ["lib/core/markdown/blocks.ts", "components/ui/markdown.tsx"];

const describeAll = ({ summary }: ICruiseResult) =>
  summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`).sort();

describe("who imports whom", () => {
  let result: ICruiseResult;
  beforeAll(async () => {
    result = await check(ROOT);
  });

  it("is what the table says, in every layer there is", async () => {
    expect(describeAll(result)).toEqual([]);

    // A tool that cannot read TypeScript sees nothing wrong, and nothing at all.
    const seen = result.modules.map((module) => module.source);
    const files = (await listFiles(ROOT)).filter((file) => /\.(ts|tsx|mjs)$/.test(file));
    expect(seen).toEqual(expect.arrayContaining(files.filter((file) => !file.includes("/generated/"))));
    expect(seen.length).toBeGreaterThan(100);
    expect(result.summary.totalDependenciesCruised ?? 0).toBeGreaterThan(seen.length / 2);
  });

  it("is without circles between the rooms of the services, and with few arrows", async () => {
    const arrows = drawRooms(result);
    expect(faultsOf(arrows)).toEqual([]);
    const rooms = new Set([...arrows.keys()].flatMap((arrow) => arrow.split(" -> ")));
    const folders = await readdir(path.join(ROOT, "lib/services"), { withFileTypes: true });
    expect([...rooms].sort()).toEqual(
      folders.flatMap((each) => (each.isDirectory() && each.name !== "testing" ? [each.name] : [])).sort(),
    );
  });

  it.each(["lib/core", "components"])("is one-way between any two rooms of %s", (place) => {
    const arrows = drawRooms(result, (file) => new RegExp(`^${place}/([^/]+)/`).exec(file)?.[1]);
    const mutual = [...arrows.keys()].filter((arrow) => arrows.has(arrow.split(" -> ").reverse().join(" -> ")));
    expect(arrows.size).toBeGreaterThan(20);
    expect(mutual.map((arrow) => `${arrow}: ${(arrows.get(arrow) ?? []).join(", ")}`)).toEqual([]);
  });

  it("keeps the parser of Markdown, larger than most pages, out of what a view loads at once", () => {
    const loads = new Map(
      result.modules.map(({ source, dependencies }) => [
        source,
        dependencies.flatMap(({ resolved, dynamic, dependencyTypes }) =>
          dynamic || dependencyTypes.includes("type-only") ? [] : [resolved],
        ),
      ]),
    );
    const views = [...loads].flatMap(([file, others]) => (file.startsWith("app/(dashboard)/") ? others : []));
    const reached = new Set(views.filter((file) => file.startsWith("components/")));
    expect(reached.size).toBeGreaterThan(10);
    for (const file of reached) for (const other of loads.get(file) ?? []) reached.add(other);
    expect(reached.size).toBeGreaterThan(200);
    expect(PARSING.filter((file) => loads.has(file))).toEqual(PARSING);
    expect(PARSING.filter((file) => reached.has(file))).toEqual([]);
  });

  describe("catches a fault", () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), "architecture-"));
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    /** Makes a project of these files and looks at it. */
    async function plantAndCheck(name: string, files: Record<string, string>): Promise<ICruiseResult> {
      const project = path.join(folder, name);
      for (const [file, text] of Object.entries(files)) {
        await mkdir(path.dirname(path.join(project, file)), { recursive: true });
        await writeFile(path.join(project, file), text);
      }
      return check(project);
    }

    /** Makes a project of these files and answers what the rules say about it. */
    const plant = async (name: string, files: Record<string, string>) => describeAll(await plantAndCheck(name, files));

    const HOME: Record<string, string> = {
      runtime: "lib/runtime.ts",
      text: "lib/core/text/thing.ts",
      i18n: "lib/core/i18n/thing.ts",
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
        const found = await plant(`layer-${name}`, files);
        expect(found.filter((fault) => fault.startsWith("layer-"))).toEqual(
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
      "operations-as-types": {
        file: "lib/client/a.ts",
        text: 'import type { B } from "@/lib/operations/b";\nexport { b } from "@/lib/operations/c";\nexport type A = B;\n',
        more: { "lib/operations/b.ts": "export type B = 1;\n", "lib/operations/c.ts": "export const b = 1;\n" },
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

    const type = (name: string, from: string) => `import type { ${name} } from "@/lib/services/${from}";\n`;

    it("in a circle of rooms in which no file is", async () => {
      const arrows = drawRooms(
        await plantAndCheck("circle", {
          "lib/services/a/one.ts": `${type("Two", "b/two")}export type One = Two;\n`,
          "lib/services/b/two.ts": "export type Two = 2;\n",
          "lib/services/b/three.ts": `${type("Four", "c/four")}export type Three = Four;\n`,
          "lib/services/c/four.ts": `${type("Five", "a/five")}export type Four = Five;\n`,
          "lib/services/a/five.ts": "export type Five = 5;\n",
          "lib/services/d/outside.ts": `${type("Five", "a/five")}export type Outside = Five;\n`,
          // Tests may look anywhere.
          "lib/services/a/one.test.ts": type("Outside", "d/outside"),
        }),
      );
      const circle = ["a -> b", "b -> c", "c -> a"];
      expect([...arrows.keys()].sort()).toEqual([...circle, "d -> a"]);
      const [fault, ...others] = faultsOf(arrows);
      for (const arrow of circle) expect(fault).toContain(`${arrow}: lib/services/`);
      expect(fault).not.toContain("d -> a");
      expect(others).toEqual([]);
      for (const arrow of circle) {
        expect(faultsOf(new Map([...arrows].filter(([each]) => each !== arrow)))).toEqual([]);
      }
    });

    it("in a room that imports what lies above", async () => {
      const arrows = drawRooms(
        await plantAndCheck("above", {
          "lib/services/services.ts": `${type("One", "a/one")}export type Services = One;\n`,
          "lib/services/a/one.ts": "export type One = 1;\n",
          "lib/services/b/two.ts": `${type("Services", "services")}export type Two = Services;\n`,
        }),
      );
      expect(faultsOf(arrows)).toEqual([expect.stringContaining("lib/services/b/two.ts -> lib/services/services.ts")]);
    });

    it("in too many arrows between rooms", () => {
      const arrows = Array.from({ length: MOST_ARROWS + 1 }, (_, at) => [`room-${at} -> base`, []] as const);
      expect(faultsOf(new Map(arrows.slice(1).map(([arrow]) => [arrow, []])))).toEqual([]);
      const [fault] = faultsOf(new Map(arrows.map(([arrow]) => [arrow, []])));
      expect(fault).toContain("26 arrows between rooms; 25 are the most:");
      for (const [arrow] of arrows) expect(fault).toContain(arrow);
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
    "app/api/[[...path]]/route.ts",
    "lib/core/memory/parse-memory.test.ts",
    "scripts/test.mjs",
  ])("%s is well named", (file) => {
    expect(faultOf(file, "")).toBeUndefined();
  });
});

it("has every test that the documentation names behind a promise", async () => {
  const pages = await Promise.all(
    ["docs/security.md", "docs/reliability.md"].map((page) => readFile(path.join(ROOT, page), "utf8")),
  );
  const named = pages.flatMap((text) => [...text.matchAll(/`((?:lib|e2e)\/[\w./-]+\.(?:test|spec)\.ts)`/g)]);
  expect(named.length).toBeGreaterThan(50);
  expect(named.map(([, file = ""]) => file).filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});

it("keeps every fault that npm run mutation plants where it can be planted", async () => {
  expect(await unplantable()).toEqual([]);
});

it("turns no rule of the linter off in a comment", async () => {
  const { stdout } = await run("git", ["grep", "-lE", "(oxlint|eslint)-disable", "--", "*.ts", "*.tsx", "*.mjs"], {
    cwd: ROOT,
  }).catch(() => ({ stdout: "" }));
  expect(stdout.split("\n").filter((file) => file !== "" && file !== "lib/architecture.test.ts")).toEqual([]);
});

/** What is wrong with a file's name or length, as a sentence. */
function faultOf(file: string, text: string): string | undefined {
  const name = path.basename(file);
  // parse-memory.test.ts, [[...path]], (dashboard)
  const wellNamed = file
    .split("/")
    .every((part) => /^(\[{0,2}|\()(\.\.\.)?[a-z0-9]+([-.][a-z0-9]+)*(\]{0,2}|\))$/.test(part));
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
