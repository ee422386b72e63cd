import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ensureDataFolder, insideOwnFolder } from "@/lib/store/data-folder";

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
