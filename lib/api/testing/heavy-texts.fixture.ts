/** A text of so many parts. */
export function repeat(count: number, part: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => part(index)).join("");
}

const HEAD = "[CONTEXT-UPDATE] GC-v1 → GC-v2\n";

/** A delta, and the one right answer: how many of its operations fit, or that it costs too much. */
export interface HeavyDelta {
  base: string;
  delta: string;
  answer: { applied: number; total: number } | "too_large";
  /** Steps that placing one that fits may cost for each operation, a little more than it does. */
  steps?: number;
}

/** Deltas below the limit of a body's bytes whose placing once cost the square of their length, by what they are made of. */
export const HEAVY_DELTAS: Readonly<Record<string, HeavyDelta>> = {
  "a key of each section": {
    base: repeat(6000, (index) => `## S${index}\n- key: v\n`),
    delta: HEAD + repeat(6000, (index) => `- CHANGED §S${index}.key: v → w\n`),
    answer: { applied: 6000, total: 6000 },
    steps: 10,
  },
  "sections that are not there": {
    base: repeat(6000, (index) => `## S${index}\n- key: v\n`),
    delta: HEAD + repeat(6000, (index) => `- CHANGED §Q${index}.a.b.c: v → w\n`),
    answer: { applied: 0, total: 6000 },
    steps: 40,
  },
  "beginnings of many names": {
    base: repeat(6000, (index) => `## S${index} long\n- key: v\n`),
    delta: HEAD + repeat(6000, (index) => `- CHANGED §S${index % 10}.a.b.c: v → w\n`),
    answer: { applied: 0, total: 6000 },
    steps: 40,
  },
  "one name of all sections": {
    base: repeat(6000, () => "## S\n- key: v\n"),
    delta: HEAD + repeat(3000, () => "- CHANGED §S.key: v → w\n"),
    answer: { applied: 0, total: 3000 },
    steps: 10,
  },
  "names of dots": {
    base: `## ${"a.".repeat(5000)}\n- key: v\n`,
    delta: HEAD + repeat(30, () => `- CHANGED §${"b.".repeat(4000)}: v → w\n`),
    answer: "too_large",
  },
  "lines below many headings": {
    base: `# T\n\n# Top\n${repeat(6000, (index) => `## S${index}\n- x\n`)}`,
    delta: HEAD + repeat(6000, (index) => `- CHANGED §Top: nothing ${index} → other\n`),
    answer: "too_large",
  },
  "fragments with many arrows": {
    base: `## S\n${repeat(10_000, (index) => `line ${index} of the body\n`)}`,
    delta: HEAD + repeat(400, (index) => `- CHANGED §S: …${`${index} → …`.repeat(100)}\n`),
    answer: { applied: 0, total: 400 },
    steps: 400,
  },
  "the same lines": {
    base: `## S\n${repeat(10_000, () => "- same\n")}`,
    delta: HEAD + repeat(8000, () => "- REMOVED §S: - same\n"),
    answer: { applied: 0, total: 8000 },
    steps: 20,
  },
};
