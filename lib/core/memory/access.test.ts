import { expect, test } from "vitest";
import { accessOf, typeOf } from "@/lib/core/memory/access";

test.each([
  ["Lead", null, null, "lead"],
  ["lead", "tester", null, "lead"],
  ["implementer-2", null, "implementer", "direct"],
  ["implementer-ontology", null, "implementer", "direct"],
  ["Implementer", null, "implementer", "direct"],
  ["integrator-1", null, "integrator", "direct"],
  ["architect-1", null, "architect", "relay"],
  ["tester-1", null, "tester", "relay"],
  ["researcher-1", null, "researcher", "relay"],
  ["devils-advocate-1", null, "devils-advocate", "relay"],
  ["implementers-friend", null, null, "relay"],
  ["implementer2", null, null, "relay"],
  ["ghost-1", null, null, "relay"],
  ["ghost-1", "implementer", "implementer", "direct"],
  ["implementer-1", "tester", "tester", "relay"],
  ["implementer-1", "Lead", "lead", "relay"],
  ["ghost-1", "constructor", "constructor", "relay"],
  ["ghost-1", "", null, "relay"],
])("%s of type %s is %s: %s", (role, given, type, access) => {
  expect(typeOf(role, given)).toBe(type);
  expect(accessOf(role, { type: given })).toBe(access);
});

test.each([
  ["tester-1", null, ["tester"], "direct"],
  ["implementer-1", null, ["tester"], "relay"],
  ["ghost-1", "Reviewer", ["reviewer"], "direct"],
  ["ghost-1", null, ["reviewer"], "relay"],
  ["Lead", null, [], "lead"],
] as const)("where a session names its types, %s of type %s with %j is %s", (role, type, direct, access) => {
  expect(accessOf(role, { type, direct })).toBe(access);
});
