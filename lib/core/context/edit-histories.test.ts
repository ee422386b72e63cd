import { applyDelta, computeDelta } from "@/lib/core/context/at-once.fixture";
import fc from "fast-check";
import { expect, it } from "vitest";
import { parseDelta } from "@/lib/core/context/delta";

const words = (text: string): number => text.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu)?.length ?? 0;

const paragraph = (topic: string): string =>
  `The ${topic} was looked at for two days. Most of what is slow today waits for a person, and hardly anything for a machine; ` +
  `what could be measured is in the table above, and what could not is listed as a question below.`;

const FIRST = `---
version: GC-v1
feature: invoice-import
---

# Global Context — invoice-import

## Scope

**Goal:** Replace the nightly batch by a stream.

**In Scope:**

- Upload of invoices
- Matching against orders
- Review queue

**Out of Scope:**

- Payment runs

## Phase Pipeline Status

- Phase 1: COMPLETE
- Phase 2: IN PROGRESS
- Phase 3: PENDING

## Decisions Log

| # | Decision | Rationale |
|---|----------|-----------|
| D-1 | One table of events | Auditors asked for a trail |
| D-2 | Parse into one model | Three parsers had drifted apart |

## Research

### Matching

${paragraph("matching")}

${paragraph("tolerance")}

### Storage

${paragraph("storage")}

\`\`\`sql
-- ## no heading
SELECT 1;
\`\`\`

## Tasks

- [ ] Golden files
- [x] Queue
  - [ ] Retry

## Open Questions

- Who owns the list of exempt suppliers?
- May bank details be exported?
`;

type Step = (text: string, n: number) => string;

const inSection = (text: string, heading: string, edit: (body: string) => string): string => {
  const start = text.indexOf(`## ${heading}`);
  if (start === -1) return text;
  const next = text.indexOf("\n## ", start + 1);
  const end = next === -1 ? text.length : next;
  return text.slice(0, start) + edit(text.slice(start, end)) + text.slice(end);
};

/** What leads do to a context, as often as they do it. */
const STEPS: Record<string, Step> = {
  status: (text, n) =>
    text.replace(
      new RegExp(`(- Phase ${1 + (n % 3)}: ).*`),
      `$1${["COMPLETE", "IN PROGRESS", "PENDING"][n % 3] ?? ""}`,
    ),
  decision: (text, n) =>
    inSection(
      text,
      "Decisions",
      (body) => `${body.trimEnd()}\n| D-${n} | Take option ${n} → later | It is: cheaper |\n`,
    ),
  cell: (text, n) => text.replace("Auditors asked for a trail", `Auditors asked for a trail (${n})`),
  question: (text, n) => inSection(text, "Open", (body) => `${body.trimEnd()}\n- Is limit ${n} enough?\n`),
  answered: (text) => text.replace(/\n- [^\n]*\?(?=\n)/, ""),
  word: (text, n) => text.replace("two days", `${n} days`).replace("hardly anything", `almost nothing ${n}`),
  tick: (text) => text.replace("- [ ]", "- [x]"),
  section: (text, n) =>
    text.replace(
      "\n## Tasks",
      () => `\n## Phase ${n} Summary\n\n${paragraph(`phase ${n}`)}\n\n- outcome: ${n}\n\n## Tasks`,
    ),
  nested: (text, n) => text.replace("\n### Storage", () => `\n### Finding ${n}\n\nA short one.\n\n### Storage`),
  rename: (text, n) => text.replace(/## Research.*/, `## Research (round ${n})`),
  removed: (text) => text.replace(/\n## Phase \d+ Summary\n[^]*?(?=\n## )/, ""),
  scope: (text, n) => text.replace("- Review queue\n", `- Review queue\n- Extra ${n}\n`),
  blank: (text, n) =>
    n % 2 === 0 ? text.replace("**Out of Scope:**", "\n**Out of Scope:**") : text.replace("\n\n\n", "\n\n"),
  rewrite: (text, n) =>
    inSection(text, "Tasks", () => `## Tasks\n\n1. first ${n}\n2. second\n\n${paragraph(`task ${n}`)}\n`),
};

const history = fc.array(fc.tuple(fc.constantFrom(...Object.keys(STEPS)), fc.integer({ min: 3, max: 99 })), {
  minLength: 1,
  maxLength: 25,
});

it("holds over the edit histories of a context, and most updates cost a small part of the full text", () => {
  let pairs = 0;
  let cheap = 0;
  fc.assert(
    fc.property(history, fc.constantFrom("\n", "\r\n"), (steps, end) => {
      let text = FIRST.replaceAll("\n", end);
      steps.forEach(([name, n], i) => {
        const edited = (STEPS[name]?.(text.replaceAll("\r\n", "\n"), n) ?? text).replaceAll("\n", end);
        const next = edited.replace(/version: GC-v\d+/, `version: GC-v${i + 2}`);
        const delta = computeDelta(text, next, words);
        expect(applyDelta(parseDelta(delta.text), text)).toMatchObject({ text: next, unresolved: [] });
        expect(delta.operations.every(({ subject }) => !subject.startsWith("document"))).toBe(true);
        pairs++;
        if (delta.tokens <= 0.3 * delta.fullTokens) cheap++;
        text = next;
      });
    }),
    { numRuns: 80, seed: 20_260_209 },
  );
  expect(cheap / pairs).toBeGreaterThan(0.9);
});
