import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { DiffRow } from "@/components/ui/diff";
import { RenderedLine } from "@/components/history/text-diff";

const lineOf = (segments: DiffRow["segments"]): DiffRow => ({ kind: "added", before: null, after: 1, segments });

/** What is drawn, its text, and the words that are marked in it. */
function draw(segments: DiffRow["segments"]) {
  const html = renderToStaticMarkup(<RenderedLine line={lineOf(segments)} />);
  const marked = [...html.matchAll(/<mark[^>]*>([^<]*)<\/mark>/g)].map(([, words]) => words);
  return { html, text: html.replace(/<[^>]*>/g, ""), marked };
}

it("shows Markdown as it is meant, with the words marked that changed within it", () => {
  const shown = draw([
    { text: "- Retry **at ", changed: false },
    { text: "most twice", changed: true },
    { text: "** with `retry.ts`", changed: false },
  ]);
  expect(shown.text).toBe("• Retry at most twice with retry.ts");
  expect(shown.marked).toEqual(["most twice"]);
  expect(shown.html).toMatch(/font-mono[^>]*>retry\.ts</);
});

it("marks no word where only the signs of Markdown changed, or the whole line is new", () => {
  const bold = draw([
    { text: "**", changed: true },
    { text: "Scope", changed: false },
    { text: "**", changed: true },
  ]);
  expect([bold.text, bold.marked]).toEqual(["Scope", []]);
  expect(draw([{ text: "## Scope", changed: true }])).toMatchObject({ text: "Scope", marked: [] });
});

it("loses no word of any line", () => {
  const words = fc.array(fc.record({ text: fc.stringMatching(/^[a-z ]{0,8}$/), changed: fc.boolean() }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(words, (segments) => {
      const text = segments.map((segment) => segment.text).join("");
      expect(draw(segments).text).toBe(text);
    }),
    { numRuns: 50 },
  );
});
