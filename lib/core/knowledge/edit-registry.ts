import { isMap, isScalar, isSeq, type Node } from "yaml";
import { AppError } from "@/lib/core/errors";
import { REGISTRY_PATH, SHARED_FOLDER, type Registry, type RegistryEntry } from "@/lib/core/knowledge/knowledge-model";
import { parseRegistry } from "@/lib/core/knowledge/parse-knowledge";
import { YamlEdit, type YamlPath } from "@/lib/core/yaml/yaml-edit";
import { findTwin } from "@/lib/core/text/fold-name";
import type { YamlFields } from "@/lib/core/yaml/yaml-render";
import { isNothing, type YamlSource } from "@/lib/core/yaml/yaml-source";
import type { Diagnostic } from "@/lib/core/diagnostics";

/** What an entry of the registry says. `reference` is the path as it is to be written, seen from the registry. */
export interface RegistryFields {
  reference: string;
  tokensEstimate: number | null;
  tags: readonly string[];
  applicableTeams: readonly string[];
  description: string | null;
}

type RegistryEdit =
  | { type: "add"; id: string; fields: RegistryFields }
  | { type: "remove"; id: string }
  | { type: "change"; id: string; fields: Partial<RegistryFields> };

/**
 * The registry's text after one edit. Guarantees that only the entry's own bytes change, comments and order kept, and that
 * the text reads as meant. Throws `conflict` for an id that is taken, `not_found` for one that is not there, `unparseable`
 * for a file that cannot be edited safely. Source: knowledge §1.
 */
export function editRegistry(text: string, edit: RegistryEdit): string {
  const before = parseRegistry(text);
  assertReadable(REGISTRY_PATH, before.diagnostics);
  const entry = before.entries.find((each) => each.id === edit.id);
  const yaml = new YamlEdit(text);
  if (edit.type === "add") {
    const ids = before.entries.map(({ id }) => id);
    const twin = findTwin(ids, edit.id);
    const present = entry ?? before.entries.find(({ id }) => id === twin);
    if (present !== undefined)
      throw new AppError("conflict", `The registry has ${present.id} already, on line ${present.line}.`, {
        hint: "Change that entry, or choose another id.",
        current: { id: present.id, path: present.path, line: present.line },
      });
    add(yaml, before, edit.id, edit.fields);
    return finish(yaml.text, before, edit);
  }
  if (entry === undefined) throw unknown(edit.id, before);
  if (edit.type === "remove") remove(yaml, before, edit.id);
  else change(yaml, entry, edit.fields);
  return finish(yaml.text, before, edit);
}

function add(yaml: YamlEdit, registry: Registry, id: string, fields: RegistryFields): void {
  const group = registry.entries.some((each) => each.group === "knowledge") || registry.entries.length === 0;
  const path: YamlPath = [group ? "knowledge" : (registry.entries.at(-1)?.group ?? "knowledge")];
  if (isSeq(yaml.at(path))) yaml.addItem(path, { id, ...written(fields) });
  else yaml.setKey(path, id, written(fields));
}

function written(fields: RegistryFields): YamlFields {
  const { reference, tokensEstimate, tags, applicableTeams, description } = fields;
  return {
    path: reference,
    ...(tokensEstimate === null ? {} : { tokens_estimate: tokensEstimate }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(applicableTeams.length === 0 ? {} : { applicable_teams: applicableTeams }),
    ...(description === null ? {} : { description }),
  };
}

function remove(yaml: YamlEdit, registry: Registry, id: string): void {
  const groups = new Set(registry.entries.map((each) => each.group));
  // An id that appears twice must not come back from the other place.
  for (const group of groups) {
    yaml.setKey([group], id, undefined);
    yaml.removeItems([group], (item, source) => idOf(item, source) === id);
  }
}

function change(yaml: YamlEdit, entry: RegistryEntry, fields: Partial<RegistryFields>): void {
  let path = placeOf(yaml, entry);
  const node = yaml.at(path);
  if (isScalar(node) && !isNothing(node)) {
    // `id: file.md` says the path alone; there is room for more in a map only.
    const whole = typeof path.at(-1) === "number" ? { id: entry.id } : {};
    yaml.replaceAt(path, { ...whole, path: entry.reference ?? "" });
    path = placeOf(yaml, entry);
  }
  const has = (key: string) => yaml.at([...path, key]) !== undefined;
  const { reference, tokensEstimate, tags, applicableTeams, description } = fields;
  if (reference !== undefined) yaml.setKey(path, has("path") || !has("file") ? "path" : "file", reference);
  if (tokensEstimate !== undefined) {
    const key = has("tokens_estimate") || !has("tokens") ? "tokens_estimate" : "tokens";
    yaml.setKey(path, key, tokensEstimate ?? undefined);
  }
  if (tags !== undefined) yaml.setList(path, "tags", tags);
  if (applicableTeams !== undefined) yaml.setList(path, "applicable_teams", applicableTeams);
  if (description !== undefined) {
    const key = has("description") || !has("title") ? "description" : "title";
    yaml.setKey(path, key, description ?? undefined);
  }
}

function placeOf(yaml: YamlEdit, entry: RegistryEntry): YamlPath {
  const { source } = yaml;
  const group = yaml.at([entry.group]);
  if (!isSeq(group)) return [entry.group, entry.id];
  return [entry.group, group.items.findLastIndex((item) => idOf(source.follow(item as never), source) === entry.id)];
}

/** The text by which an item of a list is known: its id or path, or all that it says. */
export function idOf(item: unknown, source: YamlSource): string | null {
  if (isScalar(item)) return source.string(item);
  if (!isMap(item)) return null;
  const key = ["id", "name", "path", "file"].find((each) => item.has(each));
  return key === undefined ? null : source.string(item.get(key, true) as Node);
}

function finish(text: string, before: Registry, edit: RegistryEdit): string {
  const after = parseRegistry(text);
  assertReadable(REGISTRY_PATH, after.diagnostics);
  const wanted = new Map(before.entries.map((entry) => [entry.id, essence(entry)]));
  if (edit.type === "remove") wanted.delete(edit.id);
  else wanted.set(edit.id, new Map([...(wanted.get(edit.id) ?? []), ...essence(edit.fields)]));
  const got = new Map(after.entries.map((entry) => [entry.id, essence(entry)]));
  return assertIntent(REGISTRY_PATH, text, [before.budget, comparable(wanted)], [after.budget, comparable(got)]);
}

type Essence = Map<string, unknown>;

/** What an entry says, by field; what is left out is not in it. */
function essence(fields: Partial<Omit<RegistryFields, "reference"> & { reference: string | null }>): Essence {
  const { reference, tokensEstimate, tags, applicableTeams, description } = fields;
  // Lists are sets here: what is new stands behind what was there.
  const set = (list: readonly string[] | undefined) => (list === undefined ? undefined : [...new Set(list)].sort());
  const all = { reference, tokensEstimate, tags: set(tags), applicableTeams: set(applicableTeams), description };
  return new Map(Object.entries(all).filter(([, value]) => value !== undefined));
}

function comparable(entries: Map<string, Essence>): unknown {
  return [...entries].map(([id, fields]) => [id, [...fields].sort(byName)]).sort(byName);
}

function byName(a: unknown[], b: unknown[]): number {
  return String(a[0]) < String(b[0]) ? -1 : 1;
}

function unknown(id: string, registry: Registry): AppError {
  const others = registry.entries.slice(0, 20).map((each) => each.id);
  return new AppError("not_found", `The registry ${SHARED_FOLDER}/registry.yaml has no ${id}.`, {
    hint: others.length === 0 ? "It has no entries yet; add one first." : `It has ${others.join(", ")}.`,
  });
}

/** Throws `unparseable`, with the diagnostics, for a file that is broken: an edit could make it worse. */
export function assertReadable(path: string, diagnostics: readonly Diagnostic[]): void {
  const broken = diagnostics.find(({ code, severity }) => severity === "error" || code === "several_documents");
  if (broken === undefined) return;
  throw new AppError(
    "unparseable",
    `${path} cannot be edited safely. Line ${broken.range.start.line}: ${broken.message}`,
    {
      hint: "Repair that line with an editor and try again; nothing was changed.",
      current: { path, diagnostics: [...diagnostics] },
    },
  );
}

/**
 * The text after an edit, once it reads as was meant: `wanted` and `got` are compared as plain data. Throws `unparseable` for
 * a file that is built in a way the edit does not understand.
 */
export function assertIntent(path: string, text: string, wanted: unknown, got: unknown): string {
  if (JSON.stringify(wanted) === JSON.stringify(got)) return text;
  throw new AppError("unparseable", `${path} is written in a way that cannot be edited safely here.`, {
    hint: "Make this change with an editor; it is noticed at once. Nothing was changed.",
    current: { path },
  });
}
