import { folderOf, resolveFileReference } from "@/lib/core/knowledge/file-reference";
import {
  knowledgeFolder,
  PRIORITIES,
  type IndexEntry,
  type KnowledgeIndex,
  type LoadRule,
  type Priority,
  type Registry,
  type RegistryEntry,
} from "@/lib/core/knowledge/knowledge-model";
import { keywordMatcher } from "@/lib/core/knowledge/match-keyword";
import { foldCase } from "@/lib/core/text/fold-case";
import { nameLookup, type NameLookup } from "@/lib/core/knowledge/name-lookup";
import { teamName } from "@/lib/core/knowledge/team-place";

/** Why an entry is a candidate. `name` is the mode or keyword as the index writes it, empty for what is always loaded. */
export interface Reason {
  kind: "core" | "mode" | "keyword";
  name: string;
}

/** Something worth telling about a resolution; the entry it is about, or null. */
export interface KnowledgeWarning {
  code: string;
  message: string;
  id: string | null;
}

/** An entry that mode or topic ask for, before anybody looked at its file. */
export interface Candidate {
  id: string;
  priority: Priority;
  reasons: Reason[];
  /** The file below the workspace; null when there is none to load. */
  path: string | null;
  /** Where a summary of it may lie, in the order they are tried. */
  summaries: string[];
  tokensEstimate: number | null;
  /** Why it is left out whatever the budget; null when it is not. */
  refused: { code: "unknown" | "outside" | "team" | "same_file"; why: string } | null;
}

/** What mode and topic come to. */
export interface Choice {
  /** In the order they are loaded: by priority, then as the index has them. */
  candidates: Candidate[];
  warnings: KnowledgeWarning[];
  /** Whether mode or topic matched anything at all. */
  matched: boolean;
}

/** Who asks for what. */
export interface Request {
  team: string;
  mode: string | null;
  topic: string | null;
}

/**
 * The candidates of a mode and topic words: core ∪ by_mode ∪ by_keyword, each once with all its reasons. `applicable_teams`
 * of the registry leaves out what is for others. Source: knowledge §2 and §4, formats §3 (Resolve).
 */
export function chooseCandidates(index: KnowledgeIndex, registry: Registry, request: Request): Choice {
  const find = { index: nameLookup(index.entries), registry: nameLookup(registry.entries) };
  const warnings: KnowledgeWarning[] = [];
  const reasons = new Map<string, Reason[]>();
  const unlisted: string[] = [];
  const ask = (name: string, reason: Reason) => {
    const id = find.index(name)?.id ?? find.registry(name)?.id ?? name;
    const known = reasons.get(id);
    if (known !== undefined) {
      if (!known.some((each) => each.kind === reason.kind && each.name === reason.name)) known.push(reason);
      return;
    }
    reasons.set(id, [reason]);
    if (find.index(name) === undefined) unlisted.push(id);
  };
  for (const entry of index.entries) if (entry.core) ask(entry.id, { kind: "core", name: "" });
  const rules = matchingRules(index, request, warnings);
  for (const { kind, rule } of rules) for (const id of rule.ids) ask(id, { kind, name: rule.name });

  const listed = index.entries.filter((entry) => reasons.has(entry.id)).map((entry) => entry.id);
  const candidates = [...listed, ...unlisted].map((id) => describe(id, reasons.get(id) ?? [], find, request.team));
  // Sorting is stable: within a priority the order of the index stays.
  candidates.sort((a, b) => PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority));
  refuseSameFile(candidates);
  for (const { id, refused } of candidates) {
    if (refused?.code === "unknown" || refused?.code === "outside") {
      warnings.push({ code: refused.code === "unknown" ? "unknown_id" : "path_outside", message: refused.why, id });
    }
  }
  return { candidates, warnings, matched: rules.length > 0 };
}

interface Lookups {
  index: NameLookup<IndexEntry>;
  registry: NameLookup<RegistryEntry>;
}

function matchingRules(
  index: KnowledgeIndex,
  { mode, topic }: Request,
  warnings: KnowledgeWarning[],
): { kind: "mode" | "keyword"; rule: LoadRule }[] {
  const rules: { kind: "mode" | "keyword"; rule: LoadRule }[] = [];
  if (mode !== null && mode.trim() !== "") {
    const wanted = foldCase(mode);
    const rule = index.byMode.find((each) => foldCase(each.name) === wanted);
    if (rule !== undefined) rules.push({ kind: "mode", rule });
    else {
      const known = index.byMode.map(({ name }) => name).join(", ");
      const message = `The index has no mode "${mode.trim()}"; ${known === "" ? "it has none" : `it has ${known}`}.`;
      warnings.push({ code: "unknown_mode", message, id: null });
    }
  }
  if (topic !== null && topic.trim() !== "") {
    const matches = keywordMatcher(topic);
    for (const rule of index.byKeyword) if (matches(rule.name)) rules.push({ kind: "keyword", rule });
  }
  return rules;
}

function describe(id: string, reasons: Reason[], find: Lookups, team: string): Candidate {
  const own = find.index(id);
  const shared = own?.kind === "own" ? undefined : find.registry(id);
  const target = own !== undefined && own.reference !== null ? own : (shared ?? own);
  const path = target?.path ?? null;
  return {
    id,
    priority: own?.priority ?? "medium",
    reasons,
    path,
    summaries: path === null ? [] : summariesOf(id, path, team),
    tokensEstimate: own?.tokensEstimate ?? shared?.tokensEstimate ?? null,
    refused: refusalOf(id, target, shared, team),
  };
}

function refusalOf(
  id: string,
  target: IndexEntry | RegistryEntry | undefined,
  shared: RegistryEntry | undefined,
  team: string,
): Candidate["refused"] {
  if (target === undefined) {
    return { code: "unknown", why: `${id} is neither in the index nor in the registry.` };
  }
  if (target.problem !== null) return { code: "outside", why: target.problem };
  if (target.path === null) return { code: "unknown", why: `${id} names no file, and the registry has none for it.` };
  if (shared !== undefined && !isApplicable(shared, team)) {
    return {
      code: "team",
      why: `The registry has it for ${shared.applicableTeams.join(", ")} only; *load: ${id} still loads it.`,
    };
  }
  return null;
}

/** Whether an entry of the registry is loaded by itself for a team; one without a list is for all. Source: formats §3. */
export function isApplicable({ applicableTeams }: Pick<RegistryEntry, "applicableTeams">, team: string): boolean {
  if (applicableTeams.length === 0) return true;
  return applicableTeams.some(
    (each) =>
      each === "*" || each === "all" || [team, teamName(team)].some((name) => foldCase(each) === foldCase(name)),
  );
}

/** Where a summary of an entry may lie: with the team's knowledge where there is a team, or beside the file itself. */
export function summariesOf(id: string, path: string, team: string | null): string[] {
  const folders = [...new Set([...(team === null ? [] : [knowledgeFolder(team)]), folderOf(path)])];
  return folders.flatMap((folder) => {
    const place = `${folder}/summaries`;
    const found = resolveFileReference(place, `${id}.md`);
    // An id may climb as a path does; a summary never lies outside of its folder.
    return "path" in found && found.path.startsWith(`${place}/`) ? [found.path] : [];
  });
}

function refuseSameFile(candidates: Candidate[]): void {
  const byPath = new Map<string, string>();
  for (const candidate of candidates) {
    if (candidate.path === null || candidate.refused !== null) continue;
    const first = byPath.get(candidate.path);
    if (first === undefined) byPath.set(candidate.path, candidate.id);
    else candidate.refused = { code: "same_file", why: `The same file is loaded as ${first}.` };
  }
}
