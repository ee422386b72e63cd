import { z } from "zod";
import { AckAction, GcVersion, GiveAck, type Update } from "@/lib/contracts/context";
import { AddItem, EditMemoryWith, type Memory } from "@/lib/contracts/memory";
import type { Pair } from "@/lib/contracts/pairs";
import { ItemId, RoleId, Text } from "@/lib/contracts/primitives";
import { Cursor, OwnRole, SessionArguments } from "@/lib/contracts/tool-arguments";
import { sayRelated } from "@/lib/core/search/related";
import { sayOutcome } from "@/lib/core/memory/pair";
import { notesOn } from "@/lib/core/memory/item-notes";
import { needsId } from "@/lib/core/inbox/entry";
import { asksFirst } from "@/lib/core/inbox/said-already";
import { assertFilter } from "@/lib/core/memory/assert-filter";
import { isRelayId } from "@/lib/core/memory/session-paths";
import { foldRoleId } from "@/lib/core/memory/role-id";
import type { SessionCall } from "@/lib/mcp/call";
import { defineTool } from "@/lib/mcp/define-tool";
import { bytesOf, cutText, pageOf, TEXT_BYTES, ANSWER_BYTES } from "@/lib/mcp/fit";
import { partOfUpdate } from "@/lib/mcp/update-part";
import { wordMemory, type ToldSection } from "@/lib/mcp/memory-words";
import { actorOf, type Caller } from "@/lib/services/workspace/caller";
import { appliedBesides } from "@/lib/core/context/standing";
import { sayCount } from "@/lib/core/text/say-count";
import { parseInput } from "@/lib/contracts/parse-input";
import { AppError } from "@/lib/core/errors";

const line = Text.min(1).max(80).optional();
/** What a line is to another; its words stand in the tool's own. */
const untold = { replaces: line, conflicts: line, answers: line, see: line };

/** Reading the team memory and writing to one's own section. */
export const memoryTools = [
  defineTool({
    name: "memory",
    title: "Read the team memory",
    description: "What every role knows.",
    place: "session",
    effect: "reads",
    input: z.strictObject({
      role: Text.max(2000).optional().meta({ description: "Comma-separated" }),
      tag: Text.max(500).optional(),
      state: Text.max(100).default("active").meta({ description: "archived, resolved, all" }),
      q: Text.max(500).optional(),
      since: z.int().min(0).optional(),
      cursor: Cursor,
      ...SessionArguments,
    }),
    words: wordMemory,
    run: async ({ services, caller, params }, { since, role, tag, state, q, cursor }) => {
      const filter = { role, tag, state: state === "all" ? undefined : state, q };
      const { memory, gone } =
        since === undefined
          ? { memory: await services.memory.read(caller, params, filter), gone: undefined }
          : // An item that was archived since is a change worth telling, whatever its state.
            await services.memory.since(caller, params, since, { ...filter, state: undefined });
      // Nothing found may be a name that is not there.
      if (memory.sections.length === 0 && (role ?? tag) !== undefined) {
        const { sections: all } = await services.memory.read(caller, params);
        const tags = all.flatMap(({ items }) => items.flatMap((item) => item.tag ?? []));
        assertFilter({ role, tag }, { roles: all.map((section) => section.role), tags });
      }
      const { sections, nextCursor } = pageOfMemory(memory, cursor, actorOf(caller));
      return {
        session: params.session,
        revision: memory.revision,
        etag: memory.etag,
        sections,
        ...(gone !== undefined && cursor === undefined && { gone: gone.map(shorten) }),
        nextCursor,
      };
    },
  }),

  defineTool({
    name: "say",
    title: "Add an item to your section",
    description: "Share one thing when you know it, with paths and names.",
    place: "session",
    effect: "writes",
    input: AddItem.extend({
      ...untold,
      shownBy: Text.min(1).max(500).optional(),
      anyway: z.boolean().optional(),
      proposal: z.boolean().optional(),
      role: RoleId.optional(),
      ...SessionArguments,
    }),
    run: async ({ services, caller, params, change }, { workspace: _, session: _session, ...said }) => {
      const body = { ...said, anyway: said.anyway ?? !asksFirst(said.tag) };
      const done = await services.memory.add(caller, params, body, change);
      const { advice, related, pair } = done;
      const told =
        "relay" in done
          ? { state: "relayed" as const, id: done.relay.id, revision: null }
          : { ...written(done), ...(done.addedTo === undefined ? {} : { addedTo: done.addedTo }) };
      const near = related?.map((each) => sayRelated(each, each.at?.slice(11, 16) ?? ""));
      return {
        ...told,
        ...(advice !== undefined && { advice }),
        ...(near !== undefined && { related: near }),
        ...(pair !== undefined && { pair: sayOutcome(pair) }),
      };
    },
  }),

  defineTool({
    name: "pair",
    title: "Judge two lines, or settle a pair",
    description: "Judges lines",
    place: "session",
    effect: "writes",
    input: z.strictObject({
      item: Text.min(1).max(80).optional(),
      ...untold,
      pair: Text.min(1).max(64).optional(),
      holds: Text.min(1).max(80).optional(),
      cursor: Cursor,
      ...SessionArguments,
    }),
    run: async ({ services, caller, params, change }, { item, pair, holds, cursor, ...given }) => {
      if (item !== undefined) {
        const { workspace: _, session: _session, ...judged } = given;
        return outcomeOf(await services.pairs.judge(caller, { ...params, item }, judged, change));
      }
      if (pair !== undefined) {
        const settled = { holds: holds ?? "" };
        return outcomeOf(await services.pairs.settle(caller, { ...params, pair }, settled, change));
      }
      const { items } = await services.pairs.list(caller, params);
      return pageOf(
        items.map(({ id, state, said }) => ({ id, state, said })),
        cursor,
        ({ id }) => id,
      );
    },
  }),

  defineTool({
    name: "edit",
    title: "Replace text in your section",
    description: "Correct your section: `oldString` stands there once.",
    place: "session",
    effect: "replaces",
    input: EditMemoryWith({
      item: ItemId.optional().meta({ description: 'Or your item or relay; "" withdraws it' }),
      etag: Text.min(1).max(100).optional(),
      ...SessionArguments,
    }),
    run: async ({ services, caller, params, change }, { oldString, item, newString, etag }) => {
      const ifMatch = etag === undefined ? null : etag.replaceAll('"', "");
      const request = { ...change, ifMatch };
      const done = await editOwn();
      return { revision: done.revision ?? null };

      /** What is edited: an item or a relay is withdrawn where nothing is to stand there. */
      async function editOwn() {
        const isWithdrawn = newString.trim() === "";
        if (item === undefined) return services.memory.edit(caller, params, { oldString, newString }, request);
        if (isRelayId(item)) {
          const relay = { ...params, relay: item };
          if (isWithdrawn) return services.relays.withdraw(caller, relay, request);
          return services.relays.reword(caller, relay, { text: newString }, request);
        }
        if (isWithdrawn) return services.memory.withdraw(caller, { ...params, item }, request);
        return services.memory.edit(caller, params, { item, newString }, request);
      }
    },
  }),

  defineTool({
    name: "relays",
    title: "What became of relayed items",
    description: "Items left with the Lead.",
    place: "session",
    effect: "reads",
    input: z.strictObject({
      state: z.enum(["pending", "approved", "settled", "rejected", "withdrawn", "all"]).default("all"),
      role: RoleId.optional(),
      cursor: Cursor,
      ...SessionArguments,
    }),
    run: async ({ services, caller, params }, { state, role, cursor }) => {
      const { items } = await services.relays.list(caller, params);
      const wanted = items.filter(
        (relay) =>
          (state === "all" || relay.state === state) && (role === undefined || relay.role === foldRoleId(role)),
      );
      const shown = wanted.map(({ decidedBy, reason, itemId, decidedAt: _, resembles: _twins, ...relay }) => ({
        ...relay,
        text: cutText(relay.text).text,
        ...(decidedBy !== null && { decidedBy }),
        ...(reason !== null && { reason }),
        ...(itemId !== null && { itemId }),
      }));
      return pageOf(shown, cursor, ({ id }) => id);
    },
  }),
];

function outcomeOf(pair: Pair) {
  return { pair: sayOutcome(pair) };
}

function pageOfMemory(memory: Memory, cursor: string | undefined, reader: string) {
  const all = memory.sections.flatMap(({ role, items }) =>
    items.map((item) => ({ role, id: item.id, item: compact(item, needsId({ role, tag: item.tag }, reader)) })),
  );
  const page = pageOf(all, cursor, ({ id }) => id);
  const sections: ToldSection[] = [];
  for (const { role, item } of page.items) {
    const last = sections.at(-1);
    if (last?.role === role) last.items.push(item);
    else sections.push({ role, items: [item] });
  }
  return { sections, nextCursor: page.nextCursor };
}

function compact(item: Memory["sections"][number]["items"][number], withId: boolean): ToldSection["items"][number] {
  const { id, tag, text, body, state, resolution, timestamp: _, written: _written, line: _line, ...noted } = item;
  const notes = notesOn({ id, ...noted }).map(({ words }) => words);
  const isCut = bytesOf([text, body]) > TEXT_BYTES;
  return {
    ...(withId && { id }),
    tag,
    ...(notes.length > 0 && { notes }),
    text: isCut ? cutText(text, 0, TEXT_BYTES / 2).text : text,
    ...(body !== "" && { body: isCut ? cutText(body, 0, TEXT_BYTES / 2).text : body }),
    ...(state !== "active" && { state }),
    ...(resolution !== null && { resolution }),
    ...(isCut && { cut: true }),
  };
}

/** Enough of a text that is gone to know which one it was. */
function shorten<T extends { text: string }>(item: T): T {
  return { ...item, text: cutText(item.text, 0, 300).text };
}

function written(done: { item: { id: string }; revision: number }) {
  return { state: "written" as const, id: done.item.id, revision: done.revision };
}

/** What a model is told that left something out. */
const WHOLE_ACK =
  "Give version, applied, total and action; version, total and unclear; or the [ACK] message as `text` alone.";

export const contextTools = [
  defineTool({
    name: "updates",
    title: "Context updates waiting for you",
    description: "Context versions you have not acknowledged, whole.",
    place: "session",
    effect: "reads",
    input: z.strictObject({
      role: OwnRole,
      wait: z.int().min(0).max(25).default(0).meta({ description: "Seconds" }),
      update: Text.min(1).max(64).optional().meta({ description: "Goes on with this one" }),
      part: z.int().min(1).max(10_000).default(1).meta({ description: "`next` of the answer before" }),
      ...SessionArguments,
    }),
    run: async (call, { role, wait, update, part }) => {
      const { services, caller, params, signal } = call;
      const query = { ...(role !== undefined && { role }), wait: update === undefined ? wait : 0 };
      const { items } = await services.context.updates(caller, params, query, signal);
      const wanted = update === undefined ? items : items.filter(({ id }) => id === update);
      if (update !== undefined && wanted.length === 0)
        throw new AppError("not_found", `No update ${update} is waiting.`, {
          hint: "Call `updates` without arguments for those that are.",
          errors: [{ path: "update", message: "is not waiting" }],
        });
      return show(wanted, part);
    },
  }),

  defineTool({
    name: "ack",
    title: "Acknowledge a context update",
    description: "Confirm the newest update you read, or name what is `unclear`.",
    place: "session",
    effect: "writes",
    audience: "roles",
    idempotent: true,
    input: z.strictObject({
      role: OwnRole,
      text: Text.min(1).max(20_000).optional().meta({ description: "Or the [ACK] message" }),
      version: GcVersion.optional(),
      applied: z.int().min(0).optional(),
      total: z.int().min(0).optional(),
      impact: Text.max(2000).optional(),
      action: AckAction.optional(),
      unclear: z.array(Text.min(1).max(300)).max(500).optional().meta({ description: "Sections" }),
      question: Text.min(1).max(2000).optional(),
      ...SessionArguments,
    }),
    run: async (call, { role, text, impact, unclear, question, version, applied, total, action }) => {
      const { services, caller, params } = call;
      const asked = { ...(unclear && { unclear }), ...(question && { question }) };
      const own = role ?? actorOf(caller);
      const shown = text !== undefined || total !== undefined ? null : await newestShown(call, own, version);
      const all = total ?? shown?.total ?? 0;
      const count = applied ?? appliedBesides(unclear, all);
      const does = action ?? (count < all ? "NEED_CLARIFICATION" : "CONTINUE");
      const whole = { version: version ?? shown?.version, applied: count, total: all, action: does };
      const fields = { ...whole, ...(impact && { impact }), ...asked };
      const said = { role: own, ...(text === undefined ? fields : { text }) };
      const body = parseInput(GiveAck, said, "the arguments", WHOLE_ACK);
      const given = await services.context.give(caller, params, body, call.change);
      const { ack, leadAction: next } = given;
      const put = given.question === undefined ? {} : { question: given.question };
      return { version: ack.version, confirmed: ack.confirmed, next, ...put };
    },
  }),

  defineTool({
    name: "lost",
    title: "Report that your context is lost",
    description: "After a compaction: all is sent again. Then `inbox`.",
    place: "session",
    effect: "writes",
    audience: "roles",
    input: z.strictObject({ role: OwnRole, ...SessionArguments }),
    run: async ({ services, caller, params, change }, { role }) => {
      const body = { role: role ?? actorOf(caller), status: "CONTEXT_LOST" } as const;
      const { deliveries } = await services.context.reportLost(caller, params, body, change);
      return { waits: deliveries.map(({ why, tokens }) => `${why}, ${sayCount(tokens, "token")}`) };
    },
  }),
];

/** The update that an acknowledgement without a count is of: the newest that waits for a role, which was shown it. */
async function newestShown({ services, caller, params, signal }: SessionCall, role: string, version?: string) {
  // Looked up as somebody who only looks: what is not told by this is not shown by it.
  const onlooker: Caller = { ...caller, kind: "viewer", role: null };
  const { items } = await services.context.updates(onlooker, params, { role, wait: 0 }, signal);
  const found = items.findLast((each) => each.kind !== "guidance" && (version ?? each.version) === each.version);
  const { version: unseen } = await services.inbox.waiting(caller, params);
  if (found !== undefined && found.version !== unseen) return found;
  throw new AppError(
    "not_found",
    found === undefined ? `No update waits for ${role}.` : `${role} was not shown ${found.version} yet.`,
    {
      hint: "Read your news first: {inbox.read}.",
    },
  );
}

/** As many updates as fit, oldest first; the first of them in the part that is asked for. */
function show(updates: readonly Update[], wanted: number) {
  const items = [];
  let bytes = 0;
  for (const update of updates) {
    const part = partOfUpdate(update, items.length === 0 ? wanted : 1);
    bytes += bytesOf(part.text);
    if (items.length > 0 && (part.next !== null || bytes > ANSWER_BYTES)) break;
    const { id, version, kind, mode, reason, fromVersion, author, total } = update;
    items.push({ id, version, kind, mode, reason, fromVersion, author, total, ...part });
  }
  return { items, more: updates.length - items.length };
}
