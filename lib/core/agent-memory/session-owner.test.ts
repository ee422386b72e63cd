import { expect, it } from "vitest";
import { isSessionOf } from "@/lib/core/agent-memory/session-owner";

it("a session is for the role that began it and for the Lead to end, and the Lead's for any role", () => {
  expect(isSessionOf("implementer-1", "Implementer-1")).toBe(true);
  expect(isSessionOf("implementer-1", "implementer-2")).toBe(false);
  expect(isSessionOf("implementer-1", "implementer")).toBe(false);
  expect(isSessionOf("implementer-1", "Lead")).toBe(true);
  expect(isSessionOf("Lead", "implementer-2")).toBe(true);
});
