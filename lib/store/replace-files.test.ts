import { mkdtemp, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { finishReplacing, replaceFiles, waitingPath } from "@/lib/store/replace-files";

let folder: string;
const at = (name: string) => join(folder, name);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "replace-"));
  await writeFile(at("a"), "former a");
  await writeFile(at("log"), "former log");
  for (const name of ["a", "b"]) await writeFile(waitingPath(at(name)), `new ${name}`);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const PLAN = () => ({ replaced: [at("a"), at("b")], removed: [at("log")] });
const DONE = { a: "new a", "a.replaced-now": "former a", b: "new b", "log.replaced-now": "former log" };

async function files(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of (await readdir(folder)).sort()) found[name] = await readFile(at(name), "utf8");
  return found;
}

it("puts new files in place and keeps the former ones beside them", async () => {
  await replaceFiles(folder, "now", PLAN());
  expect(await files()).toEqual(DONE);
});

/** The moves of a replacement in their order: whatever number of them was made before a death, the rest is made at the next start. */
const MOVES = [
  ["log", "log.replaced-now"],
  ["a", "a.replaced-now"],
  ["a.restoring", "a"],
  ["b.restoring", "b"],
] as const;

it.each(MOVES.map((_, index) => index).concat(MOVES.length))("finishes after a death behind move %i", async (made) => {
  await writeFile(at("restore.json"), JSON.stringify({ at: "now", ...PLAN() }));
  for (const [from, to] of MOVES.slice(0, made)) await rename(at(from), at(to));
  await finishReplacing(folder);
  expect(await files()).toEqual(DONE);
  await finishReplacing(folder);
  expect(await files()).toEqual(DONE);
});

it("does nothing where nothing was begun", async () => {
  const before = await files();
  await finishReplacing(folder);
  expect(await files()).toEqual(before);
});
