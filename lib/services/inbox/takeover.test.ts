import { mkdir, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderInbox } from "@/lib/core/inbox/render-inbox";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom, type TestSession } from "@/lib/services/testing/test-wardroom.fixture";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { countTokens } from "@/lib/services/workspace/token-counter";

const ROLE = "implementer-1";
const BEFORE: Caller = { ...actingAs(ROLE), run: "claude:old1" };
const AFTER: Caller = { ...actingAs(ROLE), run: "claude:new2" };
const FILLER = "the queue renews a lease while its worker computes and gives it back at the end ";

let wardroom: TestWardroom;
let session: TestSession;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 1, 9, 10) });
  wardroom = await TestWardroom.open();
  session = await wardroom.session("queue", [ROLE, "tester-1"]);
});
afterEach(() => {
  vi.useRealTimers();
});

const later = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);

async function say(by: Caller, text: string, tag: "Finding" | "Question" = "Finding"): Promise<void> {
  later(1);
  await wardroom.services.memory.add(by, session.params, { tag, text, anyway: true }, PLAIN_REQUEST);
}

/** A file of the project as somebody wrote it so long ago. */
async function write(path: string, minutesAgo = 0): Promise<void> {
  const file = join(wardroom.files, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, path);
  const at = new Date(Date.now() - minutesAgo * 60_000);
  await utimes(file, at, at);
}

/** What the new conversation is told first, as its client prints it. */
async function firstWords(): Promise<string> {
  const taken = await wardroom.services.inbox.take(AFTER, session.params, { origin: "startup" });
  return renderInbox(taken, { again: "wardroom inbox --again" });
}

it("tells a new run what its predecessor held, its lines newest first, and what was written since the last of them", async () => {
  const { presence, runs } = wardroom.services;
  await presence.claim(BEFORE, session.params, { what: "src/lease.ts", minutes: 200 });
  for (const text of ["Leases last thirty seconds", "The clock drifts by two seconds", "Renewal is half done"])
    await say(BEFORE, text);
  await presence.state(BEFORE, session.params, { text: "moving renewal into src/lease.ts" });
  await write("src/old.ts", 5);
  later(2);
  for (const path of ["src/lease.ts", "src/a.ts", "node_modules/x.js"]) await write(path);
  await runs.end(BEFORE, session.params, {});
  later(1);
  const told = await firstWords();
  const order = ["Renewal is half done", "The clock drifts", "Leases last"].map((words) => told.indexOf(words));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order).not.toContain(-1);
  expect(told).toContain(`You took over ${ROLE}: claude:old1 ended at 10:05 UTC`);
  expect(told).toContain('was at "moving renewal into src/lease.ts"');
  expect(told).toContain('its claims are yours: "src/lease.ts"');
  expect(told).toContain("written since its last line: src/lease.ts, src/a.ts.");
});

it("tells a new run what its predecessor said that waits with the Lead", async () => {
  const warned = { tag: "Warning", text: "The clock drifts by two seconds", proposal: true } as const;
  await wardroom.services.memory.add(BEFORE, session.params, warned, PLAIN_REQUEST);
  await wardroom.services.runs.end(BEFORE, session.params, {});
  later(1);
  const told = await firstWords();
  expect(told).toContain("The clock drifts by two seconds");
  expect(told).not.toContain("Not shown");
});

it("tells a new run each warning and decision about what its seat has in hand, and counts the others", async () => {
  const path = fc.constantFrom("src/lease.ts", "src/a.ts", "docs/clock.md", "lib/queue/renew.ts");
  const word = fc.constantFrom(...(["Warning", "Decision", "Finding"] as const));
  const line = fc.record({ tag: word, path, isShort: fc.boolean() });
  const seat = fc.record({ held: path, written: path, lines: fc.array(line, { minLength: 1, maxLength: 6 }) });
  let count = 0;
  await fc.assert(
    fc.asyncProperty(seat, async ({ held, written, lines }) => {
      session = await wardroom.session(`queue-${count++}`, [ROLE, "implementer-2"]);
      const { memory, presence, runs } = wardroom.services;
      await presence.claim(BEFORE, session.params, { what: `${held}: half done`, minutes: 200 });
      await runs.end(BEFORE, session.params, {});
      later(1);
      await write(written);
      const said = lines.map(({ tag, path: about, isShort }, at) => {
        const name = isShort ? (about.split("/").at(-1) ?? "") : about;
        return { tag, about, text: `w${at} of ${name}` };
      });
      for (const { tag, text } of said)
        await memory.add(actingAs("implementer-2"), session.params, { tag, text, anyway: true }, PLAIN_REQUEST);
      const told = await firstWords();
      for (const { tag, about, text } of said)
        expect(told.includes(text), text).toBe(tag !== "Finding" && (about === held || about === written));
      later(600);
    }),
    { numRuns: 12, seed: 7, endOnFailure: true },
  );
});

it("keeps the digest and the takeover within 600 tokens, counting what is longest and cutting nothing", async () => {
  const lines = Array.from({ length: 12 }, (_, at) => `Line ${at}: ${FILLER.repeat(at % 4 === 0 ? 40 : 1 + (at % 4))}`);
  for (const [at, text] of lines.entries())
    await say(at % 3 === 2 ? actingAs("tester-1") : BEFORE, text, at % 3 === 2 ? "Question" : "Finding");
  for (let at = 0; at < 9; at++) {
    await wardroom.services.presence.claim(BEFORE, session.params, {
      what: `src/part-${at}.ts`,
      minutes: 200,
      also: true,
    });
    later(1);
    await write(`src/part-${at}.ts`);
  }
  await wardroom.services.runs.end(OWNER, session.params, {
    role: ROLE,
    run: "claude:old1",
    reason: "its terminal closed",
  });
  const told = await firstWords();
  expect(countTokens(told)).toBeLessThanOrEqual(600);
  expect(told).toMatch(/Not shown: .* of implementer-1/);
  for (const line of lines) expect(told.includes(line.trim()) || !told.includes(line.slice(0, 20))).toBe(true);
  expect(told).toContain("and 4 more");
});

it("leaves a seat vacant for which a person speaks at a terminal, and not one in which an agent without an id is at work", async () => {
  const { runs } = wardroom.services;
  const counting = async () => {
    const { items } = await runs.list(OWNER, session.params);
    return items.flatMap(({ id, role, counts }) => (role === ROLE && counts ? [id] : []));
  };
  await say(BEFORE, "begun");
  await runs.end(BEFORE, session.params, {});
  await say(actingAs(ROLE), "said for it");
  expect(await counting()).toEqual([]);
  await say({ ...actingAs(ROLE), kind: "role", credentialId: "a1" }, "goes on");
  expect(await counting()).toEqual(["unnamed:a1"]);
});
