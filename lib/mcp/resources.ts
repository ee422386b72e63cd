import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  type ReadResourceResult,
} from "@modelcontextprotocol/server";
import type { Action, Event } from "@/lib/contracts/events";
import { frameText } from "@/lib/core/text/frame";
import type { Call } from "@/lib/mcp/call";
import { INSTANCE } from "@/lib/mcp/define-tool";
import { forTools } from "@/lib/mcp/hints";
import { addressOf, namesIn, type Names } from "@/lib/mcp/resource-address";
import { versionNumber } from "@/lib/core/context/version-number";
import { lifeSteps, sayWriter } from "@/lib/core/history/signed-by";
import { getSection } from "@/lib/core/memory/find-section";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { contextPath, memoryPath } from "@/lib/core/memory/session-paths";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import type { Caller } from "@/lib/services/workspace/caller";
import type { Services } from "@/lib/services/services";

const MARKDOWN = "text/markdown";

/** Where an event happened, and what it takes to look closer. */
export interface ChangedIn {
  workspace: string;
  services: Services;
  caller: Caller;
}

/** A kind of document that clients read as a resource. */
interface ResourceKind {
  name: string;
  title: string;
  description: string;
  /** Such as `wardroom://{workspace}/sessions/{session}/memory`. */
  template: string;
  mimeType: string;
  /** Those the caller may reach in a workspace; none where they are too many to be listed. */
  list?: (call: Call, workspace: string) => Promise<{ names: Names; title: string }[]>;
  /** The whole text of one. Throws `not_found` and `forbidden` as the services do. */
  read: (call: Call, names: Names) => Promise<string>;
  /** The names of those that an event says have changed. `caller` reaches everything. */
  changedBy: (event: Event, place: ChangedIn) => Names[] | Promise<Names[]>;
}

const SESSION = "wardroom://{workspace}/sessions/{session}";

/** Whatever writes to a team memory; `target` is the role whose section it was, where it was one. */
const WRITING: ReadonlySet<Action> = new Set<Action>([
  "item.added",
  "item.resolved",
  "item.withdrawn",
  "item.replaced",
  "items.archived",
  "items.unarchived",
  "section.archived",
  "section.unarchived",
  "session.finished",
  "session.reopened",
  "memory.edited",
  "memory.pruned",
  "memory.reverted",
  "memory.undone",
  "relay.approved",
  "role.added",
  "role.replaced",
  "context.found",
  "context.published",
  "gate.concluded",
]);

const sessionResources: ResourceKind[] = [
  {
    name: "team-memory",
    title: "Team memory of a session",
    description: "The whole TEAM-MEMORY.md, as its file says.",
    template: `${SESSION}/memory`,
    mimeType: MARKDOWN,
    list: async ({ services, caller }, workspace) => {
      const ids = await services.sessions.withMemory(caller, { workspace });
      return ids.map((session) => ({ names: { workspace, session }, title: `Team memory of ${session}` }));
    },
    read: async ({ services, caller }, names) =>
      (await services.memory.readBytes(caller, paramsOf(names))).bytes.toString("utf8"),
    changedBy: (event, { workspace }) => (changesMemory(event) ? sessionOf(event, workspace) : []),
  },

  {
    name: "team-memory-section",
    title: "Section of one role",
    description: "What one role wrote to the team memory.",
    template: `${SESSION}/memory/{role}`,
    mimeType: MARKDOWN,
    read: async ({ services, caller }, names) => {
      const { bytes } = await services.memory.readBytes(caller, paramsOf(names));
      const document = parseMemory(bytes.toString("utf8"));
      const { start, end } = getSection(document, names.role ?? "");
      return document.text.slice(start, end);
    },
    changedBy: (event, { workspace }) =>
      !changesMemory(event)
        ? []
        : sessionOf(event, workspace).flatMap((names) => rolesOf(event).map((role) => ({ ...names, role }))),
  },

  {
    name: "team-memory-blame",
    title: "Who wrote each line of the team memory",
    description: "Each line with its revision and who wrote it: certain, probably, or unknown.",
    template: `${SESSION}/blame`,
    mimeType: "text/plain",
    read: async ({ services, caller }, names) => {
      const { lines } = await services.memory.blame(caller, paramsOf(names), { from: 1 });
      return lines.map((each) => `${each.line}\t${sayWriter(each)}\t${sayRevision(each)}\t${each.text}`).join("\n");
    },
    changedBy: (event, { workspace }) => (changesMemory(event) ? sessionOf(event, workspace) : []),
  },

  {
    name: "team-memory-item",
    title: "The life of an item",
    description: "Who changed an item, when and how, from its first word on, with what it said before.",
    template: `${SESSION}/items/{item}`,
    mimeType: "text/plain",
    read: async ({ services, caller }, names) => {
      const life = await services.memory.life(caller, { ...paramsOf(names), item: names.item ?? "" });
      return lifeSteps(life)
        .map((step) => [sayWriter(step), sayRevision(step), step.operation, step.said?.trim()].join("\t").trim())
        .join("\n");
    },
    changedBy: (event, { workspace }) =>
      sessionOf(event, workspace).flatMap((names) => itemsOf(event).map((item) => ({ ...names, item }))),
  },

  {
    name: "context",
    title: "Context of a session",
    description:
      "The global-context.md, as its file says. The tool `updates` tells what you have not acknowledged of it.",
    template: `${SESSION}/context`,
    mimeType: MARKDOWN,
    list: async ({ services, caller }, workspace) => {
      const { items } = await services.sessions.list(caller, { workspace });
      return items
        .filter(({ gcVersion }) => gcVersion !== null && versionNumber(gcVersion) !== 0)
        .map(({ id }) => ({ names: { workspace, session: id }, title: `Context of ${id}` }));
    },
    read: async ({ services, caller }, names) =>
      (await services.context.readBytes(caller, paramsOf(names))).bytes.toString("utf8"),
    changedBy: (event, { workspace }) =>
      event.action === "context.published" || event.action === "context.discarded" || isOutside(event, contextPath)
        ? sessionOf(event, workspace)
        : [],
  },
];

function paramsOf({ workspace = "", session = "" }: Names): SessionParams {
  return { workspace, session };
}

function sessionOf({ session }: Event, workspace: string): Names[] {
  return session === null ? [] : [{ workspace, session }];
}

function sayRevision({ revision, source, at }: { revision: number; source: string; at: string }): string {
  return `r${revision} ${source} ${at}`;
}

function changesMemory(event: Event): boolean {
  return WRITING.has(event.action) || isOutside(event, memoryPath);
}

function isOutside({ action, session, target }: Event, pathOf: (session: string) => string): boolean {
  return action.startsWith("document.") && session !== null && target === pathOf(session);
}

/** The roles whose sections an event may have changed. */
function rolesOf({ target, payload }: Event): string[] {
  const named = payload.roles;
  return Array.isArray(named) ? named.filter((role) => typeof role === "string") : [target];
}

function itemsOf({ payload }: Event): string[] {
  const { item, items } = payload;
  return [item, items].flat().filter((id) => typeof id === "string");
}

/** Entries of the registry that are looked at when one may have changed, and listed. */
const MOST_KNOWLEDGE = 500;

/** What is remembered beyond one session: the agents' own memories, and the knowledge that teams share. */
const libraryResources: ResourceKind[] = [
  {
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
  },

  {
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
  },

  {
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
  },
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

const KINDS = [...sessionResources, ...libraryResources];

/** Resources on one page of the list. */
const PAGE = 100;

/** After these, there are other resources than before. */
const LISTING: ReadonlySet<Action> = new Set<Action>([
  "session.created",
  "session.deleted",
  "session.restored",
  "session.found",
  "context.found",
  "context.published",
  "agent.created",
  "agent.closed",
  "agent.cleared",
  "agent.undone",
  "knowledge.added",
  "knowledge.removed",
  "knowledge.undone",
  "knowledge.reverted",
  "knowledge.shared",
  "knowledge.unshared",
  "knowledge.laid_out",
]);

/** The documents the caller may reach, in a fixed order; the cursor is the place of the next one. */
export async function listResources(call: Call, cursor: string | undefined): Promise<ListResourcesResult> {
  const start = cursor === undefined ? 0 : placeIn(cursor);
  const resources: ListResourcesResult["resources"] = [];
  for (const workspace of reachable(call)) {
    for (const kind of KINDS) {
      for (const { names, title } of (await kind.list?.(call, workspace)) ?? []) {
        const { name, mimeType } = kind;
        resources.push({ uri: addressOf(kind.template, names), name, title, mimeType });
      }
    }
  }
  const nextCursor = start + PAGE < resources.length ? { nextCursor: String(start + PAGE) } : {};
  return { resources: resources.slice(start, start + PAGE), ...nextCursor };
}

/** How addresses are made. */
export function listTemplates(): ListResourceTemplatesResult {
  return {
    resourceTemplates: KINDS.map(({ template: uriTemplate, name, title, description, mimeType }) => {
      return { uriTemplate, name, title, description, mimeType };
    }),
  };
}

/** The names that a template has; none for one that is not ours. */
export function namesOfTemplate(template: string): string[] {
  const known = KINDS.some((kind) => kind.template === template);
  return known ? [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name) : []; // {session}
}

/** The text of one document. An address that leads nowhere, or to what the caller may not see, is a JSON-RPC error. */
export async function readResource(call: Call, uri: string): Promise<ReadResourceResult> {
  for (const kind of KINDS) {
    const names = namesIn(kind.template, uri);
    if (names === null) continue;
    try {
      const origin = { source: uri, author: null };
      return { contents: [{ uri, mimeType: kind.mimeType, text: frameText(await kind.read(call, names), origin) }] };
    } catch (error) {
      const problem = call.explain(error, INSTANCE);
      const told = forTools(problem);
      const message = `${told.detail} ${told.hint}`.trim();
      if (problem.code === "not_found") throw new ResourceNotFoundError(uri, message);
      throw new ProtocolError(
        problem.status >= 500 ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams,
        message,
        told,
      );
    }
  }
  throw new ResourceNotFoundError(uri);
}

/** Whether the caller may read what is at an address: who may not is told of no change either. */
export async function mayRead(call: Call, uri: string): Promise<boolean> {
  try {
    await readResource(call, uri);
    return true;
  } catch (error) {
    if (error instanceof ProtocolError) return false;
    throw error;
  }
}

/** What an event means for those who listen: the addresses whose text has changed, and whether there are others now. */
export async function changesBy(event: Event, place: ChangedIn) {
  const updated = await Promise.all(
    KINDS.map(async (kind) => {
      const changed = await kind.changedBy(event, place);
      return changed.map((names) => addressOf(kind.template, names));
    }),
  );
  return { updated: updated.flat(), isListChanged: LISTING.has(event.action) };
}

export function reachable({ caller, runtime }: Call): string[] {
  return runtime.workspaces.filter((name) => caller.workspace === null || caller.workspace === name);
}

function placeIn(cursor: string): number {
  const place = /^\d{1,9}$/.test(cursor) ? Number(cursor) : NaN; // 100
  if (!Number.isNaN(place)) return place;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The cursor is not one of this list.");
}
