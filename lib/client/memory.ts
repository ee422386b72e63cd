import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { addressOf, call } from "@/lib/client/call";
import type { SessionScope } from "@/lib/client/paths";
import { requestText } from "@/lib/client/request";
import { sessionKey } from "@/lib/client/sessions";
import { wordsOf } from "@/lib/core/memory/words-of";
import type { AddItem, ArchiveItems, Item, MakeItems, Memory, UnarchiveItems } from "@/lib/contracts/memory";

/** The whole team memory: filters work on it in the browser, so that they answer at once. */
export function memoryQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "memory"],
    queryFn: ({ signal }) => call("GET /sessions/{session}/memory", { params: scope, signal }),
  });
}

/** TEAM-MEMORY.md as it is on disk. */
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
export function relaysQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "relays"],
    queryFn: ({ signal }) => call("GET /sessions/{session}/relays", { params: scope, query: { limit: 500 }, signal }),
  });
}

/** An item, if it is still there, with every revision that was about it, oldest first. */
export function itemLifeQuery(scope: SessionScope, item: string) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "item-life", item],
    queryFn: ({ signal }) =>
      call("GET /sessions/{session}/memory/items/{item}", { params: { ...scope, item }, signal }),
  });
}

/** Who wrote each line of the memory's file. */
export function blameQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "blame"],
    queryFn: ({ signal }) => call("GET /sessions/{session}/memory/blame", { params: scope, signal }),
  });
}

/** One revision with its whole text. It never changes, so it is read once; its key is outside the session's for that. */
export function revisionQuery(scope: SessionScope, revision: number) {
  return queryOptions({
    queryKey: ["revision", scope.workspace, scope.session, revision],
    queryFn: ({ signal }) =>
      call("GET /sessions/{session}/memory/revisions/{revision}", { params: { ...scope, revision }, signal }),
    staleTime: Infinity,
  });
}

/** What changed between two revisions; 0 is the empty text before the first. It never changes, so it is read once. */
export function diffQuery(scope: SessionScope, from: number, to: number) {
  return queryOptions({
    queryKey: ["diff", scope.workspace, scope.session, from, to],
    queryFn: ({ signal }) =>
      call("GET /sessions/{session}/memory/diff", { params: scope, query: { from, to }, signal }),
    staleTime: Infinity,
  });
}

/** What pruning the text of `etag` to `target` lines would delete; another text is another preview. */
export function prunePreviewQuery(scope: SessionScope, target: number, etag: string) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "prune-preview", target, etag],
    queryFn: ({ signal }) =>
      call("POST /sessions/{session}/memory/prune", { params: scope, body: { dryRun: true, target }, signal }),
    gcTime: 0,
  });
}

/** Deletes exactly what the preview showed: on any other text than that of `etag` it fails as `stale`. */
export function executePrune(scope: SessionScope, target: number, etag: string) {
  const body = { dryRun: false, target };
  return call("POST /sessions/{session}/memory/prune", { params: scope, body, ifMatch: etag });
}

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

/** Makes items of a section's text, as the preview of that `etag` showed them. */
export function makeItems(scope: SessionScope, body: MakeItems, etag: string) {
  return call("POST /sessions/{session}/memory/make-items", { params: scope, body, ifMatch: etag });
}

/** Writes an item as the Lead, to the Lead's own section or to the one named. A key makes sending it twice safe. */
export async function addItem(scope: SessionScope, body: AddItem, idempotencyKey: string) {
  const answer = await call("POST /sessions/{session}/memory/items", { params: scope, body, idempotencyKey });
  // What a person adds waits for nobody's approval.
  return answer as Extract<typeof answer, { item: unknown }>;
}

/** Archives items, or a whole section when a role is named. */
export function archiveItems(scope: SessionScope, body: z.infer<typeof ArchiveItems>) {
  return call("POST /sessions/{session}/memory/archive", { params: scope, body });
}

/** Says that an item holds: seen by its reader too, and kept where a version changed what it cites. */
export function confirmItem(scope: SessionScope, item: string) {
  return call("POST /sessions/{session}/memory/items/{item}/same", { params: { ...scope, item } });
}

/** Takes archived or resolved items back into use, or a whole section when a role is named. */
export function unarchiveItems(scope: SessionScope, body: z.infer<typeof UnarchiveItems>) {
  return call("POST /sessions/{session}/memory/unarchive", { params: scope, body });
}

/** Strikes an item and writes what became of it, as long as it says what is shown. */
export function resolveItem(scope: SessionScope, item: Item, resolution: string) {
  const body = { item: item.id, was: wordsOf(item), resolution };
  return call("POST /sessions/{session}/memory/resolve", { params: scope, body });
}

/** Marks a teammate replaced; its section stays, the successor gets one of its own. */
export function replaceRole(scope: SessionScope, role: string, by: string) {
  return call("POST /sessions/{session}/memory/replace-role", { params: scope, body: { role, by } });
}

/** Takes one revision back; a conflict when its text has changed since. */
export function undoRevision(scope: SessionScope, revision: number) {
  return call("POST /sessions/{session}/memory/undo", { params: scope, body: { revision } });
}

/** Brings back the whole text of an earlier revision; `stale` unless the file is still the one of `etag`. */
export function revertMemory(scope: SessionScope, revision: number, etag: string) {
  const body = { revision };
  return call("POST /sessions/{session}/memory/revert", { params: scope, body, ifMatch: etag });
}

/** Brings back one item as it was after a revision; a conflict when it says something else by now. */
export function restoreItem(scope: SessionScope, revision: number, item: Item) {
  const body = { revision, item: item.id, was: wordsOf(item) };
  return call("POST /sessions/{session}/memory/revert", { params: scope, body });
}

/** Brings back one section as it was after a revision; `stale` unless the file is still the one of `etag`. */
export function restoreSection(scope: SessionScope, revision: number, section: string, etag: string) {
  const body = { revision, section };
  return call("POST /sessions/{session}/memory/revert", { params: scope, body, ifMatch: etag });
}

/** Gives an item other words; a conflict when it says something else by now. */
export function editItem(scope: SessionScope, item: Item, newString: string) {
  const body = { item: item.id, was: wordsOf(item), newString };
  return call("POST /sessions/{session}/memory/edit", { params: scope, body });
}

/** Writes a relay to its role's section, with other words where `text` is given. */
export function approveRelay(scope: SessionScope, relay: string, text?: string) {
  const body = text === undefined ? {} : { text };
  return call("POST /sessions/{session}/relays/{relay}/approve", { params: { ...scope, relay }, body });
}

/** Turns a relay down; the reason goes back to who sent it. */
export function rejectRelay(scope: SessionScope, relay: string, reason: string) {
  const params = { ...scope, relay };
  return call("POST /sessions/{session}/relays/{relay}/reject", { params, body: { reason } });
}

/** Has a relay wait again that was approved or rejected. */
export function undoRelay(scope: SessionScope, relay: string) {
  return call("POST /sessions/{session}/relays/{relay}/undo", { params: { ...scope, relay } });
}
