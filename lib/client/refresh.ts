import type { Query, QueryClient } from "@tanstack/react-query";
import type { EventsWanted } from "@/lib/client/history";
import { sessionsQuery } from "@/lib/client/sessions";
import type { Changed } from "@/lib/contracts/changed";
import type { Event } from "@/lib/contracts/events";
import type { Session, SessionList } from "@/lib/contracts/sessions";
import { coalesce } from "@/lib/core/coalesce";
import { CHANGES } from "@/lib/core/history/actions";
import { hasEnd, isOpenEnded } from "@/lib/core/memory/tags";
import { memoryQuery } from "@/lib/client/memory";
import type { Memory } from "@/lib/contracts/memory";
import { applyChange } from "@/lib/core/json-change";

/**
 * Between two refreshes of the same data, at least this many milliseconds: a burst of events is read once, and the first
 * of a burst at once.
 */
const PAUSE = 150;

/**
 * What asks nobody anything: it is in its memory, in its session's counts and in the history. That a file gets too long by it is
 * shown within a minute, as deadlines are.
 */
const isPlain = ({ action, payload: { tag } }: Event) =>
  action === "item.added" && typeof tag === "string" && !isOpenEnded(tag);
const UNTOUCHED = / \/sessions\/\{session\}\/(?:relays|tokens|context)\b/;
/** What the stream itself keeps as it is. */
const FOLLOWED = "GET /sessions/{session}/memory";

/** Makes what is on screen follow the events of a workspace: each refreshes what it may have changed, and no more. */
export function createRefresher(client: QueryClient, workspace: string) {
  const calls = new Map<string, () => void>();

  /** Below `key`, only what `isOld` says of the rest of its key; the same `about` stands for the same `isOld`. */
  function refresh(key: readonly string[], about = "", isOld: (rest: readonly unknown[]) => boolean = () => true) {
    const name = [...key, about].join("\n");
    let call = calls.get(name);
    if (!call) {
      const predicate = ({ queryKey }: Query) => isOld(queryKey.slice(key.length));
      const rest = () => new Promise((resolve) => setTimeout(resolve, PAUSE));
      call = coalesce(() => client.invalidateQueries({ queryKey: key, predicate }), rest);
      calls.set(name, call);
    }
    call();
  }

  const sessionKey = (session: string) => ["workspace", workspace, "session", session];
  const memories = followMemories(client, workspace, (session) =>
    refresh(sessionKey(session), "memory", ([address]) => address === FOLLOWED),
  );

  /** What changed of a session beside its memory, and its place in the list, of which the stream tells. */
  function refreshSession(session: string, { open, faults }: Meaning) {
    const isUntouched = (address: unknown) => !open && UNTOUCHED.test(String(address));
    refresh(sessionKey(session), open ? "" : "plain", ([address]) => address !== FOLLOWED && !isUntouched(address));
    if (open) refresh(["workspace", workspace, "needs"]);
    if (faults) refresh(["workspace", workspace, "faults"]);
  }

  const rowsOf = () => client.getQueryData<SessionList>(sessionsQuery(workspace).queryKey)?.items ?? [];

  /** What waits for the Lead is compared with items. */
  const hasRelays = (session: string) => rowsOf().find(({ id }) => id === session)?.counts.pendingRelays !== 0;

  /** Puts a session's row into the list, the one changed last first; false where it is not there to be replaced. */
  function placeRow(row: Session): boolean {
    const { queryKey } = sessionsQuery(workspace);
    const list = client.getQueryData<SessionList>(queryKey);
    if (list === undefined) return true;
    if (client.isFetching({ queryKey }) > 0 || list.items.every(({ id }) => id !== row.id)) return false;
    const changedAt = ({ lastChange }: Session) => lastChange?.at ?? "";
    const items = list.items.map((each) => (each.id === row.id ? row : each));
    items.sort((a, b) => changedAt(b).localeCompare(changedAt(a)));
    client.setQueryData<SessionList>(queryKey, { ...list, items });
    return true;
  }

  return {
    onEvent(event: Event) {
      const { session, action, target } = event;
      const lists = new Set<string>(CHANGES[action]);
      if (session === null) {
        for (const each of ["sessions", "needs"]) lists.add(each);
      } else {
        const isTold = lists.has("items") && memories.isFollowed(session) && !hasRelays(session);
        refreshSession(session, { open: !isTold && !isPlain(event), faults: !isTold && lists.has("faults") });
        lists.delete("faults");
      }
      if (target.startsWith(".microai/")) lists.add("knowledge");
      if (target.startsWith(".kaizen/")) lists.add("agents");
      lists.delete("items");
      for (const each of lists) refresh(["workspace", workspace, each]);
      refresh(["workspace", workspace, "events"], action, ([wanted]) => {
        const { action: some } = (wanted ?? {}) as EventsWanted;
        return some === undefined || some.split(",").includes(action);
      });
    },
    /** What it carries is taken in, and all else is asked for. */
    onChanged(changed: Changed | null) {
      const { session, memory, row } = changed ?? { row: null };
      if (session === undefined)
        refresh(["workspace", workspace, "session"], "cut", ([, address]) => address === FOLLOWED);
      else if (memory !== undefined) {
        const isShown = memories.isFollowed(session);
        const meaning = memories.onChange(session, memory);
        if (isShown && (meaning.open || meaning.faults)) refreshSession(session, meaning);
      }
      if (row === null || (row !== undefined && !placeRow(row))) refresh(["workspace", workspace, "sessions"]);
    },
    onLookers() {
      refresh(["workspace", workspace, "lookers"]);
    },
    onReset() {
      refresh(["workspace", workspace]);
    },
  };
}

type MemoryChange = NonNullable<Changed["memory"]>;

/** So many changes of one memory are kept for an answer that was on its way when they came. */
const MOST = 50;

/** What a change of a memory may also have changed: what waits for somebody, and what is wrong with the file. */
interface Meaning {
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
