import { beforeEach, describe, expect, it } from "vitest";
import type { ItemAdded, ItemRelayed, AddItem } from "@/lib/contracts/memory";
import type { Pair } from "@/lib/contracts/pairs";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom, type TestSession } from "@/lib/services/testing/test-wardroom.fixture";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const CART = { workspace: "demo", session: "cart" };
const LEAD: Caller = { ...OWNER, source: "cli" };
const [ONE, TWO, ANA] = ["implementer-1", "implementer-2", "researcher-1"].map((role) => actingAs(role));
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

const settle = (caller: Caller = LEAD, pair: Pair | undefined, holds: string) =>
  wardroom.services.pairs.settle(caller, { ...CART, pair: pair?.id ?? "" }, { holds }, PLAIN_REQUEST);

async function news(caller: Caller = LEAD) {
  const answer = await wardroom.services.inbox.read(caller, CART, NOW, new AbortController().signal);
  await wardroom.services.inbox.seen(caller, CART, { mark: answer.mark ?? "" });
  return answer.entries;
}

async function progressAt(id: string) {
  const { sections } = await wardroom.services.memory.read(LEAD, CART, {});
  return sections.flatMap(({ items }) => items).find((item) => item.id === id)?.progress;
}

describe("a dependency", () => {
  it("wakes who wrote it when the line that it names is resolved, by whichever way", async () => {
    const ways = [
      (id: string) => wardroom.services.curation.resolve(LEAD, CART, { item: id, resolution: "8080" }, PLAIN_REQUEST),
      (id: string) =>
        wardroom.services.questions.answer(LEAD, { ...CART, question: id }, { text: "8080" }, PLAIN_REQUEST),
      (id: string) => say(LEAD, "It is 8080", { answers: id }),
    ];
    for (const [number, way] of ways.entries()) {
      const { item: question } = await say(TWO, `Which port has service ${number}?`, { tag: "Question" });
      const { item } = await say(ONE, `The client of service ${number} needs ${question.id.slice(0, 8)}`, {
        tag: "Dependency",
      });
      expect(await news(TWO)).toContainEqual(expect.objectContaining({ id: item.id, concerns: true }));
      await news(ONE);
      const waiting = wardroom.services.inbox.read(
        ONE ?? LEAD,
        CART,
        { ...NOW, wait: 60 },
        new AbortController().signal,
      );
      await way(question.id);
      expect((await waiting).entries[0]).toMatchObject({ kind: "resolved", id: question.id, concerns: true });
      await news(ONE);
      expect(await progressAt(item.id)).toMatchObject({ state: "met", lines: [{ id: question.id }] });
    }
  });

  it("is answered as a question is: by a line that its author accepts", async () => {
    const { item } = await say(ONE, "The cart needs the prices of implementer-2", { tag: "Dependency" });
    expect(await progressAt(item.id)).toMatchObject({ state: "waiting", roles: ["implementer-2"] });
    const { pair, item: answer } = await say(TWO, "Prices are at /prices", { answers: item.id });
    expect(await progressAt(item.id)).toMatchObject({ state: "met", lines: [{ id: answer.id }] });
    await settle(ONE, pair, answer.id);
    expect(await session.text()).toContain(
      "~~[Dependency] The cart needs the prices of implementer-2~~ → implementer-2: Prices",
    );
  });

  it("of a role that writes through the Lead waits as what it is approved as", async () => {
    const { item: question } = await say(TWO, "Which port?", { tag: "Question" });
    const { relay } = await say(ANA, "The survey waits", { tag: "Dependency", see: question.id });
    const { item } = await wardroom.services.relays.approve(LEAD, { ...CART, relay: relay.id }, {}, PLAIN_REQUEST);
    expect(await progressAt(item?.id ?? "")).toMatchObject({ state: "waiting", lines: [{ id: question.id }] });
    await news(ANA);
    await wardroom.services.curation.resolve(LEAD, CART, { item: question.id, resolution: "8080" }, PLAIN_REQUEST);
    expect(await news(ANA)).toMatchObject([{ kind: "resolved", concerns: true }]);
  });

  it("on a role that left, or on a line that was withdrawn, says so", async () => {
    const { item: first } = await say(ONE, "Needs the report of tester-1", { tag: "Dependency" });
    await wardroom.services.curation.replaceRole(LEAD, CART, { role: "tester-1", by: "tester-2" }, PLAIN_REQUEST);
    expect(await progressAt(first.id)).toMatchObject({ state: "open", roles: ["tester-1"] });
    const { item: line } = await say(TWO, "The port is 8080", { tag: "Finding" });
    const { item: second } = await say(ONE, `Rests on ${line.id}`, { tag: "Dependency" });
    expect(await progressAt(second.id)).toMatchObject({ state: "met" });
    await news(ONE);
    await wardroom.services.memory.withdraw(TWO ?? LEAD, { ...CART, item: line.id }, PLAIN_REQUEST);
    expect(await progressAt(second.id)).toMatchObject({ state: "open", lines: [{ id: line.id, state: "archived" }] });
    expect(await news(ONE)).toContainEqual(expect.objectContaining({ kind: "withdrawn", id: line.id, concerns: true }));
  });
});
