import { expect, it } from "vitest";
import { KnowledgeCounts } from "@/lib/services/knowledge/knowledge-counts";
import { storedFile } from "@/lib/store/read-file";
import type { Store } from "@/lib/store/store";

it("counts a file once for all who ask while it is counted", async () => {
  let reads = 0;
  const store: Pick<Store, "marks" | "read" | "list"> = {
    marks: (paths) => Promise.resolve(paths.map(() => "1")),
    list: () => Promise.resolve([{ name: "a.md", kind: "file" }]),
    read: () => {
      reads++;
      return Promise.resolve(storedFile(Buffer.from("# Rules\n\nKeep them.\n"), { mtimeMs: 0, mode: 0o644 }));
    },
  };
  const counts = new KnowledgeCounts({ store: () => store as Store });
  const [first, second] = await Promise.all([counts.of("demo", ["a.md"]), counts.of("demo", ["a.md"])]);
  expect(first.get("a.md")?.file.state).toBe("read");
  expect(second).toEqual(first);
  expect(reads).toBe(1);
});
