import type {
  AddKnowledge,
  AddTeamEntry,
  ChangeKnowledge,
  ChangeTeamBudget,
  ChangeTeamEntry,
  KnowledgeChanged,
} from "@/lib/contracts/knowledge";
import type { Action } from "@/lib/contracts/events";
import { findToolNameIn } from "@/lib/core/text/tool-names";
import { AppError } from "@/lib/core/errors";
import { editKnowledgeIndex } from "@/lib/core/knowledge/edit-knowledge-index";
import { editRegistry, type RegistryFields } from "@/lib/core/knowledge/edit-registry";
import type { EntryLoading, IndexEdit } from "@/lib/core/knowledge/index-intent";
import { indexPath, knowledgeFolder, REGISTRY_PATH, SHARED_FOLDER } from "@/lib/core/knowledge/knowledge-model";
import { referenceTo, resolveFileReference } from "@/lib/core/knowledge/file-reference";
import { allowIn, type Caller, by, assertMatch, type ChangeRequest } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { assertEditable } from "@/lib/services/commit/decide-batch";
import { findEntry } from "@/lib/services/knowledge/knowledge";
import type { TeamParams } from "@/lib/services/knowledge/team-session-change";
import type { WorkspaceParams } from "@/lib/services/workspace/session-params";
import type { KnowledgeReader } from "@/lib/services/knowledge/knowledge-reader";
import { Spelling } from "@/lib/services/knowledge/spelling";

interface Recorded {
  operation: string;
  action: Action;
  target: string;
  detail: Record<string, unknown>;
}

/** Changing the registry and the teams' indexes in their files, each as a revision with its author. Source: knowledge §1, §2. */
export function knowledgeEditService(context: ServiceContext, reader: KnowledgeReader) {
  /** One edit of one file, decided under the lock on its text as it is then. Nothing is recorded when nothing is different. */
  async function change(
    caller: Caller,
    { workspace }: WorkspaceParams,
    path: string,
    request: ChangeRequest,
    recorded: Recorded,
    edit: (text: string) => string,
  ): Promise<KnowledgeChanged> {
    const ready = await prepare(workspace, path, edit);
    return context.committer.act<KnowledgeChanged>(
      { ...by(caller, workspace, request), etagOf: path },
      async (draft) => {
        const state = await draft.document(path);
        assertMatch(request, state);
        assertEditable(state);
        const before = state.text ?? "";
        const text = ready?.hash === state.hash ? ready.text : edit(before);
        if (text === before) return { path, revision: null, etag: "" };
        const { operation, action, target, detail } = recorded;
        const revision = draft.edit(path, { text, operation, detail });
        draft.event(action, target, null, { path, revision, ...detail });
        return { path, revision, etag: "" };
      },
    );
  }

  /** The edit on the text as it is now: a large file takes a while, for which nobody should have to wait under the lock. */
  async function prepare(workspace: string, path: string, edit: (text: string) => string) {
    const { hash, text, binary } = await context.committer.current(workspace, path);
    try {
      return binary ? null : { hash, text: edit(text ?? "") };
    } catch (error) {
      // What is wrong is told under the lock, where If-Match is checked first.
      if (error instanceof AppError) return null;
      throw error;
    }
  }

  async function changeIndex(
    caller: Caller,
    params: TeamParams,
    request: ChangeRequest,
    recorded: Recorded,
    edit: IndexEdit,
  ): Promise<KnowledgeChanged> {
    const team = await reader.team(params.workspace, params.team);
    const path = indexPath(team);
    const known = { ...recorded, detail: { team, ...recorded.detail } };
    return change(caller, params, path, request, known, (text) => editKnowledgeIndex(text, team, edit));
  }

  /** The file that a path means, seen from a folder or from the workspace. Throws when it is outside, or not there. */
  async function locate(workspace: string, folder: string, written: string): Promise<{ path: string; tokens: number }> {
    const relative = resolveFileReference(folder, written);
    const absolute = resolveFileReference("", written);
    const paths = [relative, ...(/^\.{1,2}[/\\]/.test(written) ? [] : [absolute])]; // matches "../"
    const named = paths.flatMap((each) => ("path" in each ? [each.path] : []));
    const found = named.filter((each) => refusedIn(each) === null);
    const refused = found.length === 0 && named[0] !== undefined ? refusedIn(named[0]) : null;
    if (refused !== null) throw unusable(`${written} is not allowed: ${refused}.`);
    const counted = await reader.counts.of(workspace, found);
    for (const path of found) {
      const file = counted.get(path)?.file;
      if (file?.state === "read") return { path, tokens: file.tokens };
      if (file?.state === "refused" || file?.state === "unreadable") throw unusable(file.why);
    }
    if ("problem" in relative) throw unusable(relative.message);
    const spelling = new Spelling(context.store(workspace));
    const [twin] = (await Promise.all(found.map((path) => spelling.find(path)))).filter((path) => path !== null);
    throw new AppError("not_found", `There is no file ${found.join(" and none ")}.`, {
      hint: twin === undefined ? "Write the file first, then add it." : `Its name on the disk is ${twin}: name it so.`,
      errors: [{ path: "path", message: "no such file" }],
    });
  }

  const mayChange = (caller: Caller, { workspace }: WorkspaceParams) => {
    allowIn(context, caller, "change the knowledge of the workspace", workspace);
  };

  return {
    /** Adds an entry to the registry, its tokens counted where no estimate is given. The owner's. */
    async add(caller: Caller, params: WorkspaceParams, body: AddKnowledge, request: ChangeRequest) {
      mayChange(caller, params);
      assertId(body.id);
      await reader.assertChangeableRegistry(params.workspace);
      const { path, tokens } = await locate(params.workspace, SHARED_FOLDER, body.path);
      const fields: RegistryFields = {
        reference: sharedReference(path),
        tokensEstimate: body.tokensEstimate ?? tokens,
        tags: body.tags ?? [],
        applicableTeams: body.applicableTeams ?? [],
        description: body.description ?? null,
      };
      const recorded = {
        operation: "add entry",
        action: "knowledge.added",
        target: body.id,
        detail: { id: body.id },
      } as const;
      return change(caller, params, REGISTRY_PATH, request, recorded, (text) =>
        editRegistry(text, { type: "add", id: body.id, fields }),
      );
    },

    /** Changes what the registry says of an entry. The owner's. */
    async change(
      caller: Caller,
      params: WorkspaceParams & { knowledge: string },
      body: ChangeKnowledge,
      request: ChangeRequest,
    ): Promise<KnowledgeChanged> {
      mayChange(caller, params);
      await reader.assertChangeableRegistry(params.workspace);
      const { id } = findEntry((await reader.registry(params.workspace)).content, params.knowledge);
      const { path, ...others } = body;
      const located = path === undefined ? null : await locate(params.workspace, SHARED_FOLDER, path);
      const fields = { ...given(others), ...(located === null ? {} : { reference: sharedReference(located.path) }) };
      const detail = { id, fields: Object.keys(given(body)) };
      const recorded = { operation: "change entry", action: "knowledge.changed", target: id, detail } as const;
      return change(caller, params, REGISTRY_PATH, request, recorded, (text) =>
        editRegistry(text, { type: "change", id, fields }),
      );
    },

    /** Takes an entry out of the registry; its file and the indexes stay. The owner's. */
    async remove(caller: Caller, params: WorkspaceParams & { knowledge: string }, request: ChangeRequest) {
      mayChange(caller, params);
      await reader.assertChangeableRegistry(params.workspace);
      const { id } = findEntry((await reader.registry(params.workspace)).content, params.knowledge);
      const recorded = { operation: "remove entry", action: "knowledge.removed", target: id, detail: { id } } as const;
      return change(caller, params, REGISTRY_PATH, request, recorded, (text) =>
        editRegistry(text, { type: "remove", id }),
      );
    },

    /** Adds an entry to a team's index, which is begun where there is none. The owner's. */
    async addToTeam(caller: Caller, params: TeamParams, body: AddTeamEntry, request: ChangeRequest) {
      mayChange(caller, params);
      assertId(body.id);
      const { workspace } = params;
      const team = await reader.team(workspace, params.team);
      const folder = knowledgeFolder(team);
      const path =
        body.path === undefined
          ? sharedPath(findEntry((await reader.registry(workspace)).content, body.id))
          : (await locate(workspace, folder, body.path)).path;
      const kind = path.startsWith(`${SHARED_FOLDER}/`) ? ("shared" as const) : ("own" as const);
      const { id, path: _path, ...loading } = body;
      const edit: IndexEdit = { type: "add", id, kind, reference: referenceTo(folder, path), loading: given(loading) };
      const recorded = { operation: "add entry", action: "knowledge.added", target: id, detail: { id } } as const;
      return changeIndex(caller, params, request, recorded, edit);
    },

    /** Changes how a team loads an entry: its priority, its modes and keywords, whether it is always loaded. The owner's. */
    async changeInTeam(
      caller: Caller,
      params: TeamParams & { knowledge: string },
      body: ChangeTeamEntry,
      request: ChangeRequest,
    ): Promise<KnowledgeChanged> {
      mayChange(caller, params);
      const id = params.knowledge;
      const loading: EntryLoading = given(body);
      const detail = { id, fields: Object.keys(loading) };
      const recorded = { operation: "change entry", action: "knowledge.changed", target: id, detail } as const;
      return changeIndex(caller, params, request, recorded, { type: "change", id, loading });
    },

    /** Takes an entry out of a team's index and of all that loads it; its file stays. The owner's. */
    async removeFromTeam(caller: Caller, params: TeamParams & { knowledge: string }, request: ChangeRequest) {
      mayChange(caller, params);
      const id = params.knowledge;
      const recorded = { operation: "remove entry", action: "knowledge.removed", target: id, detail: { id } } as const;
      return changeIndex(caller, params, request, recorded, { type: "remove", id });
    },

    /** Changes how many tokens a team may load, and when it is warned. The owner's. */
    async changeBudget(caller: Caller, params: TeamParams, body: ChangeTeamBudget, request: ChangeRequest) {
      mayChange(caller, params);
      const { maxAutoLoad: max, warningThreshold: warning } = body;
      const recorded = {
        operation: "change budget",
        action: "knowledge.changed",
        target: params.team,
        detail: given(body),
      } as const;
      return changeIndex(caller, params, request, recorded, { type: "budget", ...given({ max, warning }) });
    },
  };
}

/** What the registry writes for a file: a name alone where it is beside it. Source: knowledge §1. */
function sharedReference(path: string): string {
  return referenceTo(SHARED_FOLDER, path).replace(/^\.\//, ""); // matches "./" at the start
}

function sharedPath({ id, path, problem }: { id: string; path: string | null; problem: string | null }): string {
  if (path !== null) return path;
  throw unusable(problem ?? `The registry names no file for ${id}.`);
}

/** The name in a path that may not be loaded as knowledge; the folders documents lie in may. */
function refusedIn(path: string): string | null {
  const refused = findToolNameIn(path.replace(/^\.(?:microai|agent|kaizen)\//, "")); // matches ".microai/"
  if (refused !== null) return `${refused.name} ${refused.why}`;
  return /\.(?:md|markdown|txt|ya?ml|jsonl?)$/i.test(path) ? null : "it is neither Markdown, plain text, YAML nor JSON"; // notes.md
}

/** Throws invalid_input for an id that could not be named in a command or an address. */
function assertId(id: string): void {
  // A summary is looked for under the name of its entry.
  if (ID.test(id) && id === id.trim() && findToolNameIn(`${id}.md`) === null) return;
  const message = `${JSON.stringify(id.slice(0, 80))} cannot be the id of knowledge.`;
  throw new AppError("invalid_input", message, {
    hint: "Use one line of letters, digits and - _ . / without commas, such as owasp-top-10.",
    errors: [{ path: "id", message }],
  });
}

/** Example: `go/error-handling`. */
const ID = /^[^\p{Cc},\\]+$/u;

function unusable(message: string): AppError {
  return new AppError("invalid_input", message, {
    hint: "Name a file of the workspace, such as .microai/knowledge/shared/owasp-top-10.md.",
    errors: [{ path: "path", message }],
  });
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields that were sent. */
function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}
