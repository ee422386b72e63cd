import { execFileSync } from "node:child_process";
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FIRST_PREVIOUS_HASH, hashEvent } from "@/lib/core/history/event-chain";
import { listEventsAfter } from "@/lib/db/events";
import type { Queries } from "@/lib/db/database";
import { isOnPostgresql } from "@/lib/db/testing/make-database.fixture";
import { runSql } from "@/lib/db/testing/run-sql.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { hashedPart, eventOfRow } from "@/lib/services/commit/event-log";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { startWorker } from "@/lib/services/testing/workers.fixture";

const DEMO = { workspace: "demo" };
const LAST = 4;

async function filled() {
  const wardroom = await TestWardroom.open();
  const session = await wardroom.session("one", ["implementer-1"]);
  const add = (text: string) =>
    wardroom.services.memory.add(actingAs("implementer-1"), session.params, { tag: "Finding", text }, PLAIN_REQUEST);
  for (const text of ["a", "b", "c"]) await add(text);
  const names = await readdir(wardroom.data);
  return {
    wardroom,
    session,
    add,
    record: join(wardroom.data, names.find((name) => name.endsWith(".witness")) ?? ""),
    verify: () => wardroom.services.events.verify(OWNER, DEMO),
    sql: (statement: string) => wardroom.sql(statement),
    path: `.agent/teams/${session.id}/TEAM-MEMORY.md`,
  };
}

/** What is wrong with a history, and what the verification says of it first. */
type Tampered = [what: string, sql: string[], found: { kind: string; target: RegExp; revision?: number }];

const NOON: Tampered = [
  "a time that is none",
  ["UPDATE Event SET at = 'noon' WHERE id = 3"],
  { kind: "event", target: /^3$/ },
];
const TAMPERED: Tampered[] = [
  ["an event changed", ["UPDATE Event SET actor = 'x' WHERE id = 2"], { kind: "event", target: /^2$/ }],
  ["its payload", ["UPDATE Event SET payload = '{}' WHERE id = 3"], { kind: "event", target: /^3$/ }],
  ["a payload that is no JSON", ["UPDATE Event SET payload = '{' WHERE id = 3"], { kind: "event", target: /^3$/ }],
  [
    "its time",
    ["UPDATE Event SET at = '2026-02-09T10:00:00.000+00:00' WHERE id = 3"],
    { kind: "event", target: /^3$/ },
  ],
  // PostgreSQL takes none.
  ...(isOnPostgresql() ? [] : [NOON]),
  ["an event gone", ["DELETE FROM Event WHERE id = 2"], { kind: "event", target: /^2$/ }],
  ["the last event gone", [`DELETE FROM Event WHERE id = ${String(LAST)}`], { kind: "event", target: /^4$/ }],
  ["all events gone", ["DELETE FROM Event"], { kind: "event", target: /^1$/ }],
  [
    "two exchanged",
    ["UPDATE Event SET id = 99 WHERE id = 2", "UPDATE Event SET id = 2 WHERE id = 3"],
    { kind: "event", target: /^2$/ },
  ],
  [
    "a revision's author changed",
    ["UPDATE Revision SET actor = 'somebody' WHERE sequence = 3"],
    { kind: "revision", target: /TEAM-MEMORY\.md$/, revision: 3 },
  ],
  [
    "its patch",
    [`UPDATE Revision SET patch = '[[0,1,"?"]]' WHERE sequence = 3`],
    { kind: "revision", target: /TEAM-MEMORY\.md$/, revision: 3 },
  ],
  [
    "a damaged snapshot",
    ["UPDATE Revision SET snapshot = x'00ff00ff' WHERE sequence = 1"],
    { kind: "revision", target: /TEAM-MEMORY\.md$/, revision: 1 },
  ],
  [
    "a patch that is no JSON",
    ["UPDATE Revision SET patch = '[[' WHERE sequence = 2"],
    { kind: "revision", target: /TEAM-MEMORY\.md$/, revision: 2 },
  ],
  [
    "a revision gone",
    ["DELETE FROM Revision WHERE sequence = 2"],
    { kind: "revision", target: /TEAM-MEMORY\.md$/, revision: 2 },
  ],
  [
    "a revision added",
    [
      `INSERT INTO Revision (documentId, sequence, hash, parentHash, patch, lines, actor, actorKind, source, operation, at)
       SELECT documentId, 9, hash, parentHash, patch, lines, actor, actorKind, source, operation, at
       FROM Revision WHERE sequence = 4`,
    ],
    { kind: "revision", target: /TEAM-MEMORY\.md$/, revision: 9 },
  ],
  ["what an event vouches for", ["UPDATE Event SET revisions = NULL WHERE id = 3"], { kind: "event", target: /^3$/ }],
];

it("proves a whole history, and says how far the proof goes", async () => {
  const { verify } = await filled();
  expect(await verify()).toEqual({
    ok: true,
    events: LAST,
    documents: 1,
    problems: [],
    problemsFound: 0,
    revisions: 4,
    coveredFrom: 1,
    revisionsBefore: 0,
    // The workspace, the session and its role.
    rows: 4,
    rowsBefore: 0,
    unchecked: [],
  });
});

describe.each(TAMPERED)("%s", (_, statements, found) => {
  const expected = {
    kind: found.kind,
    target: expect.stringMatching(found.target) as string,
    ...(found.revision !== undefined && { revision: found.revision }),
    accepted: false,
  };

  it("is found while the server runs, and what comes after it is no excuse", async () => {
    const { verify, sql, add } = await filled();
    for (const statement of statements) await sql(statement);
    const report = await verify();
    expect(report).toMatchObject({ ok: false, firstBroken: { kind: /event|document/ } });
    expect(report.problems[0]).toMatchObject(expected);
    await add("later");
    expect((await verify()).ok).toBe(false);
  });

  it("is found although the server was started since", async () => {
    const { wardroom, verify, sql, add } = await filled();
    await wardroom.close();
    for (const statement of statements) await sql(statement);
    await wardroom.reopen();
    await add("later");
    expect(await verify()).toMatchObject({ ok: false });
  });
});

it("finds a time by which a history was whole", async () => {
  const before = new Date();
  const { verify, sql } = await filled();
  await sql("DELETE FROM Event WHERE id > 2");
  const { problems } = await verify();
  expect(problems[0]?.target).toBe("3");
  expect(problems[0]?.detail).toContain("2 of them are missing");
  expect(Date.parse(problems[0]?.since ?? "")).toBeGreaterThanOrEqual(before.getTime());
});

it.runIf(!isOnPostgresql())("finds the log of a killed server gone, with all that was only in it", async () => {
  const wardroom = await TestWardroom.open();
  const session = await wardroom.session("one", ["implementer-1"]);
  await wardroom.close();
  const callers = [{ session: session.id, role: "implementer-1" }];
  const worker = await startWorker(wardroom, { prefix: "w", callers, each: 1000 });
  worker.go();
  await worker.reached(5);
  worker.kill();
  await worker.ended;
  await rm(join(wardroom.data, "wardroom.db-wal"));
  await rm(join(wardroom.data, "wardroom.db-shm"), { force: true });
  // This process had the file open before, and SQLite shares what it knows of a file within a process.
  const database = join(wardroom.data, "wardroom.db");
  await copyFile(database, `${database}.copy`);
  await rename(`${database}.copy`, database);
  // SQLite may have taken the log over into the database when it was closed, or not: what was in there by then is not lost.
  const [row] = await runSql(database, "SELECT count(*) AS kept FROM Event");
  const kept = Number(row?.["kept"]);
  expect(kept).toBeLessThan(5);

  await wardroom.reopen();
  expect(wardroom.runtime.losses).toMatchObject([{ workspace: "demo", reason: "missing", id: kept + 1 }]);
  const report = await wardroom.services.events.verify(OWNER, DEMO);
  expect(report).toMatchObject({ ok: false, firstBroken: { kind: "event", target: String(kept + 1) } });
  // Every acknowledged line is in its file all the same, and in the history again.
  const text = await session.text();
  expect(worker.acknowledged.filter((line) => !text.includes(line))).toEqual([]);
  expect((await session.last()).operation).toBe(kept === 0 ? "found" : "edited outside");
});

describe("what a start found missing", () => {
  it("is told until the owner accepts it, and nothing else is accepted with it", async () => {
    const { wardroom, verify, sql, add, path } = await filled();
    await wardroom.close();
    await sql("DELETE FROM Event WHERE id = 4");
    await wardroom.reopen();
    await wardroom.reopen();
    const report = await verify();
    expect(report.problems.map(({ kind, target }) => [kind, target])).toEqual([
      ["event", "4"],
      ["revision", path],
    ]);
    expect((await wardroom.services.events.list(OWNER, DEMO, { limit: 1, format: "json" })).items).toMatchObject([
      { id: 5, action: "history.broken", payload: { event: 4, had: 4, has: 3 } },
    ]);
    const ids = report.problems.map(({ id }) => id);
    await refusal(
      "forbidden",
      wardroom.services.events.accept(actingAs("implementer-1"), DEMO, { ids }, PLAIN_REQUEST),
    );
    await wardroom.services.events.accept(OWNER, DEMO, { ids }, PLAIN_REQUEST);
    expect(await verify()).toMatchObject({ ok: true, problems: [{ accepted: true }, { accepted: true }] });
    await add("later");
    await wardroom.reopen();
    expect(await verify()).toMatchObject({ ok: true });
    await sql("UPDATE Revision SET actor = 'x' WHERE sequence = 2");
    expect(await verify()).toMatchObject({ ok: false, firstBroken: { kind: "document" } });
  });

  it("is also the record itself", async () => {
    const { wardroom, verify, record } = await filled();
    await wardroom.close();
    await rm(record);
    await wardroom.reopen();
    expect(wardroom.runtime.losses).toMatchObject([{ reason: "unwitnessed" }]);
    expect(await verify()).toMatchObject({ ok: false, problems: [{ kind: "record" }] });
  });

  it("is a record that somebody else wrote", async () => {
    const { verify, record } = await filled();
    const text = await readFile(record, "utf8");
    await writeFile(record, text.replaceAll('"events":4', '"events":3'));
    expect(await verify()).toMatchObject({ ok: false, problems: [{ kind: "record" }] });
  });

  it("is no record cut short by a power cut", async () => {
    const { wardroom, verify, record, add } = await filled();
    await wardroom.close();
    const text = await readFile(record, "utf8");
    await writeFile(record, text.slice(0, -30));
    await wardroom.reopen();
    await add("later");
    expect(wardroom.runtime.losses).toEqual([]);
    expect(await verify()).toMatchObject({ ok: true });
  });
});

it("keeps a record that is deleted meanwhile, from the next change on", async () => {
  const { wardroom, verify, record, add, sql } = await filled();
  await rm(record);
  await add("d");
  await wardroom.close();
  await sql("DELETE FROM Event WHERE id = 5");
  await wardroom.reopen();
  expect(await verify()).toMatchObject({ ok: false, firstBroken: { target: "5" } });
});

it("proves a history of two processes that take turns", async () => {
  const { wardroom, verify, session } = await filled();
  const other = await wardroom.another();
  for (const [index, { services }] of [other, wardroom.runtime, other, wardroom.runtime].entries()) {
    const body = { tag: "Finding", text: String(index) } as const;
    await services.memory.add(actingAs("implementer-1"), session.params, body, PLAIN_REQUEST);
  }
  expect(await verify()).toMatchObject({ ok: true, events: 8 });
  await wardroom.reopen();
  expect(wardroom.runtime.losses).toEqual([]);
});

/** Makes the database what an earlier version has left: no event vouches for revisions, and nobody keeps a record. */
async function makeOld(queries: Queries): Promise<void> {
  let previousHash = FIRST_PREVIOUS_HASH;
  for (const row of await listEventsAfter(queries, 0, 100)) {
    const { revisions: _none, ...event } = eventOfRow(row);
    const hash = hashEvent(previousHash, hashedPart({ ...event, workspace: row.workspaceId }));
    await queries.event.update({ where: { id: row.id }, data: { previousHash, hash, revisions: null } });
    previousHash = hash;
  }
  await queries.witness.deleteMany();
}

it("proves a history of an earlier version as far as it can, and says how far", async () => {
  const { wardroom, verify, record, add, sql } = await filled();
  await wardroom.close();
  await rm(record);
  const database = await wardroom.openDatabase();
  await database.transaction(makeOld);
  await database.close();
  await wardroom.reopen();
  expect(wardroom.runtime.losses).toEqual([]);
  expect(await verify()).toMatchObject({ ok: true, events: LAST, coveredFrom: null, revisionsBefore: 4 });
  await add("new");
  expect(await verify()).toMatchObject({ ok: true, coveredFrom: 5, revisions: 5, revisionsBefore: 4 });
  await sql("UPDATE Revision SET actor = 'x' WHERE sequence = 5");
  expect(await verify()).toMatchObject({ ok: false, problems: [{ kind: "revision", revision: 5 }] });
});

it("vouches anew for a revision whose author a client has named", async () => {
  const { wardroom, verify, session, sql } = await filled();
  const before = await session.hash();
  await session.put((await session.text()).replace("] a", "] A"));
  const body = { role: "implementer-1", before, after: await session.hash() };
  const { revision } = await wardroom.services.attributions.attribute(OWNER, session.params, body, PLAIN_REQUEST);
  expect(revision).toBe(5);
  expect(await verify()).toMatchObject({ ok: true });
  await sql("UPDATE Revision SET actor = 'disk' WHERE sequence = 5");
  expect(await verify()).toMatchObject({ ok: false, problems: [{ kind: "revision", revision: 5 }] });
});

it("names a file that cannot be looked at, and is stopped by none", async () => {
  const { wardroom, session, verify } = await filled();
  await mkdir(join(wardroom.files, ".agent/teams/never-opened/TEAM-MEMORY.md"), { recursive: true });
  expect(await verify()).toMatchObject({ ok: true });
  await rm(session.path);
  await mkdir(session.path);
  expect(await verify()).toMatchObject({
    ok: false,
    firstBroken: { kind: "document", detail: expect.stringContaining("not a file") as string },
  });
  await wardroom.reopen();
  await wardroom.runtime.watch(() => undefined);
  expect((await wardroom.services.sessions.list(OWNER, DEMO)).items).toHaveLength(2);
});

it.runIf(process.platform === "linux" && !isOnPostgresql())(
  "says nothing against a sound document while the disk is full",
  async () => {
    const { wardroom, session, verify, path } = await filled();
    await wardroom.session("two", ["implementer-1"]);
    await wardroom.reopen();
    await session.put(`${await session.text()}\nby hand\n`);
    const limit = (value: string) => execFileSync("prlimit", ["--pid", String(process.pid), `--fsize=${value}`]);
    limit("1:unlimited");
    const report = await verify().finally(() => limit("unlimited:unlimited"));
    expect(report).toMatchObject({ ok: true, problems: [], unchecked: [{ target: path }] });
    expect(await verify()).toMatchObject({ ok: true, unchecked: [] });
  },
);

it("takes no turn of those who write, unless a file was changed outside", async () => {
  const { wardroom, session, sql, verify } = await filled();
  await wardroom.session("two");
  await wardroom.reopen();
  const turn = () => sql('SELECT "turn" FROM "Lock"');
  const before = await turn();
  expect(await verify()).toMatchObject({ ok: true, documents: 2 });
  expect(await turn()).toEqual(before);
  await session.put(`${await session.text()}\nby hand\n`);
  expect(await verify()).toMatchObject({ ok: true });
  expect(await turn()).not.toEqual(before);
});

it("takes nothing that is written meanwhile for damage", async () => {
  const { add, verify } = await filled();
  // Some pages of history, so that others come in between.
  for (let round = 0; round < 3; round++)
    await Promise.all(Array.from({ length: 200 }, (_, at) => add(`${round}.${at}`)));
  const writer = { isOver: false };
  const written = (async () => {
    for (let at = 0; !writer.isOver; at++) await add(`meanwhile ${at}`);
  })();
  const answers = [];
  for (let look = 0; look < 5; look++) answers.push(await verify());
  writer.isOver = true;
  await written;
  for (const { problems } of answers) expect(problems).toEqual([]);
});
