import { applyDelta, computeDelta } from "@/lib/core/context/at-once.fixture";
import { readFileSync } from "node:fs";
import { type CountTokens, parseDelta } from "@/lib/core/context/delta";
import { setVersion } from "@/lib/core/context/version";
import { alignLines } from "@/lib/core/history/align-lines";
import { percentile, printTable } from "../report";
import { CHANGE_KINDS, drawFrom } from "./changes";
import { PHRASES } from "./phrases";

/** A delta is worth sending when it saves as much of the full text. */
const WORTH = 0.7;
const FIXTURES = [
  ["invoice-import.md", PHRASES.en],
  ["cow-pipeline.ko.md", PHRASES.ko],
] as const;

/** What one change costs, as shares saved of the full text. */
interface Saved {
  delta: number;
  lines: number;
}

/** Compares deltas with plain differences of lines over a hundred changes; false where fewer than 70 save 70 %. */
export function compareChanges(count: CountTokens): boolean {
  const rows = CHANGE_KINDS.map(({ name, share, make }, kind): { name: string; saved: Saved[] } => {
    const saved = Array.from({ length: share }, (_, n) => {
      const [file, phrases] = FIXTURES[n % 2] ?? FIXTURES[0];
      const before = readFileSync(new URL(`fixtures/${file}`, import.meta.url), "utf8");
      const after = setVersion(make(before, phrases, drawFrom(1000 * kind + n), n), "GC-v4");
      return savedBy(before, after, count);
    });
    return { name, saved };
  });
  const everything = { name: "**all**", saved: rows.flatMap(({ saved }) => saved) };
  printTable(
    "A hundred changes, English and Korean: how many save 70 % of the full text",
    ["change", "of", "delta", "median saved", "plain difference of lines", "median saved"],
    [...rows, everything].map(({ name, saved }) => [
      name,
      saved.length,
      ...summary(saved.map(({ delta }) => delta)),
      ...summary(saved.map(({ lines }) => lines)),
    ]),
  );
  return everything.saved.filter(({ delta }) => delta >= WORTH).length >= 70;
}

function summary(shares: number[]): [number, string] {
  return [shares.filter((share) => share >= WORTH).length, `${(100 * percentile(shares, 0.5)).toFixed(0)} %`];
}

function savedBy(before: string, after: string, count: CountTokens): Saved {
  const delta = computeDelta(before, after, count);
  if (applyDelta(parseDelta(delta.text), before).text !== after) throw new Error("a delta is not proven");
  const full = count(after);
  return { delta: 1 - delta.tokens / full, lines: 1 - count(plainDifference(before, after)) / full };
}

/** The unified difference with no lines around its changes. */
function plainDifference(before: string, after: string): string {
  const [a, b] = [before.split("\n"), after.split("\n")];
  const hunks = alignLines(a, b).map(({ beforeStart, beforeEnd, afterStart, afterEnd }) =>
    [
      `@@ -${beforeStart + 1},${beforeEnd - beforeStart} +${afterStart + 1},${afterEnd - afterStart} @@`,
      ...a.slice(beforeStart, beforeEnd).map((line) => `-${line}`),
      ...b.slice(afterStart, afterEnd).map((line) => `+${line}`),
    ].join("\n"),
  );
  return ["--- GC-v3", "+++ GC-v4", ...hunks, ""].join("\n");
}
