import fc from "fast-check";
import { expect, it } from "vitest";
import { updateParts } from "@/lib/core/context/update-parts";

const line = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.constantFrom("## Scope", "### Goal", "", "- D-7: one currency", "漢字".repeat(90)),
);

it("cuts a message into parts that join to it, none longer than there is room, each with the heading it stands below", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), fc.integer({ min: 40, max: 400 }), (lines, room) => {
      const text = lines.join("\n");
      const parts = updateParts(text, room);
      expect(parts.map((part) => part.text).join("")).toBe(text);
      let before = "";
      for (const part of parts) {
        expect(part.text.length).toBeLessThanOrEqual(room);
        const heading = before.match(/^#{1,3} .+$/gm)?.at(-1) ?? "";
        if (!/^#{1,3} /.test(part.text)) expect(part.below).toBe(heading);
        before += part.text;
      }
    }),
  );
});

it("cuts before a heading rather than within what stands below it", () => {
  const [first, second] = updateParts(`# A\n${"- a line\n".repeat(8)}## B\n${"- a line\n".repeat(8)}`, 100);
  expect(first?.text).toMatch(/line\n$/);
  expect(second).toMatchObject({ below: "", text: expect.stringMatching(/^## B\n/) as string });
});
