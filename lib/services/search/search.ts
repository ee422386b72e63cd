import { setTimeout as wait } from "node:timers/promises";
import { State } from "@/lib/contracts/memory";
import type { SearchQuery, SearchResult, SearchResults } from "@/lib/contracts/search";
import type { Pair } from "@/lib/contracts/pairs";
import { onRefusal } from "@/lib/core/errors";
import { groupBy } from "@/lib/core/lists";
import { chainsOf } from "@/lib/core/memory/pair";
import {
  narrow,
  SEARCH_KINDS,
  type SearchEntry,
  type SearchFilter,
  type UndatedEntry,
} from "@/lib/core/search/search-entry";
import {
  phraseOf,
  queryWordsOf,
  rangesIn,
  snippetOf,
  soughtFor,
  soughtNearly,
  termsSought,
  type QueryWord,
  type Sought,
} from "@/lib/core/search/tokenise";
import { findWords, listPages, listStems } from "@/lib/db/lines";
import { isBusy } from "@/lib/services/commit/commit-errors";
import { readPairs } from "@/lib/services/workspace/read-pairs";
import { allow, type Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { LiveEvent } from "@/lib/services/commit/live-feed";
import { listOf, listOfKnown, readCursor } from "@/lib/services/workspace/page-of";
import { readEntries } from "@/lib/services/workspace/searched-documents";
import { SearchCatalogue } from "@/lib/services/search/search-catalogue";
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
    const living = new Set(await context.sessions.list(workspace));
    const own = caller.sessionKey === null ? null : await context.sessions.idOf(caller.sessionKey);
    const reached = caller.sessionKey === null ? living : new Set([...living].filter((id) => id === own));
    return {
      kinds: listOfKnown("kind", wanted.kind, SEARCH_KINDS),
      roles: listOf(wanted.role),
      tags: listOf(wanted.tag),
      states: listOfKnown("state", wanted.state, State.options),
      sessions: listOf(wanted.session),
      since: wanted.since && new Date(wanted.since).toISOString(),
      until: wanted.until && new Date(wanted.until).toISOString(),
      within: (session) => reached.has(session),
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
      // A database that takes nothing is searched as it is.
      const settled = catalogue.settle().catch((error: unknown) => {
        if (!isBusy(error)) throw error;
      });
      await Promise.race([settled, late]).finally(() => timer.abort());
      const { results, total, facets, found } = await search(context, workspace, wanted, filter, from);
      const next = from + found;
      return {
        items: results,
        total,
        facets,
        nextCursor: found > 0 && next < total ? String(next) : null,
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

/**
 * The lines in which every word of the query stands, or begins something; when there are none, those in which every word stands but for
 * typing errors; and when there are none, those with any of the words.
 */
async function search(
  context: ServiceContext,
  workspace: string,
  { q, limit }: SearchQuery,
  filter: SearchFilter,
  from: number,
): Promise<Pick<SearchResults, "total" | "facets"> & { results: SearchResult[]; found: number }> {
  const { queries } = context.database;
  const words = queryWordsOf(q);
  if (words.length === 0) return { results: [], found: 0, ...narrow([], filter) };
  const sessions = new Set((await listPages(queries, workspace)).map(({ session }) => session));
  const but = [...sessions].filter((session) => session !== "" && !filter.within(session));
  const find = async (sought: Sought[], all: boolean) => {
    const phrase = all ? phraseOf(words) : null;
    const answer = await findWords(queries, workspace, { words: sought, all, phrase, filter, but, from, limit });
    const narrowed = narrow(answer.counted, filter);
    return { ...answer, sought, facets: narrowed.facets, total: answer.total || narrowed.total };
  };
  let answer = await find(words.map(soughtFor), true);
  if (answer.total === 0) {
    const known = await Promise.all(words.map(({ whole }) => listStems(queries, workspace, but, whole.slice(0, 1))));
    const nearly = words.map((word, at) => soughtNearly(word, known[at] ?? []));
    if (nearly.flat().length > answer.sought.flat().length) answer = await find(nearly, true);
    if (answer.total === 0 && words.length > 1) answer = await find(nearly, false);
  }
  const { found, sought, total, facets } = answer;
  const results: SearchResult[] = [];
  const pairsOf = new Map<string, Promise<Pair[]>>();
  const pages = groupBy(found, ({ path }) => path);
  const entries = new Map<string, ReadonlyMap<string, UndatedEntry>>();
  for (const [path, hits] of pages)
    entries.set(
      path,
      await readEntries(context, workspace, path, new Set(hits.map(({ key }) => key))).catch(
        onRefusal((): ReadonlyMap<string, UndatedEntry> => new Map()),
      ),
    );
  for (const { path, key, at } of found) {
    const entry = entries.get(path)?.get(key);
    // A session may have come into the index since.
    const session = entry?.session ?? "";
    if (entry === undefined || !(session === "" || filter.within(session))) continue;
    const result = present(workspace, { ...entry, at }, sought, words);
    if (entry.kind !== "item" || entry.state === "active") results.push(result);
    else {
      const pairs = pairsOf.get(session) ?? listPairsOf(context, workspace, session);
      pairsOf.set(session, pairs);
      const next = chainsOf(await pairs)
        .after(key)
        .at(-1);
      const isThere = next !== undefined && next.state !== "gone";
      results.push(isThere ? { ...result, now: { id: next.id, role: next.role, text: next.text } } : result);
    }
  }
  return { results, found: found.length, total, facets };
}

/** The pairs of a session; none where it is gone meanwhile. */
async function listPairsOf(context: ServiceContext, workspace: string, session: string): Promise<Pair[]> {
  const read = async () => {
    const { key } = await context.sessions.find(workspace, session);
    return readPairs(context.database.queries, key, await context.committer.readable(workspace, memoryPath(session)));
  };
  return read().catch(onRefusal(() => []));
}

function present(workspace: string, entry: SearchEntry, sought: readonly Sought[], words: QueryWord[]): SearchResult {
  const { kind, title, path, session, role, tag, state, place, at } = entry;
  const snippet = snippetOf(entry.text, termsSought(entry.text, sought), words);
  const line = entry.line + snippet.line;
  return {
    ...{ kind, title, titleMatches: rangesIn(title, termsSought(title, sought), words) },
    snippet: { text: snippet.text, matches: snippet.matches },
    ...{ path, line, link: `/${encodeURIComponent(workspace)}${place}${place.endsWith("line=") ? line : ""}` },
    ...{ session, role, tag, state, at },
  };
}

/** The documents an event is about: another process may have made it, whose edits are seen here by nothing else. */
function pathsOf({ action, target, session }: LiveEvent): string[] {
  if (action.startsWith("document.")) return [target];
  if (session === null) return [];
  if (action.startsWith("session.")) return [sessionFolder(session)];
  return action.startsWith("context.") ? [contextPath(session)] : [memoryPath(session)];
}
