import type { Action, Event } from "@/lib/contracts/events";
import { versionNumber } from "@/lib/core/context/version-number";
import { lifeSteps, sayWriter } from "@/lib/core/history/signed-by";
import { getSection } from "@/lib/core/memory/find-section";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { defineResource, MARKDOWN } from "@/lib/mcp/define-resource";
import type { Names } from "@/lib/mcp/resource-address";
import { contextPath, memoryPath } from "@/lib/core/memory/session-paths";
import type { SessionParams } from "@/lib/services/workspace/session-params";

const SESSION = "wardroom://{workspace}/sessions/{session}";

/** Whatever writes to a team memory; `target` is the role whose section it was, where it was one. */
const WRITING: ReadonlySet<Action> = new Set<Action>([
  "item.added",
  "item.resolved",
  "item.withdrawn",
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

/** The documents of sessions. */
export const sessionResources = [
  defineResource({
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
  }),

  defineResource({
    name: "team-memory-section",
    title: "Section of one role",
    description: "What one role wrote to the team memory.",
    template: `${SESSION}/memory/{role}`,
    mimeType: MARKDOWN,
    list: () => Promise.resolve([]),
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
  }),

  defineResource({
    name: "team-memory-blame",
    title: "Who wrote each line of the team memory",
    description: "Each line with its revision and who wrote it: certain, probably, or unknown.",
    template: `${SESSION}/blame`,
    mimeType: "text/plain",
    list: () => Promise.resolve([]),
    read: async ({ services, caller }, names) => {
      const { lines } = await services.memory.blame(caller, paramsOf(names), { from: 1 });
      return lines.map((each) => `${each.line}\t${sayWriter(each)}\t${sayRevision(each)}\t${each.text}`).join("\n");
    },
    changedBy: (event, { workspace }) => (changesMemory(event) ? sessionOf(event, workspace) : []),
  }),

  defineResource({
    name: "team-memory-item",
    title: "The life of an item",
    description: "Who changed an item, when and how, from its first word on, with what it said before.",
    template: `${SESSION}/items/{item}`,
    mimeType: "text/plain",
    list: () => Promise.resolve([]),
    read: async ({ services, caller }, names) => {
      const life = await services.memory.life(caller, { ...paramsOf(names), item: names.item ?? "" });
      return lifeSteps(life)
        .map((step) => [sayWriter(step), sayRevision(step), step.operation, step.said?.trim()].join("\t").trim())
        .join("\n");
    },
    changedBy: (event, { workspace }) =>
      sessionOf(event, workspace).flatMap((names) => itemsOf(event).map((item) => ({ ...names, item }))),
  }),

  defineResource({
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
  }),
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

/** The items that an event is about. */
function itemsOf({ payload }: Event): string[] {
  const { item, items } = payload;
  return [item, items].flat().filter((id) => typeof id === "string");
}
