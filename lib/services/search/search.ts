import { setTimeout as wait } from "node:timers/promises";
import { State } from "@/lib/contracts/memory";
import type { SearchQuery, SearchResult, SearchResults } from "@/lib/contracts/search";
import { SEARCH_KINDS, type SearchFilter } from "@/lib/core/search/search-entry";
import { allow, type Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { LiveEvent } from "@/lib/services/commit/live-feed";
import { listOf, listOfKnown, readCursor } from "@/lib/services/workspace/page-of";
import { SearchCatalogue } from "@/lib/services/search/search-catalogue";
import type { SearchHit } from "@/lib/services/search/search-index";
import { contextPath, memoryPath, sessionFolder } from "@/lib/core/memory/session-paths";

/** Who searches while much is still to be read is answered with what there is after this long. Milliseconds. */
const PATIENCE_MS = 1500;

/** Search over every kind of memory of a workspace. */
export function searchService(context: ServiceContext) {
  const catalogues = new Map<string, SearchCatalogue>();
  const catalogueOf = (workspace: string): SearchCatalogue => {
    const known = catalogues.get(workspace) ?? new SearchCatalogue(context, workspace);
    catalogues.set(workspace, known);
    return known;
  };
  const stops = [
    context.committer.documents.news.subscribe((workspace, path) => catalogues.get(workspace)?.touch(path)),
    context.live.subscribe((event) => {
      if (event.action === "history.redacted") catalogues.get(event.workspace)?.forget();
      for (const path of pathsOf(event)) catalogues.get(event.workspace)?.touch(path);
    }),
  ];

  /** What the caller may see, and what it wants of that. Sessions that are not there now are never within it. */
  async function filterOf(caller: Caller, workspace: string, wanted: SearchQuery): Promise<SearchFilter> {
    const living = await context.sessions.list(workspace);
    const own = caller.sessionKey === null ? null : await context.sessions.idOf(caller.sessionKey);
    const reached = caller.sessionKey === null ? living : living.filter((id) => id === own);
    return {
      kinds: listOfKnown("kind", wanted.kind, SEARCH_KINDS),
      roles: listOf(wanted.role),
      tags: listOf(wanted.tag),
      states: listOfKnown("state", wanted.state, State.options),
      sessions: listOf(wanted.session),
      since: wanted.since === undefined ? undefined : Date.parse(wanted.since),
      until: wanted.until === undefined ? undefined : Date.parse(wanted.until),
      within: new Set(reached),
    };
  }

  return {
    /**
     * What the words are found in, the best first, with where. Everything this process answered before is in it; while
     * the index is first built, an answer says how far it is.
     */
    async find(caller: Caller, { workspace }: { workspace: string }, wanted: SearchQuery): Promise<SearchResults> {
      allow(caller, "look", { workspace });
      context.store(workspace);
      const from = readCursor(wanted.cursor) ?? 0;
      const filter = await filterOf(caller, workspace, wanted);
      const catalogue = catalogueOf(workspace);
      const timer = new AbortController();
      const late = wait(PATIENCE_MS, undefined, { signal: timer.signal }).catch(() => undefined);
      await Promise.race([catalogue.settle(), late]).finally(() => timer.abort());
      const { hits, total, facets } = catalogue.index.search(wanted.q, filter, from, wanted.limit);
      const next = from + hits.length;
      return {
        items: hits.map((hit) => present(workspace, hit)),
        total,
        facets,
        nextCursor: hits.length > 0 && next < total ? String(next) : null,
        index: catalogue.progress,
      };
    },

    /** Reads everything, in the background of whatever else the process does. */
    async warm(): Promise<void> {
      for (const workspace of context.workspaces) {
        if ((await context.store(workspace).look()) === "there") await catalogueOf(workspace).settle();
      }
    },

    /** Lets go of what it listens to; resolves when nothing is being read any more. */
    async close(): Promise<void> {
      for (const stop of stops) stop();
      await Promise.all([...catalogues.values()].map((catalogue) => catalogue.close()));
    },
  };
}

function present(workspace: string, { entry, title, snippet }: SearchHit): SearchResult {
  const line = entry.line + snippet.line;
  return {
    kind: entry.kind,
    title: entry.title,
    titleMatches: title,
    snippet: { text: snippet.text, matches: snippet.matches },
    path: entry.path,
    line,
    link: `/${encodeURIComponent(workspace)}${entry.place}${entry.place.endsWith("line=") ? line : ""}`,
    session: entry.session,
    role: entry.role,
    tag: entry.tag,
    state: entry.state,
    at: entry.at,
  };
}

/** The documents an event is about: another process may have made it, whose edits are seen here by nothing else. */
function pathsOf({ action, target, session }: LiveEvent): string[] {
  if (action.startsWith("document.")) return [target];
  if (session === null) return [];
  if (action.startsWith("session.")) return [sessionFolder(session)];
  return action.startsWith("context.") ? [contextPath(session)] : [memoryPath(session)];
}
