import fc from "fast-check";
import { expect, test } from "vitest";
import { agentMemoryText } from "@/lib/core/agent-memory/agent-memory.arbitrary";
import { parseAgentMemory } from "@/lib/core/agent-memory/parse-agent-memory";
import { entriesOf, itemsOf } from "@/lib/core/coach/read-sources";
import { nastyMemory, nastyText } from "@/lib/core/memory/nasty-memory.fixture";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { splitLines } from "@/lib/core/text/lines";

test("reads bullets and paragraphs of the sections, and knows where each begins", () => {
  const text = `---
agent: a
---

## Project Context
<!-- What this agent knows -->
Owns the replay
and the golden files.

## What Worked
- Thirty kill rounds
  at random moments
  - in \`src/queue\`

| a | b |
| - | - |

## Notes of my own
* A third thing

## Session Log
- 2026-03-01 · Replay · done
`;
  expect(entriesOf(parseAgentMemory(text))).toEqual([
    { section: "project", text: "Owns the replay\nand the golden files.", line: 7 },
    {
      section: "worked",
      text: "Thirty kill rounds\n at random moments",
      line: 11,
      more: expect.stringContaining("src/queue") as string,
    },
    { section: "finding", text: "A third thing", line: 19 },
    { section: "log", text: "2026-03-01 · Replay · done", line: 22 },
  ]);
});

test("reads live items of a team memory alone", () => {
  const text = `# TEAM-MEMORY — a

## Lead
- [Gate] 2026-02-09T10:00:00Z Phase 1 PASSED
- [Decision] 2026-02-09T10:00:00Z One currency a batch
- [ARCHIVED] [Decision] Over
- ~~[Question] Who?~~ → finance

## tester-1 [ARCHIVED — Phase 2]
- [Finding] Put aside

## [REPLACED] implementer-1
- [Warning] UIDs are renumbered
  - see \`src/mail\`
`;
  expect(itemsOf(parseMemory(text), "a", "p")).toEqual([
    { session: "a", path: "p", role: "Lead", tag: "Decision", text: "One currency a batch", line: 5 },
    {
      session: "a",
      path: "p",
      role: "implementer-1",
      tag: "Warning",
      text: "UIDs are renumbered",
      line: 13,
      more: expect.stringContaining("src/mail") as string,
    },
  ]);
});

test("the first line of what is read stands in its line, whatever the file", () => {
  const texts = fc.oneof(agentMemoryText, nastyMemory, nastyText);
  fc.assert(
    fc.property(texts, (text) => {
      const lines = splitLines(text);
      const read = [...entriesOf(parseAgentMemory(text)), ...itemsOf(parseMemory(text), "a", "p")];
      for (const { text: said, line } of read) {
        expect(lines[line - 1]).toContain(said.split(/\r\n|\r|\n/, 1)[0]?.trim());
      }
    }),
    { numRuns: 1000 },
  );
});
