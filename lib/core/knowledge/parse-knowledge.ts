import { diagnosticAt } from "@/lib/core/diagnostics";
import { addAll } from "@/lib/core/lists";
import { isMap, isScalar, isSeq, type Node } from "yaml";
import {
  type BudgetSettings,
  foldName,
  type IndexEntry,
  knowledgeFolder,
  type KnowledgeIndex,
  type LoadRule,
  nameLookup,
  type Priority,
  type Registry,
  type RegistryEntry,
  SHARED_FOLDER,
} from "@/lib/core/knowledge/knowledge-model";
import { FILE_KEYS, type RawEntry, readBudget, readEntries, readPriority } from "@/lib/core/knowledge/read-entry";
import { type Field, YamlSource } from "@/lib/core/yaml/yaml-source";
import { resolveFileReference } from "@/lib/core/knowledge/file-reference";

/** What modes or keywords load, under their names, in the order of the file. A name that comes again adds to its ids. */
class LoadRules {
  readonly #rules = new Map<string, LoadRule>();

  constructor(private readonly source: YamlSource) {}

  get all(): LoadRule[] {
    return [...this.#rules.values()];
  }

  add(name: string, ids: readonly string[], line: number): void {
    const known = this.#rules.get(name);
    if (known === undefined) this.#rules.set(name, { name, ids: [...new Set(ids)], line });
    else known.ids = [...new Set([...known.ids, ...ids])];
  }

  /** Adds a map of names to ids, to one id, or to a map whose `files`, `load` or `always_load` are the ids. */
  readMap(node: Node | null, what: string): void {
    for (const { key, value, line } of this.source.fields(node, `\`${what}\``)) {
      const ids = this.source.strings(idsWithin(this.source, value), `\`${what}.${key}\``);
      this.add(key, ids, line);
    }
  }

  /** The same for keywords of which several may stand in one name, as in `"limit|boundary"`. */
  readTriggers(node: Node | null, what: string): void {
    for (const { key, value, line } of this.source.fields(node, `\`${what}\``)) {
      const ids = this.source.strings(idsWithin(this.source, value), `\`${what}.${key}\``);
      for (const name of key.split("|")) if (name.trim() !== "") this.add(name.trim(), ids, line);
    }
  }

  /** Adds a list of rules, each with its `keywords` and its `files`. */
  readList(node: Node | null, what: string): void {
    const list = this.source.follow(node);
    for (const item of list !== null && isSeq(list) ? (list.items as (Node | null)[]) : []) {
      const fields = new Map(this.source.fields(item, `An item of \`${what}\``).map((field) => [field.key, field]));
      const ids = this.source.strings(idsWithin(this.source, item), `The files of \`${what}\``);
      const keywords = fields.get("keywords");
      for (const name of this.source.strings(keywords?.value ?? null, `The keywords of \`${what}\``)) {
        this.add(name, ids, keywords?.line ?? 1);
      }
    }
  }
}

/** A rule may be a map that holds what it loads; any other node is that itself. */
function idsWithin(source: YamlSource, node: Node | null): Node | null {
  const found = source.follow(node);
  if (found === null || !isMap(found)) return found;
  for (const key of ["files", "ids", "load", "always_load"]) {
    const within = source.follow(found.get(key, true));
    if (within !== null) return within;
  }
  return null;
}

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
    } else if (!SILENT_INDEX_KEYS.has(key)) sayUnread(this.#source, field);
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
      const message = `${cycle.join(" → ")} depend on each other in a circle.`;
      this.#source.diagnostics.push(diagnosticAt("reference_cycle", "warning", message, line));
    }
  }
}

/** Lists of a team's entries, beside those told by what they hold. */
const ENTRY_KEYS = new Set(["files", "knowledge_files", "knowledge", "local_files"]);

/** Lists of what is always loaded. */
const CORE_KEYS = new Set(["core_files", "core", "always_load", "default_load"]);

/** When a session begins, whatever it is about. */
const AT_START = new Set(["always", "session_start", "on_session_start", "on_start", "on_activation", "on_team_start"]);

/**
 * Whether a value is a list or a map of entries, each of which names a file of knowledge below `folder`: then the key it stands
 * under need not be known. Paths of sources, tools and memory are no knowledge.
 */
function holdsEntries(source: YamlSource, node: Node | null, folder: string): boolean {
  const files = itemsOf(source, node).map((entry) => fileBelow(source, entry, folder));
  return !files.includes(null) && files.some((file) => /\.md$/i.test(file ?? "")); // notes.md
}

/** The lists of entries that a map holds under names, such as those of roles. */
function groupsOf(source: YamlSource, node: Node | null, folder: string): Node[] {
  const found = source.follow(node);
  if (found === null || !isMap(found)) return [];
  const groups = itemsOf(source, found).flatMap((item) => listIn(source, item) ?? []);
  const files = groups.flatMap((group) => itemsOf(source, group).map((entry) => fileBelow(source, entry, folder)));
  const isAll = groups.length === found.items.length && !files.includes(null);
  return isAll && files.some((file) => /\.md$/i.test(file ?? "")) ? groups : []; // notes.md
}

/** A list, or the `files` of a map. */
function listIn(source: YamlSource, node: Node | null): Node | null {
  if (node === null || isSeq(node)) return node;
  const files = isMap(node) ? source.follow(node.get("files", true)) : null;
  return files !== null && isSeq(files) ? files : null;
}

function itemsOf(source: YamlSource, node: Node | null): (Node | null)[] {
  const found = source.follow(node);
  if (found === null || !(isMap(found) || isSeq(found))) return [];
  const items = isMap(found) ? found.items.map((pair) => pair.value) : found.items;
  return (items as (Node | null)[]).map((item) => source.follow(item));
}

function fileBelow(source: YamlSource, node: Node | null, folder: string): string | null {
  const named = node !== null && isMap(node) ? FILE_KEYS.map((key) => node.get(key, true) as Node | null) : [node];
  const written = named.map((each) => source.string(each)).find((text) => text !== null) ?? "";
  const found = /\.(?:md|ya?ml)$/i.test(written) ? resolveFileReference(folder, written) : null; // notes.md
  return found !== null && "path" in found && found.path.startsWith(`${folder}/`) ? found.path : null;
}

/**
 * The shared registry as it could be read; never fails. Entries stand under `knowledge`, as a map or a list, or under other
 * keys that hold maps with a `path` or `file` each. Source: knowledge §1, formats §3.
 */
export function parseRegistry(text: string, folder: string = SHARED_FOLDER): Registry {
  const source = new YamlSource(text, "The registry");
  const entries = new Map<string, RegistryEntry>();
  let budget: BudgetSettings = { max: null, warning: null, strategy: null };
  for (const field of source.root()) {
    if (isBudgetKey(field.key)) budget = readBudget(source, field.value, field.key);
    else if (field.key === "knowledge" || isGroup(source, field)) readGroup(source, field, folder, entries);
    else if (!SILENT_KEYS.has(field.key)) sayUnread(source, field);
  }
  const all = [...entries.values()];
  for (const { id, line, cycle } of findCycles(all)) {
    const at = all.find((entry) => entry.id === id && entry.line === line);
    if (at === undefined) continue;
    const message = `${cycle.join(" → ")} depend on each other in a circle.`;
    source.diagnostics.push(diagnosticAt("reference_cycle", "warning", message, line));
  }
  return { entries: all, budget, diagnostics: source.diagnostics };
}

export function isBudgetKey(key: string): boolean {
  return key === "token_budget" || key === "budgets" || key === "budget";
}

/** Says that a key was met and means nothing here. */
function sayUnread(source: YamlSource, { key, at }: Field): void {
  source.say("unread_key", "info", [at, at + key.length], `\`${key}\` is not read: it decides nothing here.`);
}

/** Keys that say something about the file itself. */
const SILENT_KEYS = new Set(["version", "last_updated", "updated", "description", "name", "metadata"]);
const SILENT_INDEX_KEYS = new Set([...SILENT_KEYS, "team", "agent"]);

/** Whether a key holds entries of its own: real registries sort them into layers. */
function isGroup(source: YamlSource, { value }: Field): boolean {
  const holdsPath = (node: Node | null) => {
    const found = source.follow(node);
    return found !== null && isMap(found) && FILE_KEYS.some((key) => found.has(key));
  };
  if (value === null) return false;
  if (isMap(value)) return value.items.length > 0 && value.items.every((pair) => holdsPath(pair.value as Node | null));
  return isSeq(value) && value.items.length > 0 && value.items.every((item) => holdsPath(item as Node | null));
}

function readGroup(source: YamlSource, field: Field, folder: string, entries: Map<string, RegistryEntry>): void {
  for (const raw of readEntries(source, field.value, `\`${field.key}\``, folder)) {
    const { keywords: _keywords, priority: _priority, always: _always, at, ...entry } = raw;
    const before = entries.get(entry.id);
    if (before !== undefined) {
      const message = `The id "${entry.id}" appears twice, first on line ${before.line}; the last one counts.`;
      source.say("duplicate_id", "warning", [at, at + entry.id.length], message);
      entries.delete(entry.id);
    }
    if (entry.reference === null) {
      source.say("no_path", "warning", [at, at + entry.id.length], `The entry "${entry.id}" names no file.`);
    }
    entries.set(entry.id, { ...entry, group: field.key });
  }
}

/** A circle of references, named once. */
interface Cycle {
  /** The entry it is reported at: the first of it in the order given. */
  id: string;
  line: number;
  /** Ids in the order they refer to each other, the first again at the end. */
  cycle: string[];
}

/** Every circle that `dependsOn` makes, each once; entries that only lead into one are not part of it. */
function findCycles(entries: readonly { id: string; line: number; dependsOn: readonly string[] }[]): Cycle[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const done = new Set<string>();
  const cycles: Cycle[] = [];
  for (const entry of entries) {
    // A stack of our own: a chain of thousands must not be deeper than the engine's.
    const path: string[] = [];
    const onPath = new Set<string>();
    const waiting: { id: string; next: number }[] = [];
    const enter = (id: string) => {
      path.push(id);
      onPath.add(id);
      waiting.push({ id, next: 0 });
    };
    if (!done.has(entry.id)) enter(entry.id);
    for (let top = waiting.at(-1); top !== undefined; top = waiting.at(-1)) {
      const next = byId.get(top.id)?.dependsOn[top.next++];
      if (next === undefined) {
        waiting.pop();
        path.pop();
        onPath.delete(top.id);
        done.add(top.id);
      } else if (onPath.has(next)) {
        const ring = path.slice(path.indexOf(next));
        const first = entries.find((each) => ring.includes(each.id));
        if (first === undefined) continue;
        const start = ring.indexOf(first.id);
        cycles.push({
          id: first.id,
          line: first.line,
          cycle: [...ring.slice(start), ...ring.slice(0, start), first.id],
        });
      } else if (!done.has(next) && byId.has(next)) enter(next);
    }
  }
  return cycles;
}
