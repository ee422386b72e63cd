import type { z } from "zod";
import type { Memory } from "@/lib/contracts/memory";
import { EditTool, MemoryTool, RelaysTool, SayTool } from "@/lib/contracts/session-tools";
import { needsId } from "@/lib/core/inbox/entry";
import { asksFirst } from "@/lib/core/inbox/said-already";
import { assertFilter } from "@/lib/core/memory/assert-filter";
import { isRelayId } from "@/lib/core/memory/session-id";
import { foldRoleId } from "@/lib/core/memory/role-id";
import { defineTool } from "@/lib/mcp/define-tool";
import { bytesOf, cutText, pageOf, TEXT_BYTES } from "@/lib/mcp/fit";
import { wordMemory } from "@/lib/mcp/memory-words";
import { actorOf } from "@/lib/services/workspace/caller";
import { PLAIN_REQUEST } from "@/lib/services/workspace/change-request";

type Shown = z.input<typeof MemoryTool.output>["sections"][number];

/** Reading the team memory and writing to one's own section. */
export const memoryTools = [
  defineTool({
    name: "memory",
    title: "Read the team memory",
    description: "What every role knows, all of it; `inbox` has what is new.",
    place: "session",
    effect: "reads",
    ...MemoryTool,
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
    description: "Share one thing the moment you know it: a self-contained sentence with paths and names.",
    place: "session",
    effect: "writes",
    ...SayTool,
    run: async ({ services, caller, params }, { workspace: _, session: _session, ...said }) => {
      const body = { ...said, anyway: said.anyway ?? !asksFirst(said.tag) };
      const done = await services.memory.add(caller, params, body, PLAIN_REQUEST);
      const { advice } = done;
      const told =
        "relay" in done
          ? relayed(done.relay)
          : { ...written(done), ...placed(done), role: foldRoleId(body.role ?? actorOf(caller)) };
      return advice === undefined ? told : { ...told, advice };
    },
  }),

  defineTool({
    name: "edit",
    title: "Replace text in your section",
    description: "Corrects your section: `oldString` must stand there once.",
    place: "session",
    effect: "replaces",
    ...EditTool,
    run: async ({ services, caller, params }, { oldString, item, newString, etag }) => {
      const ifMatch = etag === undefined ? null : etag.replaceAll('"', "");
      const request = { ...PLAIN_REQUEST, ifMatch };
      const done = await editOwn();
      return { revision: done.revision ?? null, etag: done.etag };

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
    description: "Items left with the Lead, and its decisions.",
    place: "session",
    effect: "reads",
    ...RelaysTool,
    run: async ({ services, caller, params }, { state, role, cursor }) => {
      const { items } = await services.relays.list(caller, params);
      const wanted = items.filter(
        (relay) =>
          (state === "all" || relay.state === state) && (role === undefined || relay.role === foldRoleId(role)),
      );
      const shown = wanted.map(({ decidedBy, reason, itemId, decidedAt: _, ...relay }) => ({
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

function pageOfMemory(
  memory: Memory,
  cursor: string | undefined,
  reader: string,
): { sections: Shown[]; nextCursor: string | null } {
  const all = memory.sections.flatMap(({ role, items }) =>
    items.map((item) => ({ role, id: item.id, item: compact(item, needsId({ role, tag: item.tag }, reader)) })),
  );
  const page = pageOf(all, cursor, ({ id }) => id);
  const sections: Shown[] = [];
  for (const { role, item } of page.items) {
    const last = sections.at(-1);
    if (last?.role === role) last.items.push(item);
    else sections.push({ role, items: [item] });
  }
  return { sections, nextCursor: page.nextCursor };
}

function compact(item: Memory["sections"][number]["items"][number], withId: boolean): Shown["items"][number] {
  const { id, tag, text, body, state, resolution, alsoSeenBy, question } = item;
  const isCut = bytesOf([text, body]) > TEXT_BYTES;
  return {
    ...(withId && { id }),
    tag,
    ...(alsoSeenBy && { alsoSeenBy }),
    ...(question && { question }),
    text: isCut ? cutText(text, 0, TEXT_BYTES / 2).text : text,
    ...(body !== "" && { body: isCut ? cutText(body, 0, TEXT_BYTES / 2).text : body }),
    ...(state !== "active" && { state }),
    ...(resolution !== null && { resolution }),
    ...(isCut && { cut: true as const }),
  };
}

/** Enough of a text that is gone to know which one it was. */
function shorten<T extends { text: string }>(item: T): T {
  return { ...item, text: cutText(item.text, 0, 300).text };
}

function written(done: { item: { id: string }; revision: number }) {
  return { state: "written" as const, id: done.item.id, revision: done.revision };
}

function placed({ addedTo }: { addedTo?: string | undefined }) {
  return addedTo === undefined ? {} : { addedTo };
}

function relayed({ id, role }: { id: string; role: string }) {
  return { state: "relayed" as const, id, role, revision: null };
}
