/** A text of so many parts. */
export function repeat(count: number, part: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => part(index)).join("");
}

const HEAD = "[CONTEXT-UPDATE] GC-v1 → GC-v2\n";

/** Deltas below the limit of a body's bytes whose placing once cost the square of their length, by what they are made of. */
export const HEAVY_DELTAS: Readonly<Record<string, { base: string; delta: string }>> = {
  "a key of each section": {
    base: repeat(6000, (index) => `## S${index}\n- key: v\n`),
    delta: HEAD + repeat(6000, (index) => `- CHANGED §S${index}.key: v → w\n`),
  },
  "sections that are not there": {
    base: repeat(6000, (index) => `## S${index}\n- key: v\n`),
    delta: HEAD + repeat(6000, (index) => `- CHANGED §Q${index}.a.b.c: v → w\n`),
  },
  "beginnings of many names": {
    base: repeat(6000, (index) => `## S${index} long\n- key: v\n`),
    delta: HEAD + repeat(6000, (index) => `- CHANGED §S${index % 10}.a.b.c: v → w\n`),
  },
  "one name of all sections": {
    base: repeat(6000, () => "## S\n- key: v\n"),
    delta: HEAD + repeat(3000, () => "- CHANGED §S.key: v → w\n"),
  },
  "names of dots": {
    base: `## ${"a.".repeat(5000)}\n- key: v\n`,
    delta: HEAD + repeat(30, () => `- CHANGED §${"b.".repeat(4000)}: v → w\n`),
  },
  "lines below many headings": {
    base: `# T\n\n# Top\n${repeat(6000, (index) => `## S${index}\n- x\n`)}`,
    delta: HEAD + repeat(6000, (index) => `- CHANGED §Top: nothing ${index} → other\n`),
  },
  "fragments with many arrows": {
    base: `## S\n${repeat(10_000, (index) => `line ${index} of the body\n`)}`,
    delta: HEAD + repeat(400, (index) => `- CHANGED §S: …${`${index} → …`.repeat(100)}\n`),
  },
  "the same lines": {
    base: `## S\n${repeat(10_000, () => "- same\n")}`,
    delta: HEAD + repeat(8000, (index) => `- REMOVED §S: - same [${index + 1} of 10000]\n`),
  },
};
