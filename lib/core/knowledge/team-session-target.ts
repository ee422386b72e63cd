import { isApplicable, summariesOf } from "@/lib/core/knowledge/choose-candidates";
import type { KnowledgeIndex, Registry } from "@/lib/core/knowledge/knowledge-model";
import { nameLookup } from "@/lib/core/knowledge/name-lookup";
import { foldName } from "@/lib/core/text/fold-name";

/** What an id given in a command leads to. */
export interface KnowledgeTarget {
  /** The id as index or registry write it. */
  id: string;
  /** The file below the workspace; null when there is none to load. */
  path: string | null;
  /** Why there is none, as a sentence. */
  problem: string | null;
  /** Where a summary of it may lie, in the order they are tried. */
  summaries: string[];
  /** The teams the registry has it for, where this one is not among them; null when it may load it without a word. */
  meantFor: string[] | null;
}

/**
 * What a name means to a team: an entry of its index, else of the shared registry, in the one spelling or, where only one differs in
 * case alone, in that. Null when there is none. Source: knowledge, "Observer Commands"; formats §3 (`applicable_teams`).
 */
export function findTarget(
  index: KnowledgeIndex,
  registry: Registry,
  team: string,
  name: string,
): KnowledgeTarget | null {
  const inIndex = nameLookup(index.entries);
  const inRegistry = nameLookup(registry.entries);
  const exact = inIndex(name)?.id ?? inRegistry(name)?.id;
  const id =
    exact ??
    onlyLike(
      [...index.entries, ...registry.entries].map((entry) => entry.id),
      name,
    );
  if (id === undefined) return null;
  const own = inIndex(id);
  const shared = own?.kind === "own" ? undefined : inRegistry(id);
  const target = own !== undefined && own.reference !== null ? own : (shared ?? own);
  const path = target?.path ?? null;
  return {
    id,
    path,
    problem: path === null ? (target?.problem ?? `${id} names no file, and the registry has none for it.`) : null,
    summaries: path === null ? [] : summariesOf(id, path, team),
    meantFor: shared !== undefined && !isApplicable(shared, team) ? shared.applicableTeams : null,
  };
}

/** The one of these names that is the same but for case; undefined for none and for several. */
export function onlyLike(names: readonly string[], wanted: string): string | undefined {
  const found = new Set(names.filter((name) => foldName(name) === foldName(wanted)));
  return found.size === 1 ? [...found][0] : undefined;
}
