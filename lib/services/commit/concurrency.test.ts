import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { itemsWithAuthors } from "@/lib/services/testing/authors.fixture";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { startWorker } from "@/lib/services/testing/workers.fixture";

const DEMO = { workspace: "demo" };

/** Lines of each writer. */
const LINES = 20;

describe("many writers in several processes", () => {
  it("each find every line of theirs once, in the right section, under their name", async () => {
    const wardroom = await TestWardroom.open();
    const roles = Array.from({ length: 32 }, (_, index) => `implementer-${String(index)}`);
    const session = await wardroom.session("many", [...roles, "integrator-1"]);
    const workers = await Promise.all(
      [0, 1, 2, 3].map((number) => {
        const callers = roles.slice(number * 8, number * 8 + 8).map((role) => ({ session: "many", role }));
        return startWorker(wardroom, { prefix: `p${String(number)}`, callers, each: LINES });
      }),
    );
    for (const worker of workers) worker.go();
    // This process is the fifth.
    const own: string[] = [];
    for (let count = 0; count < LINES; count++) {
      const text = `own-${String(count)} of integrator-1`;
      const body = { tag: "Finding", text } as const;
      await wardroom.services.memory.add(actingAs("integrator-1"), session.params, body, PLAIN_REQUEST);
      own.push(text);
    }
    expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0, 0, 0]);

    const acknowledged = [...own, ...workers.flatMap((worker) => worker.acknowledged)];
    expect(acknowledged).toHaveLength(33 * LINES);
    const items = await itemsWithAuthors(wardroom, session);
    expect(items.map(({ text }) => text).sort()).toEqual(acknowledged.sort());
    const roleOf = (text: string) => text.split(" of ")[1];
    expect(items.filter(({ text, role }) => role !== roleOf(text))).toEqual([]);
    expect(items.filter(({ text, authors }) => authors.join() !== roleOf(text))).toEqual([]);
    expect(await session.last()).toMatchObject({ revision: 1 + 33 * LINES });
    expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true, documents: 1 });
  });

  it("share batches over several documents", async () => {
    const wardroom = await TestWardroom.open();
    const names = ["a", "b", "c", "d"];
    const sessions = [];
    for (const name of names) sessions.push(await wardroom.session(name, ["implementer-1", "implementer-2"]));
    const callers = ["implementer-1", "implementer-2"].map((role) => names.map((session) => ({ session, role })));
    const workers = await Promise.all(
      callers.map((each, index) => startWorker(wardroom, { prefix: `w${String(index)}`, callers: each, each: 20 })),
    );
    for (const worker of workers) worker.go();
    expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0]);
    for (const session of sessions) {
      const items = await itemsWithAuthors(wardroom, session);
      expect(items).toHaveLength(40);
      expect(items.filter(({ role, authors }) => authors.join() !== role)).toEqual([]);
    }
    expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true, documents: 4 });
  });
});

/** Reads, changes and rewrites the file all the time, knowing nothing of anybody, as hand-written scripts do. */
const SCRIPT = `
const { readFileSync, writeFileSync, openSync, writeSync, closeSync } = require("node:fs");
const path = process.argv[1];
let count = 0;
const next = () => {
  const text = readFileSync(path, "utf8").replace(/^- note.*\\n/m, "");
  setTimeout(() => {
    const changed = text.replace("## Lead\\n", "## Lead\\n- note " + count++ + "\\n");
    const file = openSync(path, "w");
    writeSync(file, changed.slice(0, 50));
    writeSync(file, changed.slice(50));
    closeSync(file);
    setTimeout(next, 60);
  }, 20);
};
console.log("begun");
next();
`;

it("loses no acknowledged line to a script that rewrites the file all the time", async () => {
  const wardroom = await TestWardroom.open();
  const session = await wardroom.session("fought-over", ["implementer-1", "implementer-2", "implementer-3"]);
  const callers = [1, 2, 3].map((number) => ({ session: session.id, role: `implementer-${String(number)}` }));
  const workers = await Promise.all(["x", "y"].map((prefix) => startWorker(wardroom, { prefix, callers, each: 12 })));
  const script = spawn(process.execPath, ["-e", SCRIPT, session.path], { stdio: ["ignore", "pipe", "inherit"] });
  await once(script.stdout, "data");
  for (const worker of workers) worker.go();
  expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0]);
  script.kill();
  await once(script, "close");

  const { revisions, events, memory } = wardroom.services;
  expect(await events.verify(OWNER, DEMO)).toMatchObject({ ok: true });
  const acknowledged = workers.flatMap((worker) => worker.acknowledged);
  expect(acknowledged.length).toBeGreaterThan(20);

  const texts: { operation: string; lines: Set<string> }[] = [];
  for (const { revision, operation } of await session.revisions()) {
    const { text } = await revisions.get(OWNER, { ...session.params, revision });
    texts.push({ operation, lines: new Set(text.split("\n")) });
  }
  const standing = new Set((await session.items()).map(({ text }) => text));
  const unaccounted = acknowledged.filter((text) => {
    const line = `- [Finding] ${text}`;
    const written = texts.some(({ lines }, index) => lines.has(line) && texts[index - 1]?.lines.has(line) !== true);
    const last = texts.findLastIndex(({ lines }) => lines.has(line));
    // Where it is gone, the revision that took it is an outside one, and the text before it can be brought back.
    return !written || !(standing.has(text) || texts[last + 1]?.operation === "edited outside");
  });
  expect(unaccounted).toEqual([]);

  const lost = texts.findIndex(({ operation, lines }, index) =>
    acknowledged.some((text) => {
      const line = `- [Finding] ${text}`;
      return operation === "edited outside" && texts[index - 1]?.lines.has(line) === true && !lines.has(line);
    }),
  );
  if (lost !== -1) {
    const request = { ifMatch: await session.hash(), idempotency: undefined };
    await revisions.revert(OWNER, session.params, { revision: lost }, request);
    const { sections } = await memory.read(OWNER, session.params);
    const back = new Set(sections.flatMap(({ items }) => items.map(({ text }) => `- [Finding] ${text}`)));
    expect(
      [...(texts[lost - 1]?.lines ?? [])].filter((line) => line.startsWith("- [Finding]") && !back.has(line)),
    ).toEqual([]);
  }
});
