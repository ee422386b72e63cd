import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ANSWER_BYTES, bytesOf, cutText, fitAnswer, pageOf } from "@/lib/mcp/fit";
import { addressOf, namesIn } from "@/lib/mcp/resource-address";

const Unit = fc.string({ unit: "binary" });

describe("a text that is cut", () => {
  it("joins to the whole, each part within the limit and well formed", () => {
    fc.assert(
      fc.property(Unit, fc.integer({ min: 8, max: 60 }), (text, limit) => {
        const parts: string[] = [];
        for (let from: number | null = 0; from !== null;) {
          const part = cutText(text, from, limit);
          expect(Buffer.byteLength(part.text)).toBeLessThanOrEqual(limit);
          expect(part.text.isWellFormed()).toBe(true);
          if (part.next !== null) expect(part.next).toBeGreaterThan(from);
          parts.push(part.text);
          from = part.next;
        }
        expect(parts.join("")).toBe(text);
      }),
    );
  });

  it("holds no half of a secret that is held back", () => {
    const token = ["ghp_", "a1B2".repeat(9)].join("");
    for (let limit = 10; limit < 60; limit++) expect(cutText(`a\n${token}\nb`, 0, limit).text).not.toContain("ghp_");
  });

  it("is empty behind its end", () => {
    expect(cutText("abc", 10)).toEqual({ text: "", next: null });
  });
});

describe("a list in pages", () => {
  it("is whole together, each page within an answer unless one item is larger", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 12 }), (sizes) => {
        const all = sizes.map((size, index) => ({ id: String(index), text: "x".repeat(size) }));
        const seen: string[] = [];
        for (let cursor: string | undefined = undefined, first = true; first || cursor !== undefined; first = false) {
          const page: ReturnType<typeof pageOf<(typeof all)[number]>> = pageOf(all, cursor, ({ id }) => id);
          seen.push(...page.items.map(({ id }) => id));
          if (page.items.length > 1) expect(bytesOf(page.items)).toBeLessThan(ANSWER_BYTES + 100);
          cursor = page.nextCursor ?? undefined;
        }
        expect(seen).toEqual(all.map(({ id }) => id));
      }),
    );
  });
});

describe("an address", () => {
  const TEMPLATE = "wardroom://{workspace}/sessions/{session}/memory";

  it("leads back to the names it was made of, whatever they hold", () => {
    const Name = Unit.filter((name) => name.isWellFormed() && name !== "");
    fc.assert(
      fc.property(Name, Name, (workspace, session) => {
        const address = addressOf(TEMPLATE, { workspace, session });
        expect(namesIn(TEMPLATE, address)).toEqual({ workspace, session });
      }),
    );
  });

  it.each([
    "wardroom://demo/sessions/one",
    "wardroom://demo/sessions/one/memory/x",
    "wardroom://demo/sessions/%6fne/memory",
    "wardroom://demo/sessions/%zz/memory",
    "wardroom://demo/gates/one/memory",
    "https://demo/sessions/one/memory",
    "",
  ])("of another form is none: %s", (address) => {
    expect(namesIn(TEMPLATE, address)).toBeNull();
  });
});

describe("an answer that is too long", () => {
  const items = Array.from({ length: 400 }, (_, index) => ({
    id: `gate-${index}`,
    text: "x".repeat(200),
    notes: ["a", "b"],
  }));

  it("is cut to what fits, and goes on behind the last that is left", () => {
    const cut = fitAnswer({ items, nextCursor: null });
    expect(bytesOf(cut)).toBeLessThanOrEqual(ANSWER_BYTES);
    expect(cut).toMatchObject({ cut: true, nextCursor: cut.items.at(-1)?.id });
    expect(items).toHaveLength(400);
  });

  it("is cut within, too", () => {
    const cut = fitAnswer({ version: "GC-v2", delta: { operations: items } });
    expect(bytesOf(cut)).toBeLessThanOrEqual(ANSWER_BYTES);
    expect(cut.delta.operations.length).toBeGreaterThan(1);
  });

  it("stays as it is when it fits", () => {
    const answer = { items: items.slice(0, 2), nextCursor: null };
    expect(fitAnswer(answer)).toBe(answer);
  });
});
