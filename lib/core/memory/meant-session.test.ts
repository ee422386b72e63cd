import { expect, it } from "vitest";
import { meantSession } from "@/lib/core/memory/meant-session";

const session = (id: string, roles: string[] = [], finished: string | null = null) => ({
  id,
  finished,
  roles: roles.map((role) => ({ id: role, state: "active" })),
});
const ONE = session("one", ["Lead", "tester-1", "implementer-1"]);
const TWO = session("two", ["Lead", "implementer-1"]);
const OVER = session("over", ["tester-1"], "2026-02-09");

it.each([
  ["the only one there is", [ONE], null, "one"],
  ["the only one at work", [ONE, OVER], null, "one"],
  ["a finished one where there is no other", [OVER], null, "over"],
  ["the one that the role is in", [ONE, TWO, OVER], "Tester-1", "one"],
  ["none where the role is in several", [ONE, TWO], "implementer-1", null],
  ["none where the role is in none", [ONE, TWO], "mina", null],
  ["none for the Lead of several", [ONE, TWO], "Lead", null],
  ["none where there is none", [], "tester-1", null],
])("is %s", (_, all, role, expected) => {
  expect(meantSession(all, role).only?.id ?? null).toBe(expected);
});
