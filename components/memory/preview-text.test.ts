import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { previewRuns } from "@/components/memory/preview";

describe("a preview", () => {
  test.each([
    ["call `match()` twice", [{ text: "call " }, { text: "match()", style: "code" }, { text: " twice" }]],
    ["``a ` b``", [{ text: "a ` b", style: "code" }]],
    ["**now** and *then*", [{ text: "now", style: "strong" }, { text: " and " }, { text: "then", style: "em" }]],
    ["see [the page](https://x.test/a)", [{ text: "see the page" }]],
    ["![pixel](https://x.test/p.png) left", [{ text: "pixel left" }]],
    ["a \\* b", [{ text: "a * b" }]],
    ["2 * 3 * 4 and snake_case__name", [{ text: "2 * 3 * 4 and snake_case__name" }]],
    ["<script>alert(1)</script>", [{ text: "<script>alert(1)</script>" }]],
    ["**see [it](https://x.test/a_(b))** now", [{ text: "see it", style: "strong" }, { text: " now" }]],
    [
      "__init__.py and __now__",
      [{ text: "__init__.py", style: "name" }, { text: " and " }, { text: "now", style: "strong" }],
    ],
    [
      "الملف __tests__/__init__.py فارغ",
      [{ text: "الملف " }, { text: "__tests__/__init__.py", style: "name" }, { text: " فارغ" }],
    ],
    ["~~gone~~", [{ text: "gone", style: "struck" }]],
  ])("of %s", (source, runs) => {
    expect(previewRuns(source)).toEqual(runs);
  });
});

test("text without Markdown in it is shown as it is", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\p{L}\p{N} .,:;?/()'"-]{0,200}$/u), (source) => {
      expect(
        previewRuns(source)
          .map((run) => run.text)
          .join(""),
      ).toBe(source);
    }),
  );
});

test("long text is cut, and says so", () => {
  const runs = previewRuns("word ".repeat(500));
  expect(runs[0]?.text.endsWith("…")).toBe(true);
  expect(runs[0]?.text.length).toBeLessThan(500);
});
