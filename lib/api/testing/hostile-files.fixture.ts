import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const FAMILIES = "👨‍👩‍👧‍👦".repeat(60);
const LONG = "h".repeat(301);

/** A team memory with headings that no request could have made. */
export const HOSTILE_MEMORY = [
  `# Team Memory: ${"t".repeat(10_000)}`,
  "",
  "## Meta",
  "",
  "- Feature: " + FAMILIES,
  "- Created: 99999-99-99",
  "- GC Version: GC-v99999999999999999999",
  "",
  "## Lead",
  "",
  "- [Decision 2026-99-99] impossible day",
  "",
  ...[
    LONG,
    "",
    " ",
    "#",
    "()",
    "[ARCHIVED]",
    FAMILIES,
    "\u202eevil",
    "\u200b",
    "__proto__",
    "\ufefftester-1",
    "a/../b",
  ].flatMap((heading) => [
    `## ${heading}`,
    "",
    `- [__proto__] ${"text ".repeat(40)}`,
    "- [Finding] \u0000 and \ud83d",
    "",
  ]),
].join("\n");

const AGENT = `---
agent: "${LONG}"
project: ${FAMILIES}
last_updated: 99999-01-01
session_count: 999999999999999999999999
---

# ${LONG}

## Accumulated Findings

- ${FAMILIES}
-
- ${"x".repeat(20_000)}

##

- under no heading

## Session Log

- 2026-13-45 · · 
- 9999999-01-01 · x · y
`;

const REGISTRY = `knowledge:
  ${LONG}:
    path: ${LONG}.md
    tokens_estimate: 1e400
    tags: [1, null, {a: b}]
  "":
    path: ""
    tokens_estimate: -.inf
  ${FAMILIES}:
    path: ../../../../../etc/passwd
    tokens_estimate: 99999999999999999999999
  __proto__:
    path: a.md
    tokens_estimate: .nan
token_budget:
  max_auto_load: .inf
  warning_threshold: .inf
`;

const INDEX = `shared_refs:
  - id: ${LONG}
    path: ../../../../knowledge/shared/a.md
    priority: .inf
files:
  - id: ""
    path: ""
auto_load:
  by_mode:
    "": [${LONG}]
    ${LONG}: [""]
  by_keyword:
    "${FAMILIES}": [x]
token_budget:
  max_auto_load: 99999999999999999999999999
  warning_threshold: 1e999
`;

const CHECKPOINT = `session_id: s-1
created: 2026-11-19T06:05:00Z
state:
  mode: ${LONG}
  turn_count: 1e400
  current_speaker: ${FAMILIES}
dialogue_summary:
  - turn: .inf
    speaker: ""
    summary: ${"x".repeat(5_000)}
agreements: [1, null, ${LONG}]
open_issues: []
resume_hints:
  next_action: ${LONG}
loaded: ["", ${LONG}, {id: a, tokens: .inf}]
`;

const CONTEXT = `---
version: GC-v99999999999999999999
---

# ${LONG}

##

## ${FAMILIES}

| a | b |
`;

/**
 * Fills a workspace with files that hold what no request could have written: headings of any length and none, titles,
 * ids, counts and dates past every bound. The names of the session, the agent and the team are \`hostile\`.
 */
export async function putHostileFiles(workspace: string): Promise<void> {
  const team = ".microai/agents/teams/hostile";
  const files: Record<string, string> = {
    ".agent/teams/hostile/TEAM-MEMORY.md": HOSTILE_MEMORY,
    ".agent/teams/hostile/global-context.md": CONTEXT,
    ".agent/teams/hostile/orchestration-plan.md":
      "| Agent | Version |\n|-|-|\n| " + LONG + " | GC-v999999999999999999999 |\n",
    ".agent/teams/hostile/phase-99999999999999999999/gate-record.yaml": "phase: 1e999\nverdict: [a]\ngc_version: 3.5\n",
    ".kaizen/agents/hostile/memory.md": AGENT,
    ".claude/agents/hostile.md": `---\nname: "${LONG}"\ndescription: [1, {}]\nmemory: 5\n---\n`,
    ".microai/knowledge/shared/registry.yaml": REGISTRY,
    ".microai/knowledge/shared/a.md": `# ${LONG}\n\n##\n\n${FAMILIES}\n`,
    [`${team}/knowledge/knowledge-index.yaml`]: INDEX,
    [`${team}/memory/context.md`]: `# ${LONG}\n\n##\n`,
    [`${team}/memory/learnings.md`]: `## ${LONG}\n\n- \n`,
    [`${team}/memory/sessions.yaml`]: `- session_id: ${LONG}\n  turns: .inf\n- session_id: ""\n  turns: 1e400\n- session_id: s-1\n  turns: 99999999999999999999\n  date: 1\n`,
    [`${team}/memory/checkpoints/s-1.yaml`]: CHECKPOINT,
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await writeFile(join(workspace, path), text);
  }
}
