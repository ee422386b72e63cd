import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/core/errors";
import { addLearnings, readLearnings } from "@/lib/core/knowledge/active-context";
import { oneLine } from "@/lib/core/knowledge/team-session";

const edit = (text: string | null, date: string, ...lines: string[]) => addLearnings(text, "dev-qa", date, lines);
const add = (...given: Parameters<typeof edit>) => edit(...given).text;

describe("learnings", () => {
  test("begin with a heading for the month", () => {
    const text = "# Learnings — dev-qa\n\n## 2026-02\n- 2026-02-09: One\n- 2026-02-09: Two\n";
    for (const empty of [null, "", "\n"]) expect(add(empty, "2026-02-09", "One", "Two").trim()).toBe(text.trim());
    expect(add(null, "2026-02-09", "One", "Two")).toBe(text);
    expect(readLearnings(text)).toEqual([{ month: "2026-02", items: ["2026-02-09: One", "2026-02-09: Two"] }]);
  });

  test.each([
    ["# L\n\n## 2026-02\n- a\n", "# L\n\n## 2026-02\n- a\n- 2026-02-09: x\n"],
    ["# L\n\n## 2026-02\n- a", "# L\n\n## 2026-02\n- a\n- 2026-02-09: x\n"],
    [
      "## 2026-02 (sprint)\n- a\n  - b\n\n\n## 2026-03\n- c\n",
      "## 2026-02 (sprint)\n- a\n  - b\n- 2026-02-09: x\n\n\n## 2026-03\n- c\n",
    ],
    ["## 2026-02\na\n## 2026-03\n", "## 2026-02\na\n\n- 2026-02-09: x\n## 2026-03\n"],
    ["## 2026-02\n\n## 2026-03\n", "## 2026-02\n- 2026-02-09: x\n\n## 2026-03\n"],
    ["## 2026-01\r\n- a\r\n", "## 2026-01\r\n- a\r\n\r\n## 2026-02\r\n- 2026-02-09: x\r\n"],
    ["## 2026-01\n- a\n\n", "## 2026-01\n- a\n\n## 2026-02\n- 2026-02-09: x\n"],
    [
      "# L\n\n## 2026-01\n- a\n\n## 2025-12\n- b\n",
      "# L\n\n## 2026-02\n- 2026-02-09: x\n\n## 2026-01\n- a\n\n## 2025-12\n- b\n",
    ],
    ["just prose", "just prose\n\n## 2026-02\n- 2026-02-09: x\n"],
    ["```\n## 2026-02\n```\n", "```\n## 2026-02\n```\n\n## 2026-02\n- 2026-02-09: x\n"],
  ])("grow in %j", (before, after) => {
    expect(add(before, "2026-02-09", "x")).toBe(after);
  });

  test("lose no character of what was there", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "\n", "\r\n", "- b\n", "## 2026-02\n", "## 2025-12\n", "```\n"),
    });
    fc.assert(
      fc.property(text, (before) => {
        const { text: after, diagnostics } = edit(before, "2026-02-09", "mark");
        if (diagnostics.length > 0) {
          expect(after).toBe(before);
          expect(before).toContain("```");
          return;
        }
        expect(readLearnings(after).some(({ items }) => items.includes("2026-02-09: mark"))).toBe(true);
        const [head = "", tail = ""] = after.split("- 2026-02-09: mark");
        const kept = (part: string) => part.replaceAll(/Learnings — dev-qa|\s|#|2026-02/g, "");
        expect(kept(head) + kept(tail)).toBe(kept(before));
        expect(after.split("- 2026-02-09: mark")).toHaveLength(2);
      }),
    );
  });
});

describe("a text of one line", () => {
  test("takes no line ends along", () => {
    expect(oneLine("  a\n## b\r\n\t- c\u2028d ", "text")).toBe("a ## b - c d");
  });

  test.each(["", " \n ", "a\0b", "\u001b[0m"])("is refused: %j", (text) => {
    expect(() => oneLine(text, "text")).toThrow(AppError);
  });
});
