import { z } from "zod";
import { Count, asFound } from "@/lib/contracts/shapes";
import { AgentName, AgentSection, CloseAgentSession } from "@/lib/contracts/agents";
import { DEFAULT_BRIEF_BUDGET } from "@/lib/contracts/briefs";
import { KnowledgeId, TeamId } from "@/lib/contracts/knowledge";
import { Etag, Text, Time } from "@/lib/contracts/primitives";
import { Moment, SearchResult } from "@/lib/contracts/search";
import {
  CheckpointSaved,
  LeftOut,
  Resumed,
  SaveCheckpoint,
  SessionKnowledge,
  TeamSessionId,
} from "@/lib/contracts/team-sessions";
import { Cursor, From, NextCursor, TextPart, WorkspaceArguments } from "@/lib/contracts/tool-arguments";

export const StartTool = {
  input: z.strictObject({ agent: AgentName, ...WorkspaceArguments }),
  output: z.object({
    sessionId: z.string().meta({ description: "Give it to `close`" }),
    acknowledgement: z.string().meta({ description: "Say this first" }),
    writes: z.string().optional(),
    memory: TextPart.nullable().meta({ description: "null when the agent has none yet; `recall` goes on at `next`" }),
    brief: TextPart.meta({ description: "What other agents know that concerns this one" }),
    openSessions: z.array(z.object({ id: z.string(), startedAt: asFound(Time), startedBy: z.string() })),
  }),
};

export const RecallTool = {
  input: z.strictObject({ agent: AgentName, from: From, ...WorkspaceArguments }),
  output: z.object({ agent: asFound(AgentName), revision: Count, etag: Etag, ...TextPart.shape }),
};

const EntryRef = z.object({ id: z.string(), text: z.string() });

const Said = z.array(Text.min(1).max(20_000)).max(200).default([]);

export const CloseTool = {
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
  output: z.object({
    log: z.string(),
    added: z.array(z.object({ section: AgentSection, text: z.string() })),
    repeated: z.array(z.string()).meta({ description: "Not added: the memory says it already" }),
    nearDuplicates: z
      .array(z.object({ text: z.string(), entry: EntryRef, similarity: z.number() }))
      .meta({ description: "Added although an entry says nearly the same" }),
    closedThreads: z.array(EntryRef),
    unknownThreads: z.array(z.object({ text: z.string(), nearest: EntryRef.nullable() })),
    revision: Count.nullable(),
  }),
};

export const BriefTool = {
  input: z.strictObject({
    agent: AgentName.optional(),
    task: z.string().max(2000).optional(),
    budget: z.int().min(50).max(5000).default(DEFAULT_BRIEF_BUDGET).meta({ description: "Tokens it may cost" }),
    ...WorkspaceArguments,
  }),
  output: z.object({
    text: z.string(),
    tokens: Count,
    budget: Count,
    leftOut: Count.meta({ description: "Entries not in it" }),
  }),
};

export const KnowledgeTool = {
  input: z.strictObject({
    id: KnowledgeId.optional().meta({ description: "Read this one" }),
    from: From,
    team: TeamId.optional().meta({ description: "Only what this team uses" }),
    q: Text.max(200).optional(),
    tag: Text.max(200).optional(),
    cursor: Cursor,
    ...WorkspaceArguments,
  }),
  output: z.object({
    items: z.array(
      z.object({
        id: asFound(KnowledgeId),
        path: z.string().nullable(),
        tokens: Count.nullable(),
        tags: z.array(z.string()),
        description: z.string().optional(),
        problem: z.string().optional(),
      }),
    ),
    read: TextPart.optional(),
    nextCursor: NextCursor,
  }),
};

export const SearchTool = {
  input: z.strictObject({
    q: Text.min(1).max(300),
    kind: Text.max(200).optional().meta({ description: "item, context, agent, knowledge, team" }),
    role: Text.max(500).optional().meta({ description: "Roles, agents or teams" }),
    tag: Text.max(500).optional(),
    state: Text.max(100).optional(),
    within: Text.max(500).optional().meta({ description: "Sessions" }),
    since: Text.max(40).pipe(Moment).optional(),
    until: Text.max(40).pipe(Moment).optional(),
    limit: z.int().min(1).max(50).default(10),
    cursor: Cursor,
    ...WorkspaceArguments,
  }),
  output: z.object({
    items: z.array(
      SearchResult.pick({
        kind: true,
        title: true,
        path: true,
        line: true,
        session: true,
        role: true,
        tag: true,
        state: true,
      })
        .partial({ session: true, role: true, tag: true, state: true })
        .extend({ snippet: z.string() }),
    ),
    total: Count,
    complete: z.boolean().meta({ description: "false while files are still being read: ask again" }),
    nextCursor: NextCursor,
  }),
};

/** Names a team session; the only one that is active when it is left out. */
const TeamSessionArguments = {
  team: TeamId,
  teamSession: TeamSessionId.optional().meta({ description: "The team's only active session when left out" }),
  ...WorkspaceArguments,
};

/** What a team session holds, after a change of it. */
const LoadedSet = z.object({
  teamSession: asFound(TeamSessionId),
  message: z.string().meta({ description: "Show it as it is" }),
  loaded: z.array(SessionKnowledge.pick({ id: true, path: true, tokens: true, summary: true })),
  tokens: Count,
  left: Count.meta({ description: "Tokens of the budget that are left" }),
  warnings: z.array(z.string()),
});

export const LoadTool = {
  input: z.strictObject({
    id: KnowledgeId.optional().meta({ description: "Load this entry" }),
    mode: Text.min(1).max(200).optional().meta({ description: "Starts a session with what this mode loads" }),
    topic: Text.min(1).max(2000).optional().meta({ description: "Starts a session with what these words load" }),
    ...TeamSessionArguments,
  }),
  output: LoadedSet.extend({ skipped: z.array(LeftOut) }),
};

export const UnloadTool = {
  input: z.strictObject({ id: KnowledgeId, ...TeamSessionArguments }),
  output: LoadedSet,
};

export const SaveTool = {
  input: SaveCheckpoint.extend(TeamSessionArguments),
  output: CheckpointSaved.omit({ kept: true, checksum: true }).extend({ teamSession: asFound(TeamSessionId) }),
};

export const ResumeTool = {
  input: z.strictObject({
    checkpoint: Text.min(1).max(200).optional().meta({ description: "Its file; the newest good one when left out" }),
    ...TeamSessionArguments,
  }),
  output: LoadedSet.extend({
    ...Resumed.omit({ created: true, state: true, restored: true }).shape,
    mode: z.string().nullable(),
    turns: Count,
    currentSpeaker: z.string().nullable(),
    faults: z.array(z.string()).meta({ description: "Newer checkpoints that could not be used, and why" }),
    changes: z.array(z.string()).meta({ description: "Knowledge that is not as it was" }),
  }),
};
