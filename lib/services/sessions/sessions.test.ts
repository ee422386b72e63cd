import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, ifMatch, once, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT } from "@/lib/services/testing/context-session.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const wardroom = await TestWardroom.open();
const { sessions } = wardroom.services;

const DEMO = { workspace: "demo" };
const create = (
  body: { id: string; feature?: string; roles?: { id: string; type?: string }[] },
  request = PLAIN_REQUEST,
) => sessions.create(OWNER, DEMO, { feature: "a feature", roles: [], ...body }, request);

describe("creating a session", () => {
  it("makes the folder and its team memory, a section for each role", async () => {
    const roles = [{ id: "Implementer-1" }, { id: "x-1", type: "integrator" }];
    const session = await create({ id: "invoice-import", feature: "송장 가져오기", roles });
    const path = join(wardroom.files, ".agent/teams/invoice-import/TEAM-MEMORY.md");
    const text = await readFile(path, "utf8");
    expect(text).toBe(
      `# TEAM-MEMORY — 송장 가져오기\n\n## Meta\n- Created: ${new Date().toISOString().slice(0, 10)}\n` +
        "- Session: invoice-import\n- GC Version: GC-v0\n\n## Lead\n\n## implementer-1\n\n## x-1\n",
    );
    expect(session).toMatchObject({
      id: "invoice-import",
      feature: "송장 가져오기",
      gcVersion: "GC-v0",
      roles: [
        { id: "Lead", access: "lead", items: 0 },
        { id: "implementer-1", type: "implementer", access: "direct" },
        { id: "x-1", type: "integrator", access: "direct" },
      ],
      counts: { items: 0, pendingRelays: 0 },
      lastChange: { actor: "Lead" },
      warnings: [],
    });
    expect((await stat(path)).mode & 0o200).toBe(0o200);
  });

  it("refuses another spelling of an id that is taken, and says which one was meant where it is asked for", async () => {
    await create({ id: "\u00C9tude" });
    for (const id of ["\u00E9tude", "e\u0301TUDE", "E\u0301tude"]) {
      const { message } = await refusal("conflict", create({ id }));
      expect(message).toContain("\u00C9tude");
      const missing = await refusal("not_found", sessions.get(OWNER, { ...DEMO, session: id }));
      expect(missing.details.hint).toContain("Did you mean \u00C9tude?");
    }
  });

  it("refuses an id that is taken, and ids that are no folder's name", async () => {
    await create({ id: "taken" });
    await refusal("conflict", create({ id: "taken" }));
    for (const id of ["", "..", "a/b", "a\\b", "../up", "nul\0", ".hidden", "s".repeat(300), "CON", "a\nb"]) {
      await refusal("invalid_input", create({ id }));
    }
    for (const id of ["Lead", "meta", "", "a/b", "..", "r".repeat(300), "a\0"]) {
      await refusal("invalid_input", create({ id: "bad-role", roles: [{ id }] }));
    }
    await refusal("invalid_input", create({ id: "bad-role", roles: [{ id: "a" }, { id: "A" }] }));
    await refusal("invalid_input", create({ id: "bad-feature", feature: "two\nlines" }));
    await refusal("not_found", sessions.get(OWNER, { ...DEMO, session: "bad-role" }));
  });

  it("is the owner's", async () => {
    const body = { id: "mine", feature: "x", roles: [] };
    for (const caller of [actingAs("implementer-1"), VIEWER]) {
      await refusal("forbidden", sessions.create(caller, DEMO, body, PLAIN_REQUEST));
    }
    const session = await wardroom.session("with-lead-token");
    const params = { ...session.params, role: "Lead" };
    const { token } = await wardroom.services.tokens.mint(OWNER, params, PLAIN_REQUEST);
    const lead = await wardroom.services.authentication.authenticate({ token, source: "api", role: null });
    await refusal("forbidden", sessions.create(lead, DEMO, body, PLAIN_REQUEST));
    await refusal("forbidden", sessions.restore(lead, { ...DEMO, session: "gone" }, PLAIN_REQUEST));
    await refusal("forbidden", sessions.listDeleted(lead, DEMO));
    expect((await sessions.list(lead, DEMO)).items.map(({ id }) => id)).toEqual(["with-lead-token"]);
  });

  it("tells the version that was published last, whatever an earlier memory says", async () => {
    const session = await wardroom.session("published", []);
    const before = await session.text();
    await wardroom.services.context.publish(OWNER, session.params, { text: CONTEXT }, { dryRun: false }, PLAIN_REQUEST);
    await session.put(before);
    expect(await sessions.get(VIEWER, session.params)).toMatchObject({ gcVersion: "GC-v1" });
  });

  it("is done once per key, and answered the same again", async () => {
    const first = await create({ id: "keyed" }, once("create-1"));
    expect(await create({ id: "keyed" }, once("create-1"))).toEqual(first);
  });

  it("adopts a folder that stands there without a memory, and finds one made by hand", async () => {
    await mkdir(join(wardroom.files, ".agent/teams/by-hand"), { recursive: true });
    expect((await sessions.get(OWNER, { ...DEMO, session: "by-hand" })).warnings[0]?.code).toBe("no_memory");
    await create({ id: "by-hand", roles: [{ id: "tester-1" }] });
    const { roles, warnings } = await sessions.get(OWNER, { ...DEMO, session: "by-hand" });
    expect(roles.map(({ id }) => id)).toEqual(["Lead", "tester-1"]);
    expect(warnings).toEqual([]);
  });
});

describe("adding a role", () => {
  it("adds its section and answers a token that is it", async () => {
    const session = await wardroom.session("add-role");
    const before = await session.text();
    const body = { id: "Researcher-1" };
    const added = await sessions.addRole(OWNER, session.params, body, PLAIN_REQUEST);
    expect(await session.text()).toBe(`${before}\n## researcher-1\n`);
    expect(added.role).toMatchObject({ id: "researcher-1", type: "researcher", access: "relay", state: "active" });
    const caller = await wardroom.services.authentication.authenticate({
      token: added.token,
      source: "api",
      role: null,
    });
    expect(caller).toMatchObject({ kind: "role", role: "researcher-1", workspace: "demo" });
    expect(await session.story()).toEqual([
      "Lead: session.created add-role",
      "Lead: token.minted researcher-1",
      "Lead: role.added researcher-1",
    ]);
    await refusal("conflict", sessions.addRole(OWNER, session.params, body, PLAIN_REQUEST));
    await refusal("conflict", sessions.addRole(OWNER, session.params, { id: "Lead" }, PLAIN_REQUEST));
    await refusal("invalid_input", sessions.addRole(OWNER, session.params, { id: "a/b" }, PLAIN_REQUEST));
    await refusal("stale", sessions.addRole(OWNER, session.params, { id: "late-1" }, ifMatch("0".repeat(64))));
    await refusal("forbidden", sessions.addRole(actingAs("researcher-1"), session.params, { id: "x" }, PLAIN_REQUEST));
  });

  it("answers the same token for the same key", async () => {
    const session = await wardroom.session("role-key");
    const add = () => sessions.addRole(OWNER, session.params, { id: "tester-1" }, once("role-1"));
    const first = await add();
    expect(await add()).toEqual(first);
    expect((await wardroom.services.tokens.list(OWNER, session.params)).items).toHaveLength(1);
  });

  it("brings a replaced teammate back", async () => {
    const session = await wardroom.session("returns", ["tester-1"]);
    const body = { role: "tester-1", by: "tester-2" };
    await wardroom.services.curation.replaceRole(OWNER, session.params, body, PLAIN_REQUEST);
    await sessions.addRole(OWNER, session.params, { id: "tester-1" }, PLAIN_REQUEST);
    expect((await session.text()).endsWith("## Lead\n\n## tester-1\n\n## tester-2\n")).toBe(true);
  });
});

describe("deleting a session", () => {
  it("moves the whole folder away and brings all of it back, unknown files too", async () => {
    const session = await wardroom.session("trashed", ["implementer-1"]);
    const { token } = await wardroom.services.tokens.mint(
      OWNER,
      { ...session.params, role: "implementer-1" },
      PLAIN_REQUEST,
    );
    await mkdir(join(session.folder, "phase-1/deep"), { recursive: true });
    await writeFile(join(session.folder, "phase-1/deep/unknown.bin"), Buffer.from([0, 255, 1]));
    const text = await session.text();

    expect(await sessions.remove(OWNER, session.params, PLAIN_REQUEST)).toEqual({ done: true });
    expect(await readdir(join(wardroom.files, ".agent/teams"))).not.toContain("trashed");
    await refusal("not_found", sessions.get(OWNER, session.params));
    const add = { tag: "Finding", text: "x" } as const;
    await refusal("not_found", wardroom.services.memory.add(OWNER, session.params, add, PLAIN_REQUEST));
    const { authentication } = wardroom.services;
    await refusal("unauthenticated", authentication.authenticate({ token, source: "api", role: null }));
    expect((await sessions.listDeleted(OWNER, DEMO)).items.map(({ id }) => id)).toContain("trashed");

    const restored = await sessions.restore(OWNER, session.params, PLAIN_REQUEST);
    expect(restored.roles.map(({ id }) => id)).toEqual(["Lead", "implementer-1"]);
    expect(await session.text()).toBe(text);
    expect(await readFile(join(session.folder, "phase-1/deep/unknown.bin"))).toEqual(Buffer.from([0, 255, 1]));
    await refusal("unauthenticated", authentication.authenticate({ token, source: "api", role: null }));
    expect((await session.revisions()).map(({ operation }) => operation)).toEqual(["create"]);
    expect((await session.story()).slice(-2)).toEqual([
      "Lead: session.deleted trashed",
      "Lead: session.restored trashed",
    ]);
    await wardroom.services.memory.add(OWNER, session.params, add, PLAIN_REQUEST);
    expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true });
  });

  it("keeps the histories of sessions of one id apart", async () => {
    const old = await wardroom.session("reused", ["implementer-1"]);
    const note = (text: string) => ({ tag: "Finding", text }) as const;
    await wardroom.services.memory.add(actingAs("implementer-1"), old.params, note("old"), PLAIN_REQUEST);
    await sessions.remove(OWNER, old.params, PLAIN_REQUEST);
    const young = await wardroom.session("reused", ["tester-1"]);
    expect((await young.revisions()).map(({ revision, operation }) => [revision, operation])).toEqual([[1, "create"]]);
    await refusal("conflict", sessions.restore(OWNER, young.params, PLAIN_REQUEST));

    await sessions.remove(OWNER, young.params, PLAIN_REQUEST);
    await sessions.restore(OWNER, young.params, PLAIN_REQUEST);
    expect((await young.revisions()).map(({ operation }) => operation)).toEqual(["create"]);
    const { roles } = await sessions.get(OWNER, young.params);
    expect(roles.map(({ id }) => id)).toEqual(["Lead", "tester-1"]);

    expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true });
  });

  it("brings back nothing that is not there, and is the Lead's", async () => {
    await refusal("not_found", sessions.restore(OWNER, { ...DEMO, session: "never-was" }, PLAIN_REQUEST));
    await refusal("not_found", sessions.remove(OWNER, { ...DEMO, session: "never-was" }, PLAIN_REQUEST));
    const session = await wardroom.session("stays");
    for (const caller of [actingAs("implementer-1"), VIEWER]) {
      await refusal("forbidden", sessions.remove(caller, session.params, PLAIN_REQUEST));
      await refusal("forbidden", sessions.listDeleted(caller, DEMO));
    }
    await refusal("stale", sessions.remove(OWNER, session.params, ifMatch("0".repeat(64))));
    expect(await session.text()).toContain("## Lead");
  });

  it("answers a repeated deletion again", async () => {
    const session = await wardroom.session("twice");
    const remove = () => sessions.remove(OWNER, session.params, once("delete-1"));
    await remove();
    expect(await remove()).toEqual({ done: true });
  });

  it("forgets a folder that somebody removed, and says so", async () => {
    const session = await wardroom.session("by-hand-gone");
    await rm(session.folder, { recursive: true });
    const add = { tag: "Finding", text: "x" } as const;
    await refusal("not_found", wardroom.services.memory.add(OWNER, session.params, add, PLAIN_REQUEST));
    expect((await sessions.list(OWNER, DEMO)).items.map(({ id }) => id)).not.toContain("by-hand-gone");
  });
});

it("lists the session changed last first, and a broken one among them", async () => {
  const own = await TestWardroom.open();
  await own.session("older");
  const newer = await own.session("newer");
  await mkdir(join(own.files, ".agent/teams/bad id!"));
  await mkdir(join(own.files, ".agent/teams/broken/TEAM-MEMORY.md"), { recursive: true });
  await writeFile(join(own.files, ".agent/teams/notes.txt"), "x");
  const add = { tag: "Finding", text: "x" } as const;
  await own.services.memory.add(OWNER, newer.params, add, PLAIN_REQUEST);
  const { items } = await own.services.sessions.list(OWNER, DEMO);
  expect(items.map(({ id, warnings }) => `${id} ${warnings.map(({ code }) => code).join()}`)).toEqual([
    "newer ",
    "older ",
    "bad id! no_memory",
    "broken unreadable",
  ]);
  expect((await own.services.workspaces.list(OWNER)).items).toEqual([{ name: "demo", sessions: 4, folder: "there" }]);
});

describe("very many sessions", () => {
  it("are listed in pages, each of them once, those that changed last first", async () => {
    const wide = await TestWardroom.open();
    const folder = (id: string) => join(wide.files, ".agent/teams", id);
    const ids = Array.from({ length: 510 }, (_, index) => `s${index}`);
    for (const id of ids) {
      await mkdir(folder(id), { recursive: true });
      await writeFile(join(folder(id), "TEAM-MEMORY.md"), `# TEAM-MEMORY — ${id}\n\n## Lead\n- [Question] ${id}?\n`);
    }
    const first = await wide.services.sessions.list(OWNER, DEMO);
    expect(first.items).toHaveLength(500);
    const second = await wide.services.sessions.list(OWNER, DEMO, { cursor: first.nextCursor ?? "" });
    expect(second.nextCursor).toBeNull();
    expect([...first.items, ...second.items].map(({ id }) => id).sort()).toEqual([...ids].sort());
    // One that was on the last page comes first once something is written into it.
    const last = second.items.at(-1)?.id ?? "";
    await wide.services.memory.add(OWNER, { ...DEMO, session: last }, { tag: "Finding", text: "new" }, PLAIN_REQUEST);
    expect((await wide.services.sessions.list(OWNER, DEMO, { limit: 1 })).items.map(({ id }) => id)).toEqual([last]);
  });
});
