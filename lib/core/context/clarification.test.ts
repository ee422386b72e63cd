import { computeDelta } from "@/lib/core/context/at-once.fixture";
import { expect, it } from "vitest";
import { renderClarification } from "@/lib/core/context/update-message";

const BEFORE =
  "---\nversion: GC-v3\n---\n## Scope\n- a: 1\n\n## Decisions Log\n| # | What |\n|---|---|\n| D-6 | Keep |\n";

it("answers unclear items with what was sent, what stands around it, and the names there are", () => {
  const text = BEFORE.replace("GC-v3", "GC-v4")
    .replace("a: 1", "a: 2")
    .replace("| Keep |\n", "| Keep |\n| D-7 | Drop |\n");
  const { operations } = computeDelta(BEFORE, text, (part) => part.length);
  expect(renderClarification({ version: "GC-v4", unclear: ["§Decisions.D-7", "§Nowhere"], operations, text }))
    .toBe(`[CONTEXT-UPDATE] GC-v4 (clarification of unclear items)

### §Decisions.D-7
- ADDED §Decisions Log: D-7: Drop
In §Decisions Log:
  ## Decisions Log
  | # | What |
  |---|---|
  | D-6 | Keep |
  | D-7 | Drop |

### §Nowhere
§Nowhere names nothing. There are: §Scope, §Decisions Log
`);
});
