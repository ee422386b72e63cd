import { expect, it } from "vitest";
import { diagnoseFile } from "@/lib/core/faults/diagnose-file";

const MERGE = "<<<<<<< HEAD\n- [Finding] ours\n=======\n- [Finding] theirs\n>>>>>>> fix\n";
const BEFORE = "# T\n\n## Lead\n";

const unmergedIn = (path: string, text: string) =>
  diagnoseFile(path, text).flatMap(({ code, severity, range }) =>
    code === "unmerged_versions" ? [[severity, range.start.line, range.end.line]] : [],
  );

it.each([
  ".agent/teams/one/TEAM-MEMORY.md",
  ".agent/teams/one/global-context.md",
  ".agent/teams/one/notes.md",
  ".kaizen/agents/coder/memory.md",
  ".microai/knowledge/shared/registry.yaml",
  ".microai/knowledge/shared/retry.md",
])("says of %s where git left two versions of it, and nothing once they are merged", (path) => {
  expect(unmergedIn(path, `${BEFORE}${MERGE}\n${MERGE}`)).toEqual([
    ["warning", 4, 8],
    ["warning", 10, 14],
  ]);
  expect(unmergedIn(path, `${BEFORE}- [Finding] both\n`)).toEqual([]);
});
