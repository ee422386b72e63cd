import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { ItemAdded, ItemRelayed, AddItem } from "@/lib/contracts/memory";
import type { JudgeItem, Pair } from "@/lib/contracts/pairs";
import { SearchQuery } from "@/lib/contracts/search";
import { AppError } from "@/lib/core/errors";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom, type TestSession } from "@/lib/services/testing/test-wardroom.fixture";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const CART = { workspace: "demo", session: "cart" };
const LEAD: Caller = { ...OWNER, source: "cli" };
const [ONE, TWO, ANA] = ["implementer-1", "implementer-2", "researcher-1"].map((role) => actingAs(role));
const JEST = "Use Jest for unit tests";
const VITEST = "Use Vitest for unit tests";
const NOW = { wait: 0, again: "false", all: "false" } as const;

let wardroom: TestWardroom;
let session: TestSession;

beforeEach(async () => {
  wardroom = await TestWardroom.open();
  session = await wardroom.session("cart", ["implementer-1", "implementer-2", "researcher-1", "tester-1"]);
});

async function say(caller: Caller = LEAD, text: string, more: Partial<AddItem> = {}) {
  const body = { tag: "Decision", text, ...more } as const;
  return (await wardroom.services.memory.add(caller, CART, body, PLAIN_REQUEST)) as ItemAdded & ItemRelayed;
}

const judge = (caller: Caller = LEAD, item: string, body: JudgeItem) =>
  wardroom.services.pairs.judge(caller, { ...CART, item }, body, PLAIN_REQUEST);

const settle = (caller: Caller = LEAD, pair: Pair | undefined, holds: string) =>
  wardroom.services.pairs.settle(caller, { ...CART, pair: pair?.id ?? "" }, { holds }, PLAIN_REQUEST);

async function news(caller: Caller = LEAD) {
  const answer = await wardroom.services.inbox.read(caller, CART, NOW, new AbortController().signal);
  await wardroom.services.inbox.seen(caller, CART, { mark: answer.mark ?? "" });
  return answer.entries;
}

const about = (text: string) => ({ text: expect.stringContaining(text) as unknown });

describe("a line that replaces another", () => {
  it("of its own role does so at once, and the old one says by which", async () => {
    const { item: old } = await say(ONE, JEST);
    const { item, pair } = await say(ONE, VITEST, { replaces: old.id.slice(0, 6) });
    expect(pair).toMatchObject({ state: "settled", holds: [item.id], settledBy: "implementer-1" });
    expect(await session.text()).toContain(`[ARCHIVED — replaced by implementer-1, ${item.id}] [Decision] ${JEST}`);
  });

  it("of somebody else waits until its author or the Lead says so", async () => {
    for (const [by, caller] of [
      ["implementer-1", ONE],
      ["Lead", LEAD],
    ] as const) {
      const { item: old } = await say(ONE, `${JEST} of ${by}`);
      const { item, pair } = await say(TWO, `${VITEST} of ${by}`, { replaces: old.id });
      expect(pair).toMatchObject({ state: "open", judgement: "replaces", by: "implementer-2" });
      expect(await session.text()).toContain(`- [Decision] ${JEST} of ${by}`);
      expect((await refusal("forbidden", settle(TWO, pair, item.id))).message).toContain("Only the Lead");
      expect((await refusal("forbidden", settle(ANA, pair, "both"))).message).toContain("Only the Lead");
      expect(await settle(caller, pair, item.id.slice(0, 8))).toMatchObject({ holds: [item.id], settledBy: by });
      expect(await session.text()).toContain(
        `[ARCHIVED — replaced by implementer-2, ${item.id}] [Decision] ${JEST} of ${by}`,
      );
      await refusal("conflict", settle(caller, pair, item.id));
    }
  });

  it("by the Lead's word does so at once, whosever they are", async () => {
    const [{ item: old }, { item }] = [await say(ONE, JEST), await say(TWO, VITEST)];
    expect(await judge(LEAD, item.id, { replaces: old.id })).toMatchObject({ state: "settled", by: "Lead" });
    expect(await session.text()).toContain(`[ARCHIVED — replaced by implementer-2, ${item.id}] [Decision] ${JEST}`);
  });

  it("left with the Lead waits with its relay", async () => {
    const { item: old } = await say(ONE, JEST);
    const { relay, pair } = await say(ANA, VITEST, { replaces: old.id });
    expect(pair).toMatchObject({ state: "waiting" });
    const { relays } = wardroom.services;
    expect((await relays.list(LEAD, CART)).items).toMatchObject([{ judged: { id: pair?.id, other: { id: old.id } } }]);
    await refusal("conflict", settle(ONE, pair, old.id));
    const { item } = await relays.approve(LEAD, { ...CART, relay: relay.id }, {}, PLAIN_REQUEST);
    expect((await wardroom.services.pairs.list(ONE ?? LEAD, CART)).items).toMatchObject([
      { state: "open", item: { id: item?.id, role: "researcher-1" } },
    ]);
    expect(await session.text()).toContain(`- [Decision] ${JEST}`);
    expect(await news(ONE)).toContainEqual(
      expect.objectContaining({ kind: "pair", ...about("your [Decision] Use Jest") }),
    );
  });
});

describe("a role that writes through the Lead", () => {
  async function approved(text: string, more: Partial<AddItem> = {}) {
    const { relay } = await say(ANA, text, more);
    return (await wardroom.services.relays.approve(LEAD, { ...CART, relay: relay.id }, {}, PLAIN_REQUEST)).item;
  }

  it("gives way to another's judgement, and takes no line out by its own", async () => {
    const own = await approved(JEST);
    const { item, pair } = await say(TWO, VITEST, { replaces: own?.id ?? "" });
    expect(await settle(ANA, pair, item.id)).toMatchObject({ holds: [item.id], settledBy: "researcher-1" });
    const second = await approved("Retries stop after 3 attempts");
    const conflict = await judge(ANA, second?.id ?? "", { conflicts: item.id });
    const refused = await refusal("forbidden", settle(ANA, conflict, item.id));
    expect(refused.details.hint).toBe("Ask the Lead to settle this pair.");
    expect(await session.text()).toContain("- [Decision] Retries stop after 3 attempts");
    expect(await settle(ANA, conflict, "both")).toMatchObject({ settled: "both" });
  });

  it("does not reopen by itself what the Lead approved", async () => {
    const own = await approved(JEST);
    const { relay } = await say(ANA, VITEST, { replaces: own?.id ?? "" });
    await wardroom.services.relays.approve(LEAD, { ...CART, relay: relay.id }, {}, PLAIN_REQUEST);
    const [pair] = (await wardroom.services.pairs.list(LEAD, CART)).items;
    await refusal("forbidden", settle(ANA, pair, "open"));
    expect(await settle(LEAD, pair, "open")).toMatchObject({ state: "open" });
  });
});

describe("a line that gave way", () => {
  it("is found with what holds now, and not once it is back", async () => {
    const find = async () => {
      const query = SearchQuery.parse({ q: "Jest" });
      return (await wardroom.services.search.find(OWNER, { workspace: "demo" }, query)).items;
    };
    const { item: old } = await say(ONE, JEST);
    const { item: next } = await say(ONE, VITEST, { replaces: old.id });
    const { item: last } = await say(ONE, "Use the test runner of Node", { replaces: next.id });
    expect(await find()).toMatchObject([
      { state: "archived", now: { id: last.id, role: "implementer-1", text: "Use the test runner of Node" } },
    ]);
    await wardroom.services.curation.unarchive(LEAD, CART, { items: [old.id] }, PLAIN_REQUEST);
    expect((await find())[0]).not.toHaveProperty("now");
  });
});

describe("a settled pair", () => {
  it("is open again, with both lines, once who settled it or the Lead says so", async () => {
    for (const [judgement, tag] of [
      ["replaces", "Decision"],
      ["conflicts", "Decision"],
      ["answers", "Question"],
    ] as const) {
      const { item: old } = await say(ONE, `${JEST} ${judgement}`, { tag });
      const { item, pair } = await say(TWO, `${VITEST} ${judgement}`, { [judgement]: old.id });
      await refusal("conflict", settle(LEAD, pair, "open"));
      for (const by of [ONE, LEAD]) {
        await settle(by, pair, item.id);
        expect(await session.text()).not.toContain(`- [${tag}] ${JEST} ${judgement}`);
        await refusal("forbidden", settle(ANA, pair, "open"));
        expect(await settle(by, pair, "Open")).toMatchObject({ state: "open", settled: null, settledBy: null });
        expect(await session.text()).toContain(`- [${tag}] ${JEST} ${judgement}`);
      }
    }
  });

  it("is open again where the Lead brought the line back before", async () => {
    const { item: old } = await say(ONE, JEST);
    const { item, pair } = await say(TWO, VITEST, { replaces: old.id });
    await settle(ONE, pair, item.id);
    await wardroom.services.curation.unarchive(LEAD, CART, { items: [old.id] }, PLAIN_REQUEST);
    expect(await settle(ONE, pair, "open")).toMatchObject({ state: "open" });
  });
});

describe("an approval to which a line gave way", () => {
  it("is undone with what gave way to it, wherever that is by then, and its pair waits again", async () => {
    const { relays, curation, pairs } = wardroom.services;
    const { relay: first } = await say(ANA, JEST);
    const { item: own } = await relays.approve(LEAD, { ...CART, relay: first.id }, {}, PLAIN_REQUEST);
    const { relay } = await say(ANA, VITEST, { replaces: own?.id ?? "" });
    const approved = { ...CART, relay: relay.id };
    const before = await session.text();
    const ARCHIVED = "[ARCHIVED — replaced by researcher-1";
    for (const isBack of [false, true, false]) {
      await relays.approve(LEAD, approved, {}, PLAIN_REQUEST);
      expect(await session.text()).toContain(ARCHIVED);
      if (isBack) await curation.unarchive(LEAD, CART, { items: [own?.id ?? ""] }, PLAIN_REQUEST);
      await relays.undo(LEAD, approved, PLAIN_REQUEST);
      expect(await session.text()).toBe(before);
      expect((await pairs.list(LEAD, CART)).items).toMatchObject([{ state: "waiting", settledBy: null }]);
    }
  });
});

describe("whoever a pair is about", () => {
  it("is told once, and the judge what came of it", async () => {
    const { item: old } = await say(ONE, JEST);
    for (const each of [ONE, TWO, ANA, LEAD]) await news(each);
    const { pair } = await say(TWO, VITEST, { conflicts: old.id });
    const open = expect.objectContaining({ kind: "pair", concerns: true, ...about("conflicts with") }) as unknown;
    expect(await news(ONE)).toContainEqual(open);
    expect(await news(LEAD)).toContainEqual(open);
    for (const each of [ANA, TWO, ONE]) expect(await news(each)).not.toContainEqual(open);
    await settle(ONE, pair, "both");
    expect(await news(TWO)).toContainEqual(
      expect.objectContaining({ kind: "pair", ...about("both hold, settled by implementer-1") }),
    );
    expect(await news(ONE)).toEqual([]);
  });

  it("hears of it in the first look of a conversation", async () => {
    const { item: old } = await say(ONE, JEST);
    await say(TWO, VITEST, { conflicts: old.id });
    const run = { ...ONE, run: "claude-7f0c8d9e" } as Caller;
    expect(await news(run)).toContainEqual(expect.objectContaining({ kind: "pair", concerns: true }));
    expect(await news(ANA)).not.toContainEqual(expect.objectContaining({ kind: "pair" }));
  });
});

describe("a line that was replaced or withdrawn", () => {
  it("is followed to whoever was told it, once, with the new one, and to nobody else", async () => {
    const { item: old } = await say(ONE, JEST);
    await news(ANA);
    const { item } = await say(TWO, VITEST, { replaces: old.id });
    await wardroom.services.pairs.settle(
      ONE ?? LEAD,
      { ...CART, pair: (await first()).id },
      { holds: item.id },
      PLAIN_REQUEST,
    );
    const replaced = expect.objectContaining({
      kind: "replaced",
      id: old.id,
      note: `implementer-2: ${VITEST}`,
    }) as unknown;
    expect(await news(ANA)).toContainEqual(replaced);
    expect(await news(ANA)).toEqual([]);
    const late = await news(actingAs("tester-1"));
    expect(late.map(({ text }) => text)).toEqual([VITEST]);
  });

  it("concerns who wrote a line that goes with it", async () => {
    const { item: old } = await say(ONE, JEST);
    await say(TWO, "The runner starts in 2 s", { see: old.id });
    await news(TWO);
    await wardroom.services.memory.withdraw(ONE ?? LEAD, { ...CART, item: old.id }, PLAIN_REQUEST);
    expect(await news(TWO)).toMatchObject([{ kind: "withdrawn", id: old.id, concerns: true }]);
  });
});

const first = async (): Promise<Pair> => (await wardroom.services.pairs.list(LEAD, CART)).items[0] as Pair;

describe("an answer", () => {
  it("resolves the question once its author takes it", async () => {
    const { item: asked } = await say(ONE, "Which runner do we use?", { tag: "Question" });
    const { item, pair } = await say(TWO, VITEST, { answers: asked.id });
    expect(pair).toMatchObject({ state: "open", judgement: "answers" });
    await settle(ONE, pair, item.id);
    expect(await session.text()).toContain(`~~[Question] Which runner do we use?~~ → implementer-2: ${VITEST}`);
    await refusal("invalid_input", say(TWO, "Something else", { answers: item.id }));
  });
});

describe("what can be no pair", () => {
  it("is refused with what to do, and nothing is written", async () => {
    const { item: old } = await say(ONE, JEST);
    const before = await session.text();
    await refusal("invalid_input", say(TWO, VITEST, { replaces: old.id, see: old.id }));
    await refusal("conflict", say(TWO, VITEST, { replaces: "000000000000" }));
    await refusal("invalid_input", judge(ONE, old.id, { replaces: old.id }));
    await refusal("invalid_input", judge(ONE, old.id, {}));
    expect(await session.text()).toBe(before);
    const { item } = await say(TWO, VITEST);
    await refusal("forbidden", judge(ONE, item.id, { replaces: old.id }));
    expect((await wardroom.services.pairs.list(LEAD, CART)).items).toEqual([]);
  });
});

it("shows the command that a finding was shown by", async () => {
  await say(ONE, "The cart rounds twice", { tag: "Finding", shownBy: "npm test -- `cart`" });
  expect(await session.text()).toContain("- [Finding] The cart rounds twice\n  Shown by: `` npm test -- `cart` ``");
  const { relay } = await say(ANA, "It rounds once on Node 22", { tag: "Finding", shownBy: "npm test" });
  expect(relay.text).toBe("It rounds once on Node 22\nShown by: `npm test`");
});

/** What a team does with pairs, with the lines and past Wardroom, in any order. */
const STEP = fc.record({
  what: fc.constantFrom("judge", "judge", "settle", "settle", "archive", "unarchive", "reword", "rewrite", "relay"),
  by: fc.constantFrom("Lead", "implementer-1", "implementer-2"),
  first: fc.nat(5),
  second: fc.nat(5),
  judgement: fc.constantFrom("replaces", "conflicts", "answers", "see"),
  holds: fc.constantFrom("item", "other", "both"),
});

type Step = typeof STEP extends fc.Arbitrary<infer S> ? S : never;

describe("over any story", () => {
  const LINES = [JEST, VITEST, "Which runner?", "Node 22", "Run them in bands", "One database for each"];

  async function itemsNow() {
    const { sections } = await wardroom.services.memory.read(LEAD, CART);
    return sections.flatMap(({ role, items }) => items.map((item) => ({ role, ...item })));
  }

  async function take({ what, by, first: one, second, judgement, holds }: Step, count: number): Promise<void> {
    const caller = by === "Lead" ? LEAD : actingAs(by);
    const items = await itemsNow();
    const [item, other] = [items[one % items.length], items[second % items.length]];
    const id = item?.id ?? "";
    const { curation, memory, pairs, relays } = wardroom.services;
    if (what === "judge") await judge(caller, id, { [judgement]: other?.id });
    else if (what === "archive") await curation.archive(LEAD, CART, { items: [id] }, PLAIN_REQUEST);
    else if (what === "unarchive") await curation.unarchive(LEAD, CART, { items: [id] }, PLAIN_REQUEST);
    else if (what === "reword")
      await memory.edit(LEAD, CART, { item: id, newString: `Said otherwise ${count}` }, PLAIN_REQUEST);
    else if (what === "rewrite")
      await session.put((await session.text()).replace(item?.text ?? "", `Not what it was ${count}`));
    else if (what === "relay") {
      const { relay } = await say(ANA, `Relayed ${count}`, { [judgement]: other?.id });
      await relays.approve(LEAD, { ...CART, relay: relay.id }, {}, PLAIN_REQUEST);
    } else {
      const open = (await pairs.list(LEAD, CART)).items[one];
      await settle(caller, open, open === undefined || holds === "both" ? "both" : open[holds].id);
    }
  }

  it("no line of a role gives way but by its own word or the Lead's, and every pair is as its lines are", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 12, maxLength: 12 }), async (steps) => {
        wardroom = await TestWardroom.open();
        session = await wardroom.session("cart", ["implementer-1", "implementer-2", "researcher-1"]);
        for (const [index, text] of LINES.entries())
          await say(index % 2 === 0 ? ONE : TWO, text, index === 2 ? { tag: "Question" } : {});
        for (const [count, step] of steps.entries()) {
          const before = new Map((await itemsNow()).map((item) => [item.id, item]));
          await take(step, count).catch((error: unknown) => {
            if (!(error instanceof AppError)) throw error;
          });
          const after = await itemsNow();
          for (const { id, role, state } of after) {
            const did =
              step.what === "judge" || step.what === "settle"
                ? [step.by]
                : step.what === "relay"
                  ? ["researcher-1"]
                  : ["Lead"];
            if (before.get(id)?.state === "active" && state !== "active" && step.what !== "rewrite")
              expect([...did, "Lead"].filter((by) => (by === "Lead" ? did.includes("Lead") : by === role))).not.toEqual(
                [],
              );
          }
          const states = new Map(after.map(({ id, state }) => [id, state]));
          for (const { item, other, state, holds } of (await wardroom.services.pairs.list(LEAD, CART)).items) {
            for (const line of [item, other]) expect(line.state).toBe(states.get(line.id) ?? "gone");
            if (state === "open") expect([item.state, other.state]).toEqual(["active", "active"]);
            expect([item.id, other.id]).toEqual(expect.arrayContaining(holds));
          }
        }
      }),
      { numRuns: 8 },
    );
  });
});
