import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { putMarkedSection } from "@/lib/core/protocol/plan-init";
import { refusal } from "@/lib/services/testing/refusal.fixture";

const put = (text: string, section = "ours\n") => putMarkedSection(text, section, "CLAUDE.md");

const BLOCK = "<!-- wardroom:begin -->\nours\n<!-- wardroom:end -->\n";

describe("a section between marks", () => {
  it.each([
    ["", BLOCK],
    ["# Mine\n", `# Mine\n\n${BLOCK}`],
    ["# Mine", `# Mine\n\n${BLOCK}`],
    ["# Mine\n\n", `# Mine\n\n${BLOCK}`],
    ["# Mine\r\n", `# Mine\r\n\r\n${BLOCK.replaceAll("\n", "\r\n")}`],
    ["\uFEFF", `\uFEFF${BLOCK}`],
    [`a\n${BLOCK.replace("ours", "older\nand longer")}b  \n`, `a\n${BLOCK}b  \n`],
    [BLOCK.trimEnd(), BLOCK.trimEnd()],
    [`\uFEFF${BLOCK}`, `\uFEFF${BLOCK}`],
    // What is quoted in a code block is no mark.
    [`\`\`\`\n${BLOCK}\`\`\`\n`, `\`\`\`\n${BLOCK}\`\`\`\n\n${BLOCK}`],
    ["Say <!-- wardroom:begin --> there\n", `Say <!-- wardroom:begin --> there\n\n${BLOCK}`],
  ])("in %j", (text, expected) => {
    expect(put(text)).toBe(expected);
  });

  it("stands within what a client reads, however long the text, and every other byte stays", () => {
    const heads = fc.constantFrom("", "\uFEFF", "---\na: b\n---\n");
    fc.assert(
      fc.property(heads, fc.integer({ min: 0, max: 3_000 }), (head, lines) => {
        const text = head + "- Rule: keep tests next to the code they test\n".repeat(lines);
        const once = put(text);
        expect(Buffer.byteLength(once.slice(0, once.indexOf("wardroom:end")))).toBeLessThan(32_768);
        expect(once.startsWith(head)).toBe(true);
        expect(once.replace(BLOCK, "").replaceAll("\n", "")).toBe(text.replaceAll("\n", ""));
        expect(put(once)).toBe(once);
      }),
    );
  });

  it("leaves every other byte as it is, and a second time everything", () => {
    const line = fc.oneof(fc.string(), fc.constantFrom("# Title", "", "```", "~~~~", "- item  ", "<!-- a -->"));
    const text = fc
      .array(fc.tuple(line, fc.constantFrom("\n", "\r\n")), { maxLength: 12 })
      .map((lines) => lines.map((parts) => parts.join("")).join(""));
    fc.assert(
      fc.property(text, fc.string(), (own, last) => {
        const before = own + last.replaceAll("wardroom", "");
        let once: string;
        try {
          once = put(before);
        } catch {
          expect(before).toMatch(/```|~~~/);
          return;
        }
        expect(once.startsWith(before)).toBe(true);
        expect(put(once)).toBe(once);
        const changed = put(once, "other\n");
        expect(changed.startsWith(before)).toBe(true);
        expect(put(changed)).toBe(once);
      }),
    );
  });

  it("is not put into a code block that is not ended", () => {
    expect(() => put("# Mine\n\n~~~~\nls\n~~~\n")).toThrow("ends within the code block that begins on line 3");
  });

  it.each([
    ["<!-- wardroom:begin -->\n", 1],
    ["a\n<!-- wardroom:end -->\n", 2],
    [`${BLOCK}${BLOCK}`, 4],
    ["<!-- wardroom:end -->\n<!-- wardroom:begin -->\n", 1],
  ])("is not guessed at in %j", async (text, line) => {
    const { message } = await refusal("conflict", (async () => put(await Promise.resolve(text)))());
    expect(message).toContain(`line ${line}`);
  });
});
