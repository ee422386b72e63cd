import {
  REVISION_REF,
  CHANGED,
  REVISION_TEXT,
  REVISION_LIST,
  DIFF,
  ETAG,
  ENTRY,
} from "@/lib/operations/example-values";
import { defineOperation } from "@/lib/operations/define-operation";
import { AgentParams, AgentRevisionParams } from "@/lib/contracts/params";
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
  defineOperation({
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
    tag: "Agents",
    params: AgentParams,
    response: AgentMemory,
    markdown: {
      says: "the file's own bytes",
      read: ({ services, caller, params }) => services.agents.readBytes(caller, params),
    },
    examples: [{ params: { agent: "code-reviewer" }, answer: MEMORY, tool: { agent: "code-reviewer" } }],
    run: ({ services, caller, params }) => services.agents.read(caller, params),
  }),
  defineOperation({
    id: "agent.init",
    http: "POST /agents/{agent}/memory",
    commands: ["memory init <agent>"],
    ownCommand: {
      says: "make an empty memory; one that is there is left alone",
      options: { project: ["--project <name>", "what the project is called; as in the other memories when left out"] },
      examples: ["memory init implementer"],
      print: ({ path }, { paint }) => `${paint.good("Made")} ${path}.`,
    },
    summary: "Begin an agent's memory; never overwrites one",
    tag: "Agents",
    params: AgentParams,
    body: InitAgentMemory,
    response: AgentMemory,
    status: 201,
    examples: [
      {
        params: { agent: "code-reviewer" },
        body: { project: "payables" },
        answer: MEMORY,
        command: ["memory", "init", "code-reviewer", "--project", "payables"],
      },
    ],
    run: ({ services, caller, params, body, change }) => services.agents.init(caller, params, body, change),
  }),
  defineOperation({
    id: "agent.rewrite",
    http: "PUT /agents/{agent}/memory",
    summary: "Replace the whole text; needs If-Match",
    tag: "Agents",
    params: AgentParams,
    body: ReplaceAgentMemory,
    response: AgentMemory,
    examples: [{ params: { agent: "code-reviewer" }, body: { text: "---\nagent: code-reviewer\n…" }, answer: MEMORY }],
    run: ({ services, caller, params, body, change }) => services.agents.replace(caller, params, body, change),
  }),
  defineOperation({
    id: "agent.edit",
    http: "PATCH /agents/{agent}/memory",
    summary: "Edit within one section: its text, or one entry",
    tag: "Agents",
    params: AgentParams,
    body: EditAgentMemory,
    response: AgentMemory,
    examples: [
      {
        params: { agent: "code-reviewer" },
        body: { section: "Watch Points", add: "A test that sleeps fails at month-end" },
        answer: MEMORY,
      },
    ],
    run: ({ services, caller, params, body, change }) => services.agents.edit(caller, params, body, change),
  }),
  defineOperation({
    id: "agent.clear",
    http: "DELETE /agents/{agent}/memory",
    commands: ["memory clear <agent>"],
    summary: "Clear an agent's memory, once its name is repeated to confirm",
    tag: "Agents",
    params: AgentParams,
    query: ClearQuery,
    response: AgentMemoryCleared,
    conditional: true,
    examples: [
      {
        params: { agent: "code-reviewer" },
        query: { confirm: "code-reviewer" },
        answer: { agent: "code-reviewer", revision: 7, lines: 46, entries: 19 },
      },
    ],
    run: ({ services, caller, params, query, change }) => services.agents.clear(caller, params, query.confirm, change),
  }),
  defineOperation({
    id: "agent.memory-tool",
    http: "POST /agents/{agent}/memory-tool",
    summary: "Run a command of Anthropic's memory tool over the agent's files",
    tag: "Agents",
    params: AgentParams,
    body: MemoryToolCommand,
    response: MemoryToolResult,
    examples: [
      {
        params: { agent: "code-reviewer" },
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
  defineOperation({
    id: "agent.claude-memory",
    http: "GET /agents/{agent}/claude-memory",
    summary: "What Claude Code itself remembers of an agent in the project, to read only",
    tag: "Agents",
    params: AgentParams,
    response: ClaudeMemoryList,
    examples: [
      {
        params: { agent: "code-reviewer" },
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
  defineOperation({
    id: "agent.diff",
    http: "GET /agents/{agent}/memory/diff",
    commands: ["memory diff <agent> <from> <to>"],
    ownCommand: true,
    summary: "What changed between two revisions of an agent's memory",
    tag: "Agents",
    params: AgentParams,
    query: DiffQuery,
    response: Diff,
    examples: [{ params: { agent: "code-reviewer" }, query: { from: "6", to: "7" }, answer: DIFF }],
    run: ({ services, caller, params, query }) => services.agents.revisions.diff(caller, params, query),
  }),
  defineOperation({
    id: "agent.revert",
    http: "POST /agents/{agent}/memory/revert",
    commands: ["memory revert <agent> <revision>"],
    ownCommand: true,
    summary: "Bring back the whole text of a revision of an agent's memory",
    tag: "Agents",
    params: AgentParams,
    body: RevisionRef,
    response: Changed,
    examples: [
      {
        params: { agent: "code-reviewer" },
        body: REVISION_REF,
        answer: CHANGED,
        command: ["memory", "revert", "code-reviewer", "41", "--if-match", "etag"],
      },
    ],
    run: ({ services, caller, params, body, change }) => services.agents.revisions.revert(caller, params, body, change),
  }),
  defineOperation({
    id: "agent.revisions",
    http: "GET /agents/{agent}/memory/revisions",
    commands: ["memory revisions <agent>"],
    ownCommand: true,
    summary: "Revisions of an agent's memory, newest first",
    tag: "Agents",
    params: AgentParams,
    query: Paging,
    response: RevisionList,
    examples: [{ params: { agent: "code-reviewer" }, answer: REVISION_LIST }],
    run: ({ services, caller, params, query }) => services.agents.revisions.list(caller, params, query),
  }),
  defineOperation({
    id: "agent.revision",
    http: "GET /agents/{agent}/memory/revisions/{revision}",
    commands: ["memory revision <agent> <revision>"],
    ownCommand: true,
    summary: "One revision of an agent's memory with its text",
    tag: "Agents",
    params: AgentRevisionParams,
    response: RevisionText,
    examples: [{ params: { agent: "code-reviewer", revision: "42" }, answer: REVISION_TEXT }],
    run: ({ services, caller, params }) => services.agents.revisions.get(caller, params),
  }),
  defineOperation({
    id: "agent.undo",
    http: "POST /agents/{agent}/memory/undo",
    commands: ["memory undo <agent> <revision>"],
    ownCommand: true,
    summary: "Take one revision of an agent's memory back",
    tag: "Agents",
    params: AgentParams,
    body: RevisionRef,
    response: Changed,
    examples: [{ params: { agent: "code-reviewer" }, body: REVISION_REF, answer: CHANGED }],
    run: ({ services, caller, params, body, change }) => services.agents.revisions.undo(caller, params, body, change),
  }),
];
