import type { Agent, AgentEntry, AgentMemory, AgentSession } from "@/lib/contracts/agents";
import type { Diagnostic } from "@/lib/contracts/primitives";
import { diagnoseMerge } from "@/lib/core/diagnose-merge";
import type { AgentEntry as CoreEntry } from "@/lib/core/agent-memory/model";
import { agentMemorySteps, parseAgentMemory } from "@/lib/core/agent-memory/parse-agent-memory";
import { remember } from "@/lib/core/text/remember";
import type { AgentSessionRow } from "@/lib/db/agent-sessions";
import type { FoundAgent } from "@/lib/services/agents/agent-directory";
import type { Committer } from "@/lib/services/commit/committer";
import type { DocumentState } from "@/lib/services/commit/document-states";
import { notText, unreadable } from "@/lib/services/commit/file-warnings";
import { inSlices } from "@/lib/services/workspace/in-slices";

const parsed = remember((state: DocumentState) => parseAgentMemory(state.text ?? state.legible ?? ""));

/** The document as an agent's memory. No file reads as an empty one. */
export const agentMemoryOf = parsed.get;

/**
 * The document at an agent's path as `current` of the committer gives it, with its structure read in slices: whoever asks for that
 * then has it at once. A large memory holds nobody up.
 */
export async function readAgentMemory(committer: Committer, workspace: string, path: string): Promise<DocumentState> {
  const state = await committer.current(workspace, path);
  if (state.hash !== "" && parsed.known(state) === undefined)
    parsed.give(state, await inSlices(agentMemorySteps(state.text ?? state.legible ?? "")));
  return state;
}

export function presentAgentMemory(agent: FoundAgent, state: DocumentState): AgentMemory {
  const document = agentMemoryOf(state);
  const { project, lastUpdated, sessionCount, missing, log, lineCount, text } = document;
  return {
    agent: agent.name,
    path: state.path,
    etag: `"${state.hash}"`,
    revision: state.head,
    memory: agent.disabled ? "disabled" : "enabled",
    project,
    lastUpdated,
    sessionCount,
    sections: document.sections.map(({ name, heading, comment, entries, notes, line, endLine, ...place }) => ({
      name,
      heading,
      comment,
      text: text.slice(place.bodyStart, place.contentEnd),
      entries: entries.map(presentAgentEntry),
      notes,
      line,
      endLine,
    })),
    missing,
    log,
    lines: lineCount,
    text,
    diagnostics: diagnosticsOf(agent, state),
  };
}

export function presentAgentEntry({ id, text, body, line, endLine }: CoreEntry): AgentEntry {
  return { id, text, body, line, endLine };
}

/** An agent as lists show it; `state` is null where its memory cannot be opened, and `problem` says why. */
export function presentAgent(
  agent: FoundAgent,
  state: DocumentState | null,
  facts: { claudeLines: ReadonlyMap<string, number>; openSessions: AgentSession[]; problem?: string },
): Agent {
  const document = state === null || state.hash === "" ? null : agentMemoryOf(state);
  const count = (wanted: (name: string | null) => boolean) =>
    (document?.sections ?? []).reduce((sum, { name, entries }) => sum + (wanted(name) ? entries.length : 0), 0);
  const warnings = [...agent.warnings, ...agent.definitions.flatMap(({ diagnostics }) => diagnostics)];
  if (facts.problem !== undefined) warnings.push(unreadable(facts.problem));
  if (document !== null && state !== null)
    for (const each of diagnosticsOf(agent, state)) if (each.severity !== "info") warnings.push(each);
  return {
    name: agent.name,
    memory: agent.disabled ? "disabled" : "enabled",
    exists: document !== null,
    path: agent.path,
    project: document?.project ?? null,
    lastUpdated: document?.lastUpdated ?? null,
    sessionCount: document?.sessionCount ?? null,
    openThreads: count((name) => name === "Open Threads"),
    entries: count((name) => name !== "Session Log"),
    lines: document?.lineCount ?? 0,
    definitions: agent.definitions,
    claudeMemories: agent.claudeMemories.map((each) => ({ ...each, lines: facts.claudeLines.get(each.path) ?? 0 })),
    openSessions: facts.openSessions,
    warnings,
  };
}

export function presentAgentSession(agent: string, row: AgentSessionRow): AgentSession {
  return {
    id: row.id,
    agent,
    state: row.closedAt === null ? "open" : "closed",
    startedAt: row.startedAt.toISOString(),
    startedBy: row.startedBy,
    revision: row.revision,
    closedAt: row.closedAt?.toISOString() ?? null,
    closedBy: row.closedBy,
    summary: row.summary,
    outcome: row.outcome,
    log: row.log,
    closedRevision: row.closedRevision,
  };
}

function diagnosticsOf(agent: FoundAgent, state: DocumentState): Diagnostic[] {
  const document = agentMemoryOf(state);
  const { diagnostics } = document;
  const named = document.agent;
  const found = [...diagnoseMerge(state.text ?? ""), ...diagnostics];
  if (state.binary) found.unshift(notText(state.path));
  if (named !== null && named !== agent.name) {
    const message = `The frontmatter names the agent ${named}, the folder ${agent.name}.`;
    found.unshift({ ...unreadable(message), code: "other_agent", severity: "info" });
  }
  return found;
}
