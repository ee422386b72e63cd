import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const MERGE = "<<<<<<< HEAD\n- [Finding] ours\n=======\n- [Finding] theirs\n>>>>>>> fix\n";

it("what git could not merge is told with the document, in the lists of sessions and agents, and among the faults", async () => {
  const wardroom = await TestWardroom.open();
  const { services } = wardroom;
  const session = await wardroom.session("one", ["implementer-1"]);
  const put = async (path: string, text: string) => {
    await mkdir(dirname(join(wardroom.files, path)), { recursive: true });
    await writeFile(join(wardroom.files, path), text);
  };
  await session.put(`# T\n\n## implementer-1\n${MERGE}`);
  await put(".agent/teams/one/global-context.md", `---\nversion: GC-v1\n---\n# Global Context\n\n## Scope\n${MERGE}`);
  await put(".kaizen/agents/coder/memory.md", `---\nagent: coder\n---\n\n## Watch Points\n${MERGE}`);

  const workspace = session.params.workspace;
  const told = (list: readonly { code: string; range: { start: { line: number } } }[]) =>
    list.filter(({ code }) => code === "unmerged_versions").map(({ range }) => range.start.line);
  const memory = await services.memory.read(OWNER, session.params);
  expect(told(memory.diagnostics)).toEqual([4]);
  expect(told((await services.context.read(OWNER, session.params)).diagnostics)).toEqual([7]);
  expect(told((await services.agents.read(OWNER, { workspace, agent: "coder" })).diagnostics)).toEqual([6]);
  const sessions = await services.sessions.list(OWNER, { workspace });
  expect(sessions.items.map(({ warnings }) => told(warnings))).toEqual([[4]]);
  const agents = await services.agents.list(OWNER, { workspace });
  expect(agents.items.map(({ warnings }) => told(warnings))).toEqual([[6]]);
  const faults = await services.faults.list(OWNER, { workspace }, {});
  expect(faults.items.filter(({ code, quiet }) => code === "unmerged_versions" && !quiet)).toHaveLength(3);

  await session.put("# T\n\n## implementer-1\n- [Finding] both\n");
  expect((await services.memory.read(OWNER, session.params)).diagnostics).toEqual([]);
});
