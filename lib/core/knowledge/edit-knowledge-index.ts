import { isMap, isScalar, isSeq, type Node } from "yaml";
import { AppError } from "@/lib/core/errors";
import { assertIntent, assertReadable, idOf } from "@/lib/core/knowledge/edit-registry";
import { indexPath, type IndexEntry, type KnowledgeIndex, type Priority } from "@/lib/core/knowledge/knowledge-model";
import { essence, expected, isNamed, type EntryLoading, type IndexEdit } from "@/lib/core/knowledge/index-intent";
import { isBudgetKey, parseKnowledgeIndex } from "@/lib/core/knowledge/parse-knowledge";
import { YamlEdit, type YamlPath } from "@/lib/core/yaml/yaml-edit";
import { findTwin } from "@/lib/core/text/fold-name";
import { isNothing, type YamlSource } from "@/lib/core/yaml/yaml-source";

/**
 * The index's text after one edit. Guarantees that only the bytes about the entry change, comments and order kept, and that
 * the text reads as meant. Throws as `editRegistry` does. An empty text becomes a new index. Source: knowledge §2.
 */
export function editKnowledgeIndex(text: string, team: string, edit: IndexEdit): string {
  return new IndexEditor(text, team).apply(edit);
}

class IndexEditor {
  readonly #before: KnowledgeIndex;
  readonly #yaml: YamlEdit;

  constructor(
    text: string,
    private readonly team: string,
  ) {
    this.#yaml = new YamlEdit(text);
    this.#before = parseKnowledgeIndex(text, team);
    assertReadable(indexPath(team), this.#before.diagnostics);
  }

  apply(edit: IndexEdit): string {
    if (edit.type === "budget") this.#setBudget(edit);
    else {
      const entry = this.#before.entries.find((each) => each.id === edit.id);
      if (edit.type === "add") {
        const ids = this.#before.entries.map(({ id }) => id);
        const twin = findTwin(ids, edit.id);
        const present = entry ?? this.#before.entries.find(({ id }) => id === twin);
        if (present !== undefined) throw this.#taken(present);
        this.#add(edit);
      } else {
        if (entry === undefined) throw this.#unknown(edit.id);
        if (edit.type === "remove") this.#remove(entry);
        else if (edit.type === "change") this.#load(entry, edit.loading);
        else this.#point(entry, edit);
      }
    }
    return this.#finish(edit);
  }

  #add({ id, kind, reference, loading }: IndexEdit & { type: "add" }): void {
    const key = kind === "shared" ? "shared_refs" : "files";
    const priority = this.#hasPriorityLists() ? {} : { priority: loading.priority ?? "medium" };
    const fields = { ...(reference === null ? {} : { path: reference }), ...priority };
    if (isMap(this.#at([key]))) this.#yaml.setKey([key], id, fields);
    else this.#yaml.addItem([key], { id, ...fields });
    const { priority: wanted = "medium", ...others } = loading;
    if (this.#hasPriorityLists()) this.#listPriority(id, wanted);
    this.#load({ ...NEW_ENTRY, id, reference, priority: wanted }, others);
  }

  #remove(entry: IndexEntry): void {
    const isEntry = (item: Node, source: YamlSource) => isNamed(entry, idOf(item, source));
    for (const key of ["shared_refs", "files", "core_files", "auto_load"]) {
      if (isSeq(this.#at([key]))) this.#yaml.removeItems([key], isEntry);
    }
    for (const key of ["shared_refs", "files", "core_files"]) this.#yaml.setKey([key], entry.id, undefined);
    for (const level of this.#keysOf(["priority"])) this.#yaml.removeItems(["priority", level], isEntry);
    for (const path of RULES) {
      for (const name of this.#keysOf(path)) this.#dropFromRule(path, name, entry);
    }
  }

  #load(entry: IndexEntry, { priority, core, modes, keywords }: EntryLoading): void {
    if (priority !== undefined && priority !== entry.priority) this.#setPriority(entry, priority);
    if (core !== undefined && core !== entry.core) {
      if (core) this.#yaml.addItem(["core_files"], entry.id);
      else {
        const isEntry = (item: Node, source: YamlSource) => isNamed(entry, idOf(item, source));
        this.#yaml.removeItems(["core_files"], isEntry);
        this.#yaml.setKey(["core_files"], entry.id, undefined);
        if (isSeq(this.#at(["auto_load"]))) this.#yaml.removeItems(["auto_load"], isEntry);
      }
    }
    if (modes !== undefined) this.#setRules([["auto_load", "by_mode"]], this.#before.byMode, entry, modes);
    if (keywords !== undefined) {
      const place = this.#placeOf(entry);
      const own = place === null ? undefined : this.#at([...place, "keywords"]);
      // Keywords that stand at the entry are changed there, the others in their map.
      if (place !== null && isSeq(own)) this.#yaml.setList(place, "keywords", keywords);
      this.#setRules(RULES.slice(1), this.#before.byKeyword, entry, keywords, isSeq(own));
    }
  }

  #setPriority(entry: IndexEntry, priority: Priority): void {
    const place = this.#placeOf(entry);
    const inline = place === null ? undefined : this.#at([...place, "priority"]);
    if (this.#hasPriorityLists() && (inline === undefined || inline === null)) {
      this.#listPriority(entry.id, priority, entry);
      return;
    }
    if (place === null) return;
    if (this.#isBare(place)) {
      const id = typeof place.at(-1) === "number" ? { id: entry.id } : {};
      this.#yaml.replaceAt(place, {
        ...id,
        ...(entry.reference === null ? {} : { path: entry.reference }),
        priority,
      });
    } else this.#yaml.setKey(place, "priority", priority);
  }

  #listPriority(id: string, priority: Priority, entry: Pick<IndexEntry, "id" | "reference"> = { id, reference: null }) {
    for (const level of this.#keysOf(["priority"])) {
      this.#yaml.removeItems(["priority", level], (item, source) => isNamed(entry, idOf(item, source)));
    }
    this.#yaml.addItem(["priority", priority], id);
  }

  #setRules(
    paths: readonly YamlPath[],
    rules: KnowledgeIndex["byMode"],
    entry: IndexEntry,
    wanted: readonly string[],
    elsewhere = false,
  ): void {
    const present = rules.filter((rule) => rule.ids.some((id) => isNamed(entry, id))).map(({ name }) => name);
    for (const name of present) {
      if (!wanted.includes(name)) for (const path of paths) this.#dropFromRule(path, name, entry);
    }
    if (elsewhere) return;
    for (const name of wanted) {
      if (present.includes(name)) continue;
      const path = paths.find((each) => this.#keysOf(each).includes(name)) ?? paths[0] ?? [];
      const list = this.#listOf(path, name);
      if (this.#at(list) === undefined) this.#yaml.setKey(path, name, [entry.id]);
      else this.#yaml.addItem(list, entry.id);
    }
  }

  /** Takes an entry out of what a mode or keyword loads, and the rule with it when it loads nothing else. */
  #dropFromRule(path: YamlPath, name: string, entry: Pick<IndexEntry, "id" | "reference">): void {
    const list = this.#listOf(path, name);
    const source = this.#yaml.source;
    const node = this.#yaml.at(list);
    if (node === undefined || node === null) return;
    const ids = isSeq(node) || isScalar(node) ? source.strings(node, "") : [];
    const staying = ids.filter((id) => !isNamed(entry, id));
    if (staying.length === ids.length) return;
    if (staying.length === 0) this.#yaml.setKey(path, name, undefined);
    else this.#yaml.removeItems(list, (item, from) => isNamed(entry, idOf(item, from)));
  }

  #point(entry: IndexEntry, { reference, kind }: IndexEdit & { type: "point" }): void {
    const place = this.#placeOf(entry);
    if (place === null || place[0] === (kind === "shared" ? "shared_refs" : "files")) {
      if (place === null) return;
      const key = this.#at([...place, "file"]) === undefined ? "path" : "file";
      if (this.#isBare(place)) this.#yaml.replaceAt(place, { id: entry.id, path: reference });
      else this.#yaml.setKey(place, key, reference);
      return;
    }
    // It changes lists: from the team's own files to what is shared, or back.
    const inline = this.#at([...place, "priority"]) !== undefined || !this.#hasPriorityLists();
    const own = this.#at([...place, "keywords"]);
    const keywords = own === undefined || own === null ? [] : this.#yaml.source.strings(own, "");
    const [group] = place;
    if (isSeq(this.#at([group as string])))
      this.#yaml.removeItems([group as string], (item, source) => idOf(item, source) === entry.id);
    else this.#yaml.setKey([group as string], entry.id, undefined);
    const key = kind === "shared" ? "shared_refs" : "files";
    const fields = {
      path: reference,
      ...(inline ? { priority: entry.priority } : {}),
      ...(entry.tokensEstimate === null ? {} : { tokens_estimate: entry.tokensEstimate }),
      ...(entry.description === null ? {} : { description: entry.description }),
      ...(entry.tags.length === 0 ? {} : { tags: entry.tags }),
      ...(keywords.length === 0 ? {} : { keywords }),
    };
    if (isMap(this.#at([key]))) this.#yaml.setKey([key], entry.id, fields);
    else this.#yaml.addItem([key], { id: entry.id, ...fields });
  }

  #setBudget({ max, warning }: IndexEdit & { type: "budget" }): void {
    const key = this.#keysOf([]).find(isBudgetKey) ?? "token_budget";
    const max_ =
      key === "budgets" && this.#keysOf([key]).includes("default_auto_load") ? "default_auto_load" : "max_auto_load";
    const present = this.#at([key]);
    if (isScalar(present) && max !== undefined && present.value !== null) this.#yaml.replaceAt([key], { [max_]: max });
    else if (max !== undefined) this.#yaml.setKey([key], max_, max);
    if (warning !== undefined) this.#yaml.setKey([key], "warning_threshold", warning);
  }

  /** Where an entry stands: the last place of its id. */
  #placeOf(entry: Pick<IndexEntry, "id" | "reference">): YamlPath | null {
    const source = this.#yaml.source;
    let found: { path: YamlPath; at: number } | null = null;
    for (const key of ["shared_refs", "files", "core_files"]) {
      const node = this.#yaml.at([key]);
      const list = source.follow(node);
      const places: YamlPath[] = [];
      if (isSeq(list)) {
        list.items.forEach((item, index) => {
          if (idOf(source.follow(item as Node), source) === entry.id) places.push([key, index]);
        });
      } else if (isMap(list) && this.#yaml.at([key, entry.id]) !== undefined) places.push([key, entry.id]);
      for (const path of places) {
        const at = this.#yaml.at(path)?.range?.[0] ?? 0;
        // A name alone in `core_files` refers to the entry of another list.
        const isReference = key === "core_files" && found !== null;
        if (!isReference && (found === null || at >= found.at)) found = { path, at };
      }
    }
    return found?.path ?? null;
  }

  /** Whether an entry is a text alone, such as a path in a list. */
  #isBare(place: YamlPath): boolean {
    const node = this.#at(place);
    return isScalar(node) && !isNothing(node);
  }

  #hasPriorityLists(): boolean {
    return isMap(this.#at(["priority"]));
  }

  #listOf(path: YamlPath, name: string): YamlPath {
    const rule = this.#at([...path, name]);
    if (!isMap(rule)) return [...path, name];
    const key = ["files", "ids", "load"].find((each) => rule.has(each)) ?? "files";
    return [...path, name, key];
  }

  #keysOf(path: YamlPath): string[] {
    const source = this.#yaml.source;
    const node = source.follow(this.#yaml.at(path));
    return isMap(node) ? source.fields(node, "").map(({ key }) => key) : [];
  }

  #at(path: YamlPath): Node | null | undefined {
    const source = this.#yaml.source;
    const node = this.#yaml.at(path);
    return node === undefined ? undefined : source.follow(node);
  }

  #finish(edit: IndexEdit): string {
    const path = indexPath(this.team);
    const after = parseKnowledgeIndex(this.#yaml.text, this.team);
    assertReadable(path, after.diagnostics);
    return assertIntent(path, this.#yaml.text, expected(this.#before, edit), essence(after));
  }

  #taken(entry: IndexEntry): AppError {
    return new AppError("conflict", `The index of ${this.team} has ${entry.id} already, on line ${entry.line}.`, {
      hint: "Change that entry, or choose another id.",
      current: { id: entry.id, path: entry.path, line: entry.line },
    });
  }

  #unknown(id: string): AppError {
    const others = this.#before.entries.slice(0, 20).map((each) => each.id);
    return new AppError("not_found", `The index of ${this.team} has no ${id}.`, {
      hint: others.length === 0 ? "It has no entries yet; add one first." : `It has ${others.join(", ")}.`,
    });
  }
}

/** Where rules stand: modes first, then keywords in the order in which a new one looks for its place. */
const RULES: readonly YamlPath[] = [
  ["auto_load", "by_mode"],
  ["auto_load", "by_keyword"],
  ["keyword_mapping"],
  ["keywords"],
];

const NEW_ENTRY = {
  kind: "own",
  core: false,
  path: null,
  problem: null,
  tokensEstimate: null,
  tags: [],
  description: null,
  dependsOn: [],
  line: 0,
} satisfies Partial<IndexEntry>;
