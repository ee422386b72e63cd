import { readFleet } from "@/lib/core/coach/read-fleet.fixture";
import { finish } from "@/lib/core/steps";
import { expect, test } from "vitest";
import { observeFleet, type Observation, acrossSteps } from "@/lib/core/coach/write-project-brief";

const found = finish(
  acrossSteps(
    readFleet({
      items: [],
      memories: [
        {
          agent: "a",
          path: ".kaizen/agents/a/memory.md",
          entries: [
            { section: "watch", text: "`src/queue` is never small", line: 1 },
            { section: "thread", text: "Since 2026-01-02 nobody reads the runbook", line: 2 },
            { section: "thread", text: "Since 2026-03-30 flags wait", line: 3 },
          ],
        },
        {
          agent: "b",
          path: ".kaizen/agents/b/memory.md",
          entries: [{ section: "finding", text: "`src/queue` belongs to nobody", line: 1 }],
        },
      ],
    }),
    "2026-04-01",
  ),
);

test("observes themes, risks and old threads", () => {
  expect(observeFleet(found, [])).toEqual({
    fresh: [
      { section: "finding", text: "`src/queue` concerns a and b" },
      { section: "watch", text: "a warns of `src/queue`, on which b works" },
      { section: "thread", text: "a, open since 2026-01-02: Since 2026-01-02 nobody reads the runbook" },
    ],
    known: 0,
  });
});

test("never observes again what its memory says, however the lines are broken", () => {
  const { fresh } = observeFleet(found, []);
  const broken = fresh.map((each): Observation => ({ ...each, text: each.text.replace(" of ", "\n  of ") }));
  expect(observeFleet(found, broken)).toEqual({ fresh: [], known: 3 });
  expect(observeFleet(found, fresh.slice(1))).toEqual({ fresh: fresh.slice(0, 1), known: 2 });
});
