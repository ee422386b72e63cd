import { isMap, isSeq, type Node } from "yaml";
import { findCycles } from "@/lib/core/knowledge/find-cycles";
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
    source.diagnostics.push(lineDiagnostic("reference_cycle", line, message));
  }
  return { entries: all, budget, diagnostics: source.diagnostics };
}

/** Whether a key of a registry or an index holds its budget. */
export function isBudgetKey(key: string): boolean {
  return key === "token_budget" || key === "budgets" || key === "budget";
}

/** Says that a key was met and means nothing here. */
export function sayUnread(source: YamlSource, { key, at }: Field): void {
  source.say("unread_key", "info", [at, at + key.length], `\`${key}\` is not read: it decides nothing here.`);
}

/** A warning about a whole line. */
function lineDiagnostic(code: string, line: number, message: string) {
  const range = { start: { line, column: 1 }, end: { line, column: 2 } };
  return { code, message, severity: "warning" as const, range };
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
