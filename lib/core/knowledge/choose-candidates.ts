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
  teamName,
  nameLookup,
  type NameLookup,
} from "@/lib/core/knowledge/knowledge-model";
import { foldCase } from "@/lib/core/text/fold-name";
import { greatest } from "@/lib/core/lists";

/** Whether a keyword stands in a topic. */
type KeywordMatcher = (keyword: string) => boolean;

/**
 * A matcher over one topic. A keyword matches as whole words, whatever its case and whichever form its characters have (NFC,
 * NFD); between the words of a keyword any white space may stand. A Korean word is whole with its particle, too: `로그`
 * stands in `로그를` and not in `로그인`. Source: knowledge §2, formats §3.
 */
export function keywordMatcher(topic: string): KeywordMatcher {
  const text = foldCase(topic);
  return (keyword) => {
    const wanted = foldCase(keyword);
    if (wanted === "") return false;
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
      if (beginsWord(text, at) && endsWord(text, at + wanted.length)) return true;
    }
    return false;
  };
}

function beginsWord(text: string, at: number): boolean {
  return at === 0 || !WORD.test(characterAt(text, at)) || !WORD.test(characterBefore(text, at));
}

function endsWord(text: string, end: number): boolean {
  if (end >= text.length || !WORD.test(characterBefore(text, end)) || !WORD.test(characterAt(text, end))) return true;
  return HANGUL.test(characterBefore(text, end)) && PARTICLE.test(text.slice(end, end + LONGEST_PARTICLE + 1));
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

/** The whole character that ends before `at`, one of two UTF-16 units included. */
function characterBefore(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1);
  return unit >= 0xdc00 && unit <= 0xdfff ? text.slice(at - 2, at) : text.slice(at - 1, at);
}

/** Example: `e`, `é`, `송`, `7`, `_`. */
const WORD = /^[\p{L}\p{M}\p{N}_]$/u;

/** Example: `송`. */
const HANGUL = /^\p{Script=Hangul}$/u;

/** Particles that are written onto a noun without a space. Longer ones first, so that `에서` is not read as `에`. */
const PARTICLES = [
  ["으로부터", "에서부터", "이라도", "이라고", "이라는", "에게서", "으로서", "으로써", "에서는", "에서도", "으로는"],
  [
    "까지",
    "부터",
    "에서",
    "에게",
    "에는",
    "에도",
    "으로",
    "로서",
    "로써",
    "로는",
    "처럼",
    "보다",
    "마다",
    "조차",
    "마저",
    "밖에",
  ],
  ["하고", "이나", "이란", "이랑", "라도", "라고", "라는", "만을", "만의", "과의", "와의", "들을", "들이", "들의"],
  ["을", "를", "이", "가", "은", "는", "의", "에", "로", "와", "과", "도", "만", "들", "나", "란", "랑"],
].flat();

const LONGEST_PARTICLE = greatest(PARTICLES.map((particle) => particle.length));

/** Example: `를` at the end of a word, as in `로그를`. */
const PARTICLE = new RegExp(`^(?:${PARTICLES.join("|")})(?![\\p{L}\\p{M}\\p{N}_])`, "u");

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
}

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
  return { candidates, warnings };
}

interface Lookups {
  index: NameLookup<IndexEntry>;
  registry: NameLookup<RegistryEntry>;
}

function matchingRules(index: KnowledgeIndex, { mode, topic }: Request, warnings: KnowledgeWarning[]) {
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
