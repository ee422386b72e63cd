import { expect, it } from "vitest";
import type { Update } from "@/lib/contracts/context";
import { OPERATION_KINDS } from "@/lib/core/context/delta";
import { composeInjection } from "@/lib/hook/injection";

it("the short form of an update that is too long tells every kind of operation, and leaves what stands below it", () => {
  const operations = OPERATION_KINDS.map((kind) => `- ${kind} §Scope: what ${kind} says`);
  const below = `  ${"a line that stands below. ".repeat(60)}`;
  const text = ["[CONTEXT-UPDATE] GC-v3 → GC-v4", "", "## Delta", ...operations, below, ""].join("\n");
  const update = { id: "u1", text, version: "GC-v4", kind: "update" } as Partial<Update> as Update;
  const shown = composeInjection([update], ".agent/teams/s/global-context.md", 900);
  expect(shown.split("\n").filter((line) => line.startsWith("- "))).toEqual(operations);
  expect(shown).not.toContain("stands below");
  expect(shown.length).toBeLessThanOrEqual(900);
});
