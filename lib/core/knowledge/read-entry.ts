import { isMap, isScalar, isSeq, type Node } from "yaml";
import type {
  KnowledgeEntry,
  BudgetSettings,
  Priority,
  Target,
  WarningThreshold,
} from "@/lib/core/knowledge/knowledge-model";
import { resolveFileReference } from "@/lib/core/knowledge/file-reference";
import { isNothing, rangeOf, type Field, type YamlSource } from "@/lib/core/yaml/yaml-source";

/** What an entry of a registry or an index says, whichever way it is written. */
export interface RawEntry extends KnowledgeEntry {
  priority: Priority | null;
  keywords: string[];
  applicableTeams: string[];
  /** Whether it says itself that it is always loaded. */
  always: boolean;
  /** Where it begins. */
  at: number;
}

/**
 * The entries of a list or a map, in its order: items are maps with an `id`, or paths alone; keys of a map are ids, or file
 * names where no path is given. Of a repeated id the last counts, with a warning. Source: formats §3.
 */
export function readEntries(source: YamlSource, node: Node | null, what: string, folder: string): RawEntry[] {
  const found = source.follow(node);
  if (found === null || isNothing(found)) return [];
  if (isMap(found)) {
    return source.fields(found, what).map((field) => readEntry(source, field.value, folder, field));
  }
  if (!isSeq(found)) {
    source.say("not_a_list", "error", rangeOf(found), `${what} must be a list or a map of entries.`);
    return [];
  }
  const entries = new Map<string, RawEntry>();
  for (const item of found.items as (Node | null)[]) {
    const entry = readEntry(source, item, folder, null);
    if (entry.id === "") {
      source.say("no_id", "warning", rangeOf(item), `An entry of ${what} has neither id nor path and is not read.`);
      continue;
    }
    const before = entries.get(entry.id);
    if (before !== undefined) {
      const message = `The id "${entry.id}" appears twice in ${what}, first on line ${before.line}; the last one counts.`;
      source.say("duplicate_id", "warning", rangeOf(item), message);
      entries.delete(entry.id);
    }
    entries.set(entry.id, entry);
  }
  return [...entries.values()];
}

function readEntry(source: YamlSource, node: Node | null, folder: string, key: Field | null): RawEntry {
  const found = source.follow(node);
  const at = key?.at ?? rangeOf(node)[0];
  const empty = { ...NO_DETAILS, at, line: source.lineOf(at) };
  if (found === null || isNothing(found) || isScalar(found)) {
    const text = source.string(found);
    const named = key?.key ?? text ?? "";
    const reference = text ?? (looksLikeFile(named) ? named : null);
    // A bare text is a path when it looks like one, and else the id of something shared.
    const isPath = key !== null || looksLikeFile(named);
    return { ...empty, id: named, ...targetOf(source, isPath ? reference : null, folder, found ?? null) };
  }
  const label = `The entry ${key?.key ?? ""}`.trimEnd();
  const fields = new Map(source.fields(found, label).map((field) => [field.key, field.value] as const));
  const one = (...names: string[]) =>
    names.map((name) => source.string(fields.get(name) ?? null)).find((v) => v !== null);
  const many = (name: string) => source.strings(fields.get(name) ?? null, `\`${name}\` of ${label.toLowerCase()}`);
  const written = one(...FILE_KEYS) ?? null;
  const id = key?.key ?? one("id", "name") ?? written ?? "";
  const reference = written ?? (looksLikeFile(id) ? id : null);
  const pathNode = FILE_KEYS.map((name) => fields.get(name)).find((node) => node !== undefined) ?? found;
  const when = ["load_when", "load_on", "auto_load"].map((name) => fields.get(name) ?? null);
  return {
    ...empty,
    id,
    ...targetOf(source, reference, folder, pathNode),
    priority: readPriority(source, fields.get("priority") ?? null),
    tokensEstimate: readTokens(source, fields.get("tokens_estimate") ?? fields.get("tokens") ?? null),
    tags: many("tags"),
    keywords: [...new Set([...many("keywords"), ...when.flatMap((node) => wordsOf(source, node))])],
    applicableTeams: many("applicable_teams"),
    description: one("description", "title", "summary", "purpose") ?? null,
    dependsOn: many("depends_on"),
    always: when.some((node) => ALWAYS.has(source.string(node)?.toLowerCase() ?? "")),
  };
}

/** The keys under which an entry names its file, the first that is there. */
export const FILE_KEYS = ["path", "file", "filename"] as const;

/** What an entry says that is loaded whatever a session is about. */
const ALWAYS = new Set(["always", "session_start", "true"]);

/** The words of a list such as `load_when: [review, {keyword: scope}]` that a topic may hold. */
function wordsOf(source: YamlSource, node: Node | null): string[] {
  const found = source.follow(node);
  if (found === null || !isSeq(found)) return [];
  return (found.items as (Node | null)[]).flatMap((each) => {
    const item = source.follow(each);
    if (item !== null && isMap(item)) return source.string(item.get("keyword", true) as Node | null) ?? [];
    return source.string(item) ?? [];
  });
}

const NO_DETAILS = {
  priority: null,
  tokensEstimate: null,
  tags: [],
  keywords: [],
  applicableTeams: [],
  description: null,
  dependsOn: [],
  always: false,
} satisfies Partial<RawEntry>;

function targetOf(source: YamlSource, reference: string | null, folder: string, node: Node | null): Target {
  if (reference === null) return { reference, path: null, problem: null };
  const found = resolveFileReference(folder, reference);
  if (!("problem" in found)) return { reference, path: found.path, problem: null };
  const code = found.problem === "outside" ? "path_outside" : "bad_path";
  source.say(code, "warning", rangeOf(node), `${found.message} Only files of the workspace are loaded.`);
  return { reference, path: null, problem: found.message };
}

/** Whether a text names a file, such as `01-patterns.md` or `./notes/sql.md`. */
export function looksLikeFile(text: string): boolean {
  return /\.[a-z]{1,5}$/i.test(text) || /^\.{1,2}[/\\]/.test(text); // matches ".md" at the end, "./" at the start
}

/** Real indexes write a rank from 1, too. Source: formats §3. */
const PRIORITY_NAMES = new Map<string, Priority>([
  ["critical", "high"],
  ["high", "high"],
  ["1", "high"],
  ["medium", "medium"],
  ["normal", "medium"],
  ["2", "medium"],
  ["low", "low"],
  ["3", "low"],
]);

/** The priority a text names; null, with a warning, for any other. */
export function readPriority(source: YamlSource, node: Node | null): Priority | null {
  const text = source.string(node);
  if (text === null) return null;
  const priority = PRIORITY_NAMES.get(text.trim().toLowerCase());
  if (priority !== undefined) return priority;
  source.say("bad_priority", "warning", rangeOf(node), `"${text}" is not a priority; use high, medium or low.`);
  return null;
}

/** Tokens as a whole number above zero, `~3000 tokens` included; null, with a warning, for what is none. */
function readTokens(source: YamlSource, node: Node | null): number | null {
  const text = source.string(node);
  if (text === null) return null;
  const digits = /^~?\s*(\d[\d_,]*)(?:\s*tokens?)?$/i.exec(text.trim())?.[1]; // matches "3000" in "~3000 tokens"
  const tokens = Number(digits?.replaceAll(/[_,]/g, "")); // matches "," in "3,000"
  if (Number.isSafeInteger(tokens) && tokens >= 0) return tokens;
  source.say("bad_tokens", "warning", rangeOf(node), `"${text}" is not a number of tokens.`);
  return null;
}

/** What `token_budget` or `budgets` says; what is no budget is a warning and counts as unsaid. Source: knowledge §6. */
export function readBudget(source: YamlSource, node: Node | null, name: string): BudgetSettings {
  const settings: BudgetSettings = { max: null, warning: null, strategy: null };
  const found = source.follow(node);
  if (found !== null && isScalar(found) && !isNothing(found)) return { ...settings, max: readMax(source, found) };
  for (const { key, value, pair } of source.fields(found, `\`${name}\``)) {
    if (key === "max_auto_load" || key === "default_auto_load") settings.max = readMax(source, value ?? pair.key);
    else if (key === "warning_threshold") settings.warning = readThreshold(source, value);
    else if (key === "strategy") {
      settings.strategy = source.string(value);
      if (settings.strategy !== null && settings.strategy !== STRATEGY) {
        const message = `The strategy "${settings.strategy}" is not known; ${STRATEGY} is used.`;
        source.say("unknown_strategy", "warning", rangeOf(value), message);
      }
    }
  }
  return settings;
}

/** The one way to spend a budget: in the order of priority, leaving out what does not fit. */
export const STRATEGY = "priority_then_skip";

function readMax(source: YamlSource, node: Node): number | null {
  const text = source.string(node) ?? "";
  const tokens = Number(text.replaceAll(/[_,]/g, "")); // matches "_" in "5_000"
  if (text.trim() !== "" && Number.isSafeInteger(tokens) && tokens > 0) return tokens;
  source.say("bad_budget", "warning", rangeOf(node), `A budget is a whole number of tokens above 0, not "${text}".`);
  return null;
}

/** `0.8` and `80%` are a share of the budget, `8000` is tokens. */
function readThreshold(source: YamlSource, node: Node | null): WarningThreshold | null {
  const text = source.string(node);
  if (text === null) return null;
  const percent = /^(\d+(?:\.\d+)?)\s*%$/.exec(text.trim())?.[1]; // matches "80" in "80 %"
  const value = percent === undefined ? Number(text.replaceAll("_", "")) : Number(percent) / 100;
  if (text.trim() !== "" && value > 0 && (value <= 1 || (percent === undefined && Number.isSafeInteger(value)))) {
    return { unit: value <= 1 ? "share" : "tokens", value };
  }
  source.say(
    "bad_threshold",
    "warning",
    rangeOf(node),
    `"${text}" is neither a share such as 0.8 nor a number of tokens.`,
  );
  return null;
}
