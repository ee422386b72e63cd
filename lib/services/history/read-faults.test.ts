import { expect, it } from "vitest";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { FaultReader } from "@/lib/services/history/faults";
import { SetAside } from "@/lib/services/commit/set-aside";
import { storedFile } from "@/lib/store/read-file";
import type { Store } from "@/lib/store/store";

const PATH = memoryPath("s1");
const TEXT = "---\nversion: [\n---\n# TEAM-MEMORY — s1\n";

/** A store of one file, whose reads wait to be let through or to fail. */
function oneFile() {
  const reads: { pass: () => void; fail: () => void }[] = [];
  const store: Pick<Store, "marks" | "read"> = {
    marks: (paths) => Promise.resolve(paths.map(() => "1")),
    read: () =>
      new Promise((resolve, reject) => {
        const file = storedFile(Buffer.from(TEXT), { mtimeMs: 0, mode: 0o644 });
        reads.push({ pass: () => resolve(file), fail: () => reject(new Error("The disk failed.")) });
      }),
  };
  const reader = new FaultReader({ aside: new SetAside(), documents: { find: () => undefined } });
  return { reads, read: () => reader.read(store as Store, "demo", [PATH]) };
}

it("reads a file once for all who ask while it is read", async () => {
  const { reads, read } = oneFile();
  const both = Promise.all([read(), read()]);
  await expect.poll(() => reads.length).toBe(1);
  reads[0]?.pass();
  const [first, second] = await both;
  expect(first.length).toBeGreaterThan(0);
  expect(second).toEqual(first);
  expect(await read()).toEqual(first);
  expect(reads).toHaveLength(1);
});

it("reads a file again after a failed read", async () => {
  const { reads, read } = oneFile();
  const failed = read();
  await expect.poll(() => reads.length).toBe(1);
  reads[0]?.fail();
  expect((await failed).map(({ message }) => message)).toEqual([expect.stringContaining("The disk failed.")]);
  const again = read();
  await expect.poll(() => reads.length).toBe(2);
  reads[1]?.pass();
  expect(await again).not.toEqual([]);
});
