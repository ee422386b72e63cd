import type { Event } from "@/lib/contracts/events";
import { defineResource, MARKDOWN } from "@/lib/mcp/define-resource";

/** Entries of the registry that are looked at when one may have changed, and listed. */
const MOST_KNOWLEDGE = 500;

/** What is remembered beyond one session: the agents' own memories, and the knowledge that teams share. */
export const libraryResources = [
  defineResource({
    name: "agent-memory",
    title: "Memory of an agent",
    description: "What one agent remembers across its sessions, as its file says.",
    template: "wardroom://{workspace}/agents/{agent}/memory",
    mimeType: MARKDOWN,
    list: async ({ services, caller }, workspace) => {
      const { items } = await services.agents.list(caller, { workspace });
      return items
        .filter(({ exists }) => exists)
        .map(({ name, path }) => ({ names: { workspace, agent: agentIn(path) ?? name }, title: `Memory of ${name}` }));
    },
    read: async ({ services, caller }, { workspace = "", agent = "" }) =>
      (await services.agents.readBytes(caller, { workspace, agent })).bytes.toString("utf8"),
    changedBy: ({ action, target }, { workspace }) => {
      const agent = action === "agent.started" ? null : agentIn(target);
      return agent === null ? [] : [{ workspace, agent }];
    },
  }),

  defineResource({
    name: "agent-file",
    title: "What an agent left beside its memory",
    description: "Reports of teammates in the phases of sessions, and what Claude Code remembers of an agent.",
    template: "wardroom://{workspace}/files/{path}",
    mimeType: "text/plain",
    list: async ({ services, caller }, workspace) => {
      const { items, reports } = await services.agents.list(caller, { workspace });
      const remembered = items.flatMap(({ name, claudeMemories }) =>
        claudeMemories.map(({ path }) => ({ path, title: `Claude memory of ${name}` })),
      );
      const reported = reports.map(({ agent, session, phase, path }) => ({
        path,
        title: `Report of ${agent}, ${session} ${phase}`,
      }));
      return [...remembered, ...reported].map(({ path, title }) => ({ names: { workspace, path }, title }));
    },
    read: async ({ services, caller }, { workspace = "", path = "" }) => {
      const { text, problem } = await services.files.read(caller, { workspace }, { path });
      return problem ?? text;
    },
    changedBy: ({ action, target }, { workspace }) =>
      action.startsWith("document.") ? [{ workspace, path: target }] : [],
  }),

  defineResource({
    name: "knowledge",
    title: "Shared knowledge",
    description: "The file of one entry of the registry.",
    template: "wardroom://{workspace}/knowledge/{knowledge}",
    mimeType: MARKDOWN,
    list: async ({ services, caller }, workspace) => {
      const { items } = await services.knowledge.list(caller, { workspace }, { limit: MOST_KNOWLEDGE });
      return items
        .filter(({ state }) => state === "read")
        .map(({ id, description }) => ({ names: { workspace, knowledge: id }, title: description ?? id }));
    },
    read: async ({ services, caller }, { workspace = "", knowledge = "" }) =>
      (await services.knowledge.readBytes(caller, { workspace, knowledge })).bytes.toString("utf8"),
    changedBy: async (event, { workspace, services, caller }) => {
      const paths = knowledgeIn(event);
      if (paths.length === 0) return [];
      const { items } = await services.knowledge.list(caller, { workspace }, { limit: MOST_KNOWLEDGE });
      return items
        .filter(({ path }) => path !== null && paths.includes(path))
        .map(({ id }) => ({ workspace, knowledge: id }));
    },
  }),
];

/** The agent whose memory a path is, or null for any other path. */
function agentIn(path: string): string | null {
  return /^\.kaizen\/agents\/([^/]+)\/memory\.md$/.exec(path)?.[1] ?? null; // .kaizen/agents/tester/memory.md
}

/** The files of knowledge that an event may have changed. */
function knowledgeIn({ action, target, payload }: Event): string[] {
  if (!action.startsWith("document.") && !action.startsWith("knowledge.")) return [];
  const named = [target, payload.path].filter((path) => typeof path === "string");
  return named.filter((path) => path.startsWith(".microai/") && path.endsWith(".md"));
}
