import type { Fault, FaultDecided, FaultList, FaultQuery } from "@/lib/contracts/faults";
import { AppError } from "@/lib/core/errors";
import { diagnoseFile } from "@/lib/core/faults/diagnose-file";
import { lineAt, proposeFix, triesOf } from "@/lib/core/faults/propose-fix";
import { undoPatch } from "@/lib/core/history/merge";
import { addAll } from "@/lib/core/lists";
import { contextPath, memoryPath, planPath, sessionOfPath } from "@/lib/core/memory/session-paths";
import { findDocument } from "@/lib/db/history";
import { assertEditable } from "@/lib/services/commit/decide-batch";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import {
  allow,
  allowIn,
  aloneBy,
  assertMatch,
  type Caller,
  type ChangeRequest,
  signatureOf,
} from "@/lib/services/workspace/caller";
import { cutPage, listOfKnown } from "@/lib/services/workspace/page-of";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { agentMemoryPath, AGENTS_FOLDER, DEFINITION_FOLDERS } from "@/lib/core/agent-memory/model";
import { indexPath, OLDER_REGISTRY_PATH, REGISTRY_PATH, teamFolder } from "@/lib/core/knowledge/knowledge-model";
import { findGateFiles, findTeams, listReadable } from "@/lib/store/list-readable";
import type { Store, StoredFile } from "@/lib/store/store";
import type { Diagnostic } from "@/lib/contracts/primitives";
import { isQuiet } from "@/lib/core/faults/is-quiet";
import { isDatabaseFault } from "@/lib/db/open";
import { unifiedDiff } from "@/lib/core/history/unified-diff";
import { memoryFaults } from "@/lib/core/memory/memory-faults";
import { notText, unreadable } from "@/lib/services/commit/file-warnings";
import type { Committer } from "@/lib/services/commit/committer";
import type { DocumentCache } from "@/lib/services/commit/document-cache";
import { memoryOf } from "@/lib/services/commit/document-states";
import { sha256 } from "@/lib/store/read-file";
import { pauses } from "@/lib/services/workspace/in-slices";

interface FaultParams {
  workspace: string;
  fault: string;
}

/** So many are listed at once where nobody says how many. */
const LISTED = 200;
const STATES = ["open", "dismissed"] as const;

/** What is wrong with the content of files: listed with what would fix it, fixed, or dismissed for as long as it stays the same. */
export function faultService(context: ServiceContext) {
  const { committer, database, sessions } = context;
  const reader = new FaultReader(committer);

  async function reach(caller: Caller, workspace: string): Promise<string | null> {
    allowIn(context, caller, "look", workspace);
    return sessions.reachOf(caller);
  }

  /** Every file with a format that the caller reaches, those of the sessions first. */
  async function filesFor(caller: Caller, workspace: string, session: string | undefined): Promise<string[]> {
    const own = await reach(caller, workspace);
    if (session !== undefined) await sessions.get(caller, { workspace, session });
    const store = context.store(workspace);
    const only = own ?? session;
    const all = only === undefined ? await sessions.looked(workspace) : [only];
    const wanted = only === undefined || (await sessions.has(workspace, only)) ? all : [];
    const ofSessions: string[] = [];
    for (const id of wanted) addAll(ofSessions, await filesOfSession(store, id));
    return only === undefined ? [...ofSessions, ...(await filesOfProject(store))] : ofSessions;
  }

  async function read(
    caller: Caller,
    workspace: string,
    query: Pick<FaultQuery, "session" | "path">,
  ): Promise<Fault[]> {
    const files = await filesFor(caller, workspace, query.session);
    const wanted = query.path === undefined ? files : files.filter((path) => path === query.path);
    const faults = await reader.read(context.store(workspace), workspace, wanted);
    const rows = await database.queries.faultDecision.findMany({ where: { workspaceId: workspace } });
    const dismissed = new Map(rows.filter(({ state }) => state === "dismissed").map((row) => [row.id, row]));
    return faults.map((fault): Fault => {
      const row = dismissed.get(fault.id);
      return {
        ...fault,
        state: row === undefined ? "open" : "dismissed",
        decidedBy: row?.by ?? null,
        decidedAt: row?.at.toISOString() ?? null,
      };
    });
  }

  async function find(caller: Caller, { workspace, fault }: FaultParams): Promise<Fault> {
    const found = (await read(caller, workspace, {})).find(({ id }) => id === fault);
    if (found === undefined)
      throw new AppError("not_found", "There is no such fault, or no longer.", {
        hint: "List the faults there are now with {fault.list}.",
      });
    return found;
  }

  return {
    /** How many files are set aside in all workspaces. */
    countSetAside: () => committer.aside.count,

    /** Those that nobody dismissed, the ones that matter first. */
    async list(caller: Caller, { workspace }: { workspace: string }, query: FaultQuery): Promise<FaultList> {
      const states: readonly string[] = listOfKnown("state", query.state, STATES) ?? ["open"];
      const all = (await read(caller, workspace, query)).filter(({ state }) => states.includes(state));
      const items = [...all.filter(({ quiet }) => !quiet), ...all.filter(({ quiet }) => quiet)];
      const page = cutPage(items, { limit: query.limit ?? LISTED, cursor: query.cursor }, ({ id }) => id);
      const shown = await reader.withFixes(context.store(workspace), workspace, page.items);
      return { ...page, items: shown, total: items.length };
    },

    /** Makes the fix that is proposed, as a revision of its own; `conflict` where the fault is another by now. The Lead's. */
    async fix(caller: Caller, params: FaultParams, request: ChangeRequest): Promise<FaultDecided> {
      const { workspace } = params;
      allow(caller, "decide about faults of files", { workspace });
      const { path, code } = await find(caller, params);
      return committer.act(aloneBy(caller, workspace, request), async (draft) => {
        const state = await draft.document(path);
        assertMatch(request, state);
        assertEditable(state);
        const text = state.text ?? "";
        const diagnostics = diagnoseFile(path, text);
        const now = faultsIn(path, text, state.hash, { diagnostics }).find(({ id }) => id === params.fault);
        const fault = now === undefined ? undefined : diagnostics.find((each) => isSame(each, now));
        if (fault === undefined)
          throw new AppError("conflict", `${path} has changed: that fault is not in it as it was.`, {
            hint: "List the faults again with {fault.list}.",
          });
        const fix = proposeFix({ path, text, fault });
        if (fix === null)
          throw new AppError("conflict", `Nothing is known that would fix this in ${path}.`, {
            hint: "Edit the file where the fault says, or dismiss it with {fault.dismiss}.",
          });
        const detail = { fault: params.fault, code, did: fix.title };
        const revision = draft.edit(path, { text: fix.text, operation: "fix", detail });
        draft.event("fault.fixed", path, sessionOfPath(path), { revision, ...detail });
        const decision = { id: params.fault, path, code, state: "fixed", revision, by: signatureOf(caller) };
        draft.effect({ type: "decide-fault", decision: { workspaceId: workspace, ...decision } });
        return { id: params.fault, path, state: "fixed", did: fix.title, revision };
      });
    },

    /** Lists a fault no more, for as long as it stays the same. The Lead's. */
    async dismiss(caller: Caller, params: FaultParams, request: ChangeRequest): Promise<FaultDecided> {
      const { workspace, fault: id } = params;
      allow(caller, "decide about faults of files", { workspace });
      const { path, code } = await find(caller, params);
      return committer.act(aloneBy(caller, workspace, request), (draft) => {
        const decision = { id, path, code, state: "dismissed", revision: null, by: signatureOf(caller) };
        draft.effect({ type: "decide-fault", decision: { workspaceId: workspace, ...decision } });
        draft.event("fault.dismissed", path, sessionOfPath(path), { fault: id, code });
        return Promise.resolve({ id, path, state: "dismissed", did: null, revision: null });
      });
    },

    /** Takes a fix back and leaves all that came later, or lists a dismissed fault again. The Lead's. */
    async undo(caller: Caller, params: FaultParams, request: ChangeRequest): Promise<FaultDecided> {
      const { workspace, fault: id } = params;
      allow(caller, "decide about faults of files", { workspace });
      const own = await reach(caller, workspace);
      return committer.act(aloneBy(caller, workspace, request), async (draft) => {
        const row = await draft.queries.faultDecision.findFirst({ where: { workspaceId: workspace, id } });
        if (row === null || (own !== null && sessionOfPath(row.path) !== own)) throw undecided();
        const { path, code } = row;
        draft.effect({ type: "forget-fault", workspaceId: workspace, id });
        if (row.revision === null) {
          draft.event("fault.undone", path, sessionOfPath(path), { of: "dismissal", fault: id, code });
          return { id, path, state: "open", did: null, revision: null };
        }
        const state = await draft.document(path);
        assertMatch(request, state);
        assertEditable(state);
        const document = await findDocument(draft.queries, workspace, path);
        if (document === null) throw undecided();
        const before = await readTextAt(draft.queries, document.id, row.revision - 1);
        const after = await readTextAt(draft.queries, document.id, row.revision);
        const detail = { undone: row.revision, of: "fix", fault: id };
        const text = undoPatch(before, after, state.text ?? "");
        const revision = draft.edit(path, { text, operation: "undo", detail });
        draft.event("fault.undone", path, sessionOfPath(path), { revision, ...detail });
        return { id, path, state: "open", did: null, revision };
      });
    },
  };
}

function isSame(each: { code: string; range: ReadFault["range"] }, { code, range }: ReadFault): boolean {
  const { line, column } = range.start;
  return each.code === code && each.range.start.line === line && each.range.start.column === column;
}

function undecided(): AppError {
  return new AppError("not_found", "Nothing was decided about such a fault that could be undone.", {
    hint: "List what is dismissed with {fault.list}, or undo the revision of its file.",
  });
}

/** The path of every file of a session that has a format of its own. */
async function filesOfSession(store: Store, session: string): Promise<string[]> {
  const gates = await findGateFiles(store, session);
  return [memoryPath(session), contextPath(session), planPath(session), ...gates.map(({ path }) => path)];
}

/** The path of every file of agents and knowledge that has a format of its own. */
async function filesOfProject(store: Store): Promise<string[]> {
  const agents = (await listReadable(store, AGENTS_FOLDER)).filter(({ kind }) => kind === "folder");
  const definitions = await Promise.all(
    DEFINITION_FOLDERS.map(async (folder) => {
      const files = await listReadable(store, folder);
      const named = files.filter(({ kind, name }) => kind === "file" && /\.md$/i.test(name));
      return named.map(({ name }) => `${folder}/${name}`);
    }),
  );
  const teams = await findTeams(store);
  return [
    ...agents.map(({ name }) => agentMemoryPath(name)),
    ...definitions.flat(),
    REGISTRY_PATH,
    OLDER_REGISTRY_PATH,
    ...teams.flatMap((team) => [indexPath(team), `${teamFolder(team)}/memory/sessions.yaml`]),
  ];
}

/** A fault as it is read from its file, before what was decided about it. */
type ReadFault = Omit<Fault, "state" | "decidedBy" | "decidedAt">;

/** So many of one file are listed; once they are fixed, the next are. */
const MOST_OF_A_FILE = 20;
const LONGEST_LINE = 400;

interface Wanted {
  diagnostics?: Diagnostic[];
  /** Whether each is to have the fix that is known for it, which takes much longer. */
  fixes?: boolean;
}

/** The faults of a file's text, each with its id: a hash of its file, its kind and the words of its lines, wherever these stand by now. */
function faultsIn(
  path: string,
  text: string,
  hash: string,
  { diagnostics = diagnoseFile(path, text), fixes = false }: Wanted = {},
): ReadFault[] {
  const times = new Map<string, number>();
  const tries = triesOf(diagnostics);
  const told = diagnostics.filter(({ severity }) => severity !== "info").slice(0, MOST_OF_A_FILE);
  return told.map((fault): ReadFault => {
    const words = lineAt(text, fault.range.start.line)?.words ?? "";
    // The lines that a message names move when something is added above.
    const key = sha256(JSON.stringify([path, fault.code, fault.message.replace(/\bline \d+/g, "line"), words]));
    const before = times.get(key) ?? 0;
    times.set(key, before + 1);
    const fix = fixes ? proposeFix({ path, text, fault }, tries) : null;
    return {
      id: key.slice(0, 16) + (before === 0 ? "" : `-${before + 1}`),
      path,
      session: sessionOfPath(path),
      ...fault,
      line: words.slice(0, LONGEST_LINE),
      quiet: isQuiet(fault),
      fix: fix === null ? null : { title: fix.title, ...unifiedDiff(text, fix.text) },
      etag: `"${hash}"`,
    };
  });
}

interface Read {
  hash: string;
  faults: ReadFault[];
}

/** The faults of files, each read again only once it has changed, and once for all who ask meanwhile. */
export class FaultReader {
  readonly #known = new Map<string, { mark: string; read: Promise<Read> }>();
  /** Those that were shown, with what would fix them. */
  readonly #proposed = new Map<string, Promise<Read>>();

  constructor(private readonly committer: Pick<Committer, "aside"> & { documents: Pick<DocumentCache, "find"> }) {}

  /** Of those of the paths that there are. One that cannot be opened, or is set aside, has that as its fault. */
  async read(store: Store, workspace: string, paths: readonly string[]): Promise<ReadFault[]> {
    const marks = await store.marks(paths);
    const found: ReadFault[] = [];
    const pause = pauses();
    for (const [index, path] of paths.entries()) {
      const mark = marks[index] ?? null;
      const key = `${workspace}\n${path}`;
      if (mark === null) {
        this.#known.delete(key);
        this.#proposed.delete(key);
        continue;
      }
      const known = this.#known.get(key);
      const read = known?.mark === mark ? known.read : this.#readOne(store, workspace, path);
      this.#known.set(key, { mark, read });
      const { hash, faults } = await this.#settled(key, path, read);
      if (pause.isDue()) await pause.take();
      const reasons = this.committer.aside.reasons({ workspace, path, hash });
      const told = new Set(faults.map(({ message }) => message));
      const untold = reasons.filter((reason) => !told.has(reason));
      addAll(found, [...faults, ...faultsIn(path, "", hash, { diagnostics: untold.map(unreadable) })]);
    }
    return found;
  }

  /** What was read. A failed read is told and not kept: the next caller tries again. */
  async #settled(key: string, path: string, read: Promise<Read>): Promise<Read> {
    try {
      return await read;
    } catch (error) {
      if (this.#known.get(key)?.read === read) this.#known.delete(key);
      if (isDatabaseFault(error)) throw error;
      const diagnostics = [unreadable(`${path} could not be read. ${String(error)}`)];
      return { hash: "", faults: faultsIn(path, "", "", { diagnostics }) };
    }
  }

  /** The same faults with what would fix them; nothing is proposed where a file has changed meanwhile. */
  async withFixes<Told extends ReadFault>(store: Store, workspace: string, faults: readonly Told[]): Promise<Told[]> {
    const told: Told[] = [];
    const pause = pauses();
    for (const fault of faults) {
      const key = `${workspace}\n${fault.path}`;
      const isOf = (read: Read | undefined) => read !== undefined && `"${read.hash}"` === fault.etag;
      let read = await this.#proposed.get(key)?.catch(() => undefined);
      if (!isOf(read)) {
        const reading = this.#readOne(store, workspace, fault.path, true);
        this.#proposed.set(key, reading);
        read = await this.#settled(key, fault.path, reading);
      }
      const known = isOf(read) ? read?.faults.find(({ id }) => id === fault.id) : undefined;
      told.push({ ...fault, fix: known?.fix ?? null });
      if (pause.isDue()) await pause.take();
    }
    return told;
  }

  async #readOne(store: Store, workspace: string, path: string, fixes = false): Promise<Read> {
    let hash = "";
    try {
      const file = await store.read(path);
      if (file === null) return { hash, faults: [] };
      const { text } = file;
      hash = file.hash;
      if (text === null) return { hash, faults: faultsIn(path, "", hash, { diagnostics: [notText(path)] }) };
      return {
        hash,
        faults: await this.committer.aside.judge({ workspace, path, hash }, "checked", () =>
          faultsIn(path, text, hash, { fixes, diagnostics: this.#diagnose(workspace, path, file) }),
        ),
      };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { hash, faults: faultsIn(path, "", hash, { diagnostics: [unreadable(error.message)] }) };
    }
  }

  /** A memory that was just written or read is parsed already. */
  #diagnose(workspace: string, path: string, { hash, text }: StoredFile): Diagnostic[] {
    const known = this.committer.documents.find(workspace, path);
    if (known?.hash !== hash || known.kind !== "memory") return diagnoseFile(path, text ?? "");
    return memoryFaults(memoryOf(known));
  }
}
