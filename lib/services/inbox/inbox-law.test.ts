import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { InboxQuery } from "@/lib/contracts/inbox";
import { PLAIN_REQUEST, type Caller } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { ContextSession } from "@/lib/services/testing/context-session.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const ROLES = ["implementer-1", "implementer-2", "tester-1"] as const;
const READERS = ["Lead", ...ROLES] as const;
const ALL: InboxQuery = { wait: 0, again: "false", all: "true" };

/** What may happen next. A read is `lost` where its answer never reached the reader. */
type Step =
  | { do: "say"; who: (typeof READERS)[number]; weighty: boolean }
  | { do: "decide"; approve: boolean; which: number }
  | { do: "edit"; by: "Lead" | "author" | "disk"; which: number }
  | { do: "resolve" | "archive" | "restore"; which: number }
  | { do: "read"; who: (typeof READERS)[number]; lost: boolean };

/** An item, found by what it says now: what a role says here begins as nothing else does. */
interface Said {
  author: string;
  /** What it began as, by which all its words are known. */
  first: string;
  text: string;
  /** Who gave it the words that it has now. */
  by: string;
  /** The last revision with other words. */
  former: { revision: number; text: string } | null;
  isRestored: boolean;
}

const which = fc.nat(1000);
const who = fc.constantFrom(...READERS);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("say"), who, weighty: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("decide"), approve: fc.boolean(), which }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("edit"), by: fc.constantFrom("Lead", "author", "disk"), which }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("resolve", "archive", "restore"), which }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("read"), who, lost: fc.boolean() }) },
);

const wardroom = await TestWardroom.open();

const never = () => new AbortController().signal;
const callerOf = (name: string): Caller => (name === "Lead" ? { ...OWNER, source: "cli" } : actingAs(name));
let runs = 0;

/** Takes the steps, then has everybody read, and answers what each reader was shown in answers that it got. */
async function play(steps: readonly Step[]) {
  const { params, session } = await ContextSession.open(wardroom, `law-${runs++}`, [...ROLES]);
  const { inbox, memory, relays, curation, revisions } = wardroom.services;
  const file = join(session.folder, "TEAM-MEMORY.md");
  const shown = new Map(READERS.map((name) => [name as string, [] as { id: string; text: string }[]]));
  const pending: { id: string; author: string; text: string }[] = [];
  /** What the Lead read to decide on it, and by which id others were told of it. */
  const decided = new Map<string, string>();
  const items: Said[] = [];

  const read = async (name: string, lost: boolean) => {
    const { entries, mark } = await inbox.read(callerOf(name), params, ALL, never());
    if (lost) return;
    await inbox.seen(callerOf(name), params, { mark: mark ?? "" });
    for (const { kind, id, text } of entries)
      if (["said", "waits", "reworded"].includes(kind)) shown.get(name)?.push({ id, text });
  };
  const idOf = async (text: string) => {
    const { sections } = await memory.read(callerOf("Lead"), params, {});
    return sections.flatMap((section) => section.items).find((item) => item.text === text)?.id ?? "";
  };
  const asStanding = (author: string, text: string): Said => {
    return { author, first: text, text, by: author, former: null, isRestored: false };
  };

  // The first look of all shows what stands of others; the law is about what comes after.
  for (const name of READERS) await read(name, false);
  for (const [at, each] of steps.entries()) {
    if (each.do === "read") {
      await read(each.who, each.lost);
      continue;
    }
    if (each.do === "say") {
      const text = `What was said at ${at}.`;
      const body = { tag: each.weighty ? "Warning" : "Finding", text } as const;
      const done = await memory.add(callerOf(each.who), params, body, PLAIN_REQUEST);
      if ("item" in done) items.push(asStanding(each.who, text));
      else pending.push({ id: done.relay.id, author: each.who, text });
      continue;
    }
    if (each.do === "decide") {
      const [relay] = pending.splice(each.which % Math.max(1, pending.length), 1);
      if (relay === undefined) continue;
      const of = { ...params, relay: relay.id };
      if (each.approve) {
        await relays.approve(callerOf("Lead"), of, {}, PLAIN_REQUEST);
        items.push(asStanding(relay.author, relay.text));
        decided.set(relay.text, relay.text);
      } else await relays.reject(callerOf("Lead"), of, { reason: "No" }, PLAIN_REQUEST);
      continue;
    }
    const index = each.which % Math.max(1, items.length);
    const item = items[index];
    if (item === undefined) continue;
    const id = await idOf(item.text);
    if (each.do === "edit") {
      const text = `${item.first.replace(".", ",")} and otherwise at ${at}.`;
      // A relay role edits nothing itself: what it left stands in the words that the Lead approved.
      const author = item.author === "tester-1" ? "Lead" : item.author;
      const by = each.by === "author" ? author : each.by;
      const { revision } = await memory.read(callerOf("Lead"), params, {});
      if (by === "disk") await writeFile(file, (await readFile(file, "utf8")).replace(item.text, text));
      else await memory.edit(callerOf(by), params, { item: id, newString: text }, PLAIN_REQUEST);
      Object.assign(item, { text, by, former: { revision, text: item.text } });
    } else if (each.do === "restore") {
      if (item.former === null) continue;
      const { revision, text } = item.former;
      await revisions.revert(callerOf("Lead"), params, { revision, item: id }, PLAIN_REQUEST);
      Object.assign(item, { text, by: "Lead", former: null, isRestored: true });
    } else {
      items.splice(index, 1);
      if (each.do === "resolve")
        await curation.resolve(callerOf("Lead"), params, { item: id, resolution: "Done" }, PLAIN_REQUEST);
      else await curation.archive(callerOf("Lead"), params, { items: [id] }, PLAIN_REQUEST);
    }
  }
  for (const name of READERS) await read(name, false);
  return { shown, items, pending, decided };
}

describe("what readers are shown", () => {
  it("is each thing of others once, as it stands, however often an answer was lost, and never what they wrote", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const { shown, items, pending, decided } = await play(steps);
        for (const [name, told] of shown) {
          const texts = told.map(({ text }) => text);
          for (const { author, text } of pending) {
            if (author !== name) expect(texts, `${name} was never shown a relay`).toContain(text);
          }
          for (const { first, text, by, isRestored } of items) {
            const stem = first.replace(".", "");
            const ofItem = texts.filter((each) => each === first || each.startsWith(`${stem},`));
            // Words that came back may be those that a reader saw before.
            if (!isRestored) expect(new Set(ofItem).size, `${name} was shown something twice`).toBe(ofItem.length);
            // What the Lead approved it had read.
            if (by === name || (name === "Lead" && decided.has(text))) continue;
            expect(ofItem.at(-1), `what ${name} was shown last of an item is not what it says`).toBe(text);
          }
        }
      }),
      { numRuns: Number(process.env["WARDROOM_INBOX_RUNS"] ?? 12) },
    );
  });
});
