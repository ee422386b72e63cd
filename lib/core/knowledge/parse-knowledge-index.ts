import { addAll } from "@/lib/core/lists";
import { isMap, isScalar, isSeq, type Node } from "yaml";
import { groupsOf, holdsEntries } from "@/lib/core/knowledge/entry-lists";
import { findCycles } from "@/lib/core/knowledge/find-cycles";
import {
  knowledgeFolder,
  type BudgetSettings,
  type IndexEntry,
  type KnowledgeIndex,
  type Priority,
} from "@/lib/core/knowledge/knowledge-model";
import { isBudgetKey, sayUnread } from "@/lib/core/knowledge/parse-registry";
import { foldName, nameLookup } from "@/lib/core/knowledge/name-lookup";
import { readBudget, readEntries, readPriority, type RawEntry } from "@/lib/core/knowledge/read-entry";
import { LoadRules } from "@/lib/core/knowledge/read-rules";
import { YamlSource, type Field } from "@/lib/core/yaml/yaml-source";

/**
 * A team's index as it could be read; never fails. Reads `shared_refs`, `files` and `core_files` as lists or maps, entries
 * under any other key that holds files of the team's folder, priorities at the entry or in a map of lists, `auto_load` by
 * mode and keyword, keywords at the entry, and the budget. Relative paths are taken from the team's knowledge folder. Source: knowledge §2, formats §3.
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
  readonly #byMode: LoadRules;
  readonly #byKeyword: LoadRules;
  #budget: BudgetSettings = { max: null, warning: null, strategy: null };

  constructor(
    text: string,
    private readonly folder: string,
  ) {
    this.#source = new YamlSource(text, "The index");
    this.#byMode = new LoadRules(this.#source);
    this.#byKeyword = new LoadRules(this.#source);
  }

  read(): KnowledgeIndex {
    for (const field of this.#source.root()) this.#readField(field);
    const entries = this.#join();
    for (const { raw } of this.#entries) for (const name of raw.keywords) this.#byKeyword.add(name, [raw.id], raw.line);
    this.#sayCycles(entries);
    return {
      entries,
      byMode: this.#byMode.all,
      byKeyword: this.#byKeyword.all,
      budget: this.#budget,
      diagnostics: this.#source.diagnostics,
    };
  }

  #readField(field: Field): void {
    const { key, value } = field;
    if (key === "shared_refs" || key === "shared") this.#addEntries(value, key);
    else if (ENTRY_KEYS.has(key) && this.#isList(value)) this.#addEntries(value, key);
    else if (CORE_KEYS.has(key)) addAll(this.#core, readEntries(this.#source, value, `\`${key}\``, this.folder));
    else if (key === "priority") this.#readPriorities(value);
    else if (key === "auto_load" || key === "loading" || key === "loading_strategy") this.#readAutoLoad(field);
    else if (key === "keyword_mapping" || key === "keywords") this.#byKeyword.readMap(value, key);
    else if (key === "keyword_triggers") this.#byKeyword.readTriggers(value, key);
    else if (key === "mappings") this.#byKeyword.readList(value, key);
    else if (key === "mode_triggers" || key === "conditional_files") this.#readModes(value, key);
    else if (isBudgetKey(key)) this.#budget = readBudget(this.#source, value, key);
    else if (holdsEntries(this.#source, value, this.folder)) this.#addEntries(value, key);
    else if (groupsOf(this.#source, value, this.folder).length > 0) {
      for (const group of groupsOf(this.#source, value, this.folder)) this.#addEntries(group, key);
    } else if (!SILENT_KEYS.has(key)) sayUnread(this.#source, field);
  }

  /** Entries that name no file, or one outside the team's folder, are shared where the list says so. */
  #addEntries(value: Node | null, key: string): void {
    for (const raw of readEntries(this.#source, value, `\`${key}\``, this.folder)) {
      const isOwn = key !== "shared_refs" && (key !== "shared" || raw.path?.startsWith(`${this.folder}/`) === true);
      this.#entries.push({ kind: isOwn ? "own" : "shared", raw });
      if (raw.always) this.#core.push(raw);
    }
  }

  /** Whether a value is a list of entries rather than lists under names; what is neither is told as a list would be. */
  #isList(value: Node | null): boolean {
    return groupsOf(this.#source, value, this.folder).length === 0;
  }

  /** Modes with what they load; one may have keywords that load the same. */
  #readModes(node: Node | null, what: string): void {
    this.#byMode.readMap(node, what);
    for (const { key, value } of this.#source.fields(node, `\`${what}\``)) {
      if (value === null || !isMap(value)) continue;
      const ids = this.#byMode.all.find(({ name }) => name === key)?.ids ?? [];
      const words = this.#source.fields(value, `\`${what}.${key}\``).find((field) => field.key === "keywords");
      for (const name of this.#source.strings(words?.value ?? null, `\`${what}.${key}.keywords\``)) {
        this.#byKeyword.add(name, ids, words?.line ?? 1);
      }
    }
  }

  #readPriorities(node: Node | null): void {
    for (const { key, value, pair } of this.#source.fields(node, "`priority`")) {
      const priority = readPriority(this.#source, pair.key);
      if (priority === null) continue;
      for (const id of this.#source.strings(value, `\`priority.${key}\``)) this.#priorities.set(foldName(id), priority);
    }
  }

  #readAutoLoad(whole: Field): void {
    const found = this.#source.follow(whole.value);
    // Words say how to load, to a reader.
    if (found !== null && isScalar(found) && whole.key !== "auto_load") return;
    // A plain list has no condition: it is always loaded.
    if (found !== null && isSeq(found)) {
      addAll(this.#core, readEntries(this.#source, found, `\`${whole.key}\``, this.folder));
      return;
    }
    for (const field of this.#source.fields(found, `\`${whole.key}\``)) {
      if (field.key === "by_mode") this.#byMode.readMap(field.value, "by_mode");
      else if (field.key === "by_keyword") this.#byKeyword.readMap(field.value, "by_keyword");
      else if (AT_START.has(field.key)) {
        addAll(this.#core, readEntries(this.#source, field.value, `\`${field.key}\``, this.folder));
      } else sayUnread(this.#source, field);
    }
  }

  /** All entries in the order of the file, those that only `core_files` names among them. */
  #join(): IndexEntry[] {
    const seen = new Map<string, RawEntry>();
    for (const { raw } of this.#entries) {
      const before = seen.get(raw.id);
      // A file may be listed for several roles.
      if (before !== undefined && (before.path !== raw.path || raw.path === null)) {
        const message = `The id "${raw.id}" appears twice, first on line ${before.line}; the last one counts.`;
        this.#source.say("duplicate_id", "warning", [raw.at, raw.at + 1], message);
      }
      seen.set(raw.id, raw);
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
        const { keywords: _keywords, applicableTeams: _teams, at: _at, always: _always, ...entry } = raw;
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

/** Lists of a team's entries, beside those told by what they hold. */
const ENTRY_KEYS = new Set(["files", "knowledge_files", "knowledge", "local_files"]);

/** Lists of what is always loaded. */
const CORE_KEYS = new Set(["core_files", "core", "always_load", "default_load"]);

/** When a session begins, whatever it is about. */
const AT_START = new Set(["always", "session_start", "on_session_start", "on_start", "on_activation", "on_team_start"]);
