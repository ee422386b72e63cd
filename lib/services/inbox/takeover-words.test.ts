import { afterEach, beforeEach, expect, it } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs } from "@/lib/services/testing/callers.fixture";
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
