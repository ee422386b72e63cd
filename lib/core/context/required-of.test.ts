import { describe, expect, it } from "vitest";
import { requiredOf } from "@/lib/core/context/update-message";

const ROLES = ["implementer-1", "implementer-10", "tester-1"];
const TEXT = "Read all. implementer-1: lower case keys. implementer-10: usage; see tester-1: no. Tester-1: test it.";

describe("what is required of a role", () => {
  it.each([
    ["implementer-1", "Read all. lower case keys."],
    ["implementer-10", "Read all. usage; see tester-1: no."],
    ["tester-1", "Read all. test it."],
    ["architect-1", "Read all."],
  ])("is to %s what is said to all and to it", (role, expected) => {
    expect(requiredOf(TEXT, role, ROLES)).toBe(expected);
  });

  it("ends as a sentence where the roles' parts are divided by semicolons", () => {
    expect(requiredOf("Read all; tester-1: test it; implementer-1: the store;", "tester-1", ROLES)).toBe(
      "Read all; test it",
    );
  });

  it("is all of it where no role is named, and nothing where only others are", () => {
    expect(requiredOf("PAUSE", "tester-1", ROLES)).toBe("PAUSE");
    expect(requiredOf("implementer-1: wait.", "tester-1", ROLES)).toBe("NONE");
  });
});
