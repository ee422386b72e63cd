import type { QueryClient } from "@tanstack/react-query";
import { memoryQuery } from "@/lib/client/memory";
import type { Changed } from "@/lib/contracts/changed";
import type { Memory } from "@/lib/contracts/memory";
import { hasEnd } from "@/lib/core/memory/tags";
import { applyChange } from "@/lib/core/json-change";

type MemoryChange = NonNullable<Changed["memory"]>;

/** So many changes of one memory are kept for an answer that was on its way when they came. */
const MOST = 50;

/** What a change of a memory may also have changed: what waits for somebody, and what is wrong with the file. */
export interface Meaning {
  open: boolean;
  faults: boolean;
}

interface Shown {
  /** The last view that came from the server or from a change, without the page's own optimistic edits. */
  known?: Memory;
  /** By the view that it leads from, the newest. */
  changes: Map<string, MemoryChange>;
  latest?: MemoryChange;
}

/**
 * Keeps the memories of a workspace that were read as the stream says they are, and asks for nothing as long as it can: `ask` is called for one whose view
 * no change leads from. An answer that the changes overtook on its way is brought up to them.
 */
export function followMemories(client: QueryClient, workspace: string, ask: (session: string) => void) {
  const sessions = new Map<string, Shown>();
  const keyOf = (session: string) => memoryQuery({ workspace, session }).queryKey;
  const shownOf = (session: string) => {
    const shown = sessions.get(session) ?? { changes: new Map<string, MemoryChange>() };
    sessions.set(session, shown);
    return shown;
  };

  /** The view that the changes make of one; null where they end before the latest. */
  function follow({ changes, latest }: Shown, from: Memory): Memory | null {
    let memory = from;
    for (let steps = 0; steps <= changes.size && memory.view !== latest?.view; steps++) {
      const next = changes.get(memory.view ?? "");
      if (next === undefined) break;
      memory = applyChange(memory, next.change) as Memory;
    }
    return latest === undefined || memory.view === latest.view ? memory : null;
  }

  /** Brings what is kept of a memory up to the latest change; false where it has to be read again. */
  function settle(session: string, isNew: boolean): boolean {
    const shown = shownOf(session);
    const query = client.getQueryCache().find<Memory>({ queryKey: keyOf(session), exact: true });
    const kept = query?.state.data;
    if (query === undefined || kept === undefined) return true;
    const base = kept.view === undefined ? shown.known : kept;
    const memory = base === undefined ? null : follow(shown, base);
    if (memory !== null) {
      const isForeseen = kept.view === undefined && memory === base;
      shown.known = memory;
      if (memory !== kept && !isForeseen) client.setQueryData(keyOf(session), memory);
      return true;
    }
    const isBehind = (base?.revision ?? 0) < (shown.latest?.revision ?? 0);
    return query.state.fetchStatus !== "idle" || !(isNew || isBehind);
  }

  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== "added" && type !== "updated") return;
    const [, where, , session, address] = query.queryKey as readonly unknown[];
    if (where !== workspace || typeof session !== "string" || query.state.data === undefined) return;
    if (address === keyOf(session)[4] && !settle(session, false)) ask(session);
  });

  return {
    /** Whether changes of this memory are told by the stream, so that what an event may have changed shows by them. */
    isFollowed: (session: string) => client.getQueryData(keyOf(session))?.view !== undefined,

    /** Takes in how a memory changed, null where that is not known; answers what that means for others, all where it cannot be told. */
    onChange(session: string, change: MemoryChange | null): Meaning {
      const shown = shownOf(session);
      const before = shown.known ?? client.getQueryData(keyOf(session));
      if (change === null) {
        sessions.delete(session);
        ask(session);
        return { open: true, faults: true };
      }
      shown.latest = change;
      shown.changes.delete(change.from);
      shown.changes.set(change.from, change);
      const [oldest = ""] = shown.changes.keys();
      if (shown.changes.size > MOST) shown.changes.delete(oldest);
      if (!settle(session, true)) ask(session);
      const after = shown.known;
      if (before === undefined || after === undefined || after.view !== change.view)
        return { open: true, faults: true };
      return { open: openIn(before) !== openIn(after), faults: says(before.diagnostics) !== says(after.diagnostics) };
    },
  };
}

/** Everything of a memory that somebody may wait for. */
function openIn({ sections }: Memory): string {
  const items = sections.flatMap((section) => section.items);
  const open = items.filter(({ tag, question, pairs, outdated }) => hasEnd(tag) || question || pairs || outdated);
  return JSON.stringify(open.map(({ line: _, ...item }) => item));
}

function says(diagnostics: Memory["diagnostics"]): string {
  return JSON.stringify(diagnostics.map(({ code, message }) => [code, message]));
}
