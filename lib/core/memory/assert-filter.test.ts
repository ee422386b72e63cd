import { expect, test } from "vitest";
import { AppError } from "@/lib/core/errors";
import { assertFilter } from "@/lib/core/memory/assert-filter";

const HAS = { roles: ["Lead", "implementer-1", "implementer-2", "tester-1"], tags: ["Finding", "Idea"] };

function hintOf(filter: { role?: string; tag?: string }): string {
  try {
    assertFilter(filter, HAS);
    return "";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.code).toBe("not_found");
    return error.details.hint ?? "";
  }
}

test("roles and tags are found whatever their case, and so is a tag that only this memory has", () => {
  for (const filter of [
    {},
    { role: "LEAD, Implementer-1," },
    { tag: "finding,QUESTION" },
    { tag: "idea" },
    { tag: "none" },
  ]) {
    expect(hintOf(filter)).toBe("");
  }
});

test("one that is misspelled is refused with the nearest name and all there are", () => {
  expect(hintOf({ role: "tester-1,implementor-1" })).toContain(
    "Did you mean implementer-1? There are Lead, implementer-1",
  );
  expect(hintOf({ tag: "find" })).toContain("There are Finding, Pattern");
  expect(hintOf({ tag: "findin" })).toContain("Did you mean Finding?");
});
