import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findSession } from "@/lib/hook/find-session";
import { Ledger } from "@/lib/hook/ledger";
let runs = 0;

const root = await mkdtemp(join(tmpdir(), "wardroom-sessions-"));
await write("old", "## Meta\n- Finished: 2026-11-01T10:00:00Z\n\n## implementer-1\n");
await write("new", "## Lead\n- [Decision] When this is finished, delete nothing\n\n## implementer-1\n");
afterAll(() => rm(root, { recursive: true, force: true }));

async function write(session: string, text: string): Promise<void> {
  const folder = join(root, ".agent/teams", session);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "TEAM-MEMORY.md"), text);
}

function find(role: string | null, environment: Record<string, string> = {}): string | null {
  const identity = { role, team: "", instance: "", rests: false, hasOwnSession: true, teamKey: "", nameless: null };
  const ledger = new Ledger(join(root, "ledger"), String(runs++));
  return findSession(root, identity, ledger, environment);
}

test("an agent that names no session works in the only one that is not finished", () => {
  expect(find("implementer-1")).toBe("new");
  expect(find("Lead")).toBe("new");
  expect(find(null)).toBe("new");
});

test("a name that is nearly a seat's works where that is", () => {
  for (const name of ["implementer-1-2", "Implementer_1", "implementer-1-codex"]) expect(find(name)).toBe("new");
  expect(find("painter-1")).toBeNull();
});

test("a finished session is found where it is named", () => {
  expect(find("implementer-1", { WARDROOM_SESSION: "old" })).toBe("old");
});
