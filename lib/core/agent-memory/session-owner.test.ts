import { expect, it } from "vitest";
import { isSessionOf } from "@/lib/core/agent-memory/agent-name";

const of = (role: string, sessionKey: number | null = null) => ({ role, sessionKey });

it("a session is for the role that began it and for the Lead to end, and the Lead's for any role", () => {
  expect(isSessionOf(of("implementer-1"), of("Implementer-1"))).toBe(true);
  expect(isSessionOf(of("implementer-1"), of("implementer-2"))).toBe(false);
  expect(isSessionOf(of("implementer-1"), of("implementer"))).toBe(false);
  expect(isSessionOf(of("implementer-1", 1), of("Lead"))).toBe(true);
  expect(isSessionOf(of("Lead"), of("implementer-2", 2))).toBe(true);
});

it("a session is not for a role of the same name in another team session", () => {
  expect(isSessionOf(of("implementer-1", 1), of("implementer-1", 2))).toBe(false);
  expect(isSessionOf(of("implementer-1", 1), of("implementer-1", 1))).toBe(true);
  expect(isSessionOf(of("implementer-1", 1), of("implementer-1"))).toBe(true);
});
