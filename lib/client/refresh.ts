import type { Query, QueryClient } from "@tanstack/react-query";
import type { EventsWanted } from "@/lib/client/history";
import type { Event } from "@/lib/contracts/events";
import { isOpenEnded } from "@/lib/core/memory/tags";

/**
 * Between two refreshes of the same data, at least this many milliseconds: a burst of events is read once, and the first
 * of a burst at once.
 */
const PAUSE = 150;

/** What is about knowledge and the teams' sessions, such as `team_session.started`. */
const KNOWLEDGE = /^(knowledge|team_session|checkpoint|learning)\./;

/** What may change a file, or what was decided about its faults. */
const FILES = /^(document|fault|session|role|section|memory|context|gate|agent|knowledge|team_session)\./;

/**
 * What asks nobody anything: it is in its memory, in its session's counts and in the history. That a file gets too long by it is
 * shown within a minute, as deadlines are.
 */
const isPlain = ({ action, payload: { tag } }: Event) =>
  action === "item.added" && typeof tag === "string" && !isOpenEnded(tag);
const UNTOUCHED = / \/sessions\/\{session\}\/(?:relays|tokens|context)\b/;

/** What may change the list of saves that left out lines, or what is done about them. */
const REPAIRS = /^(document\.(overwritten|repaired)|repair\.\w+|workspace\.configured)$/;

/**
 * Calls `act` at once, and once more when it was asked for meanwhile: after `act` is done and at least `pause`
 * milliseconds later. So whatever was asked for is followed by an `act` that began after it.
 */
export function coalesce(act: () => Promise<unknown>, pause: number): () => void {
  let running = false;
  let again = false;
  return function call() {
    if (running) {
      again = true;
      return;
    }
    running = true;
    const rest = new Promise((resolve) => setTimeout(resolve, pause));
    void Promise.allSettled([act(), rest]).then(() => {
      running = false;
      if (!again) return;
      again = false;
      call();
    });
  };
}

/** Makes what is on screen follow the events of a workspace: each refreshes what it may have changed, and no more. */
export function createRefresher(client: QueryClient, workspace: string) {
  const calls = new Map<string, () => void>();

  /** Below `key`, only what `isOld` says of the rest of its key; the same `about` stands for the same `isOld`. */
  function refresh(key: readonly string[], about = "", isOld: (rest: readonly unknown[]) => boolean = () => true) {
    const name = [...key, about].join("\n");
    let call = calls.get(name);
    if (!call) {
      const predicate = ({ queryKey }: Query) => isOld(queryKey.slice(key.length));
      call = coalesce(() => client.invalidateQueries({ queryKey: key, predicate }), PAUSE);
      calls.set(name, call);
    }
    call();
  }

  return {
    onEvent(event: Event) {
      const own = ["workspace", workspace, "session", event.session ?? ""];
      if (isPlain(event)) refresh(own, "plain", ([address]) => !UNTOUCHED.test(String(address)));
      else {
        if (event.session !== null) refresh(own);
        refresh(["workspace", workspace, "needs"]);
      }
      refresh(["workspace", workspace, "sessions"]);
      refresh(["workspace", workspace, "events"], event.action, ([wanted]) => {
        const { action } = (wanted ?? {}) as EventsWanted;
        return action === undefined || action.split(",").includes(event.action);
      });
      if (KNOWLEDGE.test(event.action) || event.target.startsWith(".microai/")) {
        refresh(["workspace", workspace, "knowledge"]);
      }
      if (FILES.test(event.action)) refresh(["workspace", workspace, "faults"]);
      if (REPAIRS.test(event.action)) refresh(["workspace", workspace, "repairs"]);
      if (event.action.startsWith("person.")) {
        refresh(["workspace", workspace, "people"]);
        refresh(["workspace", workspace, "accounts"]);
        refresh(["workspace", workspace, "me"]);
      }
      if (event.action === "login.locked") refresh(["workspace", workspace, "login-attempts"]);
      if (event.action.startsWith("agent.") || event.target.startsWith(".kaizen/")) {
        refresh(["workspace", workspace, "agents"]);
      }
      if (event.action === "session.deleted" || event.action === "session.restored") {
        refresh(["workspace", workspace, "trash"]);
      }
    },
    onLookers() {
      refresh(["workspace", workspace, "lookers"]);
    },
    onReset() {
      refresh(["workspace", workspace]);
    },
  };
}
