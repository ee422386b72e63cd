import { afterEach, beforeEach, expect, it } from "vitest";
import { renderInbox } from "@/lib/core/inbox/render-inbox";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { ContextSession } from "@/lib/services/testing/context-session.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

let wardroom: TestWardroom;
beforeEach(async () => {
  wardroom = await TestWardroom.open();
});
afterEach(() => wardroom.dispose());

it("names each claim once, and shares a seat with nobody who does not count for it", async () => {
  const { params } = await ContextSession.open(wardroom, "checkout", ["implementer-1"]);
  const { presence, runs, inbox } = wardroom.services;
  const as = (run: string) => ({ ...actingAs("implementer-1"), run });
  const claim = { what: "src/queue.ts", minutes: 10 };
  for (const run of ["claude:1", "claude:1"]) await presence.claim(as(run), params, claim, PLAIN_REQUEST);
  await runs.end(as("claude:1"), params, {}, PLAIN_REQUEST);
  // Somebody writes in its name who says not which conversation it is.
  await presence.state(actingAs("implementer-1"), params, { text: "the queue" }, PLAIN_REQUEST);
  const query = { wait: 0, again: "false", all: "false" } as const;
  const { also } = await inbox.read(as("claude:2"), params, query, new AbortController().signal);
  const told = also.join("; ");
  expect(told).toContain("You took over implementer-1: claude:1 ended at ");
  expect(told.split("src/queue.ts")).toHaveLength(2);
});

it("tells who shares a seat with whom, also one that comes back, and names no more than a few of many", async () => {
  const { params } = await ContextSession.open(wardroom, "checkout", ["implementer-1"]);
  const { runs, inbox } = wardroom.services;
  const as = (run: string) => ({ ...actingAs("implementer-1"), run });
  const look = async (by: Caller) => {
    const query = { wait: 0, again: "false", all: "false" } as const;
    const answer = await inbox.read(by, params, query, new AbortController().signal);
    if (answer.mark !== null) await inbox.seen(by, params, { mark: answer.mark });
    return renderInbox(answer, { again: "" });
  };
  expect(await look(as("claude:1"))).not.toContain("share");
  await runs.end(as("claude:1"), params, {}, PLAIN_REQUEST);
  expect(await look(as("claude:2"))).toContain("You took over implementer-1: claude:1 ended at");
  expect(await look(as("claude:1"))).toContain("implementer-1 has 2 runs at work: claude:1, claude:2. Each");
  expect(await look(as("claude:1"))).toBe("");
  expect(await look(as("claude:3"))).toContain("You share implementer-1: claude:1, claude:2 are at work too.");
  for (let at = 4; at < 20; at++) await look(as(`claude:${at}`));
  const first = await look(OWNER);
  expect(first).toContain("has 19 runs at work: claude:1, claude:2, claude:3, claude:4, claude:5 and 14 more. Each");
  expect(first).not.toContain("..");
  await look(as("claude:20"));
  expect((await look(OWNER)).length).toBeLessThan(400);
});
