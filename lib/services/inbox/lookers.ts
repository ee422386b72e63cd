import { HeardLook, type Look, type Looker, type LookerList } from "@/lib/contracts/lookers";
import { allow, personBy, personOf, type Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** A tab that says nothing for so long is gone. Milliseconds. */
const LASTS = 25_000;
const SWEEP = 5_000;
/** Tabs remembered at once, of everybody: a program that makes them up pushes out its own oldest ones first. */
const MOST_TABS = 40;
const MOST = 2_000;

interface WorkspaceParams {
  workspace: string;
}

interface Tab {
  workspace: string;
  person: string;
  name: string;
  session: string | null;
  page: string;
  until: number;
}

/**
 * Who looks at which page now, at whichever server. It is kept in memory alone: it is worth nothing once the server has ended, and each
 * tab says it anew within seconds, which the server tells the others. Whoever listens is called when somebody comes, goes, or moves
 * to another page.
 */
export function lookerService({
  clock,
  store,
  database,
  workspaces,
}: Pick<ServiceContext, "clock" | "store" | "database" | "workspaces">) {
  const tabs = new Map<string, Tab>();
  const listeners = new Set<(workspace: string) => void>();
  const tell = (workspace: string) => {
    for (const listener of listeners) listener(workspace);
  };
  const sweep = () => {
    const now = clock().getTime();
    const left = new Set<string>();
    for (const [key, tab] of tabs) {
      if (tab.until > now) continue;
      tabs.delete(key);
      left.add(tab.workspace);
    }
    for (const workspace of left) tell(workspace);
  };
  const timer = setInterval(sweep, SWEEP);
  timer.unref();

  function list(caller: Caller, { workspace }: WorkspaceParams): LookerList {
    allow(caller, "look", { workspace });
    store(workspace);
    const now = clock().getTime();
    const me = personOf(caller);
    const people = new Map<string, Looker>();
    for (const tab of tabs.values()) {
      if (tab.workspace !== workspace || tab.until <= now) continue;
      const { session, page } = tab;
      const looker = people.get(tab.person) ?? { id: tab.person, name: tab.name, me: tab.person === me, places: [] };
      if (!looker.places.some((each) => each.session === session && each.page === page))
        looker.places.push({ session, page });
      people.set(tab.person, looker);
    }
    return { items: [...people.values()].sort((a, b) => (a.name < b.name ? -1 : 1)), nextCursor: null };
  }

  function put({ workspace, person, name, tab, place }: HeardLook): void {
    // A tab is known by its person too: nobody speaks for the tab of another.
    const key = `${person} ${workspace} ${tab}`;
    const before = tabs.get(key);
    tabs.delete(key);
    if (place !== null) {
      tabs.set(key, { workspace, person, name, ...place, until: clock().getTime() + LASTS });
      const own = [...tabs.keys()].filter((each) => each.startsWith(`${person} `));
      for (const each of own.slice(0, Math.max(0, own.length - MOST_TABS))) tabs.delete(each);
      for (const each of [...tabs.keys()].slice(0, Math.max(0, tabs.size - MOST))) tabs.delete(each);
    }
    if (before?.session !== place?.session || before?.page !== place?.page) tell(workspace);
  }

  return {
    list,

    /** Says where a tab is, or that it is left; answers who is here then. */
    look(caller: Caller, params: WorkspaceParams, { tab, place }: Look): LookerList {
      const { workspace } = params;
      allow(caller, "be seen by other people", { workspace });
      store(workspace);
      const name = personBy(caller)?.name ?? (caller.kind === "owner" ? "Owner" : "Viewer");
      const said = { workspace, person: personOf(caller), name, tab, place };
      put(said);
      database.tell(JSON.stringify(said));
      return list(caller, params);
    },

    /** Takes in what another server tells of a tab there. */
    hear(word: string): void {
      const heard = readWord(word);
      if (heard !== null && workspaces.includes(heard.workspace)) put(heard);
    },

    /** Calls back when somebody comes, goes or moves in the workspace, until the returned function is called. */
    subscribe(caller: Caller, { workspace }: WorkspaceParams, listener: () => void): () => void {
      allow(caller, "look", { workspace });
      const listening = (where: string) => {
        if (where === workspace) listener();
      };
      listeners.add(listening);
      return () => listeners.delete(listening);
    },

    close: () => clearInterval(timer),
  };
}

/** What another server said; null for what a server of another version may say. */
function readWord(word: string): HeardLook | null {
  try {
    return HeardLook.parse(JSON.parse(word));
  } catch {
    return null;
  }
}
