import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { ConcludeGate } from "@/lib/contracts/gates";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { TestSession, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/change-request";

const CONTEXT = "---\nversion: GC-v3\nfeature: Guest checkout\n---\n# Global Context — checkout\n\n## Scope\nship\n";

let wardroom: TestWardroom;
let session: TestSession;
beforeEach(async () => {
  wardroom = await TestWardroom.open();
  session = new TestSession(wardroom, "old-one");
  await mkdir(session.folder, { recursive: true });
  await writeFile(join(session.folder, "global-context.md"), CONTEXT);
});

describe("a session with a context and no TEAM-MEMORY.md", () => {
  it("opens on what it has: an empty memory that says so quietly, its context, and no revisions", async () => {
    const { services } = wardroom;
    const memory = await services.memory.read(OWNER, session.params);
    expect(memory).toMatchObject({ revision: 0, sections: [], diagnostics: [{ code: "no_memory", severity: "info" }] });
    expect((await services.context.read(OWNER, session.params)).version).toBe("GC-v3");
    expect(await session.revisions()).toEqual([]);
    expect((await services.memory.blame(OWNER, session.params, { from: 1 })).lines).toEqual([]);
    const [listed] = (await services.sessions.list(OWNER, { workspace: "demo" })).items;
    expect(listed).toMatchObject({ id: "old-one", gcVersion: "GC-v3", warnings: [{ code: "no_memory" }] });
  });

  it("gets its memory by one act, which takes over feature and version of the context", async () => {
    const made = { id: "old-one", roles: [] };
    await wardroom.services.sessions.create(OWNER, { workspace: "demo" }, made, PLAIN_REQUEST);
    const text = await session.text();
    expect(text).toContain("# TEAM-MEMORY — Guest checkout\n");
    expect(text).toContain("- GC Version: GC-v3\n");
  });

  it("has its gates concluded, with the record alone", async () => {
    const { gates } = wardroom.services;
    const { id } = await gates.open(OWNER, session.params, { phase: 1 }, PLAIN_REQUEST);
    const verdict: ConcludeGate = { result: "REJECTED", criteria: [], waivers: [], archive: [] };
    const concluded = await gates.conclude(OWNER, { ...session.params, gate: id }, verdict, PLAIN_REQUEST);
    expect(concluded.gate).toMatchObject({ state: "concluded", result: "REJECTED" });
    expect((await gates.list(OWNER, session.params)).records).toMatchObject([{ result: "REJECTED" }]);
  });

  it("is told as broken where it had a memory that somebody removed", async () => {
    await wardroom.services.sessions.create(OWNER, { workspace: "demo" }, { id: "old-one", roles: [] }, PLAIN_REQUEST);
    await rm(session.path);
    const { diagnostics } = await wardroom.services.memory.read(OWNER, session.params);
    expect(diagnostics).toMatchObject([{ code: "memory_removed", severity: "warning" }]);
    expect(await session.revisions()).not.toEqual([]);
  });
});
