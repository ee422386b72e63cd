import { z } from "zod";
import { PairLine } from "@/lib/contracts/pairs";
import { SessionId } from "@/lib/contracts/primitives";
import { JUDGEMENTS } from "@/lib/core/memory/pair";
import { body, Count, shape } from "@/lib/contracts/shapes";

/** Tokens an orientation may cost when nobody says otherwise: a few minutes' reading, and little of any model's window. */
export const DEFAULT_BRIEF_BUDGET = 1500;

/** `?budget=`: how many tokens the text of a brief may cost. */
export const BriefQuery = z.object({
  budget: z.coerce
    .number()
    .int()
    .min(50)
    .max(100_000)
    .default(DEFAULT_BRIEF_BUDGET)
    .meta({ description: "Tokens the text may cost at most" }),
});

const session = SessionId.optional().meta({ description: "Near lines of this session alone" });

export const ProjectBriefQuery = BriefQuery.extend({ session });

export const JudgeBrief = body("JudgeBrief", { session });

/** The same for one agent, with what it is about to do. */
export const AgentBriefQuery = BriefQuery.extend({
  task: z
    .string()
    .max(2000)
    .default("")
    .meta({ description: "What the agent is about to do: what concerns that comes first" }),
});

/** The line of a memory that a sentence was drawn from; `quote` stands in that line as it is written there. */
export const BriefCitation = shape("BriefCitation", {
  path: z.string().meta({ description: "File, below the workspace" }),
  line: Count,
  quote: z.string().meta({ description: "What that line says" }),
  agent: z.string().nullable().meta({ description: "Whose memory it is; null for a team memory" }),
  session: z.string().nullable().meta({ description: "Session of the team memory; null for an agent's" }),
  role: z.string().nullable().meta({ description: "Role whose section of the team memory it stands in" }),
});
export type BriefCitation = z.infer<typeof BriefCitation>;

/**
 * What a sentence of an orientation is about: a risk is another's watch point or warning that names what this agent works on;
 * `team` is live team memory.
 */
export const BriefKind = z
  .enum(["risk", "watch", "team", "thread", "worked", "finding", "project"])
  .meta({ id: "BriefKind" });
export type BriefKind = z.infer<typeof BriefKind>;

/** One thing to know, with every line it rests on. */
export const BriefSentence = shape("BriefSentence", {
  kind: BriefKind,
  text: z.string(),
  matched: z.array(z.string()).meta({ description: "Words and names it shares with what the agent works on" }),
  citations: z.array(BriefCitation),
});

/**
 * What was left out of a brief, and why: no room within the budget, the agent's own memory says it already, or it has too
 * little in common with what the agent does.
 */
export const BriefOmission = shape("BriefOmission", {
  kind: z.string(),
  reason: z.enum(["budget", "known", "unrelated"]),
  count: Count,
});

export const BriefUnread = shape("BriefUnread", { path: z.string(), reason: z.string() });
export type BriefUnread = z.infer<typeof BriefUnread>;

const Costs = {
  text: z.string().meta({ description: "The brief as Markdown, citations included: what is handed to an agent" }),
  tokens: Count.meta({ description: "Tokens of `text`" }),
  budget: Count,
  tokenMethod: z.string(),
  leftOut: z.array(BriefOmission),
  unread: z.array(BriefUnread),
};

/**
 * The orientation of one agent about to be deployed, drawn from the memories of all others and the live team
 * memories, what matters most to it first.
 */
export const AgentBrief = shape("AgentBrief", {
  agent: z.string(),
  sentences: z.array(BriefSentence),
  sources: z.object({ agents: Count, sessions: Count, entries: Count }),
  ...Costs,
});
export type AgentBrief = z.infer<typeof AgentBrief>;

/** A subject that several agents write about; `named` is a file, module or package, `wording` a phrase. */
export const BriefTheme = shape("BriefTheme", {
  subject: z.string(),
  kind: z.enum(["named", "wording"]),
  agents: z.array(z.string()),
  entries: Count.meta({ description: "How many entries are about it" }),
  text: z.string(),
  citations: z.array(BriefCitation),
});

/** A watch point of one agent about something that other agents work on. */
export const BriefRisk = shape("BriefRisk", {
  subject: z.string(),
  agent: z.string().meta({ description: "Whose watch point it is" }),
  touches: z.array(z.string()).meta({ description: "Agents that work on it" }),
  text: z.string(),
  citations: z.array(BriefCitation),
});

/**
 * An open thread with its age. `dated` tells what gave the date: its own text, the session log's line about it, or the
 * agent's last session, when the thread was open already, so that it is that old at least.
 */
export const BriefThread = shape("BriefThread", {
  agent: z.string(),
  since: z.string().nullable().meta({ description: "ISO date", format: "date" }),
  days: Count.nullable().meta({ description: "Whole days since then; null when no date is known" }),
  dated: z.enum(["text", "log", "session"]).nullable(),
  text: z.string(),
  citations: z.array(BriefCitation),
});

/** Two standing lines of different roles about the same subject, which nobody has judged. */
export const BriefPair = shape("BriefPair", {
  session: z.string(),
  item: PairLine,
  other: PairLine,
  text: z.string(),
  citations: z.array(BriefCitation),
});

/** A sentence of a judge, and what it proposes where it is about a near pair: accepted with `item.judge`. */
export const JudgedSentence = shape("JudgedSentence", {
  text: z.string(),
  cites: z.array(z.string()).meta({ description: "Lines that it rests on, each of which stands" }),
  proposal: z
    .object({ session: z.string(), item: z.string(), other: z.string(), judgement: z.enum(JUDGEMENTS) })
    .nullable(),
});
export type JudgedSentence = z.infer<typeof JudgedSentence>;

/** What a judge makes of what the coach gathered. Nothing is changed by it. */
export const BriefJudged = shape("BriefJudged", {
  sentences: z.array(JudgedSentence),
  dropped: Count.meta({ description: "Sentences that cite nothing, or something that does not stand" }),
  judge: z.string().meta({ description: "The program that was asked" }),
  ms: Count,
  cost: z.number().nullable().meta({ description: "US dollars, where the judge says so" }),
});
export type BriefJudged = z.infer<typeof BriefJudged>;

/** What all memories of a workspace come to. Lists hold everything that was found; `text` is cut to the budget. */
export const ProjectBrief = shape("ProjectBrief", {
  agents: z.array(z.object({ agent: z.string(), path: z.string(), entries: Count })),
  themes: z.array(BriefTheme),
  risks: z.array(BriefRisk),
  threads: z.array(BriefThread).meta({ description: "Oldest first, those without a date last" }),
  pairs: z.array(BriefPair).meta({ description: "The nearest first, session by session" }),
  judge: z
    .string()
    .nullable()
    .meta({ description: "The program that can be asked what they are; null where none is set" }),
  ...Costs,
});
export type ProjectBrief = z.infer<typeof ProjectBrief>;

/** What the coach wrote into its own memory; observations that stand there already are not repeated. */
export const BriefRecorded = shape("BriefRecorded", {
  path: z.string(),
  added: z.array(z.object({ section: z.string(), text: z.string() })),
  known: Count.meta({ description: "Observations that were there already" }),
  revision: Count.nullable().meta({ description: "null when nothing was added" }),
});
export type BriefRecorded = z.infer<typeof BriefRecorded>;
