import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Ack, acceptAck, decideAck } from "@/lib/core/context/ack";
import { decideDelivery } from "@/lib/core/context/update-message";
import { countShared, decideGate } from "@/lib/core/context/gate";
import { computeSavings } from "@/lib/core/context/savings";

const ack = (over: Partial<Ack>): Ack => ({
  version: "GC-v5",
  applied: 3,
  total: 3,
  impact: "NONE",
  action: "CONTINUE",
  unclear: [],
  ...over,
});

describe("delta or full text", () => {
  const plain = {
    contextLost: false,
    confirmed: "GC-v4",
    version: "GC-v5",
    deltaTokens: 50,
    fullTokens: 100,
    fullRequested: false,
  };
  const reason = (over: Partial<typeof plain> | { confirmed: null }) => decideDelivery({ ...plain, ...over }).reason;

  it("is a delta where nothing speaks against it, at half of the full text as well", () => {
    expect(decideDelivery(plain)).toEqual({ mode: "delta", reason: null });
  });

  it("falls back for each condition", () => {
    expect(reason({ contextLost: true })).toBe("FC-2");
    expect(reason({ confirmed: null })).toBe("FC-3");
    expect(reason({ confirmed: "GC-v3" })).toBe("FC-1");
    expect(reason({ deltaTokens: 51 })).toBe("FC-4");
    expect(reason({ fullRequested: true })).toBe("FC-5");
  });

  it("takes the first condition of the tree", () => {
    const all = { contextLost: true, confirmed: "GC-v1", deltaTokens: 99, fullRequested: true };
    expect(reason(all)).toBe("FC-2");
    expect(decideDelivery({ ...plain, ...all, contextLost: false, confirmed: null }).reason).toBe("FC-3");
    expect(reason({ ...all, contextLost: false })).toBe("FC-1");
    expect(reason({ ...all, contextLost: false, confirmed: "GC-v4" })).toBe("FC-4");
  });
});

describe("what an ACK means", () => {
  const outcome = (over: Partial<Ack>) => {
    const { confirmed, leadAction } = decideAck(ack(over), "delta");
    return [confirmed, leadAction];
  };

  it("confirms only all items with CONTINUE or PAUSE", () => {
    expect(outcome({})).toEqual([true, "none"]);
    expect(outcome({ action: "PAUSE" })).toEqual([true, "guidance"]);
    expect(outcome({ action: "PAUSE", applied: 2 })).toEqual([false, "guidance"]);
    expect(outcome({ applied: 2 })).toEqual([false, "resend"]);
    expect(outcome({ applied: 0, total: 0 })).toEqual([true, "none"]);
  });

  it("sends unclear items again, and everything when more than half are unclear", () => {
    expect(outcome({ action: "NEED_CLARIFICATION", applied: 2, unclear: ["§A"] })).toEqual([false, "resend"]);
    expect(outcome({ action: "NEED_CLARIFICATION", applied: 1, unclear: ["§A", "§B"] })).toEqual([false, "full"]);
    expect(decideAck(ack({ action: "NEED_CLARIFICATION", applied: 0, total: 1 }), "full").leadAction).toBe("full");
  });

  it("refuses what was never sent and what is older than confirmed, and takes the same ACK once", () => {
    const history = {
      role: "tester-1",
      sent: [
        { version: "GC-v4", items: 3 },
        { version: "GC-v5", items: 3 },
        { version: "GC-v5", items: 1 },
      ],
      confirmed: "GC-v4",
      answers: { "GC-v4": ack({ version: "GC-v4" }) },
    };
    expect(acceptAck(ack({}), history)).toBe("new");
    expect(acceptAck(ack({ version: "GC-v4" }), history)).toBe("duplicate");
    expect(() => acceptAck(ack({ version: "GC-v6" }), history)).toThrow("GC-v6 was never sent to tester-1");
    expect(() => acceptAck(ack({ version: "GC-v4" }), { ...history, confirmed: "GC-v5", answers: {} })).toThrow(
      "newer than GC-v4",
    );
    // What was sent in full meanwhile crosses with the answer to the delta.
    expect(acceptAck(ack({ applied: 1, total: 1 }), history)).toBe("new");
    expect(() => acceptAck(ack({ applied: 9, total: 9 }), history)).toThrow("GC-v5 was sent with 1 item, not 9.");
    expect(() => acceptAck(ack({ version: "GC-v4", applied: 2, total: 2 }), history)).toThrow("with 3 items, not 2.");
  });
});

describe("what blocks a gate", () => {
  it("is every teammate behind and every open item, unless waived with a reason", () => {
    const blockers = decideGate({
      version: "GC-v5",
      roles: [
        { id: "implementer-1", confirmed: "GC-v5", endedAt: null, left: [] },
        { id: "implementer-2", confirmed: "GC-v4", endedAt: null, left: [] },
        { id: "tester-1", confirmed: null, endedAt: null, left: [] },
      ],
      openItems: [{ id: "q1", tag: "Question", role: "tester-1", text: "Which port?", notes: [], unshown: null }],
      openPairs: [],
      asksAll: false,
      waivers: [
        { blocker: "role:tester-1", reason: " spawned a minute ago " },
        { blocker: "item:q1", reason: "  " },
      ],
    });
    expect(blockers.map(({ id, kind, waived }) => [id, kind, waived])).toEqual([
      ["role:implementer-2", "behind", null],
      ["role:tester-1", "behind", "spawned a minute ago"],
      ["item:q1", "question", null],
    ]);
  });
});

describe("what deltas save", () => {
  it("adds up per update, per role and in total, acknowledgements and fallbacks included", () => {
    const sent = (version: string, role: string, sentTokens: number, mode: "delta" | "full" = "delta") => ({
      ...{ version, role, mode, sentTokens, reason: mode === "full" ? "FC-3" : null },
      ...{ fullTokens: 1000, ackTokens: 40 },
    });
    const savings = computeSavings([
      sent("GC-v2", "a", 100),
      sent("GC-v2", "b", 1000, "full"),
      sent("GC-v3", "a", 200),
    ]);
    expect(savings.total).toEqual({
      deliveries: 3,
      inFull: 1,
      full: 3000,
      sent: 1300,
      ack: 120,
      saved: 1700,
      net: 1580,
      share: 1700 / 3000,
    });
    expect(savings.byUpdate.map(({ version, net }) => [version, net])).toEqual([
      ["GC-v2", 820],
      ["GC-v3", 760],
    ]);
    expect(savings.byRole.map(({ role, saved }) => [role, saved])).toEqual([
      ["a", 1700],
      ["b", 0],
    ]);
    expect(savings.deliveries[1]).toMatchObject({ saved: 0, net: -40 });
    expect(computeSavings([]).total.share).toBe(0);
  });
});

it("waivers that share a reason are counted, however many reasons there are, and none that has its own", () => {
  const reason = fc.option(fc.constantFrom("late", "D-4", "agreed with Mina", "no time"));
  fc.assert(
    fc.property(fc.array(reason), (reasons) => {
      const alone = new Set(
        reasons.filter((each) => each !== null && reasons.filter((other) => other === each).length === 1),
      );
      const waived = reasons.filter((each) => each !== null).length;
      expect(countShared(reasons.map((each) => ({ waived: each })))).toBe(waived - alone.size);
    }),
  );
});
