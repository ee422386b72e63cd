import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ACK_ACTIONS, parseAck, renderAck } from "@/lib/core/context/ack";
import { AppError } from "@/lib/core/errors";

const faults = (text: string): string[] => {
  try {
    parseAck(text);
  } catch (error) {
    if (error instanceof AppError) return (error.details.errors ?? []).map((fault) => fault.path);
  }
  return ["accepted"];
};

describe("reading an ACK", () => {
  it("reads the form of several lines", () => {
    const text = `[ACK-UPDATE] GC-v5 received.
- Delta items applied: 2/3
- Impact on my work: the parser changes: twice
- Action taken: NEED_CLARIFICATION
- Unclear items: §Decisions.D-7, §Scope, with a comma
`;
    expect(parseAck(text)).toEqual({
      version: "GC-v5",
      applied: 2,
      total: 3,
      impact: "the parser changes: twice",
      action: "NEED_CLARIFICATION",
      unclear: ["§Decisions.D-7", "§Scope, with a comma"],
    });
  });

  it("reads the form of one line, sentences in the impact included", () => {
    const text = "[ACK-UPDATE] GC-v4 received. Items: 3/3. Impact: Tests first. Then code. Action: CONTINUE";
    expect(parseAck(text)).toEqual({
      version: "GC-v4",
      applied: 3,
      total: 3,
      impact: "Tests first. Then code",
      action: "CONTINUE",
      unclear: [],
    });
  });

  it.each([
    ["applied: 2/3, unclear: §Decisions.D-7", null],
    ["`applied: 2/3, unclear: §Decisions.D-7`", null],
    ["- applied: 2/3\n- unclear: §Decisions.D-7\n", null],
    ["[ACK-UPDATE] applied: 2/3, unclear: §Decisions.D-7", null],
    ["[ACK-UPDATE] GC-v5 applied: 2/3, unclear: §Decisions.D-7", "GC-v5"],
    ["[ACK-UPDATE] GC-v5 received.\napplied: 2/3, unclear: §Decisions.D-7", "GC-v5"],
    ["[ACK-UPDATE] GC-v5 received, applied: 2/3, unclear: §Decisions.D-7, action: NEED_CLARIFICATION", "GC-v5"],
  ])("reads the form for partial ones: %j", (text, version) => {
    expect(parseAck(text)).toEqual({
      version,
      ...{ applied: 2, total: 3, impact: "NONE", action: "NEED_CLARIFICATION", unclear: ["§Decisions.D-7"] },
    });
  });

  it("does not guess what is done about an update that is whole, nor what a sentence applies", () => {
    expect(faults("applied: 3/3")).toEqual(["action"]);
    expect(faults("I have applied: 2/3, unclear: §Decisions.D-7")).toEqual(["text"]);
    expect(
      parseAck("[ACK-UPDATE] GC-v4 received. Items: 3/3. Impact: rows, items: 9/9. Action: CONTINUE"),
    ).toMatchObject({ applied: 3, total: 3, impact: "rows, items: 9/9" });
  });

  it("does not mind case, emphasis, list marks, blanks, a fence or text around", () => {
    const text =
      'Sure!\n```\n[ack-update] gc-v7 received\n* **Delta Items Applied:** 1 / 1\n* impact: NONE\n* Action: pause.\n* Unclear items: "none"\n```\n';
    expect(parseAck(text)).toMatchObject({
      version: "GC-v7",
      applied: 1,
      total: 1,
      impact: "NONE",
      action: "PAUSE",
      unclear: [],
    });
    expect(parseAck("[ACK-UPDATE] GC-v2 received. Items: 0/0. Impact: NONE. Action: Need Clarification").action).toBe(
      "NEED_CLARIFICATION",
    );
  });

  it("takes the one that is said, not the one that is quoted before it", () => {
    const form = (version: string) => `[ACK-UPDATE] ${version} received. Items: 1/1. Impact: NONE. Action: CONTINUE`;
    expect(parseAck(`You wrote:\n> ${form("GC-v1")}\n\n${form("GC-v2")}`).version).toBe("GC-v2");
  });

  it("names each part that is missing or makes no sense", () => {
    expect(faults("hello")).toEqual(["text"]);
    expect(faults("[ACK-UPDATE] GC-v2 received. Items: 4/3. Impact: NONE. Action: CONTINUE")).toEqual(["applied"]);
    expect(faults("[ACK-UPDATE] GC-v2 received. Items: all/three. Impact: NONE. Action: CONTINUE")).toEqual([
      "applied",
      "total",
    ]);
    expect(faults("[ACK-UPDATE] GC-v2 received. Items: 1.5/2. Impact: NONE. Action: MAYBE")).toEqual([
      "action",
      "applied",
    ]);
    expect(faults("[ACK-UPDATE] GC-vX received. Items: 1/1. Action: CONTINUE")).toEqual(["version"]);
    expect(faults("[ACK-UPDATE] GC-v2 received.")).toEqual(["applied", "action"]);
  });

  it("reads back what it writes", () => {
    const word = fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,12}[A-Za-z]$/);
    const ack = fc.record({
      version: fc.nat(999).map((n) => `GC-v${n}`),
      counts: fc.tuple(fc.nat(50), fc.nat(50)),
      impact: word,
      action: fc.constantFrom(...ACK_ACTIONS),
      unclear: fc.array(
        word.map((name) => `§${name}`),
        { maxLength: 3 },
      ),
    });
    fc.assert(
      fc.property(ack, ({ counts: [a, b], ...rest }) => {
        const written = { ...rest, applied: Math.min(a, b), total: Math.max(a, b) };
        expect(parseAck(renderAck(written))).toEqual(written);
      }),
    );
  });
});
