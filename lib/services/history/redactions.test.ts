import { appendFile, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hashEvent } from "@/lib/core/history/event-chain";
import type { EventRow } from "@/lib/db/events";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { hashedPart, eventOfRow } from "@/lib/services/commit/event-log";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const DEMO = { workspace: "demo" };
/** With a quotation mark and a backslash, so that it is escaped wherever it stands in JSON. */
const SECRET = 'hunter2-"\\north-gate';
const REASON = "a password was pasted";
const KEY = { credentialId: "c", key: "k", requestHash: "h" };

/** A Wardroom that holds the secret in every kind of place. */
async function tainted() {
  const wardroom = await TestWardroom.open();
  const { services } = wardroom;
  const { params } = await wardroom.session("one", ["implementer-1", "tester-1"]);
  const add = (role: string, text: string, request = PLAIN_REQUEST) =>
    services.memory.add(actingAs(role), params, { tag: "Finding", text }, request);
  await add("implementer-1", "before");
  await add("implementer-1", `log in with ${SECRET} there`, { ...PLAIN_REQUEST, idempotency: KEY });
  await add("implementer-1", "after");
  const left = await add("tester-1", `the tester knows ${SECRET}`);
  if (!("relay" in left)) throw new Error("the tester wrote itself");
  await services.relays.reject(
    OWNER,
    { ...params, relay: left.relay.id },
    { reason: `no ${SECRET} here` },
    PLAIN_REQUEST,
  );
  // In an earlier version of the context, what was sent with it, and in guidance.
  const publish = (said: string) =>
    services.context.publish(
      OWNER,
      params,
      { text: `# Goal\n\n## Access\n- use ${said}\n` },
      { dryRun: false },
      { ...PLAIN_REQUEST, ifMatch: "*" },
    );
  await publish(SECRET);
  const { deliveries } = await publish("the vault");
  const delivery = deliveries[0]?.id ?? "";
  await services.context.guide(OWNER, { ...params, delivery }, { text: `ask for ${SECRET}` }, PLAIN_REQUEST);
  // In what a role says of its work, and in a question and its answer.
  const { presence, questions } = services;
  const tester = actingAs("tester-1");
  await presence.state(tester, params, { text: `trying ${SECRET}` });
  await presence.claim(tester, params, { what: `the login with ${SECRET}`, minutes: 10 });
  await presence.nudge(tester, params, { role: "implementer-1", text: `use ${SECRET}` });
  const asked = { role: "implementer-1", text: `is it ${SECRET}?` };
  const { id } = await questions.ask(OWNER, params, asked, PLAIN_REQUEST);
  const answer = { text: `yes, ${SECRET}` };
  await questions.answer(actingAs("implementer-1"), { ...params, question: id }, answer, PLAIN_REQUEST);
  // Typed in two halves by hand: no patch holds all of it.
  const memory = join(wardroom.files, ".agent/teams/one/TEAM-MEMORY.md");
  const verify = () => services.events.verify(OWNER, DEMO);
  await appendFile(memory, `\nkey: ${SECRET.slice(0, 9)}`);
  await verify();
  await appendFile(memory, `${SECRET.slice(9)}\n`);
  await verify();
  // In a file that nobody has looked at.
  await writeFile(join(wardroom.files, ".agent/teams/one/notes.md"), `key: ${SECRET}\n`);
  // And in the trash.
  const gone = await wardroom.session("gone", ["implementer-1"]);
  await services.memory.add(
    actingAs("implementer-1"),
    gone.params,
    { tag: "Finding", text: `old ${SECRET}` },
    PLAIN_REQUEST,
  );
  await services.sessions.remove(OWNER, gone.params, PLAIN_REQUEST);
  return {
    wardroom,
    params,
    add,
    verify,
    redact: (text = SECRET) => wardroom.services.redactions.redact(OWNER, DEMO, { text, reason: REASON }),
    sql: (statement: string) => wardroom.sql(statement),
  };
}

function textOf(wardroom: TestWardroom, session: string): Promise<string> {
  return readFile(join(wardroom.files, ".agent/teams", session, "TEAM-MEMORY.md"), "utf8");
}

/** A row as an event, with its workspace. */
function eventOf(row: Record<string, unknown> | undefined) {
  if (row === undefined) throw new Error("no such event");
  const stored = { ...(row as unknown as EventRow), at: new Date(row["at"] as string) };
  return { ...eventOfRow(stored), workspace: stored.workspaceId };
}

/** A replaced file is kept for a moment only: one that went since the folder was listed holds nothing. */
function isGone(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}

/** The files below a folder that hold the secret, as it is or escaped. */
async function hits(folder: string): Promise<string[]> {
  const once = JSON.stringify(SECRET).slice(1, -1);
  const forms = [SECRET, once, JSON.stringify(once).slice(1, -1)];
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path).catch(isGone);
    if (bytes === null) continue;
    if (forms.some((form) => bytes.includes(form))) found.push(path);
  }
  return found;
}

/** What somebody changes in a history after a redaction. */
const TAMPERED: [what: string, statement: string][] = [
  [
    "a redacted event",
    `UPDATE Event SET payload = replace(payload, '"reason":"', '"reason":"x') WHERE action = 'relay.rejected'`,
  ],
  ["an event beside it", `UPDATE Event SET target = 'x' WHERE id = 3`],
  ["a redacted revision", `UPDATE Revision SET lines = 99 WHERE sequence = 3 AND documentId = 1`],
  ["a redacted patch", `UPDATE Revision SET patch = '[[0,0,"x"]]' WHERE sequence = 3 AND documentId = 1`],
  [
    "its own list",
    `UPDATE Event SET payload = replace(payload, '"digest":"', '"digest":"x') WHERE action = 'history.redacted'`,
  ],
  [
    "its own signature",
    `UPDATE Event SET payload = replace(payload, '"signature":', '"sign":') WHERE action = 'history.redacted'`,
  ],
  ["its list gone", `DELETE FROM Event WHERE action = 'history.redacted'`],
];

describe("a redaction", () => {
  it("leaves the text in no file of workspace and data folder, and the proof whole", async () => {
    const { wardroom, verify, redact, add } = await tainted();
    const search = () => wardroom.services.search.find(OWNER, DEMO, { q: "hunter2", limit: 20 });
    expect((await hits(wardroom.folder)).length).toBeGreaterThan(3);
    expect((await search()).items.map(({ kind }) => kind)).toContain("context");
    const done = await redact();
    expect(done.documents).toBe(2 + 1);
    expect(done.revisions).toBeGreaterThanOrEqual(5);
    expect(done.rows).toBeGreaterThanOrEqual(2);
    expect(done.marker).toMatch(/^\[REDACTED [0-9a-f]{4}\]$/);
    expect(JSON.stringify(done)).not.toContain("hunter2");
    expect(await hits(wardroom.folder)).toEqual([]);
    expect((await search()).items).toEqual([]);
    expect(await verify()).toMatchObject({ ok: true, problems: [] });
    await add("implementer-1", "goes on");
    await wardroom.reopen();
    expect(wardroom.runtime.losses).toEqual([]);
    expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true, problems: [] });
  });

  it("leaves the rest of every revision readable, and what is in the trash restorable", async () => {
    const { wardroom, params, redact } = await tainted();
    const { services } = wardroom;
    const before = await services.revisions.get(OWNER, { ...params, revision: 3 });
    expect(before.text).toContain(SECRET);
    const { marker } = await redact();
    const after = await services.revisions.get(OWNER, { ...params, revision: 3 });
    expect(after.text).toBe(before.text.replaceAll(SECRET, marker));
    await services.sessions.restore(OWNER, { ...params, session: "gone" }, PLAIN_REQUEST);
    expect(await textOf(wardroom, "gone")).toContain(`old ${marker}`);
    expect(await services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true, problems: [] });
    expect(await hits(wardroom.folder)).toEqual([]);
  });

  it("hides no tampering", async () => {
    const { verify, redact, sql } = await tainted();
    await redact();
    expect((await verify()).ok).toBe(true);
    for (const table of ["Event", "Revision"]) await sql(`CREATE TABLE Kept${table} AS SELECT * FROM ${table}`);
    const found: string[] = [];
    for (const [what, statement] of TAMPERED) {
      await sql(statement);
      if (!(await verify()).ok) found.push(what);
      for (const table of ["Event", "Revision"]) {
        await sql(`DELETE FROM ${table}`);
        await sql(`INSERT INTO ${table} SELECT * FROM Kept${table}`);
      }
    }
    expect(found).toEqual(TAMPERED.map(([what]) => what));
    expect((await verify()).ok).toBe(true);
  });

  it("does not vouch for what was changed before it", async () => {
    const { verify, redact, sql } = await tainted();
    await sql("UPDATE Revision SET actor = 'somebody' WHERE sequence = 3 AND documentId = 1");
    await sql("UPDATE Event SET actor = 'somebody' WHERE action = 'relay.rejected'");
    const before = await verify();
    expect(before.problemsFound).toBe(2);
    await redact();
    expect((await verify()).problems.map(({ kind, target }) => [kind, target])).toEqual(
      before.problems.map(({ kind, target }) => [kind, target]),
    );
  });

  it("believes no list that somebody chained without the secret of the data folder", async () => {
    const { wardroom, sql } = await tainted();
    await wardroom.close();
    const [row] = await sql("SELECT * FROM Event WHERE id = 3");
    const [last] = await sql("SELECT * FROM Event ORDER BY id DESC LIMIT 1");
    await sql("UPDATE Event SET target = 'x' WHERE id = 3");
    const changed = { ...eventOf(row), target: "x" };
    const digest = hashEvent(changed.previousHash, hashedPart(changed));
    const payload = {
      reason: "none",
      events: [{ event: 3, hash: changed.hash, digest }],
      revisions: [],
      signature: "x",
    };
    const { hash: previousHash, id } = eventOf(last);
    const forged = {
      ...eventOf(last),
      id: id + 1,
      action: "history.redacted" as const,
      target: "demo",
      session: null,
      payload,
    };
    delete forged.revisions;
    const hash = hashEvent(previousHash, hashedPart(forged));
    await sql(
      `INSERT INTO Event (id, workspaceId, at, actor, actorKind, source, action, target, payload, previousHash, hash) SELECT ${String(id + 1)}, workspaceId, at, actor, actorKind, source, 'history.redacted', 'demo', '${JSON.stringify(payload)}', '${previousHash}', '${hash}' FROM Event WHERE id = ${String(id)}`,
    );
    await wardroom.reopen();
    expect(wardroom.runtime.losses).toEqual([]);
    expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({
      ok: false,
      problems: [{ kind: "event", target: String(id + 1), detail: expect.stringContaining("signed") as string }],
    });
  });

  it("loses nothing that is written meanwhile, here and by another server", async () => {
    const { wardroom, params, redact, add } = await tainted();
    const other = await wardroom.another();
    const written: string[] = [];
    const write = async (name: string, services: typeof other.services) => {
      for (let index = 0; index < 20; index++) {
        const text = `${name} ${String(index)}`;
        await services.memory.add(actingAs("implementer-1"), params, { tag: "Finding", text }, PLAIN_REQUEST);
        written.push(text);
      }
    };
    await Promise.all([write("here", wardroom.services), write("there", other.services), redact()]);
    const text = await textOf(wardroom, "one");
    expect(written.filter((each) => !text.includes(each))).toEqual([]);
    expect(written).toHaveLength(40);
    for (const runtime of [other, wardroom.runtime]) {
      expect(await runtime.fault()).toBeNull();
      expect(await runtime.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true, problems: [] });
    }
    await add("implementer-1", "last");
    await redact();
    expect(await hits(wardroom.folder)).toEqual([]);
  });

  it("finishes what a death left: files without the text, a history with it", async () => {
    const { wardroom, redact } = await tainted();
    const notes = join(wardroom.files, ".agent/teams/one/notes.md");
    const memory = join(wardroom.files, ".agent/teams/one/TEAM-MEMORY.md");
    for (const path of [notes, memory]) {
      await writeFile(path, (await readFile(path, "utf8")).replaceAll(SECRET, "[REDACTED 0000]"));
    }
    await redact();
    expect(await hits(wardroom.folder)).toEqual([]);
    expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true, problems: [] });
    expect(await redact()).toMatchObject({ documents: 0, revisions: 0, rows: 0 });
  });

  it("is the owner's alone, and says what it cannot take", async () => {
    const { wardroom, redact, sql } = await tainted();
    const body = { text: SECRET, reason: REASON };
    await refusal("forbidden", wardroom.services.redactions.redact(actingAs("Lead"), DEMO, body));
    const acts = JSON.stringify([{ edits: [{ workspace: "demo", patch: [[0, 0, SECRET]] }] }]).replaceAll("'", "''");
    await sql(
      `INSERT INTO Journal (id, version, acts, createdAt, setAsideAt, reason) VALUES (99, 9, '${acts}', '2026-02-09', '2026-02-09', 'x')`,
    );
    const waiting = await refusal("conflict", redact());
    expect(waiting.message).toBe("Unfinished change 99 holds the text.");
    await sql("DELETE FROM Journal");
    await writeFile(join(wardroom.files, ".agent/teams/one/raw.md"), Buffer.from(`\xff ${SECRET}`, "latin1"));
    expect((await refusal("unparseable", redact())).message).toMatch(/raw\.md holds the text and is not valid UTF-8/);
  });
});
