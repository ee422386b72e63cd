import fc from "fast-check";
import { expect, test } from "vitest";
import { assertAgentName, foldAgentName, isAgentName } from "@/lib/core/agent-memory/agent-name";

test.each(["code-reviewer", "a", "_shared", "Coach 2", "검토자", "v1.2"])("%j is a name", (name) => {
  expect(assertAgentName(name)).toBe(name);
});

test.each([
  "",
  ".",
  "..",
  "a..b",
  "a/b",
  "a\\b",
  " a",
  "a ",
  "a.",
  "con",
  "NUL.txt",
  "a\nb",
  "a\0",
  "x".repeat(81),
  "-a",
])("%j is none", (name) => {
  expect(isAgentName(name)).toBe(false);
  expect(() => assertAgentName(name)).toThrow("cannot be the name of an agent");
});

test("a name with a slash is refused, and told what may stand in one", () => {
  let error: unknown;
  try {
    assertAgentName("team/reviewer");
  } catch (reason) {
    error = reason;
  }
  expect(error).toMatchObject({
    code: "invalid_input",
    details: { hint: expect.stringContaining("Use letters") as string, errors: [{ path: "agent" }] },
  });
});

test("any name stays within its folder", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 12 }), (name) => {
      if (isAgentName(name)) expect(`.kaizen/agents/${name}/memory.md`.split("/")).toHaveLength(4);
    }),
  );
  expect(foldAgentName("Re\u0301sume\u0301")).toBe(foldAgentName("r\u00E9sum\u00E9"));
});
