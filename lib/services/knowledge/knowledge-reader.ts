import { keepNewest } from "@/lib/core/lists";
import type { Diagnostic } from "@/lib/core/diagnostics";
import { AppError } from "@/lib/core/errors";
import {
  chooseCandidates,
  summariesOf,
  type KnowledgeWarning,
  type Request,
} from "@/lib/core/knowledge/choose-candidates";
import {
  indexPath,
  OLDER_REGISTRY_PATH,
  REGISTRY_PATH,
  registryPathOf,
  type KnowledgeIndex,
  type Registry,
  teamFolder,
  teamName,
  TEAMS_FOLDER,
} from "@/lib/core/knowledge/knowledge-model";
import { olderRegistry } from "@/lib/core/knowledge/plan-share";
import { folderOf } from "@/lib/core/knowledge/file-reference";
import { parseKnowledgeIndex, parseRegistry } from "@/lib/core/knowledge/parse-knowledge";
import { fitCandidates, type CountedFile, type Resolution, chooseBudget } from "@/lib/core/knowledge/resolve-knowledge";
import { findTwin } from "@/lib/core/text/fold-name";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { unrecorded, type DocumentState } from "@/lib/services/commit/document-states";
import { findTeams, listReadable } from "@/lib/store/list-readable";
import { KnowledgeCounts, type CountedText } from "@/lib/services/knowledge/knowledge-counts";

/** Parsed files remembered at once: a registry and the indexes of as many teams. */
const REMEMBERED = 200;

/** A file as it is now, and what it says. */
export interface Opened<T> {
  state: DocumentState;
  content: T;
}

const KNOWLEDGE_FOLDER = ".microai";

/**
 * Knowledge as it is on the disk now: the registry, the teams' indexes, and the counted tokens of their files. An edit made
 * outside is recorded before it is read; nothing is parsed or counted twice while it stands.
 */
export class KnowledgeReader {
  readonly counts: KnowledgeCounts;
  readonly #parsed = new Map<string, Registry | KnowledgeIndex>();

  constructor(private readonly context: ServiceContext) {
    this.counts = new KnowledgeCounts(context);
  }

  /** Whether the workspace has knowledge or teams that load it. */
  async isThere(workspace: string): Promise<boolean> {
    return (await listReadable(this.context.store(workspace), KNOWLEDGE_FOLDER)).length > 0;
  }

  /** The names of the teams, in order. */
  async teams(workspace: string): Promise<string[]> {
    return findTeams(this.context.store(workspace));
  }

  /**
   * The team of a name, whichever Unicode form it is asked for in; the folder's name is enough where only one team has it.
   * Throws `not_found` when there is none, `invalid_input` with the full names where several have it.
   */
  async team(workspace: string, name: string): Promise<string> {
    const teams = await this.teams(workspace);
    const wanted = name.normalize("NFC");
    const found = teams.find((each) => each === name) ?? teams.find((each) => each.normalize("NFC") === wanted);
    if (found !== undefined) return found;
    const called = teams.filter((each) => teamName(each).normalize("NFC") === wanted);
    const [only, another] = called;
    if (only !== undefined && another === undefined) return only;
    if (another !== undefined) {
      throw new AppError("invalid_input", `More than one team is called ${name}.`, {
        hint: `Use its full name: ${called.join(", ")}.`,
        errors: [{ path: "team", message: "is the name of several teams" }],
      });
    }
    const twin = findTwin(teams, name);
    if (twin !== undefined) {
      throw new AppError("not_found", `There is no team ${name}.`, { hint: `Did you mean ${twin}? Case counts.` });
    }
    throw new AppError("not_found", `There is no team ${name}.`, {
      hint:
        teams.length === 0
          ? `Teams are the folders of ${TEAMS_FOLDER} or .microai/teams; there are none yet.`
          : `Teams here: ${teams.slice(0, 20).join(", ")}.`,
    });
  }

  /** Throws `conflict` where the registry lies in its older place: it is not changed there. */
  async assertChangeableRegistry(workspace: string): Promise<void> {
    if ((await this.#registryPath(workspace)) !== REGISTRY_PATH) throw olderRegistry();
  }

  async #registryPath(workspace: string): Promise<string> {
    const paths = [REGISTRY_PATH, OLDER_REGISTRY_PATH];
    const marks = await this.context.store(workspace).marks(paths);
    return registryPathOf((path) => (marks[paths.indexOf(path)] ?? null) !== null);
  }

  /** The shared registry; an empty one where there is no file, or one that may not be read. */
  async registry(workspace: string): Promise<Opened<Registry>> {
    const path = await this.#registryPath(workspace);
    return this.#opened(workspace, path, (text) => parseRegistry(text, folderOf(path)));
  }

  /** A team's index; an empty one where there is no file, or one that may not be read. */
  async index(workspace: string, team: string): Promise<Opened<KnowledgeIndex>> {
    return this.#opened(workspace, indexPath(team), (text) => parseKnowledgeIndex(text, team));
  }

  /** The files of a team's agents, by name. */
  async personas(workspace: string, team: string): Promise<string[]> {
    const folder = `${teamFolder(team)}/agents`;
    const entries = await this.context
      .store(workspace)
      .list(folder)
      .catch(() => []);
    return entries
      .filter(({ kind, name }) => kind === "file" && name.endsWith(".md"))
      .map(({ name }) => `${folder}/${name}`);
  }

  /** What a mode and topic words load. Throws invalid_input for a budget of 0 or less. */
  async resolve(workspace: string, request: Request & { budget: number | null }): Promise<Resolution> {
    const { content: registry, state } = await this.registry(workspace);
    const { content: index } = await this.index(workspace, request.team);
    const budget = chooseBudget(request.budget, index.budget, registry.budget);
    const choice = chooseCandidates(index, registry, request);
    choice.warnings = [
      ...warningsOf(indexPath(request.team), index.diagnostics),
      ...warningsOf(state.path, registry.diagnostics),
      ...choice.warnings,
    ];
    const wanted = choice.candidates.filter(({ refused }) => refused === null);
    const files = new Map<string, CountedFile>();
    const count = async (paths: Iterable<string>) => {
      for (const [path, { file }] of await this.counts.of(workspace, paths)) files.set(path, file);
    };
    await count(wanted.flatMap(({ path }) => path ?? []));
    const total = wanted.reduce((sum, { path }) => sum + tokensOf(files.get(path ?? "")), 0);
    // Summaries matter where not everything fits.
    if (total > budget.tokens) await count(wanted.flatMap(({ summaries }) => summaries));
    return fitCandidates(choice, files, budget);
  }

  /** A summary that is there, of those places where one may lie. */
  findSummary(counted: ReadonlyMap<string, CountedText>, id: string, path: string | null, team: string | null) {
    for (const place of path === null ? [] : summariesOf(id, path, team)) {
      const found = counted.get(place)?.file;
      if (found?.state === "read") return { path: place, tokens: found.tokens };
    }
    return null;
  }

  /** A file with what it says; a link out of the workspace, a folder in its place, or what cannot be read is shown as such. */
  async #opened<T extends Registry | KnowledgeIndex>(
    workspace: string,
    path: string,
    parse: (text: string) => T,
  ): Promise<Opened<T>> {
    const { committer } = this.context;
    try {
      const state = await committer.current(workspace, path);
      const content = await committer.aside.judge(state, "read", () => this.#parse(state, parse));
      return { state, content: withUnreadable(state, content) };
    } catch (error) {
      if (!(error instanceof AppError) || (error.code !== "forbidden" && error.code !== "unparseable")) throw error;
      const state = unreadable(workspace, path, error.message);
      return { state, content: withUnreadable(state, this.#parse(state, parse)) };
    }
  }

  #parse<T extends Registry | KnowledgeIndex>(state: DocumentState, parse: (text: string) => T): T {
    const key = `${state.path}:${state.hash}`;
    const known = this.#parsed.get(key) as T | undefined;
    const content = known ?? parse(state.text ?? state.legible ?? "");
    keepNewest(this.#parsed, key, content, REMEMBERED);
    return content;
  }
}

/** What is wrong with a file that may change what is loaded; what is about one entry is told with that entry. */
function warningsOf(path: string, diagnostics: readonly Diagnostic[]): KnowledgeWarning[] {
  const told = diagnostics.filter(({ code, severity }) => severity !== "info" && !TOLD_WITH_ENTRY.has(code));
  return told.map(({ code, message, range }) => ({
    code,
    message: `${path}:${range.start.line}: ${message}`,
    id: null,
  }));
}

const TOLD_WITH_ENTRY = new Set(["path_outside", "bad_path", "no_path"]);

function tokensOf(file: CountedFile | undefined): number {
  return file?.state === "read" ? file.tokens : 0;
}

const problems = new WeakMap<DocumentState, string>();

function unreadable(workspace: string, path: string, why: string): DocumentState {
  const state: DocumentState = { ...unrecorded(workspace, path), kind: "other" };
  problems.set(state, why);
  return state;
}

/** Adds what keeps a file from being read or written to what is said about it. */
function withUnreadable<T extends Registry | KnowledgeIndex>(state: DocumentState, content: T): T {
  const why =
    problems.get(state) ?? (state.binary ? `${state.path} is not valid UTF-8: it is shown and not changed.` : null);
  if (why === null) return content;
  const range = { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
  const said = { code: "unreadable", message: why, severity: "error" as const, range };
  return { ...content, diagnostics: [said, ...content.diagnostics] };
}
