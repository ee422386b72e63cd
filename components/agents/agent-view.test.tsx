import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { readPage } from "@/components/testing/read-page.fixture";
import { agentMemoryQuery, claudeMemoryQuery } from "@/lib/client/agents";
import { AgentView } from "./agent-view";

const SCOPE = { workspace: "w", agent: "tester-1" };

function read(paths: readonly string[]): string {
  const client = new QueryClient();
  client.setQueryData(agentMemoryQuery(SCOPE).queryKey, null);
  const items = paths.map((path) => ({
    path,
    scope: "project" as const,
    etag: '"0"',
    lines: 1,
    text: "Calm",
    diagnostics: [],
  }));
  client.setQueryData(claudeMemoryQuery(SCOPE).queryKey, { items, nextCursor: null });
  return readPage(<AgentView {...SCOPE} />, { client });
}

test("an agent without a memory can get one, and what Claude Code keeps for it is shown beside that", () => {
  expect(read([])).toContain("tester-1 has no memory yet");
  expect(read([])).not.toContain("Claude Code’s own memory");
  const path = ".claude/agent-memory/tester-1/MEMORY.md";
  expect(read([path])).toContain(`Claude Code’s own memory read-only here ${path} 1 line`);
});
