import { expect, it } from "vitest";
import type { Update } from "@/lib/contracts/context";
import { composeInjection } from "@/lib/hook/injection";

const update = (text: string) => ({ id: "u1", text, version: "GC-v4", kind: "update" }) as Partial<Update> as Update;

it("tells an update that is too long in parts, each of which says what it is of, and nothing is left out", () => {
  const lines = Array.from({ length: 200 }, (_, n) => `- D-${n}: decided`);
  const text = ["[CONTEXT-UPDATE] GC-v4 (full text)", "", "## Log", ...lines].join("\n");
  const told = composeInjection([update("[CONTEXT-UPDATE] GC-v3"), update(text)], 900);
  expect(told.length).toBeGreaterThan(3);
  for (const part of told) expect(part.length).toBeLessThanOrEqual(900);
  for (const line of lines) expect(told.filter((part) => part.split("\n").includes(line))).toHaveLength(1);
  expect(told[0]).toMatch(/^\[CONTEXT-UPDATE\] GC-v3\n\n\(part 1 of/);
  expect(told[1]).toMatch(/^\[CONTEXT-UPDATE\] GC-v4 \(part 2 of \d, below ## Log\)/);
});

it("tells together what fits", () => {
  expect(composeInjection([update("one"), update("two")], 900)).toEqual(["one\n\ntwo"]);
});
