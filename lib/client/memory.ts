import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { addressOf, call } from "@/lib/client/call";
import { readOnce, readQuery } from "@/lib/client/read-query";
import type { SessionScope } from "@/lib/client/paths";
import { requestText } from "@/lib/client/request";
import { sessionKey } from "@/lib/client/sessions";
import { wordsOf } from "@/lib/core/memory/model";
import type { AddItem, ArchiveItems, Item, MakeItems, Memory, UnarchiveItems } from "@/lib/contracts/memory";

/** The whole team memory: filters work on it in the browser, so that they answer at once. */
export const memoryQuery = (scope: SessionScope) => readQuery("GET /sessions/{session}/memory", { params: scope });

export function memoryFileQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "memory-file"],
    queryFn: ({ signal }) =>
      requestText(addressOf("GET /sessions/{session}/memory", { params: scope }), { accept: "text/markdown", signal }),
  });
}

/** A role that no section can have, so that the answer holds no items. */
const NO_SECTION = "-";

/** The newest revision of a team memory with its ETag and its size, without a single item. */
export function memoryHeadQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "memory-head"],
    queryFn: async ({ signal }) =>
      headOf(await call("GET /sessions/{session}/memory", { params: scope, query: { role: NO_SECTION }, signal })),
  });
}

/** What is kept of a memory that was read. */
export function headOf({ etag, revision, lines }: Memory): Pick<Memory, "etag" | "revision" | "lines"> {
  return { etag, revision, lines };
}

/** The relays of a session, decided ones too. */
export const relaysQuery = (scope: SessionScope) =>
  readQuery("GET /sessions/{session}/relays", { params: scope, query: { limit: 500 } });

/** An item, if it is still there, with every revision that was about it, oldest first. */
export const itemLifeQuery = (scope: SessionScope, item: string) =>
  readQuery("GET /sessions/{session}/memory/items/{item}", { params: { ...scope, item } });

/** One revision with its whole text. It never changes, so it is read once; its key is outside the session's for that. */
export const revisionQuery = (scope: SessionScope, revision: number) =>
  readOnce("GET /sessions/{session}/memory/revisions/{revision}", { params: { ...scope, revision } });

/** What changed between two revisions; 0 is the empty text before the first. It never changes, so it is read once. */
export const diffQuery = (scope: SessionScope, from: number, to: number) =>
  readOnce("GET /sessions/{session}/memory/diff", { params: scope, query: { from, to } });

/** What pruning the text of `etag` to `target` lines would delete; another text is another preview. */
export const prunePreviewQuery = (scope: SessionScope, target: number, etag: string) => ({
  ...readQuery("POST /sessions/{session}/memory/prune", { params: scope, body: { dryRun: true, target } }),
  queryKey: [...sessionKey(scope), "prune-preview", target, etag],
  gcTime: 0,
});

/** The items that a section's text would become. Fetched once for each version of the file: after the change the text is gone. */
export function itemsPreviewQuery(scope: SessionScope, wanted: MakeItems, etag: string) {
  return queryOptions({
    queryKey: ["items-preview", scope.workspace, scope.session, wanted, etag],
    queryFn: ({ signal }) => {
      const body = { ...wanted, dryRun: true };
      return call("POST /sessions/{session}/memory/make-items", { params: scope, body, signal });
    },
    gcTime: 0,
  });
}

/** Writes an item as the Lead, to the Lead's own section or to the one named. A key makes sending it twice safe. */
export async function addItem(scope: SessionScope, body: AddItem, idempotencyKey: string) {
  const answer = await call("POST /sessions/{session}/memory/items", { params: scope, body, idempotencyKey });
  // What a person adds waits for nobody's approval.
  return answer as Extract<typeof answer, { item: unknown }>;
}

/** Archives items, or a whole section when a role is named. */
export const archiveItems = (scope: SessionScope, body: z.infer<typeof ArchiveItems>) =>
  call("POST /sessions/{session}/memory/archive", { params: scope, body });

/** Takes archived or resolved items back into use, or a whole section when a role is named. */
export const unarchiveItems = (scope: SessionScope, body: z.infer<typeof UnarchiveItems>) =>
  call("POST /sessions/{session}/memory/unarchive", { params: scope, body });

/** Strikes an item and writes what became of it, as long as it says what is shown. */
export const resolveItem = (scope: SessionScope, item: Item, resolution: string) =>
  call("POST /sessions/{session}/memory/resolve", {
    params: scope,
    body: { item: item.id, was: wordsOf(item), resolution },
  });

/** Takes one revision back; a conflict when its text has changed since. */
export const undoRevision = (scope: SessionScope, revision: number) =>
  call("POST /sessions/{session}/memory/undo", { params: scope, body: { revision } });

/** Brings back one item as it was after a revision; a conflict when it says something else by now. */
export const restoreItem = (scope: SessionScope, revision: number, item: Item) =>
  call("POST /sessions/{session}/memory/revert", {
    params: scope,
    body: { revision, item: item.id, was: wordsOf(item) },
  });

/** Gives an item other words; a conflict when it says something else by now. */
export const editItem = (scope: SessionScope, item: Item, newString: string) =>
  call("POST /sessions/{session}/memory/edit", {
    params: scope,
    body: { item: item.id, was: wordsOf(item), newString },
  });

/** Writes a relay to its role's section, with other words where `text` is given. */
export const approveRelay = (scope: SessionScope, relay: string, text?: string) =>
  call("POST /sessions/{session}/relays/{relay}/approve", {
    params: { ...scope, relay },
    body: text === undefined ? {} : { text },
  });

/** Turns a relay down; the reason goes back to who sent it. */
export const rejectRelay = (scope: SessionScope, relay: string, reason: string) =>
  call("POST /sessions/{session}/relays/{relay}/reject", { params: { ...scope, relay }, body: { reason } });

/** Ends a relay that is true and done; the note goes back to who sent it. */
export const settleRelay = (scope: SessionScope, relay: string, note: string) =>
  call("POST /sessions/{session}/relays/{relay}/settle", { params: { ...scope, relay }, body: { note } });

/** Settles a pair: the id of the line that holds, or both; `open` takes it back. */
export const settlePair = (scope: SessionScope, pair: string, holds: string) =>
  call("POST /sessions/{session}/pairs/{pair}/settle", { params: { ...scope, pair }, body: { holds } });

/** Has a relay wait again that was decided. */
export const undoRelay = (scope: SessionScope, relay: string) =>
  call("POST /sessions/{session}/relays/{relay}/undo", { params: { ...scope, relay } });
