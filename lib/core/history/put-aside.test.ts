import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeBoth } from "@/lib/core/history/merge-both";
import { withoutVanished } from "@/lib/core/history/put-aside";
import { cutLines } from "@/lib/core/text/cut-lines";

const BEFORE = "# T\n\n## a\n- one\n- of an agent\n\n## b\n- two\n- of another\n";
const AFTER = "# T\n\n## a\n- one\n\n## b\n- two\n- from upstream\n";

function putBack(before: string, after: string, present: string): string {
  return mergeBoth(withoutVanished(before, after), before, present).text;
}

/** How often each line that is not blank stands in a text. */
function counts(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const line of cutLines(text).lines) if (line.trim() !== "") found.set(line, (found.get(line) ?? 0) + 1);
  return found;
}

describe("lines that git put aside", () => {
  it("come back at their places, and what git brought stays", () => {
    const back = putBack(BEFORE, AFTER, AFTER.replace("- one\n", "- one\n- written since\n"));
    for (const line of ["- of an agent", "- of another", "- from upstream", "- written since"])
      expect(back).toContain(line);
    expect(back.indexOf("- of an agent")).toBeLessThan(back.indexOf("## b"));
  });

  it("come back once, also where some of them are there again", () => {
    const back = putBack(BEFORE, AFTER, AFTER.replace("- one\n", "- one\n- of an agent\n"));
    expect(back.match(/of an agent/g)).toHaveLength(1);
    expect(putBack(BEFORE, AFTER, BEFORE)).toBe(BEFORE);
  });

  it("come back all of them, and nothing that is there is taken away, in any texts", () => {
    const line = fc.constantFrom("- a", "- b", "- c", "  d", "## x", "", "- e");
    const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.map((each) => `${each}\n`).join(""));
    fc.assert(
      fc.property(text, text, text, (before, after, present) => {
        const [now, was, then, back] = [present, before, after, putBack(before, after, present)].map(counts);
        for (const [each, count] of now ?? []) expect(back?.get(each)).toBeGreaterThanOrEqual(count);
        for (const [each, count] of was ?? [])
          if (then?.get(each) === undefined) expect(back?.get(each)).toBeGreaterThanOrEqual(count);
        for (const [each, count] of back ?? [])
          expect(count).toBeLessThanOrEqual(Math.max(was?.get(each) ?? 0, now?.get(each) ?? 0));
      }),
    );
  });
});
