import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { InboxQuery } from "@/lib/contracts/inbox";
import { PLAIN_REQUEST } from "@/lib/services/workspace/change-request";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { ContextSession } from "@/lib/services/testing/context-session.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import type { Caller } from "@/lib/services/workspace/caller";

const ROLES = ["implementer-1", "implementer-2", "tester-1"] as const;
const READERS = ["Lead", ...ROLES] as const;
const ALL: InboxQuery = { wait: 0, again: "false", all: "true" };

/** What may happen next. A read is `lost` where its answer never reached the reader. */
type Step =
  | { do: "say"; who: (typeof READERS)[number]; weighty: boolean }
  | { do: "decide"; approve: boolean; which: number }
  | { do: "resolve" | "archive"; which: number }
  | { do: "read"; who: (typeof READERS)[number]; lost: boolean };

const which = fc.nat(1000);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("say"), who: fc.constantFrom(...READERS), weighty: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("decide"), approve: fc.boolean(), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("resolve", "archive"), which }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("read"), who: fc.constantFrom(...READERS), lost: fc.boolean() }),
  },
);

let wardroom: TestWardroom;
beforeAll(async () => {
  wardroom = await TestWardroom.open();
});

const never = () => new AbortController().signal;
const callerOf = (who: string): Caller => (who === "Lead" ? { ...OWNER, source: "cli" } : actingAs(who));
let runs = 0;

/** Takes the steps, then has everybody read, and answers what each reader was shown in answers that it got. */
async function play(steps: readonly Step[]) {
  const { params } = await ContextSession.open(wardroom, `law-${runs++}`, [...ROLES]);
  const { inbox, memory, relays, curation } = wardroom.services;
  const shown = new Map(READERS.map((who) => [who as string, [] as string[]]));
  const authors = new Map<string, string>();
  const pending: string[] = [];
  const items: string[] = [];
  /** The item that a relay became. */
  const became = new Map<string, string>();

  const read = async (who: string, lost: boolean) => {
    const { entries, mark } = await inbox.read(callerOf(who), params, ALL, never());
    if (lost) return;
    await inbox.seen(callerOf(who), params, { mark: mark ?? "" });
    for (const { kind, id } of entries) if (kind === "said" || kind === "waits") shown.get(who)?.push(id);
  };
  for (const [at, each] of steps.entries()) {
    if (each.do === "say") {
      const body = { tag: each.weighty ? "Warning" : "Finding", text: `What was said at ${at}` } as const;
      const done = await memory.add(callerOf(each.who), params, body, PLAIN_REQUEST);
      const id = "item" in done ? done.item.id : done.relay.id;
      authors.set(id, each.who);
      ("item" in done ? items : pending).push(id);
    } else if (each.do === "decide") {
      const [relay] = pending.splice(each.which % Math.max(1, pending.length), 1);
      if (relay === undefined) continue;
      if (each.approve) {
        const { item } = await relays.approve(callerOf("Lead"), { ...params, relay }, {}, PLAIN_REQUEST);
        became.set(relay, item?.id ?? "");
        items.push(item?.id ?? "");
        authors.set(item?.id ?? "", authors.get(relay) ?? "");
      } else await relays.reject(callerOf("Lead"), { ...params, relay }, { reason: "No" }, PLAIN_REQUEST);
    } else if (each.do === "read") await read(each.who, each.lost);
    else {
      const [item] = items.splice(each.which % Math.max(1, items.length), 1);
      if (item === undefined) continue;
      if (each.do === "resolve")
        await curation.resolve(callerOf("Lead"), params, { item, resolution: "Done" }, PLAIN_REQUEST);
      else await curation.archive(callerOf("Lead"), params, { items: [item] }, PLAIN_REQUEST);
    }
  }
  for (const who of READERS) await read(who, false);
  return { shown, authors, items, pending, became };
}

describe("what readers are shown", () => {
  it("is each thing of others once, however often an answer was lost, and never what they wrote", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const { shown, authors, items, pending, became } = await play(steps);
        const formerly = new Map([...became].map(([relay, item]) => [item, relay]));
        for (const [who, ids] of shown) {
          const told = ids.map((id) => became.get(id) ?? id);
          expect(new Set(told).size, `${who} was shown something twice`).toBe(told.length);
          for (const id of told) expect(authors.get(id), `${who} was shown its own`).not.toBe(who);
          for (const id of [...items, ...pending]) {
            // What the Lead approved it had read.
            if (who === "Lead" && formerly.has(id)) continue;
            if (authors.get(id) !== who) expect(told, `${who} was never shown ${formerly.get(id) ?? id}`).toContain(id);
          }
        }
      }),
      { numRuns: Number(process.env["WARDROOM_INBOX_RUNS"] ?? 12) },
    );
  });
});
