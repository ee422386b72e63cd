import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { Connection } from "@/lib/db/connection";
import { isOnPostgresql } from "@/lib/db/testing/make-database.fixture";
import type { Runtime } from "@/lib/runtime";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT, ContextSession } from "@/lib/services/testing/context-session.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { LastKnown } from "@/lib/services/workspace/last-known";

const MINUTE = 60_000;
const SEATS = ["implementer-1", "tester-1"] as const;
const READERS: Caller[] = [
  { ...OWNER, source: "cli" },
  ...["claude:one", "claude:two"].map((run) => ({ ...actingAs("implementer-1"), run })),
  { ...actingAs("tester-1"), run: "claude:three" },
];
const by = fc.constantFrom(...READERS);
const act = fc.constantFrom("say", "say", "claim", "ask", "sign", "look", "look", "look");
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: act, by }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("sleep"), minutes: fc.constantFrom(0.2, 1, 2, 5, 70) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom("publish", "answer", "nudge", "edit", "code", "elsewhere") }),
  },
);

let wardroom: TestWardroom;
let other: Runtime;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  wardroom = await TestWardroom.open();
  other = await wardroom.another();
});
afterAll(() => {
  vi.useRealTimers();
});

let opened = 0;

async function begin() {
  const demo = await ContextSession.open(wardroom, `remembered-${opened++}`, [...SEATS]);
  const { params } = demo;
  const { services, copy } = wardroom;
  await services.settings.change(OWNER, params, { silentMinutes: 3, endedMinutes: 60 }, PLAIN_REQUEST);
  const look = (caller: Caller) => {
    const query = { wait: 0, again: "false", all: "false" } as const;
    return services.inbox.read(caller, params, query, new AbortController().signal);
  };
  const see = async (caller: Caller) => {
    const { mark } = await look(caller);
    await services.inbox.seen(caller, params, { mark: mark ?? "" });
  };
  let count = 0;
  const open: string[] = [];
  const said = () => ({ tag: "Finding", text: `finding ${count++} of src/parser.ts:1` }) as const;
  const acts: Record<string, (caller: Caller) => Promise<unknown>> = {
    say: (caller) => services.memory.add(caller, params, said(), PLAIN_REQUEST),
    claim: (caller) => services.presence.claim(caller, params, { what: "parser.ts", minutes: 4 }),
    ask: async (caller) => {
      const role = caller.role === "tester-1" ? "implementer-1" : "tester-1";
      const body = { role, text: `which ${count++}?`, minutes: 2 };
      open.push((await services.questions.ask(caller, params, body, PLAIN_REQUEST)).id);
    },
    sign: (caller) => services.presence.state(caller, params, { text: "still there" }),
    look: see,
    publish: () => demo.publish(CONTEXT.replace("six hours", `${count++} days`)),
    answer: async () => {
      const question = open.shift();
      if (question === undefined) return;
      await services.questions.answer(OWNER, { ...params, question }, { text: "so" }, PLAIN_REQUEST);
    },
    nudge: () => services.presence.nudge(OWNER, params, { role: "tester-1", text: `nudge ${count++}` }),
    edit: async () => demo.session.put(`${await demo.session.text()}- [Warning] edited ${count++}\n`),
    code: () => copy.put("src/parser.ts", `export const it = ${count++ % 2};\n`),
    elsewhere: () => other.services.memory.add(actingAs("tester-1"), params, said(), PLAIN_REQUEST),
  };
  return { params, look, see, acts };
}

it("an answer from memory is the one that would be made anew, whatever happened and however late it is", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 24 }), async (steps) => {
      const { params, look, see, acts } = await begin();
      const { inbox } = wardroom.services;
      for (const each of READERS) await see(each);
      for (const each of steps) {
        vi.setSystemTime(Date.now() + 1000);
        if ("minutes" in each) vi.setSystemTime(Date.now() + each.minutes * MINUTE);
        else await acts[each.do]?.("by" in each ? each.by : OWNER);
        for (const reader of READERS) {
          const remembered = [await look(reader), await inbox.waiting(reader, params)];
          const forgets = vi.spyOn(LastKnown.prototype, "now").mockImplementation((_, read) => read());
          const anew = [await look(reader), await inbox.waiting(reader, params)];
          forgets.mockRestore();
          expect(remembered, `after ${each.do}`).toEqual(anew);
        }
      }
    }),
    { numRuns: 5, seed: 7, endOnFailure: true },
  );
});

it.runIf(!isOnPostgresql())(
  "asks the database whether anybody has written, and for nothing else where nothing is new",
  async () => {
    const { params, look, see, acts } = await begin();
    const { inbox } = wardroom.services;
    const [, one, two] = READERS as [Caller, Caller, Caller];
    for (const each of [one, two]) await acts["claim"]?.(each);
    // A file that was written a moment ago is read whole.
    vi.setSystemTime(Date.now() + MINUTE);
    for (const each of [two, one]) await see(each);
    await acts["say"]?.(one);
    const doors = [() => look(one), () => inbox.take(one, params, {}), () => inbox.waiting(one, params)];
    vi.setSystemTime(Date.now() + 10_000);
    for (const door of doors) await door();
    const asked = vi.spyOn(Connection.prototype, "execute");
    for (const door of doors) await door();
    const statements = asked.mock.calls.map(([sql]) => sql);
    asked.mockRestore();
    expect([...new Set(statements)]).toEqual(["PRAGMA data_version"]);
  },
);
