import type {
  Knowledge,
  KnowledgeList,
  KnowledgeQuery,
  ResolvedKnowledge,
  ResolveKnowledge,
  TeamKnowledge,
  TeamList,
  KnowledgeReason,
  TeamEntry,
} from "@/lib/contracts/knowledge";
import { type Diagnostic, diagnosticAt } from "@/lib/core/diagnostics";
import { AppError } from "@/lib/core/errors";
import { diagnoseResting } from "@/lib/core/memory/withdrawn";
import { withdrawnLines } from "@/lib/services/workspace/withdrawn-lines";
import { summariesOf, isApplicable } from "@/lib/core/knowledge/choose-candidates";
import {
  indexPath,
  type IndexEntry,
  type KnowledgeIndex,
  type Registry,
  type RegistryEntry,
  nameLookup,
  type Target,
} from "@/lib/core/knowledge/knowledge-model";
import { foldCase, findTwin } from "@/lib/core/text/fold-name";
import { chooseBudget, driftOf } from "@/lib/core/knowledge/resolve-knowledge";
import { allow, type Caller } from "@/lib/services/workspace/caller";
import type { TeamParams } from "@/lib/services/knowledge/team-session-change";
import type { WorkspaceParams } from "@/lib/services/workspace/session-params";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { KnowledgeReader } from "@/lib/services/knowledge/knowledge-reader";
import { readCursor } from "@/lib/services/workspace/page-of";
import { TOKEN_METHOD } from "@/lib/services/workspace/token-counter";
import type { CountedText } from "@/lib/services/knowledge/knowledge-counts";

/** Characters of a file shown with its entry; the whole is a request for its bytes away. */
const SHOWN = 200_000;

/** Looking at the shared knowledge and at the teams' indexes, and trying what a session would load. Source: knowledge. */
export function knowledgeService(context: ServiceContext, reader: KnowledgeReader) {
  async function teamsWithIndexes(workspace: string) {
    const teams = await reader.teams(workspace);
    return Promise.all(
      teams.map(async (team) => {
        const { state, content } = await reader.index(workspace, team);
        return { team, state, index: content };
      }),
    );
  }

  async function filesOf(
    workspace: string,
    targets: readonly ({ id: string } & ReturnType<typeof targetOf>)[],
    team: string | null,
  ): Promise<Map<string, FileView>> {
    const places = targets.flatMap(({ id, path }) => (path === null ? [] : [path, ...summariesOf(id, path, team)]));
    const counted = await reader.counts.of(workspace, places);
    return new Map(
      targets.map((target) => {
        const summary = reader.findSummary(counted, target.id, target.path, team);
        return [target.id, viewFile(target, counted.get(target.path ?? ""), summary)];
      }),
    );
  }

  async function viewRegistry(
    workspace: string,
    registry: Registry,
    entries: readonly RegistryEntry[],
  ): Promise<Knowledge[]> {
    const uses = usesOf(registry, await teamsWithIndexes(workspace));
    const files = await filesOf(workspace, entries, null);
    return entries.map(({ id, group, tags, applicableTeams, description, dependsOn, line, ...target }) => {
      const file = files.get(id) ?? viewFile(target, undefined, null);
      return { ...file, id, group, tags, applicableTeams, description, dependsOn, usedBy: uses.get(id) ?? [], line };
    });
  }

  async function openTeam(caller: Caller, { workspace, team: name }: TeamParams) {
    allow(caller, "look", { workspace });
    const team = await reader.team(workspace, name);
    const { content: registry } = await reader.registry(workspace);
    const { state, content: index } = await reader.index(workspace, team);
    return { workspace, team, registry, state, index };
  }

  async function viewEntries(workspace: string, team: string, index: KnowledgeIndex, registry: Registry) {
    const findShared = nameLookup(registry.entries);
    const sharedOf = (entry: IndexEntry) => (entry.kind === "own" ? undefined : findShared(entry.id));
    const targets = index.entries.map((entry) => ({ id: entry.id, ...targetOf(entry, sharedOf(entry)) }));
    const files = await filesOf(workspace, targets, team);
    const reasons = reasonsOf(index);
    return index.entries.map((entry, at) => {
      const file = files.get(entry.id) ?? viewFile(targets[at] ?? targetOf(entry, undefined), undefined, null);
      return viewTeamEntry(entry, file, reasons.get(entry.id) ?? [], sharedOf(entry), team);
    });
  }

  /** What of these entries' files rests on lines that were withdrawn, each at its entry's line of the registry. */
  async function restingIn(caller: Caller, workspace: string, entries: readonly Knowledge[]): Promise<Diagnostic[]> {
    const withdrawn = await withdrawnLines(context, caller, { workspace });
    if (withdrawn.length === 0) return [];
    const found = entries.map(async ({ path, state, line }) => {
      const text = state === "read" && path !== null ? await readText(workspace, path) : null;
      return diagnoseResting(text ?? "", withdrawn).map(({ code, severity, message, range }) =>
        diagnosticAt(code, severity, `${path}:${range.start.line}: ${message}`, line),
      );
    });
    return (await Promise.all(found)).flat();
  }

  return {
    /** The shared registry with counted tokens, drift, and who uses what. The cursor is how many entries came before. */
    async list(caller: Caller, { workspace }: WorkspaceParams, query: KnowledgeQuery): Promise<KnowledgeList> {
      allow(caller, "look", { workspace });
      const { state, content: registry } = await reader.registry(workspace);
      const wanted = registry.entries.filter((entry) => isWanted(entry, query));
      const team = query.team === undefined ? null : await reader.team(workspace, query.team);
      const from = readCursor(query.cursor) ?? 0;
      const seen = await viewRegistry(
        workspace,
        registry,
        team === null ? wanted.slice(from, from + query.limit) : wanted,
      );
      const items = team === null ? seen : seen.filter(({ usedBy }) => usedBy.some((use) => use.team === team));
      const page = team === null ? items : items.slice(from, from + query.limit);
      const all = team === null ? wanted.length : items.length;
      return {
        items: page,
        nextCursor: from + page.length < all ? String(from + page.length) : null,
        etag: `"${state.hash}"`,
        path: state.path,
        budget: registry.budget,
        diagnostics: [...registry.diagnostics, ...(await restingIn(caller, workspace, page))],
        tokenMethod: TOKEN_METHOD,
      };
    },

    async get(caller: Caller, { workspace, knowledge: id }: WorkspaceParams & { knowledge: string }) {
      allow(caller, "look", { workspace });
      const { state, content: registry } = await reader.registry(workspace);
      const entry = findEntry(registry, id);
      const [view] = await viewRegistry(workspace, registry, [entry]);
      if (view === undefined) throw new Error(`${id} was not shown`);
      const text = view.state === "read" ? await readText(workspace, view.path ?? "") : null;
      return {
        ...view,
        etag: `"${state.hash}"`,
        text: text?.slice(0, SHOWN) ?? null,
        truncated: (text?.length ?? 0) > SHOWN,
      };
    },

    async readBytes(caller: Caller, { workspace, knowledge: id }: WorkspaceParams & { knowledge: string }) {
      allow(caller, "look", { workspace });
      const { content: registry } = await reader.registry(workspace);
      const { path, problem } = findEntry(registry, id);
      const file = path === null ? null : await context.store(workspace).read(path);
      if (file !== null) return { bytes: file.bytes, etag: `"${file.hash}"` };
      throw new AppError("not_found", problem ?? `There is no file ${path ?? "for it"}.`, {
        hint: "Create the file, or correct the path in the registry.",
      });
    },

    async isThere(caller: Caller, { workspace }: WorkspaceParams): Promise<boolean> {
      allow(caller, "look", { workspace });
      return reader.isThere(workspace);
    },

    /** The teams that have a folder, each with its index at a glance. */
    async teams(caller: Caller, { workspace }: WorkspaceParams): Promise<TeamList> {
      allow(caller, "look", { workspace });
      const { content: registry } = await reader.registry(workspace);
      const items = await Promise.all(
        (await teamsWithIndexes(workspace)).map(async ({ team, index }) => {
          const entries = await viewEntries(workspace, team, index, registry);
          return {
            id: team,
            entries: entries.length,
            shared: entries.filter(({ kind }) => kind === "shared").length,
            tokens: entries.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0),
            budget: chooseBudget(null, index.budget, registry.budget),
            modes: index.byMode.map(({ name }) => name),
            personas: await reader.personas(workspace, team),
            warnings: index.diagnostics,
          };
        }),
      );
      return { items, nextCursor: null };
    },

    /** A team's index: its entries with counted tokens and all that loads them. */
    async team(caller: Caller, params: TeamParams): Promise<TeamKnowledge> {
      const { workspace, team, registry, state, index } = await openTeam(caller, params);
      return {
        team,
        path: indexPath(team),
        exists: state.hash !== "",
        etag: `"${state.hash}"`,
        entries: await viewEntries(workspace, team, index, registry),
        byMode: index.byMode,
        byKeyword: index.byKeyword,
        settings: index.budget,
        budget: chooseBudget(null, index.budget, registry.budget),
        personas: await reader.personas(workspace, team),
        diagnostics: index.diagnostics,
        tokenMethod: TOKEN_METHOD,
      };
    },

    /** What a mode and topic words would load, and why. Changes nothing. */
    async resolve(caller: Caller, params: TeamParams, body: ResolveKnowledge): Promise<ResolvedKnowledge> {
      const { workspace } = params;
      allow(caller, "look", { workspace });
      const team = await reader.team(workspace, params.team);
      const { mode = null, topic = null, budget: asked = null } = body;
      const { budget, ...found } = await reader.resolve(workspace, { team, mode, topic, budget: asked });
      return {
        ...found,
        budget: budget.tokens,
        budgetFrom: budget.from,
        warnAt: budget.warnAt,
        personas: await reader.personas(workspace, team),
        message: `Knowledge loaded: [${found.loaded.map(({ id }) => id).join(", ")}]`,
        tokenMethod: TOKEN_METHOD,
      };
    },
  };

  async function readText(workspace: string, path: string): Promise<string | null> {
    return (await context.store(workspace).read(path))?.text ?? null;
  }
}

/** The entry of a registry; `not_found`, with the ids that begin alike, for one it does not have. */
export function findEntry(registry: Registry, id: string): RegistryEntry {
  const found = nameLookup(registry.entries)(id);
  if (found !== undefined) return found;
  const twin = findTwin(
    registry.entries.map((entry) => entry.id),
    id,
  );
  if (twin !== undefined) {
    throw new AppError("not_found", `The registry has no ${id}.`, { hint: `Did you mean ${twin}? Case counts.` });
  }
  const near = registry.entries.map((entry) => entry.id).filter((each) => each.startsWith(id.slice(0, 3)));
  const others = near.length > 0 ? near : registry.entries.map((entry) => entry.id);
  throw new AppError("not_found", `The registry has no ${id}.`, {
    hint: others.length === 0 ? "It has no entries yet." : `It has ${others.slice(0, 20).join(", ")}.`,
  });
}

function isWanted(entry: RegistryEntry, { q, tag }: KnowledgeQuery): boolean {
  if (tag !== undefined && !entry.tags.some((each) => foldCase(each) === foldCase(tag))) return false;
  if (q === undefined) return true;
  const wanted = foldCase(q);
  return [entry.id, entry.description ?? "", ...entry.tags].some((each) => foldCase(each).includes(wanted));
}

/** What is shown of the file an entry leads to. */
type FileView = Pick<
  Knowledge,
  "path" | "reference" | "state" | "problem" | "tokens" | "tokensEstimate" | "drift" | "summary"
>;

/** The file of an entry as it was counted. */
function viewFile(
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

function reasonsOf(index: KnowledgeIndex): Map<string, KnowledgeReason[]> {
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
function usesOf(registry: Registry, teams: readonly { team: string; index: KnowledgeIndex }[]) {
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

function viewTeamEntry(
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
function targetOf(entry: IndexEntry, shared: RegistryEntry | undefined): Target & { tokensEstimate: number | null } {
  const tokensEstimate = entry.tokensEstimate ?? shared?.tokensEstimate ?? null;
  const { reference, path, problem } = entry.reference === null && shared !== undefined ? shared : entry;
  return { reference, path, problem, tokensEstimate };
}
