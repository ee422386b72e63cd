import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeText, type EncodedText } from "@/lib/services/commit/document-states";

const whole = (text: EncodedText) => Buffer.concat(text.map(({ bytes }) => bytes));
/** Letters of one to four bytes, and halves of characters that are no text by themselves. */
const unit = fc.constantFrom("a", "\n", "é", "한", "😀", "😁", "\ud83d", "\ude00");
const text = fc.array(unit, { maxLength: 40 }).map((units) => units.join(""));

describe("a text that follows another", () => {
  it("is encoded as it would be by itself, wherever it begins to differ and however it is cut", () => {
    fc.assert(
      fc.property(text, text, text, text, fc.nat(), (shared, former, first, second, cut) => {
        const known = encodeText([shared, former], 0);
        const next = shared + first + second;
        const at = shared.length + (cut % (first.length + 1));
        const pieces = [next.slice(0, at), next.slice(at)];
        expect(whole(encodeText(pieces, shared.length, known))).toEqual(Buffer.from(next));
      }),
    );
  });

  it("is so after hundreds of edits, at the end and in the middle, over many chunks", () => {
    let now = "한글 and 😀 ".repeat(20_000);
    let known = encodeText([now], 0);
    for (let count = 0; count < 300; count++) {
      const at = count % 7 === 0 ? Math.floor(now.length / 2) : now.length - (count % 3);
      const next = `${now.slice(0, at)}- ${count} 😀\n${now.slice(at)}`;
      known = encodeText([next], at, known);
      now = next;
    }
    expect(whole(known).equals(Buffer.from(now))).toBe(true);
    expect(known.length).toBeLessThan(100);
  });
});
