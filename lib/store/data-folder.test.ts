import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { assertNotCopied, ensureDataFolder, insideOwnFolder, noteCopied } from "@/lib/store/data-folder";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "data-folder-"));
});
afterEach(() => rm(folder, { recursive: true }));

it("that cannot be one is named, with what to do", async () => {
  await writeFile(join(folder, "file"), "");
  for (const wrong of [join(folder, "file"), join(folder, "file/below")]) {
    await expect(insideOwnFolder(wrong, () => ensureDataFolder(wrong))).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining(wrong) as string,
      details: { hint: expect.stringContaining("WARDROOM_DATA") as string },
    });
  }
  const fault = new Error("ours");
  await expect(insideOwnFolder(folder, () => Promise.reject(fault))).rejects.toBe(fault);
});

it("serves no database whose history goes on in another, until it comes back", async () => {
  const at = "2026-11-29T23:00:00.000Z";
  const served = async () => {
    const states = ["a.db", "postgresql://b/b", "c.db"].map((name) =>
      assertNotCopied(folder, name).then(
        () => name,
        () => null,
      ),
    );
    return (await Promise.all(states)).filter((name) => name !== null);
  };
  expect(await served()).toEqual(["a.db", "postgresql://b/b", "c.db"]);
  await noteCopied(folder, "a.db", { to: "postgresql://b/b", at });
  expect(await served()).toEqual(["postgresql://b/b", "c.db"]);
  await noteCopied(folder, "postgresql://b/b", { to: "c.db", at });
  expect(await served()).toEqual(["c.db"]);
  await noteCopied(folder, "c.db", { to: "a.db", at });
  expect(await served()).toEqual(["a.db"]);
  await expect(assertNotCopied(folder, "c.db")).rejects.toMatchObject({
    code: "conflict",
    message: `The history was copied to a.db at ${at}, and goes on there.`,
    details: { hint: expect.stringContaining(`delete ${join(folder, "copied.json")}`) as string },
  });
});
