import { agentTools, teamSessionTools } from "@/lib/mcp/library-tools";
import { contextTools, memoryTools } from "@/lib/mcp/session-tools";
import { type Tool, defineTool } from "@/lib/mcp/define-tool";
import { OPERATIONS } from "@/lib/operations/operations";
import { KnowledgeId, TeamId, type Knowledge } from "@/lib/contracts/knowledge";
import { MadeToken, Text } from "@/lib/contracts/primitives";
import { Moment } from "@/lib/contracts/search";
import { cutText, ANSWER_BYTES, bytesOf, fitAnswer } from "@/lib/mcp/fit";
import { isLead } from "@/lib/core/access/decide-access";
import { accessOf } from "@/lib/core/memory/access";
import type { Call } from "@/lib/mcp/call";
import { tellTool } from "@/lib/mcp/tell-tool";
import { partOfUpdate } from "@/lib/mcp/update-part";
import { ownSession, workspaceOf } from "@/lib/mcp/place";
import { actorOf, type Caller } from "@/lib/services/workspace/caller";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import type { Inbox } from "@/lib/contracts/inbox";
import { renderInbox } from "@/lib/core/inbox/render-inbox";
import { z } from "zod";
import { parseInput } from "@/lib/contracts/parse-input";
import { Cursor, From, OwnRole, SessionArguments, WorkspaceArguments } from "@/lib/contracts/tool-arguments";
import { httpOf, isConditional, type Operation } from "@/lib/operations/define-operation";

const CORRECT = "Correct it and call again.";

/**
 * The tool of an operation that declares one for the Lead: its arguments are those of the address, the query and the body,
 * and its answer is the operation's, with the ends of lists left out where it would be too long.
 */
function operationTool(operation: Operation, { name, destroys, ofAll, short }: NonNullable<Operation["leadTool"]>) {
  const { summary, params, query, body, response, run } = operation;
  const { method } = httpOf(operation);
  const isOfSession = params !== undefined && "session" in params.shape && !ofAll;
  const { workspace: _, session, ...words }: z.ZodRawShape = params?.shape ?? {};
  const own = ofAll && session ? { session, ...words } : words;
  const fields = { ...own, ...asFlags(query?.shape ?? {}), ...shapeOf(body) };
  const answered = response instanceof z.ZodObject ? response.shape : {};
  return defineTool({
    name,
    title: summary,
    description: `${summary}.`,
    place: isOfSession ? "session" : "workspace",
    effect: method === "GET" ? "reads" : destroys ? "replaces" : "writes",
    audience: ofAll ? "leadOfAll" : "lead",
    input: z.strictObject({
      ...fields,
      ...(destroys && isConditional(operation) && { etag: ETAG }),
      ...(isOfSession ? SessionArguments : WorkspaceArguments),
    }),
    tokens: Object.keys(answered).filter((field) => answered[field] === MadeToken),
    ...(short && { short: (answer: object) => short(answer as never) }),
    run: async ({ services, caller, params: place, change, signal }, given) => {
      const part = (schema: z.ZodType | undefined, names: readonly string[]) =>
        schema && parseInput(schema, pick(given, names), "the arguments", CORRECT);
      const answer = await run({
        services,
        caller,
        params: { ...place, ...pick(given, Object.keys(own)) },
        query: query && parseInput(query, wordsOf(pick(given, Object.keys(query.shape))), "the arguments", CORRECT),
        body: part(body, Object.keys(shapeOf(body))),
        change: { ...change, ifMatch: typeof given.etag === "string" ? given.etag.replaceAll('"', "") : null },
        signal,
      });
      return answer === null ? { done: true } : fitAnswer(z.object(answered).parse(answer));
    },
  });
}

/** Of what was read, for what replaces it: refused once that is no longer so. */
const ETAG = z.string().max(100).optional();

/** Fields of a query, in which "true" and "false" are words, as a model says them. */
function asFlags(shape: z.ZodRawShape): z.ZodRawShape {
  const flag = z.boolean().optional();
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, isFlag(field as z.ZodType) ? flag : field]),
  );
}

function isFlag(field: z.ZodType): boolean {
  const takes = (value: unknown) => field.safeParse(value).success;
  return takes("true") && takes("false") && !takes("other");
}

/** As an address says them. */
function wordsOf(given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, typeof value === "boolean" ? String(value) : value]),
  );
}

function shapeOf(schema: z.ZodType | undefined): z.ZodRawShape {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

function pick(given: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));
}

/** Bytes of a snippet: fifty of them fit into an answer. */
const SNIPPET_BYTES = 300;

const searchTool = defineTool({
  name: "search",
  title: "Search every memory",
  description: "All memories, contexts and knowledge.",
  place: "workspace",
  effect: "reads",
  input: z.strictObject({
    q: Text.min(1).max(300),
    kind: Text.max(200).optional().meta({ description: "item, context, agent, knowledge, team" }),
    role: Text.max(500).optional().meta({ description: "Roles, agents or teams" }),
    tag: Text.max(500).optional(),
    state: Text.max(100).optional(),
    within: Text.max(500).optional().meta({ description: "Sessions" }),
    since: Text.max(40).pipe(Moment).optional(),
    until: Text.max(40).pipe(Moment).optional(),
    limit: z.int().min(1).max(50).default(10),
    cursor: Cursor,
    ...WorkspaceArguments,
  }),
  run: async ({ services, caller, params }, { within, workspace: _, ...wanted }) => {
    const query = { ...wanted, ...(within !== undefined && { session: within }) };
    const { items, total, nextCursor, index } = await services.search.find(caller, params, query);
    return {
      items: items.map(({ kind, title, snippet, path, line, session, role, tag, state, now }) => ({
        kind,
        title: cutText(title, 0, SNIPPET_BYTES).text,
        snippet: cutText(snippet.text, 0, SNIPPET_BYTES).text,
        path,
        line,
        ...(session !== null && { session }),
        ...(role !== null && { role }),
        ...(tag !== null && { tag }),
        ...(state !== null && { state }),
        ...(now !== undefined && { now: `${now.role}: ${cutText(now.text, 0, SNIPPET_BYTES).text} (${now.id})` }),
      })),
      total,
      complete: index.complete,
      nextCursor,
    };
  },
});

const inboxTool = defineTool({
  name: "inbox",
  title: "What is new for you",
  description: "Each thing once; with `wait` when you wait.",
  place: "session",
  effect: "reads",
  input: z.strictObject({
    role: OwnRole,
    wait: z.int().min(0).max(55).default(0),
    again: z.boolean().default(false).meta({ description: "The last answer" }),
    ...SessionArguments,
  }),
  run: async ({ services, caller, params, signal, onDelivered }, { role, wait, again }) => {
    const flag = again ? "true" : "false";
    const query = { role, wait, again: flag, all: flag } as const;
    const inbox = await services.inbox.read(caller, params, query, signal);
    const { mark } = inbox;
    // Shown is what reached the client: a connection that breaks before leaves the mark where it was.
    if (mark !== null) onDelivered(() => services.inbox.seen(caller, params, { mark }));
    return { text: textOf(inbox) };
  },
  words: ({ text }) => text,
});

/** An inbox in words, cut where it is too long for one answer. */
export function textOf(inbox: Inbox): string {
  const { updates, unconfirmed, entries, left, also } = inbox;
  const isEmpty = entries.length === 0 && left.length === 0 && also.length === 0;
  const news = isEmpty
    ? []
    : [renderInbox(inbox, { again: "inbox {again: true}", approve: (relay) => `approve {relay: "${relay}"}` })];
  let room = ANSWER_BYTES - bytesOf(news);
  const texts = updates.map(({ id, text, kind }) => {
    const ask = kind === "guidance" ? "" : "\nThen: ack.";
    const part = partOfUpdate({ id, text: text.trimEnd() });
    room -= bytesOf(part.text + ask);
    return room < 0 ? `Read: updates {update: "${id}"}${ask}` : `${part.text}${ask}`;
  });
  const waits = unconfirmed === null || texts.length > 0 ? [] : [`${unconfirmed} still waits for your ack.`];
  return [...texts, ...news, ...waits].join("\n\n") || "No news.";
}

/** Sessions named to a caller that has to choose one. */
const NAMED = 50;

const statusTool = defineTool({
  name: "status",
  title: "Who you are and where the session stands",
  description: "Who you are, the session and its roles.",
  place: "any",
  effect: "reads",
  input: z.strictObject(SessionArguments),
  run: async (call, named) => {
    const { services, caller } = call;
    const workspace = workspaceOf(call, named);
    const session = named.session ?? (await ownSession(call, workspace));
    const you = actorOf(caller);
    if (session === null) {
      const { items } = await services.sessions.list(caller, { workspace });
      const open = items.filter(({ finished }) => finished === null);
      const sessions = open.slice(0, NAMED).map(({ id, feature }) => ({ id, feature }));
      return { you, may: rightsOf(caller, null), workspace, session: null, sessions };
    }
    const params = { workspace, session };
    const { feature, gcVersion, roles, counts } = await services.sessions.get(caller, params);
    const own = roles.find(({ id }) => id === you);
    return {
      you,
      may: rightsOf(caller, own?.access ?? "absent"),
      workspace,
      session,
      feature,
      contextVersion: gcVersion,
      ...(own?.state === "active" && you !== "Lead" && { pendingUpdates: await countUpdates(call, params, you) }),
      pendingRelays: counts.pendingRelays,
      openQuestions: counts.openQuestions,
      openConflicts: counts.openConflicts,
      roles: roles.map(({ id, access, state, items }) => ({ role: id, access, state, items })),
    };
  },
});

/** Counted as a reader counts them: a role that only asks how many wait has not fetched them. */
async function countUpdates({ services, caller, signal }: Call, params: SessionParams, role: string): Promise<number> {
  const onlooker: Caller = { ...caller, kind: "viewer", role: null };
  return (await services.context.updates(onlooker, params, { role, wait: 0 }, signal)).items.length;
}

function rightsOf(caller: Caller, access: string | null): "lead" | "write" | "relay" | "read" | "read and relay" {
  if (caller.kind === "team") return "read and relay";
  if (caller.kind === "viewer") return "read";
  if (isLead(caller)) return "lead";
  // A role that the session does not have is refused whatever it says.
  if (access === "absent") return "read";
  return (access ?? accessOf(actorOf(caller))) === "direct" ? "write" : "relay";
}

/** Entries on one page: each takes a few hundred bytes. */
const PAGE = 50;

const knowledgeTools = [
  defineTool({
    name: "knowledge",
    title: "List or read shared knowledge",
    description: "Shared knowledge; with `id` its text.",
    place: "workspace",
    effect: "reads",
    audience: "knowledge",
    input: z.strictObject({
      id: KnowledgeId.optional().meta({ description: "Read this one" }),
      from: From,
      team: TeamId.optional().meta({ description: "Only what this team uses" }),
      q: Text.max(200).optional(),
      tag: Text.max(200).optional(),
      cursor: Cursor,
      ...WorkspaceArguments,
    }),
    run: async ({ services, caller, params }, { id, from, team, q, tag, cursor }) => {
      if (id !== undefined) {
        const detail = await services.knowledge.get(caller, { ...params, knowledge: id });
        const read = detail.text === null ? {} : { read: cutText(detail.text, from) };
        return { items: [compact(detail)], ...read, nextCursor: null };
      }
      const { items, nextCursor } = await services.knowledge.list(caller, params, {
        limit: PAGE,
        cursor,
        team,
        q,
        tag,
      });
      return { items: items.map(compact), nextCursor };
    },
  }),
];

function compact({ id, path, tokens, tags, description, problem }: Knowledge) {
  return {
    id,
    path,
    tokens,
    tags: tags.slice(0, 20),
    ...(description !== null && { description: cutText(description, 0, 300).text }),
    ...(problem !== null && { problem }),
  };
}

/** Every tool, in the order a client shows them. */
export const TOOLS: readonly Tool[] = [
  statusTool,
  inboxTool,
  tellTool,
  ...memoryTools,
  ...contextTools,
  ...agentTools,
  ...knowledgeTools,
  ...teamSessionTools,
  searchTool,
  ...OPERATIONS.flatMap((operation) => (operation.leadTool ? [operationTool(operation, operation.leadTool)] : [])),
];
