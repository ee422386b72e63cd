import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeSave } from "@/lib/core/history/stale-save";

const BASE = "# T\n\n## a\n- one\n\n## b\n- two\n";

/** Few different lines, headings among them, so that equal ones come again elsewhere: of them no text tells when they came. */
const LINE = fc.constantFrom("- x\n", "- y\n", "- one\n", "- two\n", "## a\n", "## b\n");

/** A text, and up to three later ones with one to three lines more each. */
const HISTORY = fc
  .tuple(
    fc.array(LINE, { minLength: 2, maxLength: 7 }),
    fc.array(fc.tuple(fc.nat(12), fc.array(LINE, { minLength: 1, maxLength: 3 })), { minLength: 1, maxLength: 3 }),
  )
  .map(([first, additions]) => {
    const texts = [first];
    for (const [place, added] of additions) {
      const lines = [...(texts.at(-1) ?? [])];
      lines.splice(Math.min(place, lines.length), 0, ...added);
      texts.push(lines);
    }
    return texts;
  });

describe("a save in the place of the newest text", () => {
  it("that only deletes is never undone unasked, whichever lines it deletes", () => {
    const kept = fc.array(fc.constantFrom(true, true, true, false), { minLength: 16, maxLength: 16 });
    fc.assert(
      fc.property(HISTORY, kept, (history, keeps) => {
        const texts = history.map((lines) => lines.join(""));
        const saved = (history.at(-1) ?? []).filter((_, at) => keeps[at]).join("");
        expect(judgeSave(texts, saved, "propose")?.putBack ?? "no").toBe("no");
      }),
      { numRuns: 10_000 },
    );
  });

  it("that only deletes, and so moves a line to another section, has no line of its own for that", () => {
    const texts = ["- x\n## b\n", "- x\n## b\n- x\n## b\n## a\n"];
    expect(judgeSave(texts, "- x\n- x\n## b\n", "propose")).toEqual({ base: 0, putBack: "no" });
  });

  it("gets back what it cannot have seen, where it added a line in another section", () => {
    const now = BASE.replace("- two\n", "- two\n- of an agent\n");
    const saved = BASE.replace("- one\n", "- one\n- mine\n");
    expect(judgeSave([BASE, now], saved, "propose")).toEqual({ base: 0, putBack: "unseen" });
    expect(judgeSave([BASE, now], saved, "repair")).toEqual({ base: 0, putBack: "yes" });
    expect(judgeSave([BASE, now], saved, "observe")).toEqual({ base: 0, putBack: "no" });
    expect(judgeSave([BASE, now], BASE, "repair")).toEqual({ base: 0, putBack: "no" });
  });

  it("that was made from the newest text is none", () => {
    expect(judgeSave([BASE, `${BASE}- new\n`], `${BASE}- new\n- mine\n`, "repair")).toBeNull();
  });

  it("that changed the very line which was changed meanwhile is not decided for anybody", () => {
    const now = BASE.replace("- one\n", "- one of theirs\n");
    const saved = BASE.replace("- one\n", "- one of mine\n");
    expect(judgeSave([BASE, now], saved, "repair")).toEqual({ base: 0, putBack: "no" });
  });

  it("that lacks nothing is none, whatever it was made from", () => {
    const saved = BASE.replace("- one\n", "- one of mine\n");
    expect(judgeSave([BASE, BASE.replace("- one\n", "")], saved, "repair")).toBeNull();
  });
});
