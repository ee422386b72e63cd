import { describe, expect, it } from "vitest";
import { PLAIN_REQUEST, type Caller } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT, ContextSession } from "@/lib/services/testing/context-session.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const wardroom = await TestWardroom.open();

const V2 = CONTEXT.replace("thirty seconds", "a minute").replace("six hours", "a day");

async function open(id: string) {
  const demo = await ContextSession.open(wardroom, id, ["implementer-1"]);
  const { inbox, questions } = wardroom.services;
  await demo.publish(CONTEXT);
  await demo.ack("implementer-1", 1);
  await demo.publish(V2);
  const role = actingAs("implementer-1");
  const query = { wait: 0, again: "false", all: "false" } as const;
  const read = async (caller: Caller) => {
    const answer = await inbox.read(caller, demo.params, query, new AbortController().signal);
    await inbox.seen(caller, demo.params, { mark: answer.mark ?? "" });
    return answer;
  };
  const asks = { role: "implementer-1", version: "GC-v2", impact: "NONE", total: 2, unclear: ["§Decisions Log.D-1"] };
  const give = (applied: number, action: "CONTINUE" | "NEED_CLARIFICATION", question: string) =>
    demo.service.give(role, demo.params, { ...asks, applied, action, question }, PLAIN_REQUEST);
  const answer = (question: string, text: string) =>
    questions.answer(OWNER, { ...demo.params, question }, { text }, PLAIN_REQUEST);
  return { demo, role, read, give, answer };
}

describe("a question that comes with an acknowledgement", () => {
  it("reaches the Lead once, with its section, and its answer offers the acknowledgement again", async () => {
    const { demo, role, read, give, answer } = await open("unclear");
    await read(OWNER);
    await read(role);
    const { ack, question = "" } = await give(1, "NEED_CLARIFICATION", "Also on the old importer?");
    expect(ack.confirmed).toBe(false);
    const { entries } = await read(OWNER);
    expect(entries.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      "asked: §Decisions Log.D-1 in GC-v2: Also on the old importer?",
    ]);
    expect(await demo.pending("implementer-1")).toEqual([]);
    await answer(question, "No, only on the new one");
    expect(await demo.pending("implementer-1")).toMatchObject([{ version: "GC-v2" }]);
    const told = await read(role);
    expect(told.entries).toMatchObject([{ kind: "resolved", id: question, note: "No, only on the new one" }]);
    expect(told.unconfirmed).toBe("GC-v2");
    expect((await demo.ack("implementer-1", 2)).ack.confirmed).toBe(true);
  });

  it("confirms the version where everything was applied, and the next one is a delta", async () => {
    const { demo, give, answer } = await open("applied");
    const { ack, question = "" } = await give(2, "CONTINUE", "Also on the old importer?");
    expect(ack.confirmed).toBe(true);
    const { deliveries } = await demo.publish(V2.replace("a day", "two days"));
    expect(deliveries).toMatchObject([{ role: "implementer-1", mode: "delta", why: "1 change since GC-v2" }]);
    await answer(question, "No");
    expect((await demo.cell("implementer-1", 2)).state).toBe("confirmed");
  });
});
