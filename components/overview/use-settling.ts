"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { complain } from "@/components/shell/complain";
import { sayCount } from "@/components/ui/say-count";
import { toast } from "@/components/ui/toast-queue";
import { archiveItems } from "@/lib/client/mutations/archive-items";
import { approveRelay, rejectRelay } from "@/lib/client/mutations/decide-relay";
import { decideRepair } from "@/lib/client/mutations/repairs";
import { resolveItem } from "@/lib/client/mutations/resolve-item";
import { undoRevision } from "@/lib/client/mutations/undo-revision";
import { repairsKey } from "@/lib/client/queries/repairs";
import { sessionKey } from "@/lib/client/queries/session";
import { sessionsQuery } from "@/lib/client/queries/sessions";
import type { Changed } from "@/lib/contracts/memory";
import type { Need } from "./needs";

type ItemNeed = Extract<Need, { kind: "conflict" | "question" }>;
type RepairNeed = Extract<Need, { kind: "repair" }>;
type RelayNeed = Extract<Need, { kind: "relay" }>;

interface Act<Answer> {
  need: Need;
  send: () => Promise<Answer>;
  /** What is said afterwards. */
  title: string;
  failed: string;
  /** Takes it back; from what the server answered. */
  undo?: (answer: Answer) => Promise<unknown>;
}

/** Settles what waits: it leaves the list at once, comes back if that failed, and Undo takes it back. */
export function useSettling(workspace: string, markSeen: (session: string) => () => void) {
  const client = useQueryClient();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [lastUndo, setLastUndo] = useState<{ title: string; run: () => void }>();

  const setHidden = useCallback(
    (key: string, hidden: boolean) =>
      setGone((before) => {
        const next = new Set(before);
        if (hidden) next.add(key);
        else next.delete(key);
        return next;
      }),
    [],
  );

  async function refresh(session: string): Promise<void> {
    await Promise.all([
      client.invalidateQueries({ queryKey: sessionKey({ workspace, session }) }),
      client.invalidateQueries({ queryKey: sessionsQuery(workspace).queryKey }),
      client.invalidateQueries({ queryKey: repairsKey(workspace) }),
    ]);
  }

  async function run<Answer>({ need, send, title, failed, undo }: Act<Answer>): Promise<void> {
    setHidden(need.key, true);
    try {
      const answer = await send();
      if (undo) offerUndo(title, () => void takeBack(need, () => undo(answer)));
      else toast({ title });
      await refresh(need.session);
    } catch (error) {
      complain(failed, error);
      await refresh(need.session);
    } finally {
      // By now the list has been read anew: what was settled is not in it, what was not is back.
      setHidden(need.key, false);
    }
  }

  async function takeBack(need: Need, undo: () => Promise<unknown>): Promise<void> {
    setLastUndo(undefined);
    try {
      await undo();
      toast({ title: "Undone" });
    } catch (error) {
      complain("Not undone", error);
    }
    await refresh(need.session);
  }

  function offerUndo(title: string, undo: () => void) {
    setLastUndo({ title, run: undo });
    toast({ title, action: { label: "Undo", keys: "u", run: undo } });
  }

  const scopeOf = (need: Need) => ({ workspace, session: need.session });
  const undoIn = (need: Need) => (answer: Changed) => undoRevision(scopeOf(need), answer.revision);

  return {
    gone,
    lastUndo,
    approve: (need: RelayNeed, text?: string) =>
      run({
        need,
        send: () => approveRelay(scopeOf(need), need.relay.id, text),
        title: `Approved: written to ${need.relay.role}`,
        failed: "Not approved",
      }),
    reject: (need: RelayNeed, reason: string) =>
      run({
        need,
        send: () => rejectRelay(scopeOf(need), need.relay.id, reason),
        title: `Rejected; ${need.relay.role} is told why`,
        failed: "Not rejected",
      }),
    resolve: (need: ItemNeed, resolution: string) =>
      run({
        need,
        send: () => resolveItem(scopeOf(need), need.item.id, resolution),
        title: "Resolved",
        failed: "Not resolved",
        undo: undoIn(need),
      }),
    archive: (need: ItemNeed) =>
      run({
        need,
        send: () => archiveItems(scopeOf(need), { items: [need.item.id] }),
        title: "Archived 1 item",
        failed: "Not archived",
        undo: undoIn(need),
      }),
    putBack: (need: RepairNeed) =>
      run({
        need,
        send: () => decideRepair(workspace, need.repair.id, "apply"),
        title: `Put back ${sayCount(need.repair.lineCount, "line")}`,
        failed: "Not put back",
        undo: () => decideRepair(workspace, need.repair.id, "undo"),
      }),
    dismiss: (need: RepairNeed) =>
      run({
        need,
        send: () => decideRepair(workspace, need.repair.id, "dismiss"),
        title: "Dismissed; the file stays as it was saved",
        failed: "Not dismissed",
        undo: () => decideRepair(workspace, need.repair.id, "undo"),
      }),
    see: (need: Need) => {
      const forget = markSeen(need.session);
      offerUndo(`Seen: edits outside in ${need.session}`, () => {
        setLastUndo(undefined);
        forget();
      });
    },
  };
}

export type Settling = ReturnType<typeof useSettling>;
