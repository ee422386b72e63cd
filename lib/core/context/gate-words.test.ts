import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  recordCriteria,
  wordAbandoned,
  wordAgainst,
  wordConclusion,
  wordNotes,
  wordOpened,
  wordVerdict,
} from "@/lib/core/context/gate";
import { renderGateRecord, readGateRecord } from "@/lib/core/context/gate-record";
import { tellNews } from "@/lib/core/inbox/tell-news";

const RESULTS = ["APPROVED", "CONDITIONAL_PASS", "REJECTED"] as const;
const asked = fc.array(fc.constantFrom("All tests pass", "No leaks", "Fast enough"), { maxLength: 3 });
const NOBODY = {
  item: () => undefined,
  relay: () => undefined,
  question: () => undefined,
  confirmed: () => null,
  pair: () => undefined,
  now: "",
};

describe("the words of a gate", () => {
  it("are those of the memory, the record and every inbox", () => {
    fc.assert(
      fc.property(fc.nat(999), fc.constantFrom(...RESULTS), asked, fc.constantFrom("Lead", "tester-1"), (...given) => {
        const [phase, result, names, role] = given;
        const criteria = recordCriteria(result, names);
        const said = wordConclusion(phase, result, criteria);
        expect(said.startsWith(`${wordVerdict(phase, result)}.`)).toBe(true);
        const record = {
          phase,
          result,
          date: "2026-02-09T10:00:00Z",
          gcVersion: "GC-v1",
          waivers: [],
          teammates: {},
          ended: {},
        };
        const text = renderGateRecord({ ...record, criteria });
        expect(wordVerdict(phase, readGateRecord(text).result as typeof result)).toBe(wordVerdict(phase, result));
        for (const name of names) {
          expect(said).toContain(name);
          expect(text).toContain(name);
        }
        const words = [wordOpened(phase, "GC-v1", names), wordAbandoned(phase), said];
        const happenings = ["gate.opened", "gate.abandoned", "gate.concluded"].map((action, index) => ({
          ...{ id: index + 1, at: "2026-02-09T10:00:00.000Z", actor: "mia", action, target: `phase-${phase}` },
          payload: { gate: "1", said: words[index] },
        }));
        const reader = { role, isLead: role === "Lead", isOwn: true };
        const told = (those: typeof happenings) => tellNews(those, reader, NOBODY).entries.map((entry) => entry.text);
        expect(happenings.flatMap((each) => told([each]))).toEqual(words);
        // Who looks late is not told that a gate opened that has ended since.
        expect(told(happenings)).toEqual(words.slice(1));
      }),
    );
  });
});

describe("what a gate notes beside its blockers", () => {
  const result = { by: "tester-1", outcome: "pass", text: "npm test, 72 of 72", version: "GC-v2" } as const;

  it("stands against a result where it says that something is amiss, after what nobody waived", () => {
    const blockers = [
      { message: "tester-1 has confirmed no version", waived: null },
      { message: "[Question] is open", waived: "Later" },
    ];
    const none = { files: [], more: 0, whole: true };
    const against = (reported: typeof result | null, files: string[] = [], version = "GC-v2") =>
      wordAgainst([], { reported, changed: { ...none, files }, version });
    expect(wordAgainst(blockers, { reported: result, changed: none, version: "GC-v2" })).toEqual([
      "tester-1 has confirmed no version",
    ]);
    expect(against(result)).toEqual([]);
    expect(against(null)).toEqual(["Nobody reported a result."]);
    expect(against(result, ["a.js"])).toEqual(["By their times these files changed after it: a.js."]);
    expect(against(result, [], "GC-v3")).toEqual(["The result is for GC-v2; the current version is GC-v3."]);
  });

  it("is that nobody reported a result", () => {
    expect(wordNotes(null, null, "GC-v2")).toEqual(["Nobody reported a result."]);
  });

  it("is the last result, and which files it says nothing about", () => {
    expect(wordNotes(result, { files: ["a.ts", "b.ts"], more: 3, whole: true }, "GC-v2")).toEqual([
      "Last result: tester-1 reported pass for GC-v2: npm test, 72 of 72.",
      "By their times these files changed after it: a.ts, b.ts and 3 more.",
    ]);
  });

  it("is that it was of another version, and that not everything was looked at", () => {
    expect(wordNotes(result, { files: [], more: 0, whole: false }, "GC-v3")).toEqual([
      "Last result: tester-1 reported pass for GC-v2: npm test, 72 of 72.",
      "The result is for GC-v2; the current version is GC-v3.",
      "By their times no files changed after it. Not all files were looked at.",
    ]);
  });
});
