import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blankFrontMatter } from "@/lib/core/markdown/front-matter";
import { entriesOfBullets, textSections } from "@/lib/core/search/entries-of";
import { snippetOf, queryWordsOf, tokensOf } from "@/lib/core/search/tokenise";

const word = fc.constantFrom(
  "재시도대기열",
  "café",
  "retryQueue",
  "GC-v5",
  "é\u0301",
  "漢字かな",
  "\ud842\udfb7野",
  "a",
  "İx",
  "العربية",
  "\u0301",
  "## ",
  "\n",
);
const termsOf = (said: string) => tokensOf(said.normalize("NFC")).map(({ term }) => term);

const text = fc.oneof(
  fc.array(word, { maxLength: 30 }).map((words) => words.join(" ")),
  fc.string({ unit: "binary" }),
);

describe("tokensOf", () => {
  it("places every term inside the text, in no empty range", () => {
    fc.assert(
      fc.property(text, (value) => {
        for (const { term, start, end } of tokensOf(value)) {
          expect(term).not.toBe("");
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(value.length);
        }
      }),
    );
  });

  it("finds the same terms in NFC and NFD, and in a text each word of itself as a query", () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(termsOf(value.normalize("NFD"))).toEqual(termsOf(value.normalize("NFC")));
        const terms = new Set(termsOf(value));
        for (const { whole, parts, syllabic } of queryWordsOf(value)) {
          expect(terms.has(whole) || (syllabic && parts.every((part) => terms.has(part)))).toBe(true);
        }
      }),
    );
  });

  it("reads megabytes without a space", () => {
    const terms = termsOf(`before ${"x".repeat(12_000_000)} after`);
    expect([terms.at(0), terms.at(-1)]).toEqual(["before", "after"]);
  });

  it("cuts identifiers into their words and runs of Hangul into pairs", () => {
    expect(termsOf("HTTPServer retry_queue")).toEqual(["httpserver", "http", "server", "retry", "queue"]);
    expect(termsOf("재시도")).toEqual(["재시도", "재시", "시도", "도"]);
    expect(termsOf("Café GC-v5")).toEqual(["cafe", "gc", "v5"]);
  });
});

describe("snippetOf", () => {
  it("marks ranges that lie apart and in order within the snippet, which says nothing the text does not", () => {
    fc.assert(
      fc.property(text, text, fc.nat(5), (value, more, repeat) => {
        const whole = `${`${more} `.repeat(repeat)}${value}`.normalize("NFC").toWellFormed();
        const words = queryWordsOf(value);
        const snippet = snippetOf(whole, new Set(termsOf(value)), words);
        const shown = snippet.text.replace(/^…/, "").replace(/…$/, "");
        expect(whole.replace(/\s/g, " ")).toContain(shown.slice(1, -1));
        expect(snippet.text.isWellFormed()).toBe(true);
        let at = -1;
        for (const { start, end } of snippet.matches) {
          expect(start).toBeGreaterThan(at);
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(at).toBeLessThanOrEqual(snippet.text.length);
      }),
    );
  });

  it("shows the stretch with most of the words, the typed part of each marked, and tells its line", () => {
    const filler = "nothing to see here and nothing there either\n".repeat(10);
    const body = `lease\n${filler}the lease of the worker ends`;
    const snippet = snippetOf(body, new Set(["lease", "worker"]), queryWordsOf("lease work"));
    expect(snippet.matches.map(({ start, end }) => snippet.text.slice(start, end))).toEqual(["lease", "work"]);
    expect(snippet.text).toMatch(/^…/);
    expect(snippet.line).toBe(11);
  });
});

describe("what a text is cut into", () => {
  it("has every line below its heading, with that line's number", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("# A", "## B", "text", "```", "", "- x", "===")), (lines) => {
        for (const section of textSections(lines.join("\n"))) {
          const own = section.text.split("\n").slice(0, -1);
          expect(own).toEqual(lines.slice(section.bodyLine - 1, section.bodyLine - 1 + own.length));
        }
      }),
    );
  });

  it("knows headings by their place, and leaves fences alone", () => {
    const sections = textSections("intro\n# T\n## A\na\n### B\nb\n```\n## no\n```\n## C\n");
    expect(sections.map(({ headings, line }) => `${headings.join(">")}:${line}`)).toEqual([
      ":1",
      "T:2",
      "A:3",
      "A>B:5",
      "C:10",
    ]);
  });

  it("reads no frontmatter as a heading, and counts its lines", () => {
    expect(blankFrontMatter("\uFEFF---\r\na: 1\r\n---\r\n# T")).toBe("\r\n\r\n\r\n# T");
    expect(blankFrontMatter("---\nno end\n")).toBe("---\nno end\n");
    expect(blankFrontMatter("text\n---\n")).toBe("text\n---\n");
    fc.assert(
      fc.property(text, (value) => {
        expect(blankFrontMatter(`---\n${value}`).split("\n")).toHaveLength(`---\n${value}`.split("\n").length);
      }),
    );
  });

  it("gives each bullet with what is nested in it, prose apart and comments never", () => {
    const body = "## Points\n<!-- a comment -->\nprose one\n- first\n  - nested\n- second\n\nprose two\n";
    const entries = entriesOfBullets(body, { path: "p", kind: "agent", name: "n", place: "/" });
    expect(entries.map(({ text, line }) => `${line}: ${text.trim().replaceAll("\n", "|")}`)).toEqual([
      "3: prose one|||||prose two",
      "4: first|  - nested",
      "6: second",
    ]);
    expect(new Set(entries.map(({ key }) => key)).size).toBe(3);
  });
});
