import { isMap, isSeq, type Node } from "yaml";
import type { LoadRule } from "@/lib/core/knowledge/knowledge-model";
import type { YamlSource } from "@/lib/core/yaml/yaml-source";

/** What modes or keywords load, under their names, in the order of the file. A name that comes again adds to its ids. */
export class LoadRules {
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
