import { cp, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, inject, it } from "vitest";
import { Command } from "@/lib/cli/testing/command.fixture";

interface Kept {
  madeFor: string;
  plans: Record<string, unknown>;
}
/** A built command that no other test runs. */
const built = join(inject("bundles"), `plans-${process.pid}`);
const file = join(built, "plans.json");

const command = await Command.build();
await cp(join(inject("bundles"), "cli"), built, {
  recursive: true,
  filter: (path) => !path.endsWith("plans.json") && !/\.cjs\..+/.test(path),
});
afterAll(() => command.dispose());

const run = async (...argv: string[]) => {
  const ended = await command.run(argv, { env: { WARDROOM_CLI: built } });
  expect(ended).toMatchObject({ code: 0, err: "" });
  return ended.out;
};
const readKept = async () => JSON.parse(await readFile(file, "utf8")) as Kept;

/** A query's texts, without placeholders and field names. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || ("$type" in value && value.$type === "Param")) return [];
  return Object.entries(value).flatMap(([key, each]) => (key === "by" ? [] : textsIn(each)));
}

it("keeps the plans of queries without a value in them, and compiles none of them again", async () => {
  await run("session", "create", "quagga-session", "--role", "implementer-1");
  const say = ["say", "implementer-1", "finding"];
  await run(...say, "A zebra was seen");
  const shown = await run("session", "show", "quagga-session");
  expect(shown).toContain("A zebra was seen");
  const { plans } = await readKept();
  const queries = Object.keys(plans);
  expect(queries.length).toBeGreaterThan(10);
  const texts = queries.flatMap((query) =>
    textsIn((JSON.parse(query) as { query: { arguments: unknown } }).query.arguments),
  );
  expect(new Set(texts)).toEqual(new Set(["asc", "desc"]));
  expect(JSON.stringify(plans)).not.toMatch(/zebra|quagga/);
  const before = await stat(file);
  expect(await run("session", "show", "quagga-session")).toBe(shown);
  expect((await stat(file)).ino).toBe(before.ino);
});

it.each([
  ["another schema", (kept: Kept) => JSON.stringify({ ...kept, madeFor: "another" })],
  ["a damaged file", (kept: Kept) => JSON.stringify(kept).slice(0, 500)],
])("compiles again what was kept for %s", async (_, change) => {
  await run("session", "list");
  const kept = await readKept();
  const wrong = Object.fromEntries(Object.keys(kept.plans).map((query) => [query, { type: "value", args: null }]));
  await writeFile(file, change({ ...kept, plans: wrong }));
  expect(await run("session", "list")).toContain("quagga-session");
  expect((await readKept()).madeFor).toBe(kept.madeFor);
});
