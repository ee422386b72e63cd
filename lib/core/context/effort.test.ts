import { finish } from "@/lib/core/steps";
import { describe, expect, it } from "vitest";
import { applySteps } from "@/lib/core/context/apply-delta";
import { limitEffort } from "@/lib/core/context/context-model";
import { parseContext } from "@/lib/core/context/parse-context";
import { parseDelta } from "@/lib/core/context/delta";

const OPERATIONS = 500;
const numbers = Array.from({ length: OPERATIONS }, (_, index) => index);
const base = numbers.map((index) => `## S${index}\n- key: v\n`).join("");
const head = "[CONTEXT-UPDATE] GC-v1 → GC-v2\n";

describe("the work of placing a delta", () => {
  it("can be put down after each operation", () => {
    const delta = parseDelta(head + numbers.map((index) => `- CHANGED §S${index}.key: v → w\n`).join(""));
    const steps = applySteps(delta, parseContext(base));
    let yields = 0;
    while (steps.next().done !== true) yields += 1;
    expect(yields).toBe(OPERATIONS);
  });

  it("grows with the operations, not with the text they are in", () => {
    const context = parseContext(base);
    limitEffort(context, 40 * OPERATIONS);
    const delta = parseDelta(head + numbers.map((index) => `- CHANGED §S${index}.key: v → w\n`).join(""));
    expect(finish(applySteps(delta, context))).toMatchObject({ applied: OPERATIONS, total: OPERATIONS });
  });

  it("is refused past its limit, with what to do", () => {
    const context = parseContext(`## S\n${"a line of the body\n".repeat(1000)}`);
    limitEffort(context, 1000);
    const fragments = numbers.map((index) => `- CHANGED §S: …${`${index} → …`.repeat(50)}\n`).join("");
    expect(() => finish(applySteps(parseDelta(head + fragments), context))).toThrow(
      expect.objectContaining({ code: "too_large", details: { hint: expect.stringContaining("Split") as string } }),
    );
  });
});
