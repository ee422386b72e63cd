import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findWrittenAfter } from "@/lib/store/find-files";

const AT = Date.UTC(2026, 1, 9, 10);

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "wardroom-written-"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** A file written so many milliseconds after the moment. */
async function put(path: string, after: number): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), path);
  await utimes(join(root, path), new Date(AT + after), new Date(AT + after));
}

it("names what was written later, by name, and nothing that was not", async () => {
  await put("src/late.ts", 1000);
  await put("a.md", 1);
  await put("src/same.ts", 0);
  await put("src/before.ts", -1000);
  expect(await findWrittenAfter(root, AT)).toEqual({ paths: ["a.md", "src/late.ts"], whole: true });
});

it("leaves out what is hidden, installed or ignored by a plain name, and follows no links", async () => {
  await put(".gitignore", 1);
  await writeFile(join(root, ".gitignore"), "/dist/\n*.log\ncoverage\n");
  for (const path of [".git/index", ".agent/x.md", "node_modules/a/b.js", "dist/out.js", "src/coverage/r.html"])
    await put(path, 1);
  await put("src/a.ts", 1);
  await symlink(join(root, "src"), join(root, "again"));
  expect((await findWrittenAfter(root, AT)).paths).toEqual(["src/a.ts"]);
});

it("says nothing of a folder that is gone", async () => {
  await rm(root, { recursive: true });
  expect(await findWrittenAfter(root, AT)).toEqual({ paths: [], whole: true });
});
