"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { complain } from "@/components/shell/complain";
import { sayCount } from "@/components/ui/say-count";
import { toast } from "@/components/ui/toast-queue";
import { addItem } from "@/lib/client/mutations/add-item";
import { archiveItems } from "@/lib/client/mutations/archive-items";
import { approveRelay, rejectRelay } from "@/lib/client/mutations/decide-relay";
import { decideRepair } from "@/lib/client/mutations/repairs";
import { replaceRole } from "@/lib/client/mutations/replace-role";
import { resolveItem } from "@/lib/client/mutations/resolve-item";
import { unarchiveItems } from "@/lib/client/mutations/unarchive-items";
import { undoRevision } from "@/lib/client/mutations/undo-revision";
import type { SessionScope } from "@/lib/client/paths";
import { memoryQuery } from "@/lib/client/queries/memory";
import { relaysQuery } from "@/lib/client/queries/relays";
import { repairsKey } from "@/lib/client/queries/repairs";
import { sessionKey } from "@/lib/client/queries/session";
import { sessionsQuery } from "@/lib/client/queries/sessions";
import { RequestError, wordsOf } from "@/lib/client/request-error";
import type { AddItem, Item, ItemAdded, Memory, Relay, RelayList } from "@/lib/contracts/memory";
import type { Repair } from "@/lib/contracts/repairs";
import type { z } from "zod";
import { appendItem, changeItems } from "./optimistic";
import { whileOwn } from "./own-changes";

/** A change that met another one: what the reader wanted, and what stands there now. */
export interface Conflict {
  title: string;
  message: string;
  hint: string | undefined;
  yours: string;
  theirs: string | undefined;
}

interface Change<Result> {
  /** What is shown before the server has answered. */
  foresee?: (memory: Memory) => Memory;
  send: () => Promise<Result>;
  /** What became of it; with a revision, or an `undo` of its own, it can be undone. */
  done: (result: Result) => {
    title: string;
    detail?: string | undefined;
    revision?: number | undefined;
    undo?: () => Promise<unknown>;
  };
  failed: string;
  /** The text the change was about, for the conflict's other side. */
  about: string;
}

/** Something done that can be taken back. */
interface Undoable {
  title: string;
  send: () => Promise<unknown>;
}

const count = (items: readonly unknown[]) => sayCount(items.length, "item");

/** Everything a Lead does to a memory: shown at once, taken back when it fails, undone with one key. */
export function useCuration(scope: SessionScope, onConflict: (conflict: Conflict) => void) {
  const client = useQueryClient();
  const [undoable, setUndoable] = useState<Undoable[]>([]);
  const { workspace, session } = scope;

  const act = useMemo(() => {
    const here = { workspace, session };
    const memoryKey = memoryQuery(here).queryKey;
    const relaysKey = relaysQuery(here).queryKey;

    const refresh = () =>
      Promise.all([
        client.invalidateQueries({ queryKey: sessionKey(here) }),
        client.invalidateQueries({ queryKey: sessionsQuery(workspace).queryKey }),
        client.invalidateQueries({ queryKey: repairsKey(workspace) }),
      ]);
    const show = (change: (memory: Memory) => Memory) =>
      client.setQueryData(memoryKey, (memory) => memory && change(memory));

    const run = <Result>(change: Change<Result>) => whileOwn(() => make(change));

    async function make<Result>({ foresee, send, done, failed, about }: Change<Result>): Promise<Result | undefined> {
      // An answer that is already on its way would overwrite what is foreseen.
      await client.cancelQueries({ queryKey: memoryKey });
      const before = client.getQueryData(memoryKey);
      if (foresee) show(foresee);
      try {
        const result = await send();
        const { title, detail, revision, undo: own } = done(result);
        const takeBack = own ?? (revision === undefined ? undefined : () => undoRevision(here, revision));
        const undoable = takeBack && { title, send: takeBack };
        if (undoable) setUndoable((past) => [...past.slice(-19), undoable]);
        toast({
          title,
          key: "curation",
          ...(detail !== undefined && { detail }),
          ...(undoable && { action: { label: "Undo", keys: "u", run: () => void undo(undoable) } }),
        });
        return result;
      } catch (error) {
        if (foresee && before) client.setQueryData(memoryKey, before);
        if (error instanceof RequestError && error.code === "conflict") {
          const { message, hint } = wordsOf(error);
          const theirs = error.problem?.current?.["text"];
          onConflict({
            title: failed,
            message,
            hint,
            yours: about,
            theirs: typeof theirs === "string" ? theirs : undefined,
          });
        } else complain(failed, error);
        return undefined;
      } finally {
        void whileOwn(refresh);
      }
    }

    async function undo(undoable: Undoable): Promise<void> {
      setUndoable((past) => past.filter((each) => each !== undoable));
      await run({
        send: undoable.send,
        done: () => ({ title: `Undone: ${undoable.title}` }),
        failed: "Not undone",
        about: undoable.title,
      });
    }

    return {
      undo,
      archive: (items: Item[]) =>
        run({
          foresee: (memory) => changeItems(memory, idsOf(items), (item) => ({ ...item, state: "archived" })),
          send: () => archiveItems(here, { items: items.map((item) => item.id) }),
          done: ({ revision }) => ({ title: `Archived ${count(items)}`, revision }),
          failed: "Not archived",
          about: textsOf(items),
        }),
      archiveSection: (role: string) =>
        run({
          send: () => archiveItems(here, { role }),
          done: ({ revision }) => ({ title: `Archived the section of ${role}`, revision }),
          failed: "Not archived",
          about: role,
        }),
      unarchive: (items: Item[]) =>
        run({
          foresee: (memory) =>
            changeItems(memory, idsOf(items), (item) => ({ ...item, state: "active", resolution: null })),
          send: () =>
            unarchiveItems(
              here,
              items.map((item) => item.id),
            ),
          done: ({ revision }) => ({ title: `Brought back ${count(items)}`, revision }),
          failed: "Not brought back",
          about: textsOf(items),
        }),
      resolve: (item: Item, resolution: string) =>
        run({
          foresee: (memory) =>
            changeItems(memory, idsOf([item]), (each) => ({ ...each, state: "resolved", resolution })),
          send: () => resolveItem(here, item.id, resolution),
          done: ({ revision }) => ({ title: "Resolved", detail: resolution, revision }),
          failed: "Not resolved",
          about: item.text,
        }),
      replace: (role: string, by: string) =>
        run({
          send: () => replaceRole(here, role, by),
          done: ({ revision }) => ({ title: `${by} replaces ${role}`, revision }),
          failed: "Not replaced",
          about: role,
        }),
      add: (body: AddItem, idempotencyKey: string): Promise<ItemAdded | undefined> =>
        run({
          send: async () => {
            const added = await addItem(here, body, idempotencyKey);
            show((memory) => appendItem(memory, body.role ?? "Lead", added.item));
            return added;
          },
          done: ({ revision, advice }) => ({
            title: `Added to ${body.role ?? "Lead"}`,
            detail: advice?.hint,
            revision,
          }),
          failed: "Not added",
          about: body.text,
        }),
      approve: (relay: Relay, text?: string) =>
        run({
          send: async () => {
            hideRelay(relay.id);
            const decided = await approveRelay(here, relay.id, text);
            const { item } = decided;
            if (item) show((memory) => appendItem(memory, relay.role, item));
            return decided;
          },
          done: () => ({ title: `Approved: written to ${relay.role}` }),
          failed: "Not approved",
          about: text ?? relay.text,
        }),
      applyRepair: (repair: Repair) =>
        run({
          send: () => decideRepair(workspace, repair.id, "apply"),
          done: () => ({ title: `Put back ${sayCount(repair.lineCount, "line")}`, undo: undoRepair(repair) }),
          failed: "Not put back",
          about: repair.lines.join("\n"),
        }),
      dismissRepair: (repair: Repair) =>
        run({
          send: () => decideRepair(workspace, repair.id, "dismiss"),
          done: () => ({ title: "Dismissed; the file stays as it was saved", undo: undoRepair(repair) }),
          failed: "Not dismissed",
          about: repair.lines.join("\n"),
        }),
      undoRepair: (repair: Repair) =>
        run({
          send: undoRepair(repair),
          done: () => ({ title: "Took the lines out again" }),
          failed: "Not undone",
          about: repair.lines.join("\n"),
        }),
      reject: (relay: Relay, reason: string) =>
        run({
          send: () => {
            hideRelay(relay.id);
            return rejectRelay(here, relay.id, reason);
          },
          done: () => ({ title: `Rejected; ${relay.role} is told why` }),
          failed: "Not rejected",
          about: relay.text,
        }),
    };

    function undoRepair({ id }: Repair) {
      return () => decideRepair(workspace, id, "undo");
    }

    /** A decided relay leaves the list before the server has answered; the refresh brings it back if that failed. */
    function hideRelay(id: string) {
      client.setQueryData(
        relaysKey,
        (list: z.infer<typeof RelayList> | undefined) =>
          list && { ...list, items: list.items.filter((relay) => relay.id !== id) },
      );
    }
  }, [client, workspace, session, onConflict]);

  const last = undoable.at(-1);
  return { ...act, lastDone: last, undoLast: () => last && void act.undo(last) };
}

export type Curation = ReturnType<typeof useCuration>;

function idsOf(items: readonly Item[]): ReadonlySet<string> {
  return new Set(items.map((item) => item.id));
}

function textsOf(items: readonly Item[]): string {
  return items.map((item) => item.text).join("\n");
}
