import type { Query, QueryClient } from "@tanstack/react-query";
import type { EventsWanted } from "@/lib/client/history";
import { sessionsQuery } from "@/lib/client/sessions";
import { followMemories, type Meaning } from "@/lib/client/shown-memory";
import type { Changed } from "@/lib/contracts/changed";
import type { Event } from "@/lib/contracts/events";
import type { Session, SessionList } from "@/lib/contracts/sessions";
import { coalesce } from "@/lib/core/coalesce";
import { CHANGES } from "@/lib/core/history/actions";
import { isOpenEnded } from "@/lib/core/memory/tags";

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
