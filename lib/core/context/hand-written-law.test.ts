import { applyDelta } from "@/lib/core/context/at-once.fixture";
import fc from "fast-check";
import { expect, it } from "vitest";
import { anyContextText, anyLine } from "@/lib/core/context/context-texts.arbitrary";
import { parseDelta } from "@/lib/core/context/delta";

const HEADER = "[CONTEXT-UPDATE] GC-v3 → GC-v4\n\n## Delta\n";
/** Without the marks of a text's form, and without its blank lines. */
const linesOf = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, "") // matches a byte order mark
    .split(/\r\n|\n|\r/) // matches each line end
    .filter((line) => line.trim() !== "");

/** The first of some lines that another text does not hold, in their order. */
const missing = (wanted: readonly string[], text: string): string | undefined => {
  const present = linesOf(text);
  let at = 0;
  return wanted.find((line) => {
    const found = present.indexOf(line, at);
    at = found + 1;
    return found === -1;
  });
};

const [ABOVE, BELOW] = [
  "## Above\n- one\n- two: 2\n| a | b |\n|---|---|\n| c | d |\n",
  "## Below\nProse.\n```\ncode\n```\n- last\n",
];
const BASE = `${ABOVE}## Scope\n**In Scope:**\n- parser\n- key: value\n\n**Out of Scope:**\n- refunds\n${BELOW}`;

const operation = fc
  .tuple(
    fc.constantFrom("ADDED", "CHANGED", "REMOVED", "REPLACED", "DELETED"),
    fc.constantFrom("Scope", "Scope.in_scope", "scope: out_of_scope", "Scope.key", "Nowhere"),
    anyLine,
  )
  .map(([kind, reference, rest]) => `- ${kind} §${reference}: ${rest}`);
const written = fc.array(fc.oneof(operation, anyLine), { maxLength: 12 }).map((lines) => lines.filter(isOfScope));

/** True for a line that names no section but the one that the law is about. */
function isOfScope(line: string): boolean {
  return !/§(?:Above|Below)/i.test(line);
}

it("loses no line of a section that the delta does not name", () => {
  fc.assert(
    fc.property(written, (lines) => {
      const { text, applied, total, unresolved } = applyDelta(parseDelta(HEADER + lines.join("\n")), BASE);
      expect(applied + unresolved.length).toBe(total);
      for (const section of [ABOVE, BELOW]) expect(missing(linesOf(section), text)).toBeUndefined();
      if (applied === 0) expect(text).toBe(BASE);
    }),
    { numRuns: 1000 },
  );
});

it("loses no line of any context by additions", () => {
  const addition = fc.tuple(fc.constantFrom("Scope", "Scope.in_scope", "preamble", "frontmatter"), anyLine);
  fc.assert(
    fc.property(anyContextText, fc.array(addition, { maxLength: 5 }), (base, additions) => {
      const operations = additions.map(([reference, payload]) => `- ADDED §${reference}: ${payload}`);
      const { text } = applyDelta(parseDelta(operations.join("\n")), base);
      expect(missing(linesOf(base), text)).toBeUndefined();
    }),
    { numRuns: 600 },
  );
});

it("loses no line of a section's new content: all of it stands in the text, or the operation is refused", () => {
  const body = fc.array(
    anyLine.filter((line) => !/^[-*]?\s?[A-Z]{3,}\s+§|^##\s+Impact Assessment/.test(line)),
    { maxLength: 12 },
  ); // matches "- ADDED §Scope"
  fc.assert(
    fc.property(body, fc.boolean(), (lines, indented) => {
      const content = lines.map((line) => (indented ? `  ${line}` : line));
      const delta = ["- REPLACED §Scope: (see below)", ...content, "- REMOVED §Below"].join("\n");
      const { text, applied, total } = applyDelta(parseDelta(HEADER + delta), BASE);
      const kept = lines.map((line) => line.trim()).filter((line) => line !== "" && !/^#+ scope/i.test(line)); // matches "## Scope"
      const stands = linesOf(text)
        .map((line) => line.trim())
        .join("\n");
      if (applied === total) expect(missing(kept, stands)).toBeUndefined();
      else expect(text === BASE || text === BASE.replace(BELOW, "")).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
