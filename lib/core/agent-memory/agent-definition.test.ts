import { expect, test } from "vitest";
import { definedAgent, isMemoryDisabled, readAgentDefinition } from "@/lib/core/agent-memory/agent-definition";

const definition = (...lines: string[]) =>
  readAgentDefinition(["---", "name: a", ...lines, "---", "You are."].join("\n"));

test.each([
  ["memory: disabled", true],
  ['memory: "disabled"', true],
  ["memory: disabled # it keeps nothing", true],
  ["memory: enabled\nmemory: disabled", true],
  ["memory: disabled\nmemory: enabled", false],
  ["memory: Disabled", false],
  ["memory: user", false],
  ["memory: project", false],
  ["memory: false", false],
  ["memory: [disabled]", false],
  ["memory: disabled for now", false],
  ["memory:", false],
  ["tools: Read", false],
  ["description: Use it: often\nmemory: disabled # kept out", true],
  ["description: Use it: often\nmemory: user", false],
])("%j opts out: %s", (lines, disabled) => {
  expect(isMemoryDisabled(definition(lines))).toBe(disabled);
});

test("frontmatter that is no YAML is read line by line, and told", () => {
  const read = definition("description: Use it: often", "memory: 'user'");
  expect(read).toMatchObject({ name: "a", description: "Use it: often", memory: "user", hasFrontmatter: true });
  expect(read.diagnostics).toMatchObject([{ code: "bad_frontmatter", range: { start: { line: 3 } } }]);
});

test("a file without frontmatter says nothing", () => {
  const nothing = { name: null, description: null, memory: null, hasFrontmatter: false, diagnostics: [] };
  expect(readAgentDefinition("# Read me\nmemory: disabled\n")).toEqual(nothing);
  expect(readAgentDefinition("")).toEqual(nothing);
});

test.each([
  ["agent-coach.md", null, "coach"],
  ["coach.md", null, "coach"],
  ["agent-coach.md", "trainer", "trainer"],
])("%s with the name %j defines %s", (file, name, agent) => {
  expect(definedAgent(file, { name })).toBe(agent);
});
