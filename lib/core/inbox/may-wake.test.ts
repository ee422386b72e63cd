import { describe, expect, it } from "vitest";
import type { Happening } from "@/lib/core/inbox/entry";
import { mayWake } from "@/lib/core/inbox/item-news";

const MEMORY = ".agent/teams/one/TEAM-MEMORY.md";
const tester = { role: "tester-1", isLead: false, isOwn: true };
const lead = { role: "Lead", isLead: true, isOwn: true };

function wakes(reader: typeof tester, action: string, more: Partial<Happening> = {}): boolean {
  const happening = { action, actor: "implementer-1", target: "implementer-1", payload: {}, at: "", ...more };
  return mayWake(happening as Happening, reader, MEMORY);
}

describe("who waits is woken", () => {
  it("by what is for it: a nudge, a question, an answer, a decision on what is its own", () => {
    for (const action of ["nudge.sent", "question.asked", "question.answered", "item.resolved", "relay.rejected"]) {
      expect(wakes(tester, action, { target: "tester-1" }), action).toBe(true);
      expect(wakes(tester, action), `${action} of another`).toBe(false);
    }
  });

  it("by the context and by gates, and by what nobody should go on without", () => {
    for (const action of ["context.published", "gate.opened", "gate.concluded"])
      expect(wakes(tester, action)).toBe(true);
    expect(wakes(tester, "item.added", { payload: { tag: "Warning" } })).toBe(true);
    expect(wakes(tester, "item.added", { payload: { tag: "Finding" } })).toBe(false);
    expect(wakes(tester, "item.added", { payload: { tag: "Finding", names: ["tester-1"] } })).toBe(true);
  });

  it("as the Lead by what only the Lead decides", () => {
    for (const action of ["relay.created", "context.acknowledged", "context.lost", "result.reported"]) {
      expect(wakes(lead, action), action).toBe(true);
      expect(wakes(tester, action), `${action} wakes a teammate`).toBe(false);
    }
  });

  it("by no state line, claim or archiving, and by nothing that it did itself", () => {
    for (const action of ["state.set", "claim.made", "claim.ended", "items.archived", "item.confirmed"])
      expect(wakes(tester, action, { target: "tester-1" }), action).toBe(false);
    expect(wakes(tester, "nudge.sent", { actor: "tester-1", target: "tester-1" })).toBe(false);
  });
});
