import { z } from "zod";
import { Count, asFound, body, listOf, shape } from "@/lib/contracts/shapes";
import { Diagnostic, Etag, Paging, RevisionNumber, Text, Writing } from "@/lib/contracts/primitives";

/** The name of a team: its folder in `.microai/agents/teams`; elsewhere with its place, as in `dev-qa@teams`. */
export const TeamId = Text.min(1)
  .max(300)
  .meta({
    description: "Folder name of a team; with its place where that is not .microai/agents/teams, as in dev-qa@teams",
    examples: ["security-review"],
  });

/** The id of a piece of knowledge, as its registry or index writes it. It may hold slashes. */
export const KnowledgeId = Text.min(1)
  .max(300)
  .meta({ description: "Id of a knowledge entry", examples: ["owasp-top-10"] });

export const KnowledgePriority = z.enum(["high", "medium", "low"]).meta({ id: "KnowledgePriority" });
export type KnowledgePriority = z.infer<typeof KnowledgePriority>;

/** How far counted tokens are from an estimate, as a share of the estimate; flagged above 20 % either way. */
export const KnowledgeDrift = shape("KnowledgeDrift", {
  share: z.number().meta({ description: "0.5: the count is half as much again as the estimate" }),
  flagged: z.boolean(),
});

/** Why an entry is loaded for a request. `name` is the mode or the keyword, empty for what is always loaded. */
export const KnowledgeReason = shape("KnowledgeReason", {
  kind: z.enum(["core", "mode", "keyword"]),
  name: z.string(),
});
export type KnowledgeReason = z.infer<typeof KnowledgeReason>;

const KnowledgeFile = z.object({
  path: z
    .string()
    .nullable()
    .meta({ description: "Below the workspace; null when the reference leads to no file of it" }),
  reference: z.string().nullable().meta({ description: "The path as the file writes it" }),
  state: z.enum(["read", "missing", "refused", "unreadable"]),
  problem: z.string().nullable().meta({ description: "Why it cannot be loaded" }),
  tokens: Count.nullable().meta({ description: "Counted tokens of the full text" }),
  tokensEstimate: Count.nullable(),
  drift: KnowledgeDrift.nullable(),
  summary: z.object({ path: z.string(), tokens: Count }).nullable(),
});

export const KnowledgeUse = shape("KnowledgeUse", {
  team: asFound(TeamId),
  priority: KnowledgePriority,
  how: z.array(KnowledgeReason).meta({ description: "What loads it; empty when it is listed and nothing does" }),
  applicable: z.boolean().meta({ description: "false: `applicable_teams` keeps it from loading by itself here" }),
});

export const Knowledge = KnowledgeFile.extend({
  id: asFound(KnowledgeId),
  group: z.string().meta({ description: "The list of the registry it stands in" }),
  tags: z.array(z.string()),
  applicableTeams: z.array(z.string()).meta({ description: "Teams that load it automatically; empty for all" }),
  description: z.string().nullable(),
  dependsOn: z.array(z.string()),
  usedBy: z.array(KnowledgeUse),
  line: Count,
}).meta({ id: "Knowledge" });
export type Knowledge = z.infer<typeof Knowledge>;

/** When a loaded set is called near its budget. */
const WarningThreshold = z.object({ unit: z.enum(["share", "tokens"]), value: z.number() });

/** What a file says about tokens; null for what it does not say. */
export const BudgetSettings = shape("KnowledgeBudgetSettings", {
  max: Count.nullable(),
  warning: WarningThreshold.nullable(),
  strategy: z.string().nullable(),
});

/** The budget that counts, from where it is, and from how many tokens on it is called near. */
export const Budget = shape("KnowledgeBudget", {
  tokens: Count,
  from: z.enum(["request", "index", "registry", "default"]),
  warnAt: z.number(),
});

/** The shared registry. `etag` is that of the file, for `If-Match`. */
export const KnowledgeList = shape("KnowledgeList", {
  items: z.array(Knowledge),
  nextCursor: z.string().nullable(),
  etag: Etag,
  path: z.string(),
  budget: BudgetSettings,
  diagnostics: z.array(Diagnostic),
  tokenMethod: z.string(),
});
export type KnowledgeList = z.infer<typeof KnowledgeList>;

export const KnowledgeQuery = Paging.extend({
  q: Text.max(200).optional().meta({ description: "Part of id, description or tag" }),
  tag: Text.max(200).optional(),
  team: TeamId.optional().meta({ description: "Only what this team's index lists" }),
});
export type KnowledgeQuery = z.infer<typeof KnowledgeQuery>;

/** One entry with the text of its file, its first 200,000 characters. */
export const KnowledgeDetail = Knowledge.extend({
  etag: Etag.meta({ description: "ETag of the registry, for `If-Match`" }),
  text: z.string().nullable(),
  truncated: z.boolean(),
}).meta({ id: "KnowledgeDetail" });
export const Team = shape("Team", {
  id: asFound(TeamId),
  entries: Count.meta({ description: "Entries of its index" }),
  shared: Count.meta({ description: "How many of them are shared knowledge" }),
  tokens: Count.meta({ description: "Counted tokens of all of them together" }),
  budget: Budget,
  modes: z.array(z.string()),
  personas: z.array(z.string()).meta({ description: "Files of its agents" }),
  warnings: z.array(Diagnostic),
});
export type Team = z.infer<typeof Team>;
export const TeamList = listOf(Team);
export type TeamList = z.infer<typeof TeamList>;

export const TeamEntry = KnowledgeFile.extend({
  id: asFound(KnowledgeId),
  kind: z.enum(["shared", "own", "mentioned"]),
  priority: KnowledgePriority,
  core: z.boolean(),
  modes: z.array(z.string()),
  keywords: z.array(z.string()),
  registered: z.boolean().meta({ description: "Whether the shared registry has it" }),
  applicable: z.boolean(),
  description: z.string().nullable(),
  line: Count,
}).meta({ id: "TeamEntry" });
export type TeamEntry = z.infer<typeof TeamEntry>;

/** What a mode or a keyword loads. */
const LoadRule = z.object({ name: z.string(), ids: z.array(z.string()), line: Count });

/** A team's index. `etag` is that of the file, empty in quotes when there is none. */
export const TeamKnowledge = shape("TeamKnowledge", {
  team: asFound(TeamId),
  path: z.string(),
  exists: z.boolean(),
  etag: Etag,
  entries: z.array(TeamEntry),
  byMode: z.array(LoadRule),
  byKeyword: z.array(LoadRule),
  settings: BudgetSettings,
  budget: Budget,
  personas: z.array(z.string()),
  diagnostics: z.array(Diagnostic),
  tokenMethod: z.string(),
});
export type TeamKnowledge = z.infer<typeof TeamKnowledge>;

export const ResolveKnowledge = body("ResolveKnowledge", {
  mode: Text.max(200).optional(),
  topic: Text.max(10_000).optional().meta({ description: "Words of the topic; keywords match whole words in it" }),
  budget: z.int().positive().optional().meta({ description: "Tokens; the team's own when left out" }),
});
export type ResolveKnowledge = z.infer<typeof ResolveKnowledge>;

/** An entry that is loaded. `path` is its summary where the full text does not fit. */
export const LoadedKnowledge = shape("LoadedKnowledge", {
  id: asFound(KnowledgeId),
  path: z.string(),
  tokens: Count,
  why: z.string(),
  reasons: z.array(KnowledgeReason),
  priority: KnowledgePriority,
  summary: z.boolean(),
  fullTokens: Count,
  tokensEstimate: Count.nullable(),
  drift: KnowledgeDrift.nullable(),
});

export const SkippedKnowledge = shape("SkippedKnowledge", {
  id: asFound(KnowledgeId),
  why: z.string(),
  code: z.enum(["budget", "missing", "unreadable", "unknown", "outside", "team", "same_file"]),
  path: z.string().nullable(),
  tokens: Count.nullable(),
  priority: KnowledgePriority,
  reasons: z.array(KnowledgeReason),
});

/** Something worth telling about a resolution; `id` is the entry it is about. */
export const KnowledgeWarning = shape("KnowledgeWarning", {
  code: z.string(),
  message: z.string(),
  id: z.string().nullable(),
});

/** What mode, topic and budget come to. Every entry asked for is in `loaded` or `skipped`. */
export const ResolvedKnowledge = shape("ResolvedKnowledge", {
  loaded: z.array(LoadedKnowledge),
  skipped: z.array(SkippedKnowledge),
  warnings: z.array(KnowledgeWarning),
  tokens: Count,
  budget: Count,
  budgetFrom: z.enum(["request", "index", "registry", "default"]),
  warnAt: z.number().meta({ description: "Tokens from which on the set is called near its budget" }),
  personaOnly: z.boolean().meta({ description: "Nothing matched: the agent persona alone is loaded" }),
  personas: z.array(z.string()),
  message: z.string().meta({ description: "As a command answers: `Knowledge loaded: [list]`" }),
  tokenMethod: z.string(),
});
export type ResolvedKnowledge = z.infer<typeof ResolvedKnowledge>;

const Names = z.array(Writing.min(1).max(200)).max(200);
const Estimate = z.int().min(0).max(100_000_000);
const Description = Writing.min(1).max(2000);

/** A new entry of the registry. `path` is below the workspace, or relative to the registry with `./` or `../` in front. */
export const AddKnowledge = body("AddKnowledge", {
  id: KnowledgeId,
  path: Text.min(1).max(1000),
  tokensEstimate: Estimate.optional().meta({ description: "Counted when left out" }),
  tags: Names.optional(),
  applicableTeams: Names.optional(),
  description: Description.optional(),
});
export type AddKnowledge = z.infer<typeof AddKnowledge>;

/** What is to be different about something: one field at least. */
function changing<T extends z.ZodRawShape>(id: string, fields: T) {
  return z
    .strictObject(fields)
    .refine((change) => Object.values(change).some((value) => value !== undefined), "names nothing to change")
    .meta({ id });
}

/** What is to be different about an entry of the registry; what is left out stays, null takes it away. */
export const ChangeKnowledge = changing("ChangeKnowledge", {
  path: Text.min(1).max(1000).optional(),
  tokensEstimate: Estimate.nullable().optional(),
  tags: Names.optional(),
  applicableTeams: Names.optional(),
  description: Description.nullable().optional(),
});
export type ChangeKnowledge = z.infer<typeof ChangeKnowledge>;

/** A new entry of a team's index. Without a path it refers to the shared registry. */
export const AddTeamEntry = body("AddTeamEntry", {
  id: KnowledgeId,
  path: Text.min(1).max(1000).optional(),
  priority: KnowledgePriority.default("medium"),
  core: z.boolean().optional(),
  modes: Names.optional(),
  keywords: Names.optional(),
});
export type AddTeamEntry = z.infer<typeof AddTeamEntry>;

/** What is to be different about an entry of an index; lists are whole. */
export const ChangeTeamEntry = changing("ChangeTeamEntry", {
  priority: KnowledgePriority.optional(),
  core: z.boolean().optional(),
  modes: Names.optional(),
  keywords: Names.optional(),
});
export type ChangeTeamEntry = z.infer<typeof ChangeTeamEntry>;

/** What is to be different about a team's budget. */
export const ChangeTeamBudget = changing("ChangeTeamBudget", {
  maxAutoLoad: z.int().positive().max(100_000_000).optional(),
  warningThreshold: z.number().positive().max(100_000_000).optional().meta({
    description: "Up to 1 a share of the budget, above it tokens",
  }),
});
export type ChangeTeamBudget = z.infer<typeof ChangeTeamBudget>;

/** A change of a registry or an index, done. `revision` is null when nothing was different. */
export const KnowledgeChanged = shape("KnowledgeChanged", {
  path: z.string(),
  revision: asFound(RevisionNumber).nullable(),
  etag: Etag,
});
export type KnowledgeChanged = z.infer<typeof KnowledgeChanged>;

/** Which document a look into the history is about: the registry, an index, or a file of knowledge. */
export const KnowledgeDocument = z.object({ path: Text.min(1).max(1000) });
export const KnowledgeHistoryQuery = Paging.extend(KnowledgeDocument.shape);
export const KnowledgeDiffQuery = KnowledgeDocument.extend({
  from: z.coerce.number().int().min(0),
  to: z.coerce.number().int().min(0),
});

/** Which revision of which document is to be taken back, or brought back. */
export const RestoreKnowledge = body("RestoreKnowledge", { path: Text.min(1).max(1000), revision: RevisionNumber });
