import { z } from "zod";
import { RelatedLines } from "@/lib/contracts/memory";
import { Count, asFound, body, listOf, shape } from "@/lib/contracts/shapes";
import { AgentBrief } from "@/lib/contracts/briefs";
import { Diagnostic, Etag, Paging, Text, Time } from "@/lib/contracts/primitives";
import { Diff } from "@/lib/contracts/revisions";

/** A path segment naming an agent. What may be in it is decided in `lib/core/agent-memory/agent-name.ts`. */
export const AgentName = Text.min(1).max(300).meta({ description: "Name of an agent: one folder name" });

/** The six sections of an agent's memory, in the order of the file. */
export const AgentSection = z
  .enum(["Project Context", "Accumulated Findings", "What Worked", "Watch Points", "Open Threads", "Session Log"])
  .meta({ id: "AgentSection" });
export type AgentSection = z.infer<typeof AgentSection>;

export const AgentDefinition = shape("AgentDefinition", {
  path: z.string(),
  description: z.string().nullable(),
  memory: z.string().nullable().meta({ description: "As written; only `disabled` opts out" }),
  diagnostics: z.array(Diagnostic),
});
export type AgentDefinition = z.infer<typeof AgentDefinition>;

/** One start of an agent. `log` is the line its close wrote. */
export const AgentSession = shape("AgentSession", {
  id: z.string(),
  agent: asFound(AgentName),
  state: z.enum(["open", "closed"]),
  startedAt: asFound(Time),
  startedBy: z.string(),
  revision: Count.meta({ description: "Revision of the memory it was given; 0 when there was none yet" }),
  closedAt: asFound(Time).nullable(),
  closedBy: z.string().nullable(),
  summary: z.string().nullable(),
  outcome: z.string().nullable(),
  log: z.string().nullable(),
  closedRevision: Count.nullable().meta({ description: "Revision of the memory its close made" }),
});
export type AgentSession = z.infer<typeof AgentSession>;
export const AgentSessionList = listOf(AgentSession);
export type AgentSessionList = z.infer<typeof AgentSessionList>;
export const AgentSessionFilter = Paging.extend({ state: z.enum(["open", "closed"]).optional() });
export type AgentSessionFilter = z.infer<typeof AgentSessionFilter>;

/** An agent as lists show it: found by its memory's folder, its definition, or Claude Code's own memory of it. */
export const Agent = shape("Agent", {
  name: asFound(AgentName),
  memory: z.enum(["enabled", "disabled"]),
  exists: z.boolean().meta({ description: "Whether it has a memory" }),
  path: z.string().meta({ description: "Where its memory is, or would be" }),
  project: z.string().nullable(),
  lastUpdated: z.string().nullable().meta({ description: "As written in the memory, an ISO date" }),
  sessionCount: Count.nullable(),
  openThreads: Count,
  entries: Count.meta({ description: "Entries of all sections but the log" }),
  lines: Count,
  definitions: z.array(AgentDefinition),
  claudeMemories: z
    .array(z.object({ path: z.string(), scope: z.enum(["project", "local"]), lines: Count }))
    .meta({ description: "Claude Code's own memory folders of this agent, which are never changed" }),
  openSessions: z.array(AgentSession),
  warnings: z.array(Diagnostic),
});
export type Agent = z.infer<typeof Agent>;
/** What a teammate left of its work in a phase of a session: the index of its report. Read, and never changed. */
export const AgentReport = shape("AgentReport", {
  agent: z.string().meta({ description: "The folder it lies in, which is named after the teammate" }),
  session: z.string(),
  phase: z.string(),
  path: z.string(),
});
export type AgentReport = z.infer<typeof AgentReport>;
export const AgentList = z.object({
  items: z.array(Agent),
  reports: z.array(AgentReport).meta({ description: "Every `phase-*/*/L1-index.yaml` of the sessions" }),
  nextCursor: z.string().nullable(),
});
export type AgentList = z.infer<typeof AgentList>;

/** One bullet of a section with what is nested in it. The id stands as long as section and text do. */
export const AgentEntry = shape("AgentEntry", {
  id: z.string(),
  text: z.string().meta({ description: "Its first paragraph, without the bullet" }),
  body: z.string().meta({ description: "Nested bullets and further paragraphs, as written" }),
  line: Count.meta({ description: "Line of the file, from 1" }),
  endLine: Count.meta({ description: "Its last line" }),
});
export type AgentEntry = z.infer<typeof AgentEntry>;

/** A section as it stands in the file. `name` is null for one that is none of the six; those are kept as they are. */
export const AgentMemorySection = shape("AgentMemorySection", {
  name: AgentSection.nullable(),
  heading: z.string(),
  comment: z.string().nullable().meta({ description: "The HTML comment below the heading, without its marks" }),
  text: z.string().meta({ description: "All below the heading, as written" }),
  entries: z.array(AgentEntry),
  notes: z
    .array(z.object({ text: z.string(), line: Count, endLine: Count }))
    .meta({ description: "Paragraphs, tables and the like beside the entries" }),
  line: Count,
  endLine: Count,
});
export type AgentMemorySection = z.infer<typeof AgentMemorySection>;

/** A line of the session log; date and outcome are null where the line is not `date · summary · outcome`. */
export const AgentLogLine = shape("AgentLogLine", {
  date: z.string().nullable(),
  summary: z.string(),
  outcome: z.string().nullable(),
  line: Count,
});
export type AgentLogLine = z.infer<typeof AgentLogLine>;

export const AgentMemory = shape("AgentMemory", {
  agent: asFound(AgentName),
  path: z.string(),
  etag: Etag,
  revision: Count,
  memory: z.enum(["enabled", "disabled"]),
  project: z.string().nullable(),
  lastUpdated: z.string().nullable(),
  sessionCount: Count.nullable(),
  sections: z.array(AgentMemorySection),
  missing: z.array(AgentSection),
  log: z.array(AgentLogLine),
  lines: Count,
  text: z.string().meta({ description: "The whole file" }),
  diagnostics: z.array(Diagnostic),
});
export type AgentMemory = z.infer<typeof AgentMemory>;

/** Claude Code's own memories of an agent, read-only. */
export const ClaudeMemoryList = listOf(
  shape("ClaudeMemory", {
    path: z.string(),
    scope: z.enum(["project", "local"]),
    etag: Etag,
    lines: Count,
    text: z.string(),
    diagnostics: z.array(Diagnostic),
  }),
);
export type ClaudeMemoryList = z.infer<typeof ClaudeMemoryList>;

/** Makes an agent's memory; `project` is that of the other memories, else the workspace's name, when left out. */
export const InitAgentMemory = body("InitAgentMemory", { project: Text.min(1).max(300).optional() });
export type InitAgentMemory = z.infer<typeof InitAgentMemory>;

/** The start of a session: what to read before work. `memory` is null when there is none yet; the first close makes it. */
export const AgentSessionStarted = shape("AgentSessionStarted", {
  sessionId: z.string(),
  memory: AgentMemory.nullable(),
  acknowledgement: z.string().meta({ description: "One line for the opening brief" }),
  writes: z
    .string()
    .optional()
    .meta({ description: "How what it says reaches its team: by itself, or with the Lead; left out for no teammate" }),
  brief: AgentBrief,
  openSessions: z
    .array(AgentSession)
    .meta({ description: "Sessions of this agent begun before and never closed, as far as they are the caller's" }),
});
export type AgentSessionStarted = z.infer<typeof AgentSessionStarted>;

/**
 * Something learnt: the text alone, or with what to do about an entry that says nearly the same. `replace` writes the text
 * in that entry's place, `keep` leaves the entry as it is and does not add the text.
 */
export const Learnt = z
  .union([
    Text.min(1).max(20_000),
    z.strictObject({
      text: Text.min(1).max(20_000),
      entry: z.string().min(1).max(80),
      choice: z.enum(["replace", "keep"]),
    }),
  ])
  .meta({ id: "Learnt" });
export type Learnt = z.infer<typeof Learnt>;

export const CloseAgentSession = body("CloseAgentSession", {
  summary: Text.min(1).max(2000),
  outcome: Text.min(1).max(2000),
  findings: z.array(Learnt).max(200).default([]),
  worked: z.array(Learnt).max(200).default([]),
  watchPoints: z.array(Learnt).max(200).default([]),
  openThreads: z.array(Learnt).max(200).default([]),
  closedThreads: z
    .array(Text.min(1).max(20_000))
    .max(200)
    .default([])
    .meta({ description: "Open threads that are done, each by its id or its text" }),
});
export type CloseAgentSession = z.infer<typeof CloseAgentSession>;
export const CloseQuery = z.object({ dryRun: z.enum(["true", "false"]).default("false") });

const SaidBefore = z.object({ section: AgentSection, text: z.string(), entry: AgentEntry });

/**
 * What a close did, or in a preview would do. `nearDuplicates` were added all the same: the caller may close with a
 * `choice` instead after a preview. `repeated` were not added, for an entry says the same word for word.
 */
export const AgentSessionClosed = shape("AgentSessionClosed", {
  session: AgentSession,
  dryRun: z.boolean(),
  log: z.string().meta({ description: "The line of the session log" }),
  added: z.array(z.object({ section: AgentSection, text: z.string(), line: Count })),
  repeated: z.array(SaidBefore),
  nearDuplicates: z.array(SaidBefore.extend({ similarity: z.number().meta({ description: "From 0 to 1" }) })),
  merged: z.array(SaidBefore.extend({ choice: z.enum(["replace", "keep"]) })),
  closedThreads: z.array(AgentEntry),
  unknownThreads: z
    .array(z.object({ text: z.string(), nearest: AgentEntry.nullable() }))
    .meta({ description: "Named in closedThreads, but no open thread is or says that; nothing was done for them" }),
  related: RelatedLines,
  diff: Diff,
  revision: Count.nullable().meta({ description: "null in a preview" }),
  etag: Etag,
  diagnostics: z.array(Diagnostic).meta({ description: "What could not be brought up to date, and why" }),
});
export type AgentSessionClosed = z.infer<typeof AgentSessionClosed>;

/** Replaces the whole text; needs `If-Match`. */
export const ReplaceAgentMemory = body("ReplaceAgentMemory", { text: Text.max(900_000) });

/** One edit within a section: all below its heading, a new entry at its end, or one entry, which null removes. */
export const EditAgentMemory = z
  .union([
    z.strictObject({ section: AgentSection, text: Text.max(400_000) }),
    z.strictObject({ section: AgentSection, add: Text.min(1).max(20_000) }),
    z.strictObject({ entry: z.string().min(1).max(80), text: Text.min(1).max(20_000).nullable() }),
  ])
  .meta({ id: "EditAgentMemory" });
export type EditAgentMemory = z.infer<typeof EditAgentMemory>;

/** `?confirm=` must repeat the agent's name. */
export const ClearQuery = z.object({ confirm: z.string().max(300).optional() });

/** The memory was deleted; `revision` is the one that says so, and undoing it brings the memory back. */
export const AgentMemoryCleared = shape("AgentMemoryCleared", {
  agent: asFound(AgentName),
  revision: Count,
  lines: Count,
  entries: Count,
});
