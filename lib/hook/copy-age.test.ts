import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sayCopyAge } from "@/lib/hook/copy-age";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "copy-"));
  await mkdir(join(root, ".wardroom/replica"), { recursive: true });
});
afterAll(() => rm(root, { recursive: true, force: true }));

const NOW = Date.parse("2026-02-09T12:00:00.000Z");
const standing = (text: string) => writeFile(join(root, ".wardroom/replica/standing.json"), text);

it.each([
  ["2026-02-09T11:59:30.000Z", "These files are a copy, in step with their server."],
  ["2026-02-09T11:30:00.000Z", "These files are a copy, 30 minutes old: its replica hears nothing of the server."],
  ["2026-02-08T12:00:00.000Z", "These files are a copy, 24 hours old: its replica hears nothing of the server."],
])("says how old the files are that a replica heard of at %s", async (heardAt, said) => {
  await standing(JSON.stringify({ heardAt, said: null }));
  expect(sayCopyAge(root, NOW)).toBe(said);
});

it.each(["", "{", "null", '{"heardAt":null}', '{"heardAt":"soon"}'])(
  "says nothing where nobody knows: %s",
  async (text) => {
    await standing(text);
    expect(sayCopyAge(root, NOW)).toBeNull();
    expect(sayCopyAge(join(root, "none"), NOW)).toBeNull();
  },
);
