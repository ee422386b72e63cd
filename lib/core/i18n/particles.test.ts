import fc from "fast-check";
import { describe, expect, it } from "vitest";
import korean from "./korean.json";
import { chooseParticles } from "@/lib/core/i18n/say";

describe("chooseParticles", () => {
  it.each([
    ["GC-v4을(를) 받음", "GC-v4를 받음"],
    ["GC-v3을(를) 받음", "GC-v3을 받음"],
    ["tester-1(으)로", "tester-1로"],
    ["tester-3(으)로", "tester-3으로"],
    ["김지훈이(가) 엶", "김지훈이 엶"],
    ["“서버”이(가)", "“서버”가"],
    ["서울(으)로", "서울로"],
    ["Lead(이)라고", "Lead라고"],
    ["plan은(는)", "plan은"],
  ])("reads %s as %s", (open, chosen) => expect(chooseParticles(open)).toBe(chosen));

  it("leaves no ending open in any sentence, whatever its values are", () => {
    const sentences = Object.values(korean).filter((text) => /\((를|가|는|와|으|이)\)/.test(text));
    expect(sentences.length).toBeGreaterThan(10);
    const name = fc.stringMatching(/^[\p{L}\p{N}-]*[\p{L}\p{N}]$/u);
    fc.assert(
      fc.property(fc.constantFrom(...sentences), name, (text, value) => {
        expect(chooseParticles(text.replaceAll(/\{\w+\}/g, value))).not.toMatch(/[을이은과]\([를가는와]\)|\([으이]\)/);
      }),
    );
  });
});
