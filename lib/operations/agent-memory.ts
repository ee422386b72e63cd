import {
  REVISION_REF,
  CHANGED,
  REVISION_TEXT,
  REVISION_LIST,
  DIFF,
  ETAG,
  ENTRY,
} from "@/lib/operations/example-values";
import { operationsOf } from "@/lib/operations/define-operation";
import {
  AgentMemory,
  AgentMemoryCleared,
  ClaudeMemoryList,
  ClearQuery,
  EditAgentMemory,
  InitAgentMemory,
  ReplaceAgentMemory,
} from "@/lib/contracts/agents";
import { MemoryToolCommand, MemoryToolResult } from "@/lib/contracts/memory-tool";
import { Diff, DiffQuery, RevisionList, RevisionRef, RevisionText } from "@/lib/contracts/revisions";
import { Changed } from "@/lib/contracts/memory";
import { Paging } from "@/lib/contracts/primitives";

const define = operationsOf("Agents");

const PATH = ".kaizen/agents/code-reviewer/memory.md";

const MEMORY: AgentMemory = {
  agent: "code-reviewer",
  path: PATH,
  etag: ETAG,
  revision: 6,
  memory: "enabled",
  project: "payables",
  lastUpdated: "2026-11-19",
  sessionCount: 5,
  sections: [
    {
      name: "Open Threads",
      heading: "Open Threads",
      comment: "Things noticed but not yet acted on",
      text: `<!-- Things noticed but not yet acted on -->\n- ${ENTRY.text}\n`,
      entries: [ENTRY],
      notes: [],
      line: 35,
      endLine: 38,
    },
  ],
  missing: [],
  log: [{ date: "2026-11-19", summary: "Review leases", outcome: "approved", line: 46 }],
  lines: 46,
  text: "---\nagent: code-reviewer\n…",
  diagnostics: [],
};

export const agentMemoryOperations = [
  define({
    id: "agent.memory",
    http: "GET /agents/{agent}/memory",
    tools: ["recall"],
    commands: ["memory show <agent>"],
    ownCommand: {
      says: "the memory as it stands in its file",
      examples: ["memory show implementer", "memory show implementer --json"],
      notes: ({ path, diagnostics }) =>
        diagnostics
          .filter(({ severity }) => severity !== "info")
          .map(({ message, range }) => `${path}:${range.start.line}: ${message}`),
      print: ({ text }, { whole }) => whole(text),
    },
    summary: "An agent's memory by section; as Markdown on request",
    response: AgentMemory,
    markdown: {
      says: "the file's own bytes",
      read: ({ services, caller, params }) => services.agents.readBytes(caller, params),
    },
    examples: [{ answer: MEMORY, tool: { agent: "code-reviewer" } }],
    run: ({ services, caller, params }) => services.agents.read(caller, params),
  }),
  define({
    id: "agent.init",
    http: "POST /agents/{agent}/memory",
    deed: "change the memory of the agent",
    commands: ["memory init <agent>"],
    ownCommand: {
      says: "make an empty memory; one that is there is left alone",
      options: { project: ["--project <name>", "what the project is called; as in the other memories when left out"] },
      examples: ["memory init implementer"],
      print: ({ path }, { paint }) => `${paint.good("Made")} ${path}.`,
    },
    summary: "Begin an agent's memory; never overwrites one",
    body: InitAgentMemory,
    response: AgentMemory,
    status: 201,
    examples: [{ body: { project: "payables" }, answer: MEMORY }],
    run: ({ services, caller, params, body, change }) => services.agents.init(caller, params, body, change),
  }),
  define({
    id: "agent.rewrite",
    http: "PUT /agents/{agent}/memory",
    summary: "Replace the whole text; needs If-Match",
    body: ReplaceAgentMemory,
    response: AgentMemory,
    examples: [{ body: { text: "---\nagent: code-reviewer\n…" }, answer: MEMORY }],
    run: ({ services, caller, params, body, change }) => services.agents.replace(caller, params, body, change),
  }),
  define({
    id: "agent.edit",
    http: "PATCH /agents/{agent}/memory",
    summary: "Edit within one section: its text, or one entry",
    body: EditAgentMemory,
    response: AgentMemory,
    examples: [{ body: { section: "Watch Points", add: "A test that sleeps fails at month-end" }, answer: MEMORY }],
    run: ({ services, caller, params, body, change }) => services.agents.edit(caller, params, body, change),
  }),
  define({
    id: "agent.clear",
    http: "DELETE /agents/{agent}/memory",
    commands: ["memory clear <agent>"],
    summary: "Clear an agent's memory, once its name is repeated to confirm",
    query: ClearQuery,
    response: AgentMemoryCleared,
    conditional: true,
    examples: [
      { query: { confirm: "code-reviewer" }, answer: { agent: "code-reviewer", revision: 7, lines: 46, entries: 19 } },
    ],
    run: ({ services, caller, params, query, change }) => services.agents.clear(caller, params, query.confirm, change),
  }),
  define({
    id: "agent.memory-tool",
    http: "POST /agents/{agent}/memory-tool",
    summary: "Run a command of Anthropic's memory tool over the agent's files",
    body: MemoryToolCommand,
    response: MemoryToolResult,
    examples: [
      {
        body: { command: "view", path: "/memories" },
        answer: {
          content:
            "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:\n2.1K\t/memories\n2.1K\t/memories/memory.md",
          isError: false,
        },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.agents.memoryTool.run(caller, params, body, change),
  }),
  define({
    id: "agent.claude-memory",
    http: "GET /agents/{agent}/claude-memory",
    summary: "What Claude Code itself remembers of an agent in the project, to read only",
    response: ClaudeMemoryList,
    examples: [
      {
        answer: {
          items: [
            {
              path: ".claude/agent-memory/code-reviewer/MEMORY.md",
              scope: "project",
              etag: ETAG,
              lines: 12,
              text: "# What I have learnt\n…",
              diagnostics: [],
            },
          ],
          nextCursor: null,
        },
      },
    ],
    run: ({ services, caller, params }) => services.agents.readClaude(caller, params),
  }),
  define({
    id: "agent.diff",
    http: "GET /agents/{agent}/memory/diff",
    commands: ["memory diff <agent> <from> <to>"],
    ownCommand: true,
    summary: "What changed between two revisions of an agent's memory",
    query: DiffQuery,
    response: Diff,
    examples: [{ query: { from: "6", to: "7" }, answer: DIFF }],
    run: ({ services, caller, params, query }) => services.agents.revisions.diff(caller, params, query),
  }),
  define({
    id: "agent.revert",
    http: "POST /agents/{agent}/memory/revert",
    commands: ["memory revert <agent> <revision>"],
    ownCommand: true,
    summary: "Bring back the whole text of a revision of an agent's memory",
    body: RevisionRef,
    response: Changed,
    examples: [{ body: REVISION_REF, answer: CHANGED, command: "memory revert code-reviewer 41 --if-match etag" }],
    run: ({ services, caller, params, body, change }) => services.agents.revisions.revert(caller, params, body, change),
  }),
  define({
    id: "agent.revisions",
    http: "GET /agents/{agent}/memory/revisions",
    commands: ["memory revisions <agent>"],
    ownCommand: true,
    summary: "Revisions of an agent's memory, newest first",
    query: Paging,
    response: RevisionList,
    examples: [{ answer: REVISION_LIST }],
    run: ({ services, caller, params, query }) => services.agents.revisions.list(caller, params, query),
  }),
  define({
    id: "agent.revision",
    http: "GET /agents/{agent}/memory/revisions/{revision}",
    commands: ["memory revision <agent> <revision>"],
    ownCommand: true,
    summary: "One revision of an agent's memory with its text",
    response: RevisionText,
    examples: [{ answer: REVISION_TEXT }],
    run: ({ services, caller, params }) => services.agents.revisions.get(caller, params),
  }),
  define({
    id: "agent.undo",
    http: "POST /agents/{agent}/memory/undo",
    deed: "undo a revision of an agent's memory",
    commands: ["memory undo <agent> <revision>"],
    ownCommand: true,
    summary: "Take one revision of an agent's memory back",
    body: RevisionRef,
    response: Changed,
    examples: [{ body: REVISION_REF, answer: CHANGED }],
    run: ({ services, caller, params, body, change }) => services.agents.revisions.undo(caller, params, body, change),
  }),
];
