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
    examples: [{ tool: { agent: "code-reviewer" } }],
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
    examples: [{ body: { project: "payables" } }],
    run: ({ services, caller, params, body, change }) => services.agents.init(caller, params, body, change),
  }),
  define({
    id: "agent.rewrite",
    http: "PUT /agents/{agent}/memory",
    summary: "Replace the whole text; needs If-Match",
    body: ReplaceAgentMemory,
    response: AgentMemory,
    examples: [{ body: { text: "---\nagent: code-reviewer\n…" } }],
    run: ({ services, caller, params, body, change }) => services.agents.replace(caller, params, body, change),
  }),
  define({
    id: "agent.edit",
    http: "PATCH /agents/{agent}/memory",
    summary: "Edit within one section: its text, or one entry",
    body: EditAgentMemory,
    response: AgentMemory,
    examples: [{ body: { section: "Watch Points", add: "A test that sleeps fails at month-end" } }],
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
    examples: [{ query: { confirm: "code-reviewer" } }],
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
      },
    ],
    run: ({ services, caller, params, body, change }) => services.agents.memoryTool.run(caller, params, body, change),
  }),
  define({
    id: "agent.claude-memory",
    http: "GET /agents/{agent}/claude-memory",
    summary: "What Claude Code itself remembers of an agent in the project, to read only",
    response: ClaudeMemoryList,
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
    examples: [{ query: { from: "6", to: "7" } }],
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
    examples: [{ body: { revision: 41 }, command: "memory revert code-reviewer 41 --if-match etag" }],
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
    run: ({ services, caller, params, query }) => services.agents.revisions.list(caller, params, query),
  }),
  define({
    id: "agent.revision",
    http: "GET /agents/{agent}/memory/revisions/{revision}",
    commands: ["memory revision <agent> <revision>"],
    ownCommand: true,
    summary: "One revision of an agent's memory with its text",
    response: RevisionText,
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
    examples: [{ body: { revision: 41 } }],
    run: ({ services, caller, params, body, change }) => services.agents.revisions.undo(caller, params, body, change),
  }),
];
