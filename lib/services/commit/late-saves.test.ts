import { open, readFile } from "node:fs/promises";
import { expect, it, vi } from "vitest";
import { actingAs } from "@/lib/services/testing/callers.fixture";
import { addLine } from "@/lib/services/testing/outside-writers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const TEXT =
  "# T\n\n## editor\n- [Finding] first\n\n## implementer-1\n- [Finding] one\n\n## implementer-2\n- [Finding] two\n";
const SAID = ["fonts load twice", "cards are refused", "the cart forgets its taxes"];

it("a save that meets a write deletes what its writer had read and deleted, and nothing that came after its copy", async () => {
  const wardroom = await TestWardroom.open();
  const session = await wardroom.session("late", [], TEXT);
  const add = (role: string, text: string) =>
    wardroom.services.memory.add(actingAs(role), session.params, { tag: "Finding", text }, PLAIN_REQUEST);
  for (const text of SAID) await add("implementer-1", text);
  const [deleted = "", ...kept] = SAID;
  const copy = await readFile(session.path, "utf8");
  const editor = await open(session.path, "r+");
  await add("implementer-2", "said after the copy");
  const saved = addLine(copy.replace(`- [Finding] ${deleted}\n`, ""), "- [Finding] by hand, quite another thing");
  await editor.truncate(0);
  await editor.write(saved, 0);
  await editor.close();
  const text = await vi.waitFor(async () => {
    const found = await session.text();
    expect(found).toContain("by hand");
    return found;
  });
  for (const line of [...kept, "said after the copy"]) expect(text.split(line), line).toHaveLength(2);
  expect(text).not.toContain(deleted);
});
