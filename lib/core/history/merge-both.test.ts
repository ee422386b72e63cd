import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeBoth } from "@/lib/core/history/stale-save";

const BASE = "# T\n\n## a\n- one\n\n## b\n- two\n";

describe("putting missing lines back", () => {
  it("joins changes of different sections", () => {
    const missing = BASE.replace("- two\n", "- two\n- of an agent\n");
    const present = BASE.replace("- one\n", "- one\n- of the editor\n");
    expect(mergeBoth(BASE, missing, present)).toEqual({
      text: "# T\n\n## a\n- one\n- of the editor\n\n## b\n- two\n- of an agent\n",
      overlaps: false,
    });
  });

  it("keeps both where both added at one place, and calls it no overlap", () => {
    const merged = mergeBoth(BASE, `${BASE}- of an agent\n`, `${BASE}- of the editor\n`);
    expect(merged).toEqual({ text: `${BASE}- of an agent\n- of the editor\n`, overlaps: false });
  });

  it("says that it overlaps where both changed one line, and loses neither", () => {
    const merged = mergeBoth(BASE, BASE.replace("one", "uno"), BASE.replace("one", "eins"));
    expect(merged.overlaps).toBe(true);
    expect(merged.text).toContain("- uno\n- eins\n");
  });

  it("leaves out what the editor deleted from the text it had read", () => {
    const merged = mergeBoth(BASE, `${BASE}- of an agent\n`, BASE.replace("- one\n", ""));
    expect(merged).toEqual({ text: "# T\n\n## a\n\n## b\n- two\n- of an agent\n", overlaps: false });
  });

  it("puts back no line that is there again already", () => {
    const missing = `${BASE}- of an agent\n`;
    expect(mergeBoth(BASE, missing, BASE.replace("- one\n", "- one\n- of an agent\n")).text).toBe(
      BASE.replace("- one\n", "- one\n- of an agent\n"),
    );
  });

  it("holds every line that either side added, in any texts", () => {
    const text = fc
      .array(fc.constantFrom("- a\n", "- b\n", "  - c\n", "## d\n", "\n", "e\n"))
      .map((all) => all.join(""));
    fc.assert(
      fc.property(text, text, text, (base, missing, present) => {
        const { text: merged } = mergeBoth(base, missing, present);
        const count = (of: string, line: string) => of.split("\n").filter((each) => each === line).length;
        for (const line of new Set([...missing.split("\n"), ...present.split("\n")])) {
          if (line === "") continue;
          const [was, back, now] = [count(base, line), count(missing, line), count(present, line)];
          if (now > was) expect(count(merged, line)).toBeGreaterThanOrEqual(now > back ? Math.min(now, back) : now);
          if (back > was && was === 0) expect(count(merged, line)).toBeGreaterThanOrEqual(1);
        }
      }),
    );
  });

  it("joins more lines than a call takes arguments", () => {
    const log = Array.from({ length: 200_000 }, (_, line) => `${line % 10}\n`).join("");
    expect(mergeBoth(BASE, BASE + log, BASE).text).toBe(BASE + log);
    expect(mergeBoth(BASE, BASE, BASE + log).text).toBe(BASE + log);
    expect(mergeBoth(BASE + log, log, BASE + log).text).toBe(log);
    expect(mergeBoth(BASE, `${BASE}- a\n${log}`, `${BASE}- b\n${log}`)).toMatchObject({ overlaps: false });
  });

  it("changes nothing where nothing is missing", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (base, present) => {
        expect(mergeBoth(base, base, present).text).toBe(present);
      }),
    );
  });
});
