import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyContextText } from "@/lib/core/context/context-texts.arbitrary";
import { contentEquals, readVersion, setVersion } from "@/lib/core/context/version";

describe("the version of a context", () => {
  it("is set in place, with every other byte, quote and comment left", () => {
    expect(setVersion("---\r\na: 1\r\nversion: 'GC-v3' # ours\r\n---\r\nx", "GC-v4")).toBe(
      "---\r\na: 1\r\nversion: 'GC-v4' # ours\r\n---\r\nx",
    );
    expect(setVersion("---\nversion:\n---\n", "GC-v1")).toBe("---\nversion: GC-v1\n---\n");
    expect(setVersion("---\nversion: three\n---\n", "GC-v1")).toBe("---\nversion: GC-v1\n---\n");
    expect(setVersion("---\nfeature: x\n---\n", "GC-v1")).toBe("---\nversion: GC-v1\nfeature: x\n---\n");
    expect(setVersion("---\nversion: GC-v1\nversion: GC-v2\n---\n", "GC-v9")).toBe(
      "---\nversion: GC-v1\nversion: GC-v9\n---\n",
    );
  });

  it("comes with frontmatter where there was none, behind a byte order mark and with the text's line ends", () => {
    expect(setVersion("# T\n", "GC-v1")).toBe("---\nversion: GC-v1\n---\n# T\n");
    expect(setVersion("\uFEFFa\r\nb", "GC-v1")).toBe("\uFEFF---\r\nversion: GC-v1\r\n---\r\na\r\nb");
    expect(setVersion("", "GC-v1")).toBe("---\nversion: GC-v1\n---\n");
  });

  it("is read back from any text, and is no difference in content", () => {
    fc.assert(
      fc.property(anyContextText, fc.nat(999), (text, n) => {
        const set = setVersion(text, `GC-v${n}`);
        expect(readVersion(set)).toBe(`GC-v${n}`);
        expect(contentEquals(set, setVersion(text, "GC-v7"))).toBe(true);
        expect(contentEquals(text, set)).toBe(true);
        expect(contentEquals(set, `${set}\nmore`)).toBe(false);
      }),
    );
  });

  it("is GC-v and a number, or refused", () => {
    for (const wrong of ["3", "GC-v", "GC-v03", "gc-v3", "GC-v3\n"])
      expect(() => setVersion("", wrong)).toThrow("is not a version");
  });
});
