import { describe, expect, it } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT, ContextSession } from "@/lib/services/testing/context-session.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const wardroom = await TestWardroom.open();

const NEXT = CONTEXT.replace("Leases last thirty seconds", "Leases last a minute");

async function open(id: string) {
  const demo = await ContextSession.open(wardroom, id, ["implementer-1", "implementer-2"]);
  const { memory, inbox, confirmations, curation } = wardroom.services;
  await demo.publish(CONTEXT);
  const { params } = demo;
  const say = async (role: string, text: string) => {
    const done = await memory.add(actingAs(role), params, { tag: "Finding", text }, PLAIN_REQUEST);
    if (!("item" in done)) throw new Error("the item waits for the Lead");
    return done.item.id;
  };
  const query = { wait: 0, again: "false", all: "false" } as const;
  const read = async (caller: typeof OWNER) => {
    const answer = await inbox.read(caller, params, query, new AbortController().signal);
    await inbox.seen(caller, params, { mark: answer.mark ?? "" });
    return answer.entries.filter(({ kind }) => kind === "cited").map(({ id: item, note }) => `${item}: ${note ?? ""}`);
  };
  const standing = async () => (await demo.service.read(OWNER, params)).cited.map(({ item }) => item);
  const same = (role: string, item: string) =>
    confirmations.same(role === "Lead" ? OWNER : actingAs(role), { ...params, item }, PLAIN_REQUEST);
  return { demo, params, say, read, standing, same, memory, curation };
}

describe("items that cite what a version changes", () => {
  it("are named in the preview, in the answer, to their author once, and on the page of the context", async () => {
    const { demo, say, read, standing } = await open("named");
    const cites = await say("implementer-1", "D-1 holds for the longest import of November");
    await say("implementer-1", "D-2 needs an index");
    await read(actingAs("implementer-1"));
    await read(actingAs("implementer-2"));
    const preview = await demo.publish(NEXT, {}, PLAIN_REQUEST, true);
    expect(preview.cited).toMatchObject([{ item: cites, role: "implementer-1", cites: ["D-1"], version: "GC-v2" }]);
    expect(await standing()).toEqual([]);
    expect((await demo.publish(NEXT)).cited).toEqual(preview.cited);
    expect(await read(actingAs("implementer-1"))).toEqual([`${cites}: D-1 in GC-v2`]);
    expect(await read(actingAs("implementer-1"))).toEqual([]);
    expect(await read(actingAs("implementer-2"))).toEqual([]);
    expect(await standing()).toEqual([cites]);
  });

  it("are settled by one call each: kept, reworded, withdrawn or archived", async () => {
    const { demo, params, say, read, standing, same, memory, curation } = await open("settled");
    const texts = ["kept by its author", "kept by the Lead", "reworded", "withdrawn", "archived"];
    const ids: string[] = [];
    for (const [at, text] of texts.entries()) ids.push(await say(`implementer-${at === 1 ? 2 : 1}`, `D-1: ${text}`));
    const [own, others, reworded, withdrawn, archived] = ids as [string, string, string, string, string];
    await refusal("invalid_input", same("implementer-1", own));
    await demo.publish(NEXT);
    expect(await standing()).toEqual(expect.arrayContaining(ids));
    await same("implementer-1", own);
    await same("Lead", others);
    await memory.edit(
      actingAs("implementer-1"),
      params,
      { item: reworded, newString: "Leases: said otherwise" },
      PLAIN_REQUEST,
    );
    await memory.withdraw(actingAs("implementer-1"), { ...params, item: withdrawn }, PLAIN_REQUEST);
    await curation.archive(OWNER, params, { items: [archived] }, PLAIN_REQUEST);
    expect(await standing()).toEqual([]);
    expect(await read(actingAs("implementer-1"))).toEqual([]);
    // A later version that changes the same again asks again.
    await demo.publish(NEXT.replace("a minute", "an hour"));
    expect((await standing()).sort()).toEqual([own, others].sort());
  });
});
