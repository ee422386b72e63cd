import { expect, it } from "vitest";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT, ContextSession } from "@/lib/services/testing/context-session.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const LEAD: Caller = { ...OWNER, source: "cli" };

const wardroom = await TestWardroom.open();

it("tells the Lead once that a gate became ready, and once that it is blocked again", async () => {
  const demo = await ContextSession.open(wardroom, "readiness", ["implementer-1"]);
  const { params } = demo;
  const { inbox, gates, memory } = wardroom.services;
  const ONE = actingAs("implementer-1");
  const look = (caller: Caller, wait = 0) =>
    inbox.read(caller, params, { wait, again: "false", all: "true" }, new AbortController().signal);
  const gate = async () => {
    const { entries, mark } = await look(LEAD);
    await inbox.seen(LEAD, params, { mark: mark ?? "" });
    return entries.filter(({ kind }) => kind === "gate").map(({ text }) => text);
  };
  const ask = async (text: string) => {
    const done = await memory.add(ONE, params, { tag: "Question", text }, PLAIN_REQUEST);
    return "item" in done ? done.item.id : "";
  };
  await demo.publish(CONTEXT);
  await demo.ack("implementer-1", 1);
  const question = await ask("Which bank first?");
  await gate();
  await gates.open(LEAD, params, { phase: 2 }, PLAIN_REQUEST);
  expect(await gate()).toEqual([]);

  const waiting = look(LEAD, 50);
  await memory.withdraw(ONE, { ...params, item: question }, PLAIN_REQUEST);
  expect((await waiting).entries).toContainEqual(
    expect.objectContaining({ kind: "gate", text: "Phase 2 gate is ready: nothing stands against it." }),
  );
  expect(await gate()).toEqual(["Phase 2 gate is ready: nothing stands against it."]);
  await memory.add(ONE, params, { tag: "Finding", text: "The ledger is fast" }, PLAIN_REQUEST);
  expect(await gate()).toEqual([]);
  await ask("Which currency?");
  expect(await gate()).toEqual(["Phase 2 gate is blocked: [Question] of implementer-1 is open: Which currency?"]);
  expect(await gate()).toEqual([]);
});
