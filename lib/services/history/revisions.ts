import type { Changed } from "@/lib/contracts/memory";
import type { RevertMemory } from "@/lib/contracts/revisions";
import { changeMemory } from "@/lib/services/memory/change-memory";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { type ChangeRequest, assertMatch, allow, type Caller, by } from "@/lib/services/workspace/caller";
import type { Blames } from "@/lib/services/memory/blames";
import { restorePart } from "@/lib/services/history/restore-part";
import { documentRevisions } from "@/lib/services/history/document-revisions";
import { memoryPath } from "@/lib/core/memory/session-paths";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import { getAgent } from "@/lib/services/agents/agent-directory";
import type { AgentParams } from "@/lib/services/agents/allow-agent";
import { changeAgentMemory, noAgentMemory } from "@/lib/services/agents/change-agent-memory";
import { AppError } from "@/lib/core/errors";
import { isOurs, kindOf } from "@/lib/core/places/our-files";

/** The history of a session's team memory. Bringing a whole text back is the Lead's. */
export function revisionService(context: ServiceContext, blames: Blames) {
  const { committer, sessions } = context;
  const { open, ...whole } = documentRevisions<SessionParams>(context, {
    open: async (caller, params) => {
      await sessions.get(caller, params);
      return committer.readable(params.workspace, memoryPath(params.session));
    },
    list: "memory.revisions",
    deeds: {
      revert: "bring an earlier text of the team memory back",
      undo: "undo a revision of the team memory",
    },
    change: (caller, params, request, decide) =>
      changeMemory(context, caller, params, request, decide, { bringBack: true }),
    sessionOf: ({ session }) => session,
    actions: { reverted: "memory.reverted", undone: "memory.undone" },
  });
  return {
    ...whole,
    /** Brings the whole text of a revision back, or only one item or one section of it. */
    async revert(caller: Caller, params: SessionParams, body: RevertMemory, request: ChangeRequest): Promise<Changed> {
      if (body.item === undefined && body.section === undefined) return whole.revert(caller, params, body, request);
      allow(caller, "change the team memory", { workspace: params.workspace });
      return restorePart(context, blames, await open(caller, params), caller, params, body, request);
    },
  };
}

/** The history of an agent's memory, of one that was cleared too. Bringing text back is the Lead's. */
export function agentRevisionService(context: ServiceContext) {
  return documentRevisions<AgentParams>(context, {
    open: async (caller, params) => {
      const agent = await getAgent(context, caller, params);
      const state = await context.committer.current(params.workspace, agent.path);
      if (state.head === 0) throw noAgentMemory(agent, state);
      return state;
    },
    list: "agent.revisions",
    deeds: {
      revert: "bring an earlier text of an agent's memory back",
      undo: "undo a revision of an agent's memory",
    },
    change: (caller, params, request, decide) =>
      changeAgentMemory(context, caller, params, request, decide, { bringBack: true }),
    sessionOf: () => null,
    actions: { reverted: "agent.reverted", undone: "agent.undone" },
  });
}

/** Names a document of knowledge: the registry, an index, or a file of knowledge. */
interface KnowledgeDocumentParams {
  workspace: string;
  path: string;
}

/** Looking into the history of registry, indexes and files of knowledge, and bringing text back from it. */
export function knowledgeHistoryService(context: ServiceContext) {
  return documentRevisions<KnowledgeDocumentParams>(context, {
    open: async (caller, { workspace, path }) => {
      allow(caller, "look", { workspace });
      assertKnowledge(path);
      const state = await context.committer.current(workspace, path);
      if (state.head > 0) return state;
      throw new AppError("not_found", `There is no ${path}, and none is remembered.`, {
        hint: "Find the paths there are with {knowledge.list}.",
      });
    },
    list: "knowledge.revisions",
    deeds: { revert: "bring an earlier text of knowledge back", undo: "undo a revision of knowledge" },
    change: (caller, { workspace, path }, request, decide) => {
      allow(caller, "look", { workspace });
      assertKnowledge(path);
      return context.committer.submit({
        ...by(caller, workspace, request),
        decide: async (draft) => {
          const state = await draft.document(path);
          assertMatch(request, state);
          return { ...(await decide({ draft, state })), etag: "" };
        },
        complete: (answer, hashOf) => ({ ...answer, etag: `"${hashOf(path)}"` }),
      });
    },
    sessionOf: () => null,
    actions: { reverted: "knowledge.reverted", undone: "knowledge.undone" },
  });
}

function assertKnowledge(path: string): void {
  const kind = isOurs(path) ? kindOf(path) : "other";
  if (kind === "registry" || kind === "knowledge-index" || kind === "knowledge") return;
  throw new AppError("invalid_input", `${path} is no document of knowledge.`, {
    hint: "Name the registry, a team's knowledge-index.yaml, or a Markdown file beside one of them.",
    errors: [{ path: "path", message: "no document of knowledge" }],
  });
}
