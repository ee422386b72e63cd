import { applyDelta, computeDelta } from "@/lib/core/context/at-once.fixture";
import { describe, expect, it } from "vitest";
import { parseDelta, renderOperation } from "@/lib/core/context/delta";
import { renderFullMessage, renderUpdateMessage } from "@/lib/core/context/update-message";

const words = (text: string): number => text.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu)?.length ?? 0;

const PROSE = Array.from(
  { length: 12 },
  (_, i) =>
    `Paragraph ${i} explains at some length why the import has to be restartable at any point, and what follows from it.`,
);
const BASE = `---
version: GC-v3
feature: import
---
# Global Context — import

## Scope
**Goal:** Replace the batch.
**In Scope:**
- parser
- exporter

## Phase Pipeline Status
- Phase 1: COMPLETE
- Phase 2: PENDING

## Decisions Log
| # | Decision | Rationale |
|---|----------|-----------|
| D-1 | One table of events | Auditors asked for it |
| D-2 | Parse into one model first | Three parsers had drifted apart |

### Rejected
- Broker topics

## Research
${PROSE.join("\n\n")}

## CRITICAL CHANGE: Task → Design (GC-v4)
- key: value: with → arrow | pipe
- other: a second line, so that the section is not cheaper as a whole
- third: and one more, for the same reason
`;

/** The operations from BASE to the edited text, written out; proven on the way. */
const operations = (edited: string): string[] => {
  const delta = computeDelta(BASE, edited, words);
  expect(applyDelta(parseDelta(delta.text), BASE).text).toBe(edited);
  return delta.operations.map(renderOperation);
};
const edit = (found: string, becomes: string): string => {
  expect(BASE.split(found)).toHaveLength(2);
  return BASE.replace(found, () => becomes);
};

describe("the smallest delta", () => {
  it("uses the conventional forms for values, rows and labels", () => {
    expect(operations(edit("Phase 2: PENDING", "Phase 2: COMPLETE"))).toEqual([
      "- CHANGED §Phase Pipeline Status: Phase 2: PENDING → COMPLETE",
    ]);
    expect(operations(edit("drifted apart |\n", "drifted apart |\n| D-3 | Claim rows | Simple |\n"))).toEqual([
      "- ADDED §Decisions Log: D-3: Claim rows | Simple",
    ]);
    expect(operations(edit("| D-1 |", "| D-0 | Keep files | Known |\n| D-1 |"))).toEqual([
      "- ADDED §Decisions Log: (lines below, before D-1)\n  | D-0 | Keep files | Known |",
    ]);
    expect(operations(edit("Auditors asked for it", "Required by law"))).toEqual([
      "- CHANGED §Decisions Log.D-1: Rationale: Auditors asked for it → Required by law",
    ]);
    expect(operations(edit("Replace the batch.", "Stream it."))).toEqual([
      "- CHANGED §Scope: Goal: Replace the batch. → Stream it.",
    ]);
    expect(operations(edit("- exporter\n", "- exporter\n- archive\n"))).toEqual(["- ADDED §Scope.in_scope: archive"]);
    expect(operations(edit("- Broker topics\n", ""))).toEqual(["- REMOVED §Decisions Log.Rejected: Broker topics"]);
    expect(operations(edit("- parser\n", "- reader\n- parser\n"))).toEqual([
      "- ADDED §Scope.in_scope: (lines below, before parser)\n  - reader",
    ]);
  });

  it("says nothing of the version: the first line does", () => {
    const delta = computeDelta(BASE, BASE.replace("GC-v3", "GC-v4"), words);
    expect(delta).toMatchObject({ from: "GC-v3", to: "GC-v4", operations: [], fallback: null });
    expect(applyDelta(parseDelta(delta.text), BASE).text).toContain("version: GC-v4\n");
  });

  it("costs about the line for one changed line of long prose, also for a word of it", () => {
    const line = PROSE[5] ?? "";
    const [rewritten = ""] = operations(
      edit(line, "Nothing of this paragraph is left, it says something else entirely now."),
    );
    expect(words(rewritten)).toBeLessThan(40);
    const [word = "", ...more] = operations(edit(line, line.replace("some length", "great length")));
    expect(more).toEqual([]);
    expect(word).toMatch(/^- CHANGED §Research: Paragraph 5… → Paragraph 5 explains at great length/);
  });

  it("moves whole sections with their headings, and headings by themselves", () => {
    expect(operations(edit("## Research\n", "## Risks\n- R-1: time\n\n## Research\n"))).toEqual([
      "- ADDED §Risks: (section below, after §Decisions Log)\n  ## Risks\n  - R-1: time\n  ",
    ]);
    expect(operations(edit("## Phase Pipeline Status\n- Phase 1: COMPLETE\n- Phase 2: PENDING\n\n", ""))).toEqual([
      "- REMOVED §Phase Pipeline Status",
    ]);
    expect(operations(edit("## Research\n", "## Research (done)\n"))).toEqual([
      "- CHANGED §Research: ## Research → ## Research (done)",
    ]);
    expect(operations(`${BASE}\n## Last\nx\n`)).toEqual(["- ADDED §Last: (section below)\n\n  ## Last\n  x"]);
  });

  it("is not misled by colons, arrows and pipes in names and values", () => {
    expect(operations(edit("value: with → arrow | pipe", "value: with → arrow | pipe → more"))).toEqual([
      "- CHANGED §CRITICAL CHANGE: Task → Design (GC-v4): key: value: with → arrow | pipe → value: with → arrow | pipe → more",
    ]);
  });

  it("replaces a section of which nothing stayed where that is cheaper", () => {
    const rewritten = edit(
      BASE.slice(BASE.indexOf("- Phase 1"), BASE.indexOf("\n## Decisions Log")),
      "All phases are open again.\n",
    );
    expect(operations(rewritten)).toEqual([
      "- REPLACED §Phase Pipeline Status: (full section content below)\n  All phases are open again.\n  ",
    ]);
  });

  it("is one operation for a change of form alone", () => {
    expect(operations(BASE.replaceAll("\n", "\r\n"))).toEqual(["- CHANGED §document: line endings: LF → CRLF"]);
    expect(operations(BASE.trimEnd())).toEqual(["- CHANGED §document: final newline: present → none"]);
    expect(operations(`\uFEFF${BASE}`)).toEqual(["- CHANGED §document: byte order mark: none → present"]);
    expect(operations(BASE.replace("Scope\n", "Scope\r\n"))).toEqual([
      "- CHANGED §document: line endings: LF → LF, CRLF on lines 7",
    ]);
  });

  it("falls back to the full text where it costs more than half of it", () => {
    expect(computeDelta(BASE, "# Something else\n", words).fallback?.code).toBe("FC-4");
    expect(computeDelta(BASE, edit("- parser", "- reader"), words).fallback).toBeNull();
  });
});

describe("the message of an update", () => {
  it("is the conventional one, and the delta is read back out of it", () => {
    const edited = edit("Phase 2: PENDING", "Phase 2: COMPLETE").replace("GC-v3", "GC-v4");
    const delta = computeDelta(BASE, edited, words);
    const message = renderUpdateMessage({
      delta,
      affected: ["implementer-1", "tester-1"],
      requiredActions: "re-read\n§Scope",
    });
    expect(message).toBe(`[CONTEXT-UPDATE] GC-v3 → GC-v4 (base ${delta.base})

## Delta
- CHANGED §Phase Pipeline Status: Phase 2: PENDING → COMPLETE

## Impact Assessment
- Affected teammates: implementer-1, tester-1
- Required actions: re-read §Scope
`);
    expect(applyDelta(parseDelta(message), BASE).text).toBe(edited);
  });

  it("carries a full text unaltered, last", () => {
    const message = renderFullMessage({
      version: "GC-v4",
      reason: "FC-3: initial spawn",
      text: BASE,
      changes: "",
      affected: [],
      requiredActions: "",
    });
    expect(
      message.startsWith(
        "[CONTEXT-UPDATE] GC-v4 (full text, FC-3: initial spawn)\n\n## Impact Assessment\n- Affected teammates: none\n- Required actions: NONE\n",
      ),
    ).toBe(true);
    expect(message.endsWith(`\n## Full Context\n${BASE}`)).toBe(true);
  });
});

describe("a text that stands elsewhere", () => {
  const SCOPES = [
    "## Scope\n**In Scope:**\n- parser\n\n**Out of Scope:**\n- UI testing\n- refunds\n",
    "## Scope\n- in_scope:\n  - parser\n- out_of_scope:\n  - UI testing\n  - refunds\n",
    "## Scope\nin_scope:\n  - parser\nout_of_scope:\n  - UI testing\n  - refunds\n",
  ];

  it("is said to have gone from the one list and come into the other, each by its name", () => {
    for (const scope of SCOPES) {
      const prose = "A paragraph that has nothing to do with what is in scope stays.\n".repeat(5);
      const before = `${BASE}\n${scope.replace("## Scope", "## Extent")}\n${prose}`;
      const line = /.*refunds\n/.exec(before)?.[0] ?? "";
      const after = before.replace(line, "").replace(/(.*parser\n)(?![^]*parser)/, `$1${line}`);
      const delta = computeDelta(before, after, words);
      expect(delta.operations.map(renderOperation)).toEqual([
        "- ADDED §Extent.in_scope: refunds",
        "- REMOVED §Extent.out_of_scope: refunds",
      ]);
      expect(applyDelta(parseDelta(delta.text), before).text).toBe(after);
    }
  });
});
