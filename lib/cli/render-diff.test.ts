import { expect, it } from "vitest";
import { unifiedDiff } from "@/lib/core/history/unified-diff";
import { createPaint } from "./paint";
import { renderHunks } from "./render-diff";

const FIRST = "- The tax service times out above 40 lines";
const lines = (count: number) => Array.from({ length: count }, (_, at) => `- Finding number ${at} stays where it is\n`);

it("says of a line that only changed its place where it stands on the other side", () => {
  const { hunks } = unifiedDiff([`${FIRST}\n`, ...lines(12)].join(""), [...lines(12), `${FIRST}\n`].join(""));
  const shown = renderHunks(hunks, createPaint(false)).split("\n");
  expect(shown.filter((line) => line.includes(FIRST))).toEqual([
    `-${FIRST}  (moved to line 13)`,
    `+${FIRST}  (moved from line 1)`,
  ]);
});
