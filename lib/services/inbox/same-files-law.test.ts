import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { AckGiven } from "@/lib/contracts/context";
import { PLAIN_REQUEST, type Caller } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT, ContextSession } from "@/lib/services/testing/context-session.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const ROLES = ["implementer-1", "implementer-2", "tester-1"] as const;
const ALL = ["Lead", ...ROLES] as const;
type Name = (typeof ALL)[number];

/** What happens in both sessions. What is told or asked in one of them is written by hand in the other. */
type Act =
  | { do: "say"; who: Name }
  | { do: "publish" }
  | { do: "ack"; who: (typeof ROLES)[number]; asks: boolean }
  | { do: "ask"; who: Name; to: Name }
  | { do: "answer" };

/** What happens in the one session alone. */
type Quiet = { do: "state" | "claim" | "done" | "team"; who: Name } | { do: "nudge" | "look"; who: Name; to: Name };

const who = fc.constantFrom(...ALL);
const role = fc.constantFrom(...ROLES);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("say"), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("publish") }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("ack"), who: role, asks: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("ask"), who, to: who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("answer") }) },
);
const quiet: fc.Arbitrary<Quiet> = fc.oneof(
  fc.record({ do: fc.constantFrom("state", "claim", "done", "team"), who }),
  fc.record({ do: fc.constantFrom("nudge", "look"), who, to: who }),
);

let wardroom: TestWardroom;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  wardroom = await TestWardroom.open();
});
beforeEach(() => {
  vi.setSystemTime(Date.now() + 60_000);
});
afterAll(() => {
  vi.useRealTimers();
});

const callerOf = (name: Name): Caller => (name === "Lead" ? { ...OWNER, source: "cli" } : actingAs(name));
let runs = 0;

/** A session with what its files hold, its own name aside. */
async function open(id: string) {
  const demo = await ContextSession.open(wardroom, id, [...ROLES]);
  const names = ["TEAM-MEMORY.md", "global-context.md", "orchestration-plan.md"];
  const files = () => Promise.all(names.map(async (name) => ((await demo.file(name)) ?? "").replaceAll(id, "ID")));
  await demo.publish(CONTEXT);
  return { demo, files, params: demo.params };
}
type Opened = Awaited<ReturnType<typeof open>>;

/** The acts as the memory and the context alone have them: a question is an item, and its answer a resolution. */
function byHand({ demo, params }: Opened) {
  const { memory, curation } = wardroom.services;
  const open: string[] = [];
  const ask = async (who: Name, text: string) => {
    const done = await memory.add(callerOf(who), params, { tag: "Question", text }, PLAIN_REQUEST);
    if ("item" in done) open.push(done.item.id);
  };
  return {
    ask,
    ack: async (who: Name, version: number, applied: number, question: string | null) => {
      const given = await giveAck(demo, who, version, applied, null);
      if (question !== null && !given.repeated) await ask(who, `§Scope in GC-v${version}: ${question}`);
    },
    answer: async (resolution: string) => {
      const item = open.shift();
      if (item !== undefined) await curation.resolve(callerOf("Lead"), params, { item, resolution }, PLAIN_REQUEST);
    },
  };
}

/** The same acts as questions that are put to somebody. */
function byQuestion({ demo, params }: Opened) {
  const { questions } = wardroom.services;
  const open: string[] = [];
  const put = (id: string, isItem: boolean) => (isItem ? open.push(id) : 0);
  return {
    ask: async (who: Name, text: string, to: Name) => {
      const { id, relayed } = await questions.ask(callerOf(who), params, { role: to, text }, PLAIN_REQUEST);
      put(id, !relayed);
    },
    ack: async (who: Name, version: number, applied: number, question: string | null) => {
      const given = await giveAck(demo, who, version, applied, question);
      if (given.question !== undefined) put(given.question, who !== "tester-1");
    },
    answer: async (text: string) => {
      const question = open.shift();
      if (question !== undefined)
        await questions.answer(callerOf("Lead"), { ...params, question }, { text }, PLAIN_REQUEST);
    },
  };
}

async function giveAck(
  demo: ContextSession,
  who: Name,
  version: number,
  applied: number,
  question: string | null,
): Promise<AckGiven> {
  const fields = { role: who, version: `GC-v${version}`, impact: "NONE", total: 1 };
  const asks = question === null ? {} : { question };
  const unclear = applied === 1 ? [] : ["§Scope"];
  const action = applied === 1 ? "CONTINUE" : "NEED_CLARIFICATION";
  return demo.service.give(callerOf(who), demo.params, { ...fields, applied, action, unclear, ...asks }, PLAIN_REQUEST);
}

/** What only tells teammates something. None may refuse here, and none may touch a file. */
async function tell({ params }: Opened, step: Quiet, at: string): Promise<void> {
  const { presence, inbox } = wardroom.services;
  const caller = callerOf(step.who);
  switch (step.do) {
    case "state":
      await presence.state(caller, params, { text: `${at}\n## Lead\n- [Finding] no item` });
      return;
    case "claim":
      await presence.claim(caller, params, { what: `- [Finding] ${at}`, minutes: 10 });
      return;
    case "done": {
      const { roles } = await presence.team(caller, params);
      for (const { id } of roles.find((each) => each.role === step.who)?.claims ?? [])
        await presence.endClaim(caller, { ...params, claim: id });
      return;
    }
    case "team":
      await presence.team(caller, params);
      return;
    case "nudge":
      await presence.nudge(caller, params, { role: step.to, text: `## ${at}` });
      return;
    case "look": {
      const query = { wait: 0, again: "false", all: "true" } as const;
      const { mark } = await inbox.read(caller, params, query, new AbortController().signal);
      if (step.to !== step.who && mark !== null) await inbox.seen(caller, params, { mark });
    }
  }
}

it("the files of a session are byte for byte what the same acts make without states, claims, nudges and inboxes", async () => {
  const steps = fc.array(fc.oneof(act, quiet), { minLength: 5, maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const [one, other] = [await open(`told-${runs}`), await open(`bare-${runs++}`)];
      const [asked, written] = [byQuestion(one), byHand(other)];
      let version = 1;
      for (const [at, step] of all.entries()) {
        vi.setSystemTime(Date.now() + 1000);
        const before = await one.files();
        if (step.do === "publish") {
          version++;
          const text = CONTEXT.replace("six hours", `${version} days`);
          for (const { demo } of [one, other]) await demo.publish(text);
        } else if (step.do === "say") {
          const body = { tag: "Finding", text: `Measured ${at}` } as const;
          for (const { params } of [one, other])
            await wardroom.services.memory.add(callerOf(step.who), params, body, PLAIN_REQUEST);
        } else if (step.do === "ack") {
          const question = step.asks ? `What of ${at}?` : null;
          for (const session of [asked, written])
            await session.ack(step.who, version, step.asks ? 0 : 1, question).catch(refusedAlike);
          // Whatever is answered, the context is as it was, and the memory but for what is asked.
          const after = await one.files();
          expect(after[1]).toBe(before[1]);
          if (!step.asks) expect(after[0]).toBe(before[0]);
        } else if (step.do === "ask") {
          if (step.who === step.to) continue;
          await asked.ask(step.who, `Which bank at ${at}?`, step.to);
          await written.ask(step.who, `Which bank at ${at}?`);
        } else if (step.do === "answer") {
          await asked.answer(`The second at ${at}`);
          await written.answer(`The second at ${at}`);
        } else {
          await tell(one, step, `step ${at}`);
          expect(await one.files()).toEqual(before);
        }
      }
      expect(sizesAside(await one.files())).toEqual(sizesAside(await other.files()));
    }),
    { numRuns: 4 },
  );
});

/** How long an update is depends on what its reader was shown before: it begins with what changed since. */
function sizesAside(files: readonly string[]): string[] {
  return files.map((text) => text.replace(/delta_size: \d+/g, "delta_size: #"));
}

/** A total that was another's, or an older version: refused in both, which the files then show. */
function refusedAlike(error: unknown): void {
  expect(error).toMatchObject({ code: expect.stringMatching(/^(?:invalid_input|conflict)$/) });
}
