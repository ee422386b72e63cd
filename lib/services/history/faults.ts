import type { Fault, FaultDecided, FaultList, FaultQuery } from "@/lib/contracts/faults";
import { AppError } from "@/lib/core/errors";
import { diagnoseFile } from "@/lib/core/faults/diagnose-file";
import { proposeFix } from "@/lib/core/faults/propose-fix";
import { undoPatch } from "@/lib/core/history/merge";
import { addAll } from "@/lib/core/lists";
import { sessionOfPath, contextPath, memoryPath, planPath } from "@/lib/core/memory/session-paths";
import { findFaultDecision, listFaultDecisions } from "@/lib/db/faults";
import { findDocument } from "@/lib/db/history";
import type { Draft } from "@/lib/services/commit/act";
import { assertEditable } from "@/lib/services/commit/decide-batch";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import { FaultReader, faultsIn, type ReadFault } from "@/lib/services/history/read-faults";
import {
  allowIn,
  allow,
  signatureOf,
  type Caller,
  assertMatch,
  type ChangeRequest,
  aloneBy,
} from "@/lib/services/workspace/caller";
import { listOfKnown, cutPage } from "@/lib/services/workspace/page-of";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { agentMemoryPath, AGENTS_FOLDER, DEFINITION_FOLDERS } from "@/lib/core/agent-memory/model";
import { indexPath, OLDER_REGISTRY_PATH, REGISTRY_PATH, teamFolder } from "@/lib/core/knowledge/knowledge-model";
import { findGateFiles, findTeams, listReadable } from "@/lib/store/list-readable";
import type { Store } from "@/lib/store/store";

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
    const rows = await listFaultDecisions(database.queries, workspace);
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
    if (found === undefined) throw unknown();
    return found;
  }

  function submit<R>(caller: Caller, workspace: string, request: ChangeRequest, decide: (draft: Draft) => Promise<R>) {
    return committer.submit({ ...aloneBy(caller, workspace, request), decide });
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
      return submit(caller, workspace, request, async (draft) => {
        const state = await draft.document(path);
        assertMatch(request, state);
        assertEditable(state);
        const text = state.text ?? "";
        const diagnostics = diagnoseFile(path, text);
        const now = faultsIn(path, text, state.hash, { diagnostics }).find(({ id }) => id === params.fault);
        const fault = now === undefined ? undefined : diagnostics.find((each) => isSame(each, now));
        if (fault === undefined) throw changed(path);
        const fix = proposeFix({ path, text, fault });
        if (fix === null) throw noFix(path);
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
      return submit(caller, workspace, request, (draft) => {
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
      return submit(caller, workspace, request, async (draft) => {
        const row = await findFaultDecision(draft.queries, workspace, id);
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

function unknown(): AppError {
  return new AppError("not_found", "There is no such fault, or no longer.", {
    hint: "List the faults there are now with {fault.list}.",
  });
}

function undecided(): AppError {
  return new AppError("not_found", "Nothing was decided about such a fault that could be undone.", {
    hint: "List what is dismissed with {fault.list}, or undo the revision of its file.",
  });
}

function changed(path: string): AppError {
  return new AppError("conflict", `${path} has changed: that fault is not in it as it was.`, {
    hint: "List the faults again with {fault.list}.",
  });
}

function noFix(path: string): AppError {
  return new AppError("conflict", `Nothing is known that would fix this in ${path}.`, {
    hint: "Edit the file where the fault says, or dismiss it with {fault.dismiss}.",
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
