import { diagnosticAt } from "@/lib/core/diagnostics";
import { isMap, isSeq, type Node } from "yaml";
import {
  SHARED_FOLDER,
  type BudgetSettings,
  type Registry,
  type RegistryEntry,
} from "@/lib/core/knowledge/knowledge-model";
import { FILE_KEYS, readBudget, readEntries } from "@/lib/core/knowledge/read-entry";
import { YamlSource, type Field } from "@/lib/core/yaml/yaml-source";

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
export function sayUnread(source: YamlSource, { key, at }: Field): void {
  source.say("unread_key", "info", [at, at + key.length], `\`${key}\` is not read: it decides nothing here.`);
}

/** Keys that say something about the file itself. */
const SILENT_KEYS = new Set(["version", "last_updated", "updated", "description", "name", "metadata"]);

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
export function findCycles(entries: readonly { id: string; line: number; dependsOn: readonly string[] }[]): Cycle[] {
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
