import type {
  AgentList,
  AgentMemory,
  ClaudeMemoryList,
  EditAgentMemory,
  InitAgentMemory,
  AgentReport,
} from "@/lib/contracts/agents";
import { addEntry, editEntry, setSection } from "@/lib/core/agent-memory/edit-agent-memory";
import type { AgentMemoryDocument } from "@/lib/core/agent-memory/model";
import { scaffoldAgentMemory } from "@/lib/core/agent-memory/scaffold";
import { AppError, onRefusal } from "@/lib/core/errors";
import { diagnoseResting } from "@/lib/core/memory/withdrawn";
import { withdrawnLines } from "@/lib/services/workspace/withdrawn-lines";
import { findUnstorable } from "@/lib/core/text/visible";
import { listOpenAgentSessions } from "@/lib/db/agent-sessions";
import { isOfNamesake, allowAgent, type AgentParams } from "@/lib/services/agents/allow-agent";
import { findAgents, findOrNameAgent, getAgent, type FoundAgent } from "@/lib/services/agents/agent-directory";
import { foldAgentName } from "@/lib/core/agent-memory/agent-name";
import {
  agentMemoryOf,
  presentAgent,
  presentAgentMemory,
  presentAgentSession,
  readAgentMemory,
} from "@/lib/services/agents/agent-view";
import { allow, type Caller, by, type ChangeRequest } from "@/lib/services/workspace/caller";
import { assertMemoryEnabled, changeAgentMemory, noAgentMemory } from "@/lib/services/agents/change-agent-memory";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { countLines } from "@/lib/core/text/lines";
import { assertEditable } from "@/lib/services/commit/decide-batch";
import { notText } from "@/lib/services/commit/file-warnings";
import { secretWarnings } from "@/lib/services/commit/refuse-secrets";
import { addAll } from "@/lib/core/lists";
import { SESSIONS_FOLDER } from "@/lib/core/memory/session-paths";
import { foldersIn } from "@/lib/store/list-readable";
import type { Store } from "@/lib/store/store";

/** What a teammate writes last of a phase, so that others need not read all of it. */
const INDEX = "L1-index.yaml";

/** Sessions looked into at once: more would only wait for the disk. */
const AT_ONCE = 32;

/** Every report that teammates left in the phases of their sessions, by session, phase and name. Opens no file. */
async function findReports(store: Store): Promise<AgentReport[]> {
  const sessions = await foldersIn(store, SESSIONS_FOLDER);
  const found: AgentReport[][] = [];
  for (let at = 0; at < sessions.length; at += AT_ONCE) {
    addAll(found, await Promise.all(sessions.slice(at, at + AT_ONCE).map((session) => reportsOf(store, session))));
  }
  return found.flat();
}

async function reportsOf(store: Store, session: string): Promise<AgentReport[]> {
  const folder = `${SESSIONS_FOLDER}/${session}`;
  const reports: AgentReport[] = [];
  for (const phase of (await foldersIn(store, folder)).filter((name) => name.startsWith("phase-"))) {
    for (const agent of await foldersIn(store, `${folder}/${phase}`)) {
      reports.push({ agent, session, phase, path: `${folder}/${phase}/${agent}/${INDEX}` });
    }
  }
  const marks = await store.marks(reports.map(({ path }) => path));
  return reports.filter((_, index) => (marks[index] ?? null) !== null);
}

/** The agents of a workspace and what each remembers across its sessions. Source: agent memory. */
export function agentService(context: ServiceContext) {
  const { committer, database } = context;

  return {
    /** Every agent that is found, by name. A memory that cannot be opened stops no other from being listed. */
    async list(caller: Caller, { workspace }: { workspace: string }): Promise<AgentList> {
      allow(caller, "look", { workspace });
      const agents = await findAgents(context, workspace);
      const open = await listOpenAgentSessions(database.queries, workspace);
      const items = [];
      for (const agent of agents) {
        const openSessions = open
          .filter((row) => row.agent === foldAgentName(agent.name) && !isOfNamesake(row, caller))
          .map((row) => presentAgentSession(agent.name, row));
        const facts = { claudeLines: await claudeLines(workspace, agent), openSessions };
        try {
          const state = await readAgentMemory(committer, workspace, agent.path);
          items.push(await committer.aside.judge(state, "summarised", () => presentAgent(agent, state, facts)));
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          items.push(presentAgent(agent, null, { ...facts, problem: error.message }));
        }
      }
      const reports = await findReports(context.store(workspace));
      if (caller.sessionKey === null) return { items, reports, nextCursor: null };
      // A token for one session does not reach the files of another.
      const own = await context.sessions.idOf(caller.sessionKey);
      return { items, reports: reports.filter(({ session }) => session === own), nextCursor: null };
    },

    /** An agent's memory, parsed, with what is odd about it; `not_found` for an agent without one. */
    async read(caller: Caller, params: AgentParams): Promise<AgentMemory> {
      const agent = await getAgent(context, caller, params);
      const state = await readAgentMemory(committer, params.workspace, agent.path);
      if (state.hash === "") throw noAgentMemory(agent, state);
      const memory = presentAgentMemory(agent, state);
      const resting = diagnoseResting(
        memory.text,
        await withdrawnLines(context, caller, { workspace: params.workspace }),
      );
      return { ...memory, diagnostics: [...memory.diagnostics, ...resting, ...secretWarnings(state)] };
    },

    /** The file's bytes as they are, and its ETag. */
    async readBytes(caller: Caller, params: AgentParams): Promise<{ bytes: Buffer; etag: string }> {
      const agent = await getAgent(context, caller, params);
      const state = await committer.current(params.workspace, agent.path);
      const file = state.hash === "" ? null : await context.store(params.workspace).read(agent.path);
      if (file === null) throw noAgentMemory(agent, state);
      return { bytes: file.bytes, etag: `"${file.hash}"` };
    },

    /** What Claude Code itself remembers of an agent within the project. Shown, and never changed. */
    async readClaude(caller: Caller, params: AgentParams): Promise<ClaudeMemoryList> {
      const agent = await getAgent(context, caller, params);
      const items = [];
      for (const { path, scope } of agent.claudeMemories) {
        const file = await context.store(params.workspace).read(path);
        if (file === null) continue;
        const text = file.text ?? file.bytes.toString("utf8");
        const diagnostics = file.text === null ? [notText(path)] : [];
        items.push({ path, scope, etag: `"${file.hash}"`, lines: countLines(text), text, diagnostics });
      }
      return { items, nextCursor: null };
    },

    /** Makes an agent's memory, of an agent nobody heard of too; never overwrites one. `conflict` where one is, or the agent opted out. */
    async init(caller: Caller, params: AgentParams, body: InitAgentMemory, request: ChangeRequest) {
      await allowAgent(context, caller, "change the memory of the agent", params);
      const agent = await findOrNameAgent(context, caller, params);
      assertMemoryEnabled(agent, "it gets none");
      const project = body.project ?? (await projectOf(context, params.workspace));
      return committer.act<AgentMemory>(
        { ...by(caller, params.workspace, request), etagOf: agent.path },
        async (draft) => {
          const state = await draft.document(agent.path);
          if (state.hash !== "") {
            throw new AppError("conflict", `${agent.name} has a memory already.`, {
              hint: "Read it with {agent.memory}; nothing was overwritten.",
              about: { agent: agent.name },
              current: { etag: state.hash, revision: state.head },
            });
          }
          const date = draft.now.toISOString().slice(0, 10);
          const text = scaffoldAgentMemory({ agent: agent.name, project, date });
          const revision = draft.edit(agent.path, { text, operation: "create" });
          draft.event("agent.created", agent.path, null, { agent: agent.name, revision });
          return presentAgentMemory(agent, await draft.document(agent.path));
        },
      );
    },

    /** One edit within a section; all else in the file stays as it is. The Lead's. */
    edit(caller: Caller, params: AgentParams, body: EditAgentMemory, request: ChangeRequest): Promise<AgentMemory> {
      return changeAgentMemory(context, caller, params, request, async ({ draft, state, agent }) => {
        assertEditable(state);
        const { text } = applyEdit(agentMemoryOf(state), body);
        if (text !== state.text) {
          const section = "section" in body ? body.section : null;
          const detail = { agent: agent.name, ...(section !== null && { section }) };
          const revision = draft.edit(agent.path, { text, operation: "edit", detail });
          draft.event("agent.edited", agent.path, null, { revision, ...detail });
        }
        return presentAgentMemory(agent, await draft.document(agent.path));
      });
    },

    /** Replaces the whole text. Needs the ETag of the text it replaces. The Lead's. */
    replace(caller: Caller, params: AgentParams, body: { text: string }, request: ChangeRequest): Promise<AgentMemory> {
      if (request.ifMatch === null) {
        throw new AppError("invalid_input", "Replacing a whole memory needs the ETag of the text it replaces.", {
          hint: "Read the memory first, and send its ETag with the change.",
        });
      }
      const unstorable = findUnstorable(body.text);
      if (unstorable !== null) {
        throw new AppError("invalid_input", `The text ${unstorable}.`, {
          hint: "Leave it out and send the text again.",
          errors: [{ path: "text", message: unstorable }],
        });
      }
      return changeAgentMemory(context, caller, params, request, async ({ draft, state, agent }) => {
        if (body.text !== state.text) {
          const detail = { agent: agent.name };
          const revision = draft.edit(agent.path, { text: body.text, operation: "replace", detail });
          draft.event("agent.edited", agent.path, null, { revision, ...detail });
        }
        return presentAgentMemory(agent, await draft.document(agent.path));
      });
    },

    /**
     * Deletes an agent's memory; undoing the answered revision brings it back, for the history keeps every text. Nothing is
     * deleted unless `confirm` repeats the agent's name. The Lead's. Source: agent memory (memory clear).
     */
    async clear(caller: Caller, params: AgentParams, confirm: string | undefined, request: ChangeRequest) {
      const { etag: _, ...cleared } = await changeAgentMemory(
        context,
        caller,
        params,
        request,
        async ({ draft, state, agent }) => {
          assertConfirmed(agent, confirm);
          const { lineCount: lines, sections } = agentMemoryOf(state);
          const entries = sections.reduce((sum, section) => sum + section.entries.length, 0);
          const detail = { agent: agent.name, lines, entries };
          const revision = draft.edit(agent.path, { text: "", remove: true, operation: "clear", detail });
          draft.event("agent.cleared", agent.path, null, { revision, ...detail });
          return Promise.resolve({ agent: agent.name, revision, lines, entries });
        },
        { deed: "delete or move the memory of an agent" },
      );
      return cleared;
    },
  };

  async function claudeLines(workspace: string, agent: FoundAgent): Promise<Map<string, number>> {
    const lines = new Map<string, number>();
    for (const { path } of agent.claudeMemories) {
      const file = await context
        .store(workspace)
        .read(path)
        .catch(onRefusal(() => null));
      if (file !== null) lines.set(path, countLines(file.text ?? ""));
    }
    return lines;
  }
}

/** The project that the other memories of a workspace name most often, else the workspace's own name. */
export async function projectOf(context: ServiceContext, workspace: string): Promise<string> {
  const named = new Map<string, number>();
  for (const { path } of await findAgents(context, workspace)) {
    const state = await readAgentMemory(context.committer, workspace, path).catch(onRefusal(() => null));
    const project = state === null || state.hash === "" ? null : agentMemoryOf(state).project;
    if (project !== null && project.trim() !== "" && !/[\r\n]/.test(project))
      named.set(project, (named.get(project) ?? 0) + 1);
  }
  return [...named].sort(([, a], [, b]) => b - a)[0]?.[0] ?? workspace;
}

function applyEdit(document: AgentMemoryDocument, body: EditAgentMemory): AgentMemoryDocument {
  if ("entry" in body) return editEntry(document, body.entry, body.text);
  return "add" in body ? addEntry(document, body.section, body.add) : setSection(document, body.section, body.text);
}

function assertConfirmed(agent: FoundAgent, confirm: string | undefined): void {
  if (confirm === agent.name) return;
  throw new AppError("invalid_input", `Clearing the memory of ${agent.name} was not confirmed; nothing was deleted.`, {
    hint: "Repeat the name to confirm it: {agent.clear}.",
    about: { agent: agent.name, confirm: agent.name },
    errors: [{ path: "confirm", message: confirm === undefined ? "is missing" : "is another name" }],
  });
}
