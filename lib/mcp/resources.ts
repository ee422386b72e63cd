import { randomBytes } from "node:crypto";
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
import type { ChangedIn } from "@/lib/mcp/define-resource";
import { forTools } from "@/lib/mcp/hints";
import { libraryResources } from "@/lib/mcp/library-resources";
import { addressOf, namesIn } from "@/lib/mcp/resource-address";
import { sessionResources } from "@/lib/mcp/session-resources";

/** Every kind of document. */
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
      for (const { names, title } of await kind.list(call, workspace)) {
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
    resourceTemplates: KINDS.map(({ name, title, description, template, mimeType }) => ({
      uriTemplate: template,
      name,
      title,
      description,
      mimeType,
    })),
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
      const origin = { source: uri, author: null, boundary: randomBytes(4).toString("hex") };
      return { contents: [{ uri, mimeType: kind.mimeType, text: frameText(await kind.read(call, names), origin) }] };
    } catch (error) {
      const problem = forTools(call.explain(error, INSTANCE));
      const message = `${problem.detail} ${problem.hint ?? ""}`.trim();
      if (problem.code === "not_found") throw new ResourceNotFoundError(uri, message);
      throw new ProtocolError(
        problem.status >= 500 ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams,
        message,
        problem,
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
export async function changesBy(
  event: Event,
  place: ChangedIn,
): Promise<{ updated: string[]; isListChanged: boolean }> {
  const updated = await Promise.all(
    KINDS.map(async (kind) => {
      const changed = await kind.changedBy(event, place);
      return changed.map((names) => addressOf(kind.template, names));
    }),
  );
  return { updated: updated.flat(), isListChanged: LISTING.has(event.action) };
}

/** The workspaces that a caller may reach. */
export function reachable({ caller, runtime }: Call): string[] {
  return runtime.workspaces.filter((name) => caller.workspace === null || caller.workspace === name);
}

function placeIn(cursor: string): number {
  const place = /^\d{1,9}$/.test(cursor) ? Number(cursor) : NaN; // 100
  if (!Number.isNaN(place)) return place;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The cursor is not one of this list.");
}
