import { isMap, isSeq, type Node } from "yaml";
import { findCycles } from "@/lib/core/knowledge/find-cycles";
import {
  knowledgeFolder,
  type BudgetSettings,
  type IndexEntry,
  type KnowledgeIndex,
  type LoadRule,
  type Priority,
} from "@/lib/core/knowledge/knowledge-model";
import { isBudgetKey, sayUnread } from "@/lib/core/knowledge/parse-registry";
import { foldName, nameLookup } from "@/lib/core/knowledge/name-lookup";
import { readBudget, readEntries, readPriority, type RawEntry } from "@/lib/core/knowledge/read-entry";
import { YamlSource, type Field } from "@/lib/core/yaml/yaml-source";

/**
 * A team's index as it could be read; never fails. Reads `shared_refs`, `files` and `core_files` as lists or maps, priorities
 * at the entry or in a map of lists, `auto_load` by mode and keyword, keywords at the entry, and the budget. Relative paths
 * are taken from the team's knowledge folder. Source: knowledge §2, formats §3.
 */
export function parseKnowledgeIndex(text: string, team: string): KnowledgeIndex {
  return new IndexReader(text, knowledgeFolder(team)).read();
}

/** What is read before the entries are put together. */
class IndexReader {
  readonly #source: YamlSource;
  readonly #entries: { kind: IndexEntry["kind"]; raw: RawEntry }[] = [];
  readonly #core: RawEntry[] = [];
  readonly #priorities = new Map<string, Priority>();
  readonly #byMode = new Map<string, LoadRule>();
  readonly #byKeyword = new Map<string, LoadRule>();
  #budget: BudgetSettings = { max: null, warning: null, strategy: null };

  constructor(
    text: string,
    private readonly folder: string,
  ) {
    this.#source = new YamlSource(text, "The index");
  }

  read(): KnowledgeIndex {
    for (const field of this.#source.root()) this.#readField(field);
    const entries = this.#join();
    for (const { raw } of this.#entries)
      for (const name of raw.keywords) this.#add(this.#byKeyword, name, [raw.id], raw.line);
    this.#sayCycles(entries);
    return {
      entries,
      byMode: [...this.#byMode.values()],
      byKeyword: [...this.#byKeyword.values()],
      budget: this.#budget,
      diagnostics: this.#source.diagnostics,
    };
  }

  #readField(field: Field): void {
    const { key, value } = field;
    if (key === "shared_refs" || key === "files") {
      const kind = key === "files" ? "own" : "shared";
      for (const raw of readEntries(this.#source, value, `\`${key}\``, this.folder)) this.#entries.push({ kind, raw });
    } else if (key === "core_files") this.#core.push(...readEntries(this.#source, value, "`core_files`", this.folder));
    else if (key === "priority") this.#readPriorities(value);
    else if (key === "auto_load") this.#readAutoLoad(value);
    else if (key === "keyword_mapping" || key === "keywords") this.#readRules(this.#byKeyword, value, key);
    else if (isBudgetKey(key)) this.#budget = readBudget(this.#source, value, key);
    else if (!SILENT_KEYS.has(key)) sayUnread(this.#source, field);
  }

  #readPriorities(node: Node | null): void {
    for (const { key, value, pair } of this.#source.fields(node, "`priority`")) {
      const priority = readPriority(this.#source, pair.key);
      if (priority === null) continue;
      for (const id of this.#source.strings(value, `\`priority.${key}\``)) this.#priorities.set(foldName(id), priority);
    }
  }

  #readAutoLoad(node: Node | null): void {
    const found = this.#source.follow(node);
    // A plain list has no condition: it is always loaded.
    if (found !== null && isSeq(found)) {
      this.#core.push(...readEntries(this.#source, found, "`auto_load`", this.folder));
      return;
    }
    for (const field of this.#source.fields(found, "`auto_load`")) {
      if (field.key === "by_mode") this.#readRules(this.#byMode, field.value, "by_mode");
      else if (field.key === "by_keyword") this.#readRules(this.#byKeyword, field.value, "by_keyword");
      else sayUnread(this.#source, field);
    }
  }

  #readRules(rules: Map<string, LoadRule>, node: Node | null, what: string): void {
    for (const { key, value, line } of this.#source.fields(node, `\`${what}\``)) {
      const list = value !== null && isMap(value) ? idsWithin(value) : value;
      this.#add(rules, key, this.#source.strings(list, `\`${what}.${key}\``), line);
    }
  }

  #add(rules: Map<string, LoadRule>, name: string, ids: string[], line: number): void {
    const known = rules.get(name);
    if (known === undefined) rules.set(name, { name, ids: [...new Set(ids)], line });
    else known.ids = [...new Set([...known.ids, ...ids])];
  }

  /** All entries in the order of the file, those that only `core_files` names among them. */
  #join(): IndexEntry[] {
    const seen = new Map<string, number>();
    for (const { raw } of this.#entries) {
      const before = seen.get(raw.id);
      if (before !== undefined) {
        const message = `The id "${raw.id}" appears twice, first on line ${before}; the last one counts.`;
        this.#source.say("duplicate_id", "warning", [raw.at, raw.at + 1], message);
      }
      seen.set(raw.id, raw.line);
    }
    // Of a repeated id the last counts, as of a repeated key.
    const last = new Map(this.#entries.map((each) => [each.raw.id, each]));
    const listed = this.#entries.filter((each) => last.get(each.raw.id) === each);
    const find = nameLookup(listed.map(({ raw }) => raw));
    const core = new Set<string>();
    for (const raw of this.#core) {
      const known = find(raw.id) ?? (raw.reference === null ? undefined : find(raw.reference));
      if (known === undefined && !core.has(raw.id)) listed.push({ kind: "mentioned", raw });
      core.add((known ?? raw).id);
    }
    return listed
      .sort((a, b) => a.raw.at - b.raw.at)
      .map(({ kind, raw }) => {
        const { keywords: _keywords, applicableTeams: _teams, at: _at, ...entry } = raw;
        return { ...entry, kind, core: core.has(raw.id), priority: raw.priority ?? this.#priorityOf(raw) };
      });
  }

  #priorityOf({ id, reference }: RawEntry): Priority {
    const named = this.#priorities.get(foldName(id));
    return named ?? (reference === null ? undefined : this.#priorities.get(foldName(reference))) ?? "medium";
  }

  #sayCycles(entries: IndexEntry[]): void {
    for (const { line, cycle } of findCycles(entries)) {
      const range = { start: { line, column: 1 }, end: { line, column: 2 } };
      const message = `${cycle.join(" → ")} depend on each other in a circle.`;
      this.#source.diagnostics.push({ code: "reference_cycle", message, severity: "warning", range });
    }
  }
}

/** Keys that say something about the file itself. */
const SILENT_KEYS = new Set(["version", "team", "agent", "last_updated", "updated", "description", "name", "metadata"]);

/** A rule may be a map whose `files` are what it loads. */
function idsWithin(map: { get(key: string, keepScalar: true): unknown }): Node | null {
  for (const key of ["files", "ids", "load"]) {
    const found = map.get(key, true);
    if (found !== undefined && found !== null) return found as Node;
  }
  return null;
}
