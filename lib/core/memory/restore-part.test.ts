import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { AppError } from "@/lib/core/errors";
import { applyMemoryOperation } from "@/lib/core/memory/apply-operation";
import { identifyItems } from "@/lib/core/memory/identity";
import { nastyMemory, nastyText, tidyMemory } from "@/lib/core/memory/nasty-memory.fixture";
import type { MemoryOperation } from "@/lib/core/memory/operation";
import { parseMemory } from "@/lib/core/memory/parse-memory";

const FORMER = [
  ...["# T", "", "## Lead", "- [Decision] l", "", "## a", "- [Finding] one", "- [Finding] two", "  - in two"],
  ...["- [Finding] three", "", "## b", "- [Finding] four", ""],
].join("\n");

const idOf = (text: string, words: string, role?: string) =>
  identifyItems(parseMemory(text), {}).find((each) => each.item.text === words && (role ?? each.role) === each.role)
    ?.id ?? "";

function apply(text: string, operation: MemoryOperation): string {
  const done = applyMemoryOperation(parseMemory(text), {}, operation);
  expect(done.document).toEqual(parseMemory(done.document.text));
  return done.document.text;
}

function refusal(text: string, operation: MemoryOperation): string {
  try {
    applyMemoryOperation(parseMemory(text), {}, operation);
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  throw new Error("nothing was refused");
}

/** Restores the item of these former words, which reads `now` now. */
function restore(text: string, was: string, now: string | null, scope: string | null = null): string {
  const item = now === null ? null : idOf(text, now);
  return apply(text, { type: "restore-item", scope, item, was: idOf(FORMER, was), former: FORMER });
}

describe("an item", () => {
  const later = FORMER.replace("two\n  - in two", "two, changed\n  new detail").replace(
    "four",
    "four\n- [Finding] five",
  );

  it("gets the words it had, and a colleague's newer line stays", () => {
    expect(restore(later, "two", "two, changed")).toBe(FORMER.replace("four", "four\n- [Finding] five"));
  });

  it("that is gone is put back where it was", () => {
    for (const words of ["one", "two\n  - in two", "three"]) {
      const gone = FORMER.replace(`- [Finding] ${words}\n`, "");
      expect(restore(gone, words.split("\n")[0] ?? "", null)).toBe(FORMER);
    }
  });

  it("is put back behind the nearest neighbour that still stands", () => {
    const gone = FORMER.replace("- [Finding] two\n  - in two\n", "").replace("- [Finding] one", "- [Warning] other");
    expect(restore(gone, "two", null)).toBe(
      gone.replace("- [Finding] three", "- [Finding] two\n  - in two\n- [Finding] three"),
    );
  });

  it("comes back without the marks it has got since", () => {
    const resolved = FORMER.replace("- [Finding] one", "- [ARCHIVED] ~~[Finding] one~~ → done");
    expect(restore(resolved, "one", "one")).toBe(FORMER);
  });

  it("is put back into an empty section in place of what says so", () => {
    expect(restore(FORMER.replace("- [Finding] four", "(awaiting spawn)"), "four", null)).toBe(FORMER);
  });

  it.each(["\n", "\r\n"])("is written with the line ends of the file: %j", (lineEnd) => {
    const now = FORMER.replace("two\n  - in two", "2").trimEnd().replaceAll("\n", lineEnd);
    expect(restore(now, "two", "2")).toBe(FORMER.trimEnd().replaceAll("\n", lineEnd));
  });

  it("is refused where it was changed meanwhile, is another's, or nothing is to be done", () => {
    const was = idOf(FORMER, "one");
    const operation = { type: "restore-item", scope: null, item: was, was, former: FORMER } as const;
    expect(refusal(FORMER, operation)).toBe("invalid_input");
    expect(refusal(FORMER.replace("one", "1"), operation)).toBe("conflict");
    expect(refusal(FORMER, { ...operation, scope: "b" })).toBe("forbidden");
    expect(refusal(FORMER, { ...operation, scope: "b", item: null })).toBe("forbidden");
    expect(refusal(FORMER, { ...operation, was: "0123456789ab" })).toBe("not_found");
    expect(refusal(FORMER.replace("## a", "## c"), { ...operation, item: null })).toBe("not_found");
    expect(refusal(FORMER.replace("## a", "## a [ARCHIVED]"), operation)).toBe("conflict");
  });

  it("records no gate for a role that is not the Lead", () => {
    const former = FORMER.replace("- [Finding] one", "- [Gate] 1 PASSED");
    const was = idOf(former, "1 PASSED");
    const operation = { type: "restore-item", scope: "a", item: null, was, former } as const;
    expect(refusal(FORMER, operation)).toBe("forbidden");
    expect(apply(FORMER, { ...operation, scope: null })).toContain("- [Gate] 1 PASSED\n");
  });
});

describe("a section", () => {
  const section = (text: string, role: string, scope: string | null = null) =>
    apply(text, { type: "restore-section", scope, role, former: FORMER });

  it("holds what it held, and others are as they are", () => {
    const now = FORMER.replace("- [Finding] two\n  - in two\n", "- x\n- y\n").replace("four", "four, newer");
    expect(section(now, "a", "a")).toBe(FORMER.replace("four", "four, newer"));
    expect(section(now, "b")).toBe(now.replace("four, newer", "four"));
  });

  it("that is gone is put back where it was, by the Lead alone", () => {
    const gone = FORMER.replace(/## a\n[^]*?(?=## b)/, "");
    expect(section(gone, "a")).toBe(FORMER);
    expect(refusal(gone, { type: "restore-section", scope: "a", role: "a", former: FORMER })).toBe("forbidden");
    const last = FORMER.replace(/\n## b\n[^]*/, "");
    expect(section(last, "b")).toBe(FORMER);
  });

  it("keeps its heading, and a file without a last line end stays so", () => {
    const now = FORMER.replace("## b\n- [Finding] four\n", "## b (Phase 2)\n- x");
    expect(section(now, "b")).toBe(FORMER.replace("## b", "## b (Phase 2)").trimEnd());
  });

  it("is emptied where it was empty, and filled where it is", () => {
    const empty = FORMER.replace("- [Finding] four\n", "");
    expect(apply(FORMER, { type: "restore-section", scope: null, role: "b", former: empty })).toBe(empty);
    expect(section(empty, "b")).toBe(FORMER);
  });

  it("is refused where nothing is to be done, or it takes no words", () => {
    const operation = { type: "restore-section", scope: null, role: "a", former: FORMER } as const;
    expect(refusal(FORMER, operation)).toBe("invalid_input");
    expect(refusal(FORMER, { ...operation, role: "c" })).toBe("not_found");
    expect(refusal(FORMER, { ...operation, scope: "b" })).toBe("forbidden");
    expect(refusal(FORMER.replace("## a", "## [REPLACED] a"), operation)).toBe("conflict");
  });
});

describe("an item's new words", () => {
  const edit = (text: string, words: string, now: string, scope: string | null = null) =>
    apply(text, { type: "edit-item", scope, item: idOf(text, words), text: now });

  it("take the place of the old ones behind bullet and tag, and nothing else changes", () => {
    expect(edit(FORMER, "two", "2\n- further\n\n## not a heading")).toBe(
      FORMER.replace("two\n  - in two", "2\n  - further\n\n  ## not a heading"),
    );
    expect(edit("## a\r\n*  [Warning] 2026-01-01 x\r\n   y", "x", "z")).toBe("## a\r\n*  [Warning] 2026-01-01 z");
  });

  it("are refused where they change nothing, or would read as something else", () => {
    const operation = { type: "edit-item", scope: null, item: idOf(FORMER, "one"), text: "x" } as const;
    for (const text of ["one", " \n", "2026-01-01 x", "\0"])
      expect(refusal(FORMER, { ...operation, text })).toBe("invalid_input");
    expect(refusal(FORMER, { ...operation, scope: "b" })).toBe("forbidden");
    expect(refusal(FORMER.replace("one", "1"), operation)).toBe("conflict");
    expect(refusal(FORMER.replace("- [Finding] one", "- ~~[Finding] one~~"), operation)).toBe("conflict");
    expect(refusal("## a\n- x\n", { ...operation, item: idOf("## a\n- x\n", "x"), text: "[Gate] x" })).toBe(
      "invalid_input",
    );
  });
});

/** Whether one text is the other with some lines in one place given way to others; line ends at the very end aside. */
function differsInOneRun(before: string, after: string, first: number, count: number): boolean {
  const [old, now] = [linesOf(before), linesOf(after)];
  const tail = old.slice(first + count);
  return (
    now.length >= first + tail.length &&
    old.slice(0, first).every((line, index) => line === now[index]) &&
    (tail.length === 0 || tail.every((line, index) => line === now.at(index - tail.length)))
  );
}

const linesOf = (text: string) => text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];

const memory = fc.oneof(
  nastyMemory,
  tidyMemory,
  tidyMemory.map((text) => text.replaceAll("\n", "\r\n").trimEnd()),
);

test("every line outside of the item or section stays byte for byte, whatever the file", () => {
  let done = 0;
  const someItem = fc.tuple(memory, memory, fc.nat(), fc.nat(), fc.constantFrom("item", "edit", "section"), nastyText);
  fc.assert(
    fc.property(someItem, ([text, former, at, from, what, words]) => {
      const document = parseMemory(text);
      const items = identifyItems(document, {});
      const formerItems = identifyItems(parseMemory(former), {});
      const [placed, was] = [items[at % (items.length || 1)], formerItems[from % (formerItems.length || 1)]];
      const section = document.sections[at % (document.sections.length || 1)];
      const operation: MemoryOperation =
        what === "section"
          ? { type: "restore-section", scope: null, role: section?.role ?? "x", former }
          : what === "edit"
            ? { type: "edit-item", scope: null, item: placed?.id ?? "", text: words }
            : { type: "restore-item", scope: null, item: placed?.id ?? "", was: was?.id ?? "", former };
      let after: string;
      try {
        after = apply(text, operation);
      } catch (error) {
        if (error instanceof AppError) return;
        throw error;
      }
      done++;
      const range =
        what === "section"
          ? {
              first: (section?.line ?? 1) - 1,
              count: linesOf(text.slice(section?.start, section?.end)).length,
            }
          : { first: (placed?.line ?? 1) - 1, count: placed?.item.lines ?? 0 };
      const twins = document.sections.filter(({ role }) => role === section?.role).length > 1;
      if (what === "section" && twins) return;
      expect([text, after, differsInOneRun(text, after, range.first, range.count)]).toEqual([text, after, true]);
    }),
    { numRuns: 2500 },
  );
  expect(done).toBeGreaterThan(300);
});

test("what is put back is one run of lines, and all lines that stood still stand, in any file", () => {
  let done = 0;
  fc.assert(
    fc.property(memory, memory, fc.nat(), fc.boolean(), (text, former, from, isSection) => {
      const was = identifyItems(parseMemory(former), {});
      const gone = was[from % (was.length || 1)];
      const role = parseMemory(former).sections.at(from % 4)?.role ?? "x";
      if (isSection && parseMemory(text).sections.some((each) => each.role === role)) return;
      if (!isSection && parseMemory(text).sections.some(({ placeholder }) => placeholder !== null)) return;
      let after: string;
      try {
        after = isSection
          ? apply(text, { type: "restore-section", scope: null, role, former })
          : apply(text, { type: "restore-item", scope: null, item: null, was: gone?.id ?? "", former });
      } catch (error) {
        if (error instanceof AppError) return;
        throw error;
      }
      done++;
      let head = 0;
      while (head < text.length && after[head] === text[head]) head++;
      let tail = 0;
      while (tail < text.length - head && after.at(-1 - tail) === text.at(-1 - tail)) tail++;
      const isKept = head + tail === text.length && after.length > text.length;
      expect([text, after, isKept]).toEqual([text, after, true]);
    }),
    { numRuns: 2500 },
  );
  expect(done).toBeGreaterThan(300);
});

test("an item changed and restored leaves no trace, whatever happened to its neighbours", () => {
  fc.assert(
    fc.property(tidyMemory, fc.nat(), fc.constantFrom("\n", "\r\n"), fc.boolean(), (tidy, at, lineEnd, isOpen) => {
      const whole = tidy.replaceAll("\n", lineEnd);
      const former = isOpen ? whole.trimEnd() : whole;
      const items = identifyItems(parseMemory(former), {}).filter(({ state }) => state === "active");
      const placed = items[at % (items.length || 1)];
      if (placed === undefined) return;
      const edit = { type: "edit-item", scope: null, item: placed.id, text: "quite other words\nand more" } as const;
      const { document, identity, result } = applyMemoryOperation(parseMemory(former), {}, edit);
      const item = result.items[0]?.id ?? "";
      const back = { type: "restore-item", scope: placed.role, item, was: placed.id, former } as const;
      expect(applyMemoryOperation(document, identity, back).document.text).toBe(former);
    }),
  );
});
