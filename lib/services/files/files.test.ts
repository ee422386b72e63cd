import { createHash } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const at = { workspace: "demo" };
const NEVER = new AbortController().signal;

const wardroom = await TestWardroom.open();
afterAll(() => wardroom.dispose());

const put = async (path: string, content: string | Buffer) => {
  await mkdir(dirname(join(wardroom.files, path)), { recursive: true });
  await writeFile(join(wardroom.files, path), content);
};
const list = (cursor?: string) => wardroom.services.files.list(OWNER, at, { limit: 3, hashes: "true", cursor });

it("lists every file on some page, whatever comes and goes between two of them", async () => {
  const paths = ["b", "c", "d", "e", "f", "g"].map((name) => `.microai/knowledge/${name}.md`);
  for (const path of paths) await put(path, "text\n");
  await put(".agent/teams/one/z.md", "text\n");
  const first = await list();
  expect(first.items.map(({ path }) => path)).toEqual([".agent/teams/one/z.md", ...paths.slice(0, 2)]);
  await rm(join(wardroom.files, paths[0] ?? ""));
  await rm(join(wardroom.files, paths[1] ?? ""));
  await put(".microai/knowledge/a.md", "text\n");
  const second = await list(first.nextCursor ?? "");
  expect(second.items.map(({ path }) => path)).toEqual(paths.slice(2, 5));
  const third = await list(second.nextCursor ?? "");
  expect(third).toMatchObject({ items: [{ path: paths[5] }], nextCursor: null });
  await refusal("invalid_input", list("3"));
});

it("tells of bytes that are no text the same in the list, in the changes and in the file", async () => {
  const path = ".microai/knowledge/bytes.md";
  const bytes = Buffer.from([0x23, 0xff, 0xfe, 0x0a]);
  const hash = createHash("sha256").update(bytes).digest("hex");
  await put(path, "text\n");
  const { files } = wardroom.services;
  await files.read(OWNER, at, { path });
  const { mark } = await files.changes(OWNER, at, { wait: 0 }, NEVER);
  await put(path, bytes);
  expect(await files.read(OWNER, at, { path })).toMatchObject({ isUtf8: false, hash });
  expect((await files.changes(OWNER, at, { after: mark, wait: 0 }, NEVER)).items).toEqual([{ path, hash }]);
  const listed = await files.list(OWNER, at, { limit: 100, hashes: "true" });
  expect(listed.items).toContainEqual({ path, hash });
});
