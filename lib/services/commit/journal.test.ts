import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Queries } from "@/lib/db/database";
import { insertJournal, listJournalsSetAside } from "@/lib/db/journal";
import { Seals } from "@/lib/db/seals";
import type { Act, Effect } from "@/lib/services/commit/act";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { JOURNAL_VERSION, writeActs } from "@/lib/services/commit/leftovers";
import { actingAs, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom, type TestSession } from "@/lib/services/testing/test-wardroom.fixture";
import { sha256 } from "@/lib/store/read-file";

const DEMO = { workspace: "demo" };

/** Works on the database of a Wardroom that is not running. */
async function inDatabase<T>(wardroom: TestWardroom, work: (queries: Queries) => Promise<T>): Promise<T> {
  await wardroom.close();
  const database = await wardroom.openDatabase();
  try {
    return await database.transaction(work);
  } finally {
    await database.close();
  }
}

const reasons = async (wardroom: TestWardroom) =>
  (await inDatabase(wardroom, listJournalsSetAside)).map(({ reason }) => reason);

async function sealsOf({ data }: TestWardroom): Promise<Seals> {
  return new Seals([(await readFile(join(data, "secret"), "utf8")).trim()], false);
}

/** Leaves a batch behind as a server does that dies before it is done. */
async function journal(wardroom: TestWardroom, acts: Act[]): Promise<void> {
  const text = writeActs(await sealsOf(wardroom), acts);
  await inDatabase(wardroom, (queries) => insertJournal(queries, JOURNAL_VERSION, text));
}

/** The act of adding a line at the end of a session's memory, with effects of its own. */
async function appendTo(session: TestSession, line: string, effects: Effect[]): Promise<Act> {
  const text = await session.text();
  const { revision } = await session.last();
  const target = sha256(`${text}${line}`);
  const author = { actor: "implementer-1", actorKind: "agent", source: "api" } as const;
  const at = new Date().toISOString();
  const path = `.agent/teams/${session.id}/TEAM-MEMORY.md`;
  const [row] = await inDatabase(session.wardroom, (queries) => queries.document.findMany({ where: { path } }));
  return {
    at,
    edits: [
      {
        workspace: "demo",
        path,
        base: sha256(text),
        target,
        patch: [[text.length, 0, line]],
        identity: {},
        snapshot: false,
        revision: {
          ...author,
          documentId: row?.id ?? 0,
          sequence: revision + 1,
          hash: target,
          parentHash: sha256(text),
          lines: 1,
          roles: "[]",
          operation: "add",
          detail: "{}",
          at,
        },
      },
    ],
    move: null,
    effects,
    events: [],
    idempotency: null,
  };
}

/** An effect that the database refuses: there is no such session. */
const IMPOSSIBLE = { type: "put-receipt", sessionKey: 4711, role: "nobody", revision: 1 } as const satisfies Effect;

async function everythingGoesOn(wardroom: TestWardroom, session: TestSession): Promise<void> {
  await wardroom.reopen();
  const add = { tag: "Finding", text: `still here ${String(Math.random())}` } as const;
  await wardroom.services.memory.add(OWNER, session.params, add, PLAIN_REQUEST);
  expect(await session.text()).toContain(add.text);
  expect((await wardroom.services.sessions.list(OWNER, DEMO)).items).toHaveLength(1);
  expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true });
  await wardroom.reopen();
}

describe("a journal entry that cannot be finished", () => {
  it.each([
    ["that is not JSON", JOURNAL_VERSION, "{not json", /damaged/],
    ["that is JSON and no list of acts", JOURNAL_VERSION, '[{"edits":1}]', /damaged/],
    ["of an unknown version", 99, "[]", /another version.*99/],
    [
      "whose acts are hollow",
      JOURNAL_VERSION,
      '[{"edits":[{"workspace":"demo","path":"a.md"}],"effects":[],"events":[],"move":null}]',
      /could not be recorded/,
    ],
  ])("%s is set aside with its reason, and everything else goes on", async (_, version, acts, reason) => {
    const wardroom = await TestWardroom.open();
    const session = await wardroom.session("alive", ["implementer-1"]);
    const signed = await sealsOf(wardroom);
    await inDatabase(wardroom, (queries) => insertJournal(queries, version, signed.signed(acts)));
    await everythingGoesOn(wardroom, session);
    expect(await reasons(wardroom)).toEqual([expect.stringMatching(reason)]);
  });

  it("leaves its file as it was when the database refuses it, also where the file was written before a death", async () => {
    const wardroom = await TestWardroom.open();
    const session = await wardroom.session("alive", ["implementer-1"]);
    const before = await session.text();
    const act = await appendTo(session, "- [Finding] never acknowledged\n", [IMPOSSIBLE]);
    await journal(wardroom, [act]);
    await writeFile(session.path, `${before}- [Finding] never acknowledged\n`);
    await wardroom.reopen();
    expect(await session.text()).toBe(before);
    expect(await reasons(wardroom)).toEqual([expect.stringMatching(/foreign key/i)]);
    await everythingGoesOn(wardroom, session);
  });

  it("is finished by a later start once nothing stands in its way", async () => {
    const wardroom = await TestWardroom.open();
    const session = await wardroom.session("alive", ["implementer-1"]);
    const act = await appendTo(session, "- [Finding] late\n", [IMPOSSIBLE]);
    await journal(wardroom, [act]);
    await wardroom.reopen();
    expect(await session.text()).not.toContain("late");
    await inDatabase(wardroom, (queries) =>
      queries.session.create({
        data: { key: IMPOSSIBLE.sessionKey, workspaceId: "demo", id: "b", createdAt: new Date() },
      }),
    );
    await wardroom.reopen();
    expect(await session.text()).toContain("- [Finding] late\n");
    expect((await session.last()).actor).toBe("implementer-1");
    expect(await reasons(wardroom)).toEqual([]);
  });

  it.each([
    ["that says it is signed and is not", JOURNAL_VERSION, (signed: string) => `${"0".repeat(64)}${signed.slice(64)}`],
    [
      "whose author was changed",
      JOURNAL_VERSION,
      (signed: string) => signed.replaceAll("implementer-1", "implementer-2"),
    ],
    [
      "signed with another secret",
      JOURNAL_VERSION,
      (signed: string) => new Seals(["other"], false).signed(signed.slice(64)),
    ],
  ])("put into the database by hand, %s, changes nothing and is shown", async (_, version, forge) => {
    const wardroom = await TestWardroom.open();
    const session = await wardroom.session("alive", ["implementer-1", "implementer-2"]);
    const signed = writeActs(await sealsOf(wardroom), [await appendTo(session, "- [Finding] forged\n", [])]);
    await inDatabase(wardroom, (queries) => insertJournal(queries, version, forge(signed)));
    await everythingGoesOn(wardroom, session);
    await wardroom.reopen();
    expect(await session.text()).not.toContain("forged");
    expect((await wardroom.services.unfinished.list(OWNER, DEMO)).items).toMatchObject([
      { reason: expect.stringContaining("not signed") as string, changes: [{ text: "- [Finding] forged\n" }] },
    ]);
  });

  it("is not carried out over revisions that came after it", async () => {
    const wardroom = await TestWardroom.open();
    const session = await wardroom.session("alive", ["implementer-1"]);
    const act = await appendTo(session, "- [Finding] too late\n", [IMPOSSIBLE]);
    const before = await session.text();
    await journal(wardroom, [act]);
    await everythingGoesOn(wardroom, session);
    const { revision } = await session.last();
    await wardroom.close();
    // Somebody brings the file back to the very text that the entry was decided on.
    await writeFile(session.path, before);
    await wardroom.reopen();
    expect(await session.text()).toBe(before);
    expect((await session.last()).revision).toBe(revision + 1);
    expect(await reasons(wardroom)).toEqual([expect.stringContaining("changed since")]);
  });

  it("puts a folder back that was moved", async () => {
    const wardroom = await TestWardroom.open();
    const session = await wardroom.session("alive", ["implementer-1"]);
    const folder = ".agent/teams/alive";
    const move = { workspace: "demo", folder, trash: "demo/alive-1", direction: "out" } as const;
    const act: Act = {
      at: new Date().toISOString(),
      edits: [],
      move,
      effects: [IMPOSSIBLE],
      events: [],
      idempotency: null,
    };
    await journal(wardroom, [act]);
    await wardroom.reopen();
    expect(await readFile(session.path, "utf8")).toContain("## Lead");
    await everythingGoesOn(wardroom, session);
  });
});

describe("the owner", () => {
  it("is shown an unfinished change with its reason, and may retry or discard it", async () => {
    const wardroom = await TestWardroom.open();
    const session = await wardroom.session("alive", ["implementer-1"]);
    const act = await appendTo(session, "- [Finding] of nobody\n", [IMPOSSIBLE]);
    await journal(wardroom, [act]);
    await wardroom.reopen();
    const { unfinished, events } = wardroom.services;
    expect(await unfinished.count()).toBe(1);
    const [change] = (await unfinished.list(OWNER, DEMO)).items;
    expect(change).toMatchObject({
      reason: expect.stringMatching(/foreign key/i) as string,
      changes: [{ actor: "implementer-1", operation: "add", text: "- [Finding] of nobody\n" }],
      hint: expect.stringContaining("discard") as string,
    });
    const params = { ...DEMO, id: change?.id ?? 0 };
    for (const caller of [actingAs("implementer-1"), VIEWER]) {
      await refusal("forbidden", unfinished.list(caller, DEMO));
      await refusal("forbidden", unfinished.retry(caller, params));
      await refusal("forbidden", unfinished.discard(caller, params, PLAIN_REQUEST));
    }
    await refusal("conflict", unfinished.retry(OWNER, params));
    expect(await session.text()).not.toContain("of nobody");
    expect(await unfinished.discard(OWNER, params, PLAIN_REQUEST)).toEqual({ done: true });
    await refusal("not_found", unfinished.discard(OWNER, params, PLAIN_REQUEST));
    expect(await unfinished.count()).toBe(0);
    const [told] = (await events.list(OWNER, DEMO, { limit: 1, format: "json" })).items;
    expect(told).toMatchObject({ actor: "Lead", action: "change.discarded", target: String(params.id) });
  });
});
