import {
  type IndexEntry,
  type KnowledgeIndex,
  type Priority,
  foldName,
  nameLookup,
} from "@/lib/core/knowledge/knowledge-model";

/** How an entry is loaded; what is left out stays. Lists are whole. */
export interface EntryLoading {
  priority?: Priority;
  core?: boolean;
  modes?: readonly string[];
  keywords?: readonly string[];
}

/** One change of a team's index. `reference` is the path as it is to be written, seen from the index; null leaves it out. */
export type IndexEdit =
  | { type: "add"; id: string; kind: "shared" | "own"; reference: string | null; loading: EntryLoading }
  | { type: "remove"; id: string }
  | { type: "change"; id: string; loading: EntryLoading }
  | { type: "point"; id: string; reference: string; kind: "shared" | "own" }
  | { type: "budget"; max?: number; warning?: number };

/** Whether an entry is meant by an id or a path as somebody wrote it. */
export function isNamed({ id, reference }: Pick<IndexEntry, "id" | "reference">, name: string | null): boolean {
  if (name === null) return false;
  const folded = foldName(name);
  return folded === foldName(id) || (reference !== null && folded === foldName(reference));
}

interface Loaded {
  kind: string;
  reference: string | null;
  priority: Priority;
  core: boolean;
  modes: string[];
  keywords: string[];
}

/** What an index comes to as plain data, in an order of its own: for comparing. */
export function essence(index: KnowledgeIndex): unknown {
  return comparable(index, loadedBy(index));
}

function loadedBy(index: KnowledgeIndex): Map<string, Loaded> {
  const loaded = new Map<string, Loaded>();
  for (const { id, kind, reference, priority, core } of index.entries) {
    loaded.set(id, { kind, reference, priority, core, modes: [], keywords: [] });
  }
  const find = nameLookup(index.entries);
  const add = (rules: KnowledgeIndex["byMode"], list: "modes" | "keywords") => {
    for (const { name, ids } of rules) {
      for (const id of ids) loaded.get(find(id)?.id ?? "")?.[list].push(name);
    }
  };
  add(index.byMode, "modes");
  add(index.byKeyword, "keywords");
  return loaded;
}

function comparable(index: Pick<KnowledgeIndex, "budget">, entries: Map<string, Loaded>): unknown {
  const plain = [...entries].map(([id, loaded]) => {
    const { kind, reference, priority, core, modes, keywords } = loaded;
    return [id, kind, reference, priority, core, [...new Set(modes)].sort(), [...new Set(keywords)].sort()];
  });
  return [index.budget, plain.sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))];
}

/** What the same comes to once an edit is made. */
export function expected(before: KnowledgeIndex, edit: IndexEdit): unknown {
  const entries = loadedBy(before);
  let { budget } = before;
  if (edit.type === "budget") {
    const { max = budget.max, warning } = edit;
    const unit = warning !== undefined && warning <= 1 ? "share" : "tokens";
    budget = { ...budget, max, warning: warning === undefined ? budget.warning : { unit, value: warning } };
  } else if (edit.type === "remove") entries.delete(edit.id);
  else if (edit.type === "point") {
    const known = entries.get(edit.id);
    if (known !== undefined) entries.set(edit.id, { ...known, kind: edit.kind, reference: edit.reference });
  } else {
    const known = entries.get(edit.id);
    const added = edit.type === "add" ? { kind: edit.kind, reference: edit.reference } : null;
    const base = known ?? { kind: "own", reference: null, priority: "medium", core: false, modes: [], keywords: [] };
    const { priority, core, modes, keywords } = edit.loading;
    entries.set(edit.id, {
      ...base,
      ...added,
      priority: priority ?? base.priority,
      core: core ?? base.core,
      modes: [...(modes ?? base.modes)],
      keywords: [...(keywords ?? base.keywords)],
    });
  }
  return comparable({ budget }, entries);
}
