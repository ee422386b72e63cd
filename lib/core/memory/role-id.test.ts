import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "@/lib/core/errors";
import { assertNewRoleId, assertRoleId, foldRoleId, isRoleName, parseSectionHeading } from "@/lib/core/memory/role-id";
import { assertSessionId, isSessionId } from "@/lib/core/memory/session-paths";

test.each([
  ["implementer-1", "implementer-1"],
  ["Devils-Advocate-1", "devils-advocate-1"],
  ["LEAD", "Lead"],
  ["구현자-1", "구현자-1"],
  ["implementer_v1.2", "implementer_v1.2"],
  [" tester-1 ", "tester-1"],
])("%j is the role %j", (value, role) => {
  expect(assertRoleId(value)).toBe(role);
});

const NO_ROLES = [
  "",
  " ",
  "..",
  "a..b",
  "a/b",
  "a\\b",
  "a\0b",
  "a\nb",
  "# a",
  "a]",
  "(a)",
  "[REPLACED] a",
  "a b",
  "-a",
  "a-",
];

test.each([...NO_ROLES, "__proto__", "\uD800", "a\u202Eb", "Meta", "x".repeat(65), "x".repeat(300), "😀"])(
  "%j is no role",
  (value) => {
    expect(() => assertRoleId(value)).toThrow(AppError);
  },
);

test("the Lead is a role, but no new one", () => {
  expect(() => assertNewRoleId("lead")).toThrow(AppError);
  expect(assertNewRoleId("Tester-2")).toBe("tester-2");
});

test("a section is a role's exactly when a teammate may be given its name", () => {
  const names = fc.oneof(
    fc.constantFrom(...NO_ROLES, "Meta", "Log", "요약", "x".repeat(64), "x".repeat(65), "구".repeat(65), "a.b"),
    fc.string({ unit: fc.constantFrom("a", "Ä", "구", "1", ".", "-", "_", " ", "\u0301"), maxLength: 8 }),
  );
  fc.assert(
    fc.property(names, (name) => {
      fc.pre(foldRoleId(name) !== "Lead");
      let mayBeAdded = true;
      try {
        assertNewRoleId(name);
      } catch {
        mayBeAdded = false;
      }
      expect(isRoleName(foldRoleId(name))).toBe(mayBeAdded);
    }),
    { numRuns: 2000 },
  );
});

test("a role is found again under the heading written for it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 12 }), (value) => {
      let role;
      try {
        role = assertRoleId(value);
      } catch {
        return;
      }
      expect(parseSectionHeading(role).role).toBe(role);
      expect(assertRoleId(role)).toBe(role);
    }),
    { numRuns: 2000 },
  );
});

test.each(["invoice-import", "COA-2026.1", "a", "결제 개편", "x".repeat(80)])("%j can name a session", (value) => {
  expect(assertSessionId(value)).toBe(value);
});

test.each([
  ...["", ".", "..", "a/..", "a/b", "a\\b", "a\0", "a\n", ".hidden", "a.", "a ", " a", "a:b", "a*", "a..b", "-a"],
  ...["con", "NUL.txt", "x".repeat(81), "x".repeat(300), "\uD800", "%2e%2e"],
])("%j cannot name a session", (value) => {
  expect(isSessionId(value)).toBe(false);
  expect(() => assertSessionId(value)).toThrow(AppError);
});
