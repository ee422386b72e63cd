import { isMap, isScalar, isSeq } from "yaml";
import { AppError } from "@/lib/core/errors";
import { assertIntent, assertReadable } from "@/lib/core/knowledge/edit-safely";
import { REGISTRY_PATH, SHARED_FOLDER, type Registry, type RegistryEntry } from "@/lib/core/knowledge/knowledge-model";
import { parseRegistry } from "@/lib/core/knowledge/parse-registry";
import {
  addItem,
  nodeAt,
  openYaml,
  removeItems,
  replaceAt,
  setKey,
  type YamlPath,
} from "@/lib/core/knowledge/yaml-edit";
import { findTwin } from "@/lib/core/text/fold-name";
import type { YamlFields } from "@/lib/core/knowledge/yaml-render";
import { isNothing, type YamlSource } from "@/lib/core/knowledge/yaml-source";

/** What an entry of the registry says. `reference` is the path as it is to be written, seen from the registry. */
export interface RegistryFields {
  reference: string;
  tokensEstimate: number | null;
  tags: readonly string[];
  applicableTeams: readonly string[];
  description: string | null;
}

/** One change of a registry. */
export type RegistryEdit =
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
  if (edit.type === "add") {
    const twin = findTwin(
      before.entries.map(({ id }) => id),
      edit.id,
    );
    const present = entry ?? before.entries.find(({ id }) => id === twin);
    if (present !== undefined) throw taken(present);
    return finish(add(text, before, edit.id, edit.fields), before, edit);
  }
  if (entry === undefined) throw unknown(edit.id, before);
  const after = edit.type === "remove" ? remove(text, before, edit.id) : change(text, entry, edit.fields);
  return finish(after, before, edit);
}

function add(text: string, registry: Registry, id: string, fields: RegistryFields): string {
  const group = registry.entries.some((each) => each.group === "knowledge") || registry.entries.length === 0;
  const path: YamlPath = [group ? "knowledge" : (registry.entries.at(-1)?.group ?? "knowledge")];
  const list = nodeAt(openYaml(text), path);
  if (isSeq(list)) return addItem(text, path, { id, ...written(fields) });
  return setKey(text, path, id, written(fields));
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

function remove(text: string, registry: Registry, id: string): string {
  const groups = new Set(registry.entries.map((each) => each.group));
  let after = text;
  // An id that stands twice must not come back from the other place.
  for (const group of groups) {
    after = setKey(after, [group], id, undefined);
    after = removeItems(after, [group], (item, source) => idOf(item, source) === id);
  }
  return after;
}

function change(text: string, entry: RegistryEntry, fields: Partial<RegistryFields>): string {
  let path = placeOf(text, entry);
  let after = text;
  const node = nodeAt(openYaml(text), path);
  if (isScalar(node) && !isNothing(node)) {
    // `id: file.md` says the path alone; there is room for more in a map only.
    const whole = typeof path.at(-1) === "number" ? { id: entry.id } : {};
    after = replaceAt(after, path, { ...whole, path: entry.reference ?? "" });
    path = placeOf(after, entry);
  }
  const has = (key: string) => nodeAt(openYaml(after), [...path, key]) !== undefined;
  const { reference, tokensEstimate, tags, applicableTeams, description } = fields;
  if (reference !== undefined) after = setKey(after, path, has("path") || !has("file") ? "path" : "file", reference);
  if (tokensEstimate !== undefined) {
    const key = has("tokens_estimate") || !has("tokens") ? "tokens_estimate" : "tokens";
    after = setKey(after, path, key, tokensEstimate ?? undefined);
  }
  if (tags !== undefined) after = setList(after, [...path], "tags", tags);
  if (applicableTeams !== undefined) after = setList(after, [...path], "applicable_teams", applicableTeams);
  if (description !== undefined) {
    const key = has("description") || !has("title") ? "description" : "title";
    after = setKey(after, path, key, description ?? undefined);
  }
  return after;
}

/** The text with exactly these texts in a list: what stays keeps its place and its comments, what is new comes last. */
export function setList(text: string, path: YamlPath, key: string, wanted: readonly string[]): string {
  if (wanted.length === 0) return setKey(text, path, key, undefined);
  const source = openYaml(text);
  const node = nodeAt(source, [...path, key]);
  if (node === undefined || node === null || !isSeq(node)) return setKey(text, path, key, [...wanted]);
  const present = source.strings(node, key);
  let after = removeItems(text, [...path, key], (item, from) => !wanted.includes(from.string(item) ?? ""));
  for (const each of wanted) if (!present.includes(each)) after = addItem(after, [...path, key], each);
  return after;
}

function placeOf(text: string, entry: RegistryEntry): YamlPath {
  const source = openYaml(text);
  const group = nodeAt(source, [entry.group]);
  if (!isSeq(group)) return [entry.group, entry.id];
  return [entry.group, group.items.findLastIndex((item) => idOf(source.follow(item as never), source) === entry.id)];
}

function idOf(item: unknown, source: YamlSource): string | null {
  if (isScalar(item)) return source.string(item);
  if (!isMap(item)) return null;
  for (const key of ["id", "name", "path", "file"]) {
    const value = item.get(key, true);
    if (value !== undefined) return source.string(value);
  }
  return null;
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

function taken(entry: RegistryEntry): AppError {
  return new AppError("conflict", `The registry has ${entry.id} already, on line ${entry.line}.`, {
    hint: "Change that entry, or choose another id.",
    current: { id: entry.id, path: entry.path, line: entry.line },
  });
}

function unknown(id: string, registry: Registry): AppError {
  const others = registry.entries.slice(0, 20).map((each) => each.id);
  return new AppError("not_found", `The registry ${SHARED_FOLDER}/registry.yaml has no ${id}.`, {
    hint: others.length === 0 ? "It has no entries yet; add one first." : `It has ${others.join(", ")}.`,
  });
}
