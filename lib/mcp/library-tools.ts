import { sayRelated } from "@/lib/core/search/related";
import { z } from "zod";
import { type AgentEntry, AgentName, CloseAgentSession } from "@/lib/contracts/agents";
import { DEFAULT_BRIEF_BUDGET } from "@/lib/contracts/briefs";
import { KnowledgeId, TeamId } from "@/lib/contracts/knowledge";
import { Text } from "@/lib/contracts/primitives";
import { SaveCheckpoint, type TeamSession, TeamSessionId } from "@/lib/contracts/team-sessions";
import { From, WorkspaceArguments } from "@/lib/contracts/tool-arguments";
import { defineTool, type Keyed } from "@/lib/mcp/define-tool";
import { cutText, ANSWER_BYTES, bytesOf } from "@/lib/mcp/fit";
import { AppError } from "@/lib/core/errors";
import type { WorkspaceCall } from "@/lib/mcp/call";

/** Bytes of a brief beside a memory in one answer. */
const BRIEF_BYTES = 7_000;

const Said = z.array(Text.min(1).max(20_000)).max(200).default([]);

export const agentTools = [
  defineTool({
    name: "start",
    title: "Start a session of an agent",
    description: "Begin as a named agent, with its memory.",
    place: "workspace",
    effect: "writes",
    input: z.strictObject({ agent: AgentName, ...WorkspaceArguments }),
    run: async ({ services, caller, params, change }, { agent }) => {
      const named = { ...params, agent };
      const { sessionId, acknowledgement, writes, memory, brief, openSessions } = await services.agents.sessions.start(
        caller,
        named,
        change,
      );
      return {
        sessionId,
        acknowledgement,
        writes,
        memory: memory && cutText(memory.text),
        brief: cutText(brief.text, 0, BRIEF_BYTES),
        openSessions: openSessions.map(({ id, startedAt, startedBy }) => ({ id, startedAt, startedBy })),
      };
    },
  }),

  defineTool({
    name: "close",
    title: "Close a session of an agent",
    description: "End it with what was learnt, one fact each.",
    place: "workspace",
    effect: "writes",
    input: CloseAgentSession.extend({
      findings: Said,
      worked: Said,
      watchPoints: Said,
      openThreads: Said,
      choices: z
        .array(
          z.strictObject({
            text: Text.min(1).max(20_000),
            entry: Text.min(1).max(80),
            choice: z.enum(["replace", "keep"]),
          }),
        )
        .max(800)
        .default([])
        .meta({ description: "After a dryRun, for a text that an entry nearly says" }),
      agent: AgentName,
      sessionId: Text.min(1).max(64).meta({ description: "As `start` answered it" }),
      dryRun: z.boolean().default(false).meta({ description: "Only say what would be written" }),
      ...WorkspaceArguments,
    }),
    run: async ({ services, caller, params, change }, { agent, sessionId, dryRun, workspace: _, choices, ...said }) => {
      const named = { ...params, agent, id: sessionId };
      const chosen = (texts: string[]) => texts.map((text) => choices.find((each) => each.text === text) ?? text);
      const body = {
        ...said,
        findings: chosen(said.findings),
        worked: chosen(said.worked),
        watchPoints: chosen(said.watchPoints),
        openThreads: chosen(said.openThreads),
      };
      const done = await services.agents.sessions.close(caller, named, body, change, dryRun);
      return {
        log: done.log,
        added: done.added.map(({ section, text }) => ({ section, text })),
        repeated: done.repeated.map(({ text }) => text),
        nearDuplicates: done.nearDuplicates.map(({ text, entry, similarity }) => ({
          text,
          entry: refOf(entry),
          similarity,
        })),
        closedThreads: done.closedThreads.map(refOf),
        unknownThreads: done.unknownThreads.map(({ text, nearest }) => ({ text, nearest: nearest && refOf(nearest) })),
        revision: done.revision,
        ...(done.related && { related: done.related.map((each) => sayRelated(each, "")) }),
      };
    },
  }),

  defineTool({
    name: "recall",
    title: "Read an agent's memory",
    description: "An agent's memory.",
    place: "workspace",
    effect: "reads",
    input: z.strictObject({ agent: AgentName, from: From, ...WorkspaceArguments }),
    run: async ({ services, caller, params }, { agent, from }) => {
      const { agent: name, revision, etag, text } = await services.agents.read(caller, { ...params, agent });
      return { agent: name, revision, etag, ...cutText(text, from) };
    },
  }),

  defineTool({
    name: "brief",
    title: "A brief from the agents' memories",
    description: "What others learnt for an agent; or themes, risks, near lines of all.",
    place: "workspace",
    effect: "reads",
    input: z.strictObject({
      agent: AgentName.optional(),
      task: z.string().max(2000).optional(),
      budget: z.int().min(50).max(5000).default(DEFAULT_BRIEF_BUDGET).meta({ description: "Tokens it may cost" }),
      judge: z.boolean().default(false).meta({ description: "Lead: propose pairs" }),
      ...WorkspaceArguments,
    }),
    run: async ({ services, caller, params, signal }, { agent, task, budget, judge }) => {
      const { briefs } = services.agents;
      if (judge) return briefs.judge(caller, params, {}, signal);
      const brief =
        agent === undefined
          ? await briefs.project(caller, params, { budget })
          : await briefs.orient(caller, { ...params, agent }, { budget, ...(task !== undefined && { task }) });
      const { text, tokens, leftOut } = brief;
      return { text, tokens, budget, leftOut: leftOut.reduce((sum, { count }) => sum + count, 0) };
    },
  }),
];

function refOf({ id, text }: AgentEntry): { id: string; text: string } {
  return { id, text: cutText(text, 0, 300).text };
}

/** Sessions an error names. */
const NAMED = 20;

/** Bytes of a resumed dialogue: the rest of an answer is what was agreed and what is loaded. */
const DIALOGUE_BYTES = ANSWER_BYTES / 3;

/** Names a team session; the only one that is active when it is left out. */
const TeamSessionArguments = {
  team: TeamId,
  teamSession: TeamSessionId.optional().meta({ description: "Else the team's only active one" }),
  ...WorkspaceArguments,
};

/** The sessions of teams: what they have loaded, and where they stand. */
export const teamSessionTools = [
  defineTool({
    name: "load",
    title: "Load knowledge into a team session",
    description: "Load an entry; with mode or topic, start a team session. Then read the files it names.",
    place: "workspace",
    effect: "writes",
    audience: "knowledge",
    input: z.strictObject({
      id: KnowledgeId.optional().meta({ description: "Load this entry" }),
      mode: Text.min(1).max(200).optional().meta({ description: "Starts a session with what this mode loads" }),
      topic: Text.min(1).max(2000).optional().meta({ description: "Starts a session with what these words load" }),
      ...TeamSessionArguments,
    }),
    run: async (call, { team, teamSession, id, mode, topic }) => {
      const { services, caller } = call;
      const params = { ...call.params, team };
      if (mode !== undefined || topic !== undefined || (id === undefined && teamSession === undefined)) {
        const body = { mode, topic, id: teamSession, load: id, checkpointEvery: 10 };
        const started = await services.teams.start(caller, params, body, call.change);
        return { ...setOf(started), skipped: started.skipped };
      }
      const written = id === undefined ? "*knowledge" : `*load: ${id}`;
      return { ...(await command(call, { team, teamSession }, written)), skipped: [] };
    },
  }),

  defineTool({
    name: "unload",
    title: "Unload knowledge",
    description: "Take an entry out.",
    place: "workspace",
    effect: "writes",
    audience: "knowledge",
    idempotent: true,
    input: z.strictObject({ id: KnowledgeId, ...TeamSessionArguments }),
    run: (call, { team, teamSession, id }) => command(call, { team, teamSession }, `*unload: ${id}`),
  }),

  defineTool({
    name: "save",
    title: "Save a checkpoint",
    description: "Keep where a team session stands; what is left out stays.",
    place: "workspace",
    effect: "writes",
    audience: "knowledge",
    input: SaveCheckpoint.extend(TeamSessionArguments),
    run: async (call, { team, teamSession, workspace: _, ...body }) => {
      const params = await activeSession(call, { team, teamSession });
      const saved = await call.services.teams.checkpoints.save(call.caller, params, body, call.change);
      const { file, path, created, loaded, warnings } = saved;
      return { teamSession: params.session, file, path, created, loaded, warnings };
    },
  }),

  defineTool({
    name: "resume",
    title: "Resume a team session",
    description: "Go on from its newest good checkpoint.",
    place: "workspace",
    effect: "writes",
    audience: "knowledge",
    idempotent: true,
    input: z.strictObject({
      checkpoint: Text.min(1).max(200).optional().meta({ description: "Its file; the newest good one when left out" }),
      ...TeamSessionArguments,
    }),
    run: async (call, { team, teamSession, checkpoint }) => {
      const params = await activeSession(call, { team, teamSession });
      const body = checkpoint === undefined ? {} : { checkpoint };
      const done = await call.services.teams.checkpoints.resume(call.caller, params, body, call.change);
      const { resumed } = done;
      return {
        ...setOf(done),
        checkpoint: resumed.checkpoint,
        mode: resumed.state.mode,
        turns: resumed.state.turnCount,
        currentSpeaker: resumed.state.currentSpeaker,
        dialogueSummary: lastThatFit(resumed.dialogueSummary),
        agreements: resumed.agreements,
        openIssues: resumed.openIssues,
        nextAction: resumed.nextAction,
        skipped: resumed.skipped,
        faults: resumed.faults.map(({ file, message }) => `${file}: ${message}`),
        changes: resumed.changes.map(({ message }) => message),
      };
    },
  }),
];

interface NamedSession {
  team: string;
  teamSession?: string | undefined;
}

async function command(call: WorkspaceCall & Keyed, named: NamedSession, written: string) {
  const params = await activeSession(call, named);
  const body = { command: written, force: false };
  return setOf(await call.services.teams.command(call.caller, params, body, call.change));
}

/** The session that is named, or the team's only active one; `invalid_input` with those there are when it could be any, `not_found` when none is. */
async function activeSession({ services, caller, params }: WorkspaceCall, { team, teamSession }: NamedSession) {
  if (teamSession !== undefined) return { ...params, team, session: teamSession };
  const { items } = await services.teams.sessions(caller, { ...params, team });
  const active = items.filter(({ known, status }) => known && status === "active").map(({ id }) => id);
  const [only] = active;
  if (active.length === 1 && only !== undefined) return { ...params, team, session: only };
  if (only === undefined) {
    throw new AppError("not_found", "The team has no active session.", {
      hint: "Start one with `load` and a mode or topic, or name one with `teamSession` to `resume` it.",
    });
  }
  throw new AppError("invalid_input", "The team has more than one active session.", {
    hint: `Name one with \`teamSession\`: ${active.slice(0, NAMED).join(", ")}.`,
    errors: [{ path: "teamSession", message: "is missing" }],
  });
}

function setOf(session: TeamSession & { message: string; warnings: string[] }) {
  const { id, message, loaded, tokens, budget, warnings } = session;
  return {
    teamSession: id,
    message,
    loaded: loaded.map(({ id: each, path, tokens: cost, summary }) => ({ id: each, path, tokens: cost, summary })),
    tokens,
    left: budget.left,
    warnings,
  };
}

/** The end of a dialogue is what a session goes on from. */
function lastThatFit<T>(turns: readonly T[]): T[] {
  let bytes = 0;
  const first = turns.findLastIndex((turn) => (bytes += bytesOf(turn)) > DIALOGUE_BYTES);
  return turns.slice(first + 1);
}
