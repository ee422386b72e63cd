import type { Knowledge, KnowledgeReason, TeamEntry } from "@/lib/contracts/knowledge";
import { isApplicable } from "@/lib/core/knowledge/choose-candidates";
import { driftOf } from "@/lib/core/knowledge/resolve-knowledge";
import {
  type IndexEntry,
  type KnowledgeIndex,
  type Registry,
  type RegistryEntry,
  type Target,
  nameLookup,
} from "@/lib/core/knowledge/knowledge-model";
import type { CountedText } from "@/lib/services/knowledge/knowledge-counts";

/** What is shown of the file an entry leads to. */
export type FileView = Pick<
  Knowledge,
  "path" | "reference" | "state" | "problem" | "tokens" | "tokensEstimate" | "drift" | "summary"
>;

/** The file of an entry as it was counted. */
export function viewFile(
  target: Target & { tokensEstimate: number | null },
  counted: CountedText | undefined,
  summary: FileView["summary"],
): FileView {
  const { path, reference, tokensEstimate } = target;
  const file = counted?.file ?? { state: "missing" as const };
  const tokens = path !== null && file.state === "read" ? file.tokens : null;
  const drift = driftOf(tokens, tokensEstimate);
  const common = { path, reference, tokens, tokensEstimate, drift, summary };
  if (target.problem !== null) return { ...common, state: "refused", problem: target.problem };
  if (path === null) return { ...common, state: "missing", problem: "It names no file." };
  if (file.state === "missing") return { ...common, state: "missing", problem: `There is no file ${path}.` };
  return { ...common, state: file.state, problem: file.state === "read" ? null : file.why };
}

/** What loads each entry of an index, by its id. */
export function reasonsOf(index: KnowledgeIndex): Map<string, KnowledgeReason[]> {
  const find = nameLookup(index.entries);
  const reasons = new Map<string, KnowledgeReason[]>();
  const add = (name: string, reason: KnowledgeReason) => {
    // What a rule names may stand in the registry alone.
    const id = find(name)?.id ?? name;
    reasons.set(id, [...(reasons.get(id) ?? []), reason]);
  };
  for (const entry of index.entries) if (entry.core) add(entry.id, { kind: "core", name: "" });
  for (const { name, ids } of index.byMode) for (const id of ids) add(id, { kind: "mode", name });
  for (const { name, ids } of index.byKeyword) for (const id of ids) add(id, { kind: "keyword", name });
  return reasons;
}

/** How each team uses a shared entry: by its id, or by a path that leads to the same file. */
export function usesOf(
  registry: Registry,
  teams: readonly { team: string; index: KnowledgeIndex }[],
): Map<string, Knowledge["usedBy"]> {
  const uses = new Map<string, Knowledge["usedBy"]>(registry.entries.map(({ id }) => [id, []]));
  const byPath = new Map(
    registry.entries.flatMap((entry) => (entry.path === null ? [] : [[entry.path, entry] as const])),
  );
  const byId = new Map(registry.entries.map((entry) => [entry.id, entry]));
  for (const { team, index } of teams) {
    const reasons = reasonsOf(index);
    const seen = new Set<string>();
    const use = (entry: RegistryEntry | undefined, id: string, priority: IndexEntry["priority"]) => {
      if (entry === undefined || seen.has(entry.id)) return;
      seen.add(entry.id);
      const how = reasons.get(id) ?? [];
      uses.get(entry.id)?.push({ team, priority, how, applicable: isApplicable(entry, team) });
    };
    for (const entry of index.entries) {
      const shared = entry.path === null ? undefined : byPath.get(entry.path);
      use(shared ?? (entry.kind === "own" ? undefined : byId.get(entry.id)), entry.id, entry.priority);
    }
    for (const id of reasons.keys()) use(byId.get(id), id, "medium");
  }
  return uses;
}

/** An entry of a team's index, as the contract shows it. */
export function viewTeamEntry(
  entry: IndexEntry,
  file: FileView,
  reasons: readonly KnowledgeReason[],
  shared: RegistryEntry | undefined,
  team: string,
): TeamEntry {
  const names = (kind: KnowledgeReason["kind"]) => reasons.filter((each) => each.kind === kind).map(({ name }) => name);
  const { id, kind, priority, core, line } = entry;
  return {
    ...file,
    id,
    kind,
    priority,
    core,
    line,
    modes: names("mode"),
    keywords: names("keyword"),
    registered: shared !== undefined,
    applicable: shared === undefined || isApplicable(shared, team),
    description: entry.description ?? shared?.description ?? null,
  };
}

/** Where an entry of an index leads: its own path, or that of the registry where it names none. */
export function targetOf(
  entry: IndexEntry,
  shared: RegistryEntry | undefined,
): Target & { tokensEstimate: number | null } {
  const tokensEstimate = entry.tokensEstimate ?? shared?.tokensEstimate ?? null;
  const { reference, path, problem } = entry.reference === null && shared !== undefined ? shared : entry;
  return { reference, path, problem, tokensEstimate };
}
