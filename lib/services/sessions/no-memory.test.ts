import { execFileSync } from "node:child_process";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { ConcludeGate } from "@/lib/contracts/gates";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { TestSession, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const CONTEXT = "---\nversion: GC-v3\nfeature: Guest checkout\n---\n# Global Context — checkout\n\n## Scope\nship\n";

let wardroom: TestWardroom;
let session: TestSession;
beforeEach(async () => {
  wardroom = await TestWardroom.open();
  session = new TestSession(wardroom, "old-one");
  await mkdir(session.folder, { recursive: true });
  await writeFile(join(session.folder, "global-context.md"), CONTEXT);
});

describe("a session whose files cannot be opened", () => {
  it("opens all the same and says why, for a pipe, a link to nowhere and one to itself, a folder", async () => {
    const team = join(wardroom.files, ".agent/teams");
    for (const id of ["pipe", "link", "loop", "folder/TEAM-MEMORY.md"])
      await mkdir(join(team, id), { recursive: true });
    execFileSync("mkfifo", [join(team, "pipe/TEAM-MEMORY.md"), join(team, "pipe/global-context.md")]);
    await symlink("/nowhere/at/all", join(team, "link/TEAM-MEMORY.md"));
    await symlink("TEAM-MEMORY.md", join(team, "loop/TEAM-MEMORY.md"));
    const { services } = wardroom;
    for (const id of ["pipe", "link", "loop", "folder"]) {
      const params = { workspace: "demo", session: id };
      const { diagnostics, sections } = await services.memory.read(OWNER, params);
      expect({ diagnostics, sections }).toMatchObject({ sections: [], diagnostics: [{ code: "unreadable" }] });
      expect((await services.sessions.get(OWNER, params)).warnings).toMatchObject([{ code: "unreadable" }]);
      expect((await services.gates.list(OWNER, params)).items).toEqual([]);
      expect((await services.presence.team(OWNER, params)).roles).toMatchObject([{ role: "Lead" }]);
    }
    const { diagnostics } = await services.context.read(OWNER, { workspace: "demo", session: "pipe" });
    expect(diagnostics[0]).toMatchObject({ code: "unreadable" });
  });

  it("is told quietly where its folder has a name that no session can have", async () => {
    const opened = ["_archive", "a'b", "new\nline"];
    const refused = ["bell\u0007", "un\u202Eseen"];
    for (const name of [...opened, ...refused])
      await mkdir(join(wardroom.files, ".agent/teams", name), { recursive: true });
    const { items } = await wardroom.services.sessions.list(OWNER, { workspace: "demo" });
    const quiet = items.filter(({ warnings }) => warnings[0]?.code === "not_a_session");
    expect(quiet.map(({ id }) => id).sort()).toEqual(refused);
    expect(quiet.every(({ warnings }) => warnings[0]?.severity === "info")).toBe(true);
    const empty = items.filter(({ warnings }) => warnings[0]?.code === "no_memory").map(({ id }) => id);
    expect(empty).toEqual(expect.arrayContaining(opened));
    for (const id of opened) {
      const params = { workspace: "demo", session: id };
      expect((await wardroom.services.memory.read(OWNER, params)).sections).toEqual([]);
    }
  });
});

describe("a session with a context and no TEAM-MEMORY.md", () => {
  it("opens on what it has: an empty memory that says so quietly, its context, and no revisions", async () => {
    const { services } = wardroom;
    const memory = await services.memory.read(OWNER, session.params);
    expect(memory).toMatchObject({ revision: 0, sections: [], diagnostics: [{ code: "no_memory", severity: "info" }] });
    expect((await services.context.read(OWNER, session.params)).version).toBe("GC-v3");
    expect(await services.sessions.withMemory(OWNER, { workspace: "demo" })).toEqual([]);
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
    expect(await wardroom.services.sessions.withMemory(OWNER, { workspace: "demo" })).toEqual(["old-one"]);
  });

  it("takes the mark of a reader that read its inbox before the session had a memory", async () => {
    const { inbox, sessions } = wardroom.services;
    const { mark } = await inbox.read(
      OWNER,
      session.params,
      { wait: 0, all: "false", again: "false" },
      new AbortController().signal,
    );
    await sessions.create(OWNER, { workspace: "demo" }, { id: "old-one", roles: [] }, PLAIN_REQUEST);
    expect(await inbox.seen(OWNER, session.params, { mark: mark ?? "" })).toEqual({ done: true });
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
