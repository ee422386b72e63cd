import type { AgentEntry } from "@/lib/contracts/agents";
import { BriefTool, CloseTool, RecallTool, StartTool } from "@/lib/contracts/library-tools";
import { defineTool } from "@/lib/mcp/define-tool";
import { cutText } from "@/lib/mcp/fit";
import { PLAIN_REQUEST } from "@/lib/services/workspace/change-request";

/** Bytes of a brief beside a memory in one answer. */
const BRIEF_BYTES = 7_000;

/** What an agent remembers across its sessions. */
export const agentTools = [
  defineTool({
    name: "start",
    title: "Start a session of an agent",
    description:
      "Begin here as a named agent: your own memory, a brief from the others, and the id that `close` needs.",
    place: "workspace",
    effect: "writes",
    ...StartTool,
    run: async ({ services, caller, params }, { agent }) => {
      const named = { ...params, agent };
      const { sessionId, acknowledgement, memory, brief, openSessions } = await services.agents.sessions.start(
        caller,
        named,
        PLAIN_REQUEST,
      );
      return {
        sessionId,
        acknowledgement,
        memory: memory && cutText(memory.text),
        brief: cutText(brief.text, 0, BRIEF_BYTES),
        openSessions: openSessions.map(({ id, startedAt, startedBy }) => ({ id, startedAt, startedBy })),
      };
    },
  }),

  defineTool({
    name: "close",
    title: "Close a session of an agent",
    description: "End the session of `start` with what was learnt, one fact each.",
    place: "workspace",
    effect: "writes",
    ...CloseTool,
    run: async ({ services, caller, params }, { agent, sessionId, dryRun, workspace: _, choices, ...said }) => {
      const named = { ...params, agent, id: sessionId };
      const chosen = (texts: string[]) => texts.map((text) => choices.find((each) => each.text === text) ?? text);
      const body = {
        ...said,
        findings: chosen(said.findings),
        worked: chosen(said.worked),
        watchPoints: chosen(said.watchPoints),
        openThreads: chosen(said.openThreads),
      };
      const done = await services.agents.sessions.close(caller, named, body, PLAIN_REQUEST, dryRun);
      return {
        log: done.log,
        dryRun: done.dryRun,
        added: done.added.map(({ section, text }) => ({ section, text })),
        repeated: done.repeated.map(({ text }) => text),
        nearDuplicates: done.nearDuplicates.map(({ text, entry, similarity }) => ({
          text,
          entry: refOf(entry),
          similarity,
        })),
        closedThreads: done.closedThreads.map(refOf),
        unknownThreads: done.unknownThreads.map(({ text, nearest }) => ({ text, nearest: nearest && refOf(nearest) })),
        revision: done.revision,
      };
    },
  }),

  defineTool({
    name: "recall",
    title: "Read an agent's memory",
    description: "One agent's memory as its file says.",
    place: "workspace",
    effect: "reads",
    ...RecallTool,
    run: async ({ services, caller, params }, { agent, from }) => {
      const { agent: name, revision, etag, text } = await services.agents.read(caller, { ...params, agent });
      return { agent: name, revision, etag, ...cutText(text, from) };
    },
  }),

  defineTool({
    name: "brief",
    title: "A brief from the agents' memories",
    description:
      "What others learnt that concerns an agent, with sources; without `agent`, themes, risks and open threads of all.",
    place: "workspace",
    effect: "reads",
    ...BriefTool,
    run: async ({ services, caller, params }, { agent, task, budget }) => {
      const { briefs } = services.agents;
      const brief =
        agent === undefined
          ? await briefs.project(caller, params, { budget })
          : await briefs.orient(caller, { ...params, agent }, { budget, ...(task !== undefined && { task }) });
      const { text, tokens, leftOut } = brief;
      return { text, tokens, budget, leftOut: leftOut.reduce((sum, { count }) => sum + count, 0) };
    },
  }),
];

function refOf({ id, text }: AgentEntry): { id: string; text: string } {
  return { id, text: cutText(text, 0, 300).text };
}
