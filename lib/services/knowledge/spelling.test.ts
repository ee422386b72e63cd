import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { KnowledgeCounts } from "@/lib/services/knowledge/knowledge-counts";
import { Spelling } from "@/lib/services/knowledge/spelling";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { openFileStore } from "@/lib/store/file-store";
import type { Store } from "@/lib/store/store";

const FOLDER = ".microai/knowledge/shared";
const COMPOSED = "caf\u00e9.md";

const wardroom = await TestWardroom.open();
await mkdir(join(wardroom.files, FOLDER), { recursive: true });
for (const name of ["guide.md", COMPOSED]) await writeFile(join(wardroom.files, FOLDER, name), "# Guide\n");
const store: Store = await openFileStore(wardroom.files, join(wardroom.folder, "trash"));

/** The same files on a disk that takes every case and form of their names for the same, as a Mac's does. */
function onBlindDisk(): Store {
  const stored = (path: string) => path.replace(/guide/i, "guide").normalize("NFC");
  return {
    ...store,
    marks: (paths) => store.marks(paths.map(stored)),
    read: (path) => store.read(stored(path)),
  };
}

describe("a path of knowledge", () => {
  it.each([
    ["Guide.md", "guide.md"],
    [COMPOSED.normalize("NFD"), COMPOSED],
  ])("spelled %s is missing on every disk, and its right spelling is known", async (wrong, right) => {
    for (const disk of [store, onBlindDisk()]) {
      const counts = new KnowledgeCounts({ store: () => disk });
      const paths = [`${FOLDER}/${wrong}`, `${FOLDER}/${right}`];
      const counted = await counts.of("demo", paths);
      expect(paths.map((path) => counted.get(path)?.file.state)).toEqual(["missing", "read"]);
      expect(await new Spelling(disk).find(`${FOLDER}/${wrong}`)).toBe(`${FOLDER}/${right}`);
    }
  });

  it("that is added in another spelling is refused with the right one", async () => {
    const { knowledge } = wardroom.services;
    const body = { id: "guide", path: "Guide.md" };
    const refused = await refusal("not_found", knowledge.edits.add(OWNER, { workspace: "demo" }, body, PLAIN_REQUEST));
    expect(refused.details.hint).toContain(`${FOLDER}/guide.md`);
  });

  it("that names nothing has no other spelling", async () => {
    expect(await new Spelling(store).find(`${FOLDER}/other.md`)).toBeNull();
  });
});
