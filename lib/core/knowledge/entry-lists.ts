import { isMap, isSeq, type Node } from "yaml";
import { resolveFileReference } from "@/lib/core/knowledge/file-reference";
import { FILE_KEYS } from "@/lib/core/knowledge/read-entry";
import type { YamlSource } from "@/lib/core/yaml/yaml-source";

/**
 * Whether a value is a list or a map of entries, each of which names a file of knowledge below `folder`: then the key it stands
 * under need not be known. Paths of sources, tools and memory are no knowledge.
 */
export function holdsEntries(source: YamlSource, node: Node | null, folder: string): boolean {
  const files = itemsOf(source, node).map((entry) => fileBelow(source, entry, folder));
  return !files.includes(null) && files.some((file) => /\.md$/i.test(file ?? "")); // notes.md
}

/** The lists of entries that a map holds under names, such as those of roles. */
export function groupsOf(source: YamlSource, node: Node | null, folder: string): Node[] {
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
