import { describe, expect, test } from "vitest";
import { isDocumentFile, sessionOfFile } from "@/lib/core/places/our-files";

describe("the documents of a workspace", () => {
  test.each([
    [".agent/teams/checkout/orchestration-plan.md", true],
    [".agent/teams/Sprint 12/phase-1/gate-record.yaml", true],
    [".microai/agents/teams/a/memory/checkpoints/s-1.json", true],
    [".claude/agents/scribe.md", true],
    ["agents/agent-tester.md", true],
    [".claude/settings.json", false],
    [".agent/teams/checkout/../../../.env", false],
    [".agent/teams/checkout/.hidden/notes.md", false],
    [".agent/teams/checkout/key.pem", false],
    ["agentship/notes.md", false],
    ["README.md", false],
  ])("%s: %s", (path, is) => {
    expect(isDocumentFile(path)).toBe(is);
  });

  test("belong to the session whose folder they lie in", () => {
    expect(sessionOfFile(".agent/teams/checkout/phase-1/notes.md")).toBe("checkout");
    expect(sessionOfFile(".agent/teams/loose.md")).toBeNull();
    expect(sessionOfFile(".microai/knowledge/shared/a.md")).toBeNull();
  });
});
