import { citedBy, itemsOf } from "@/lib/core/inbox/item-news";
import { groupBy } from "@/lib/core/lists";
import { findItems } from "@/lib/core/memory/identity";
import type { ChangedCode } from "@/lib/core/memory/item-notes";
import { type MemoryItem, wordsOf } from "@/lib/core/memory/model";
import {
  anchorsIn,
  type Code,
  codeOf,
  type CodeAnchor,
  findCites,
  judgeAnchor,
  type Standing,
  stillNames,
} from "@/lib/core/places/code-anchor";
import { listAnchorEvents } from "@/lib/db/events";
import type { Queries } from "@/lib/db/database";
import type { SessionRow } from "@/lib/db/sessions";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import type { CodePlace, FoundCode } from "@/lib/services/commit/found-code";
import { findRenamed } from "@/lib/store/ask-git";
import type { Store } from "@/lib/store/store";

/** An anchor with where its file went, what became of it when that had the mark, and whether that was told. */
type Known = CodeAnchor & { moved?: string; mark?: string | null; standing?: Standing; told?: true };

/** An active item, and what of the code that it names is not as it was when somebody wrote or confirmed it. */
export interface Outdated extends Pick<MemoryItem, "tag"> {
  id: string;
  role: string;
  /** What it says. */
  text: string;
  changed: ChangedCode[];
  /** Which of that its author was not told yet. */
  untold: string[];
}

/** How many files are looked at for a session, and how many places of one save. */
const MOST_FILES = 200;
const MOST_PLACES = 100;

/**
 * What items name of the code. It is read before an item is written, and kept with the event of that; a file is read again when its mark
 * has changed. What cannot be read is not known, and nothing is said of it.
 */
export class CodeAnchors {
  readonly #sessions = new Map<number, { upTo: number; items: Map<string, Known[]> }>();

  constructor(
    private readonly store: (workspace: string) => Store,
    private readonly roots: ReadonlyMap<string, string>,
    found: FoundCode,
  ) {
    found.readPlaces = (workspace, texts) => this.#readPlaces(workspace, texts);
  }

  /** What stands at the places that a text names, for the event that tells of it; nothing where it names none. */
  async read(workspace: string, text: string): Promise<{ anchors?: CodePlace[] }> {
    const anchors = await this.#readPlaces(workspace, [[undefined, text]]);
    return anchors.length === 0 ? {} : { anchors };
  }

  /** The first places that texts name, with the item whose text it is. */
  async #readPlaces(workspace: string, texts: Iterable<readonly [string | undefined, string]>): Promise<CodePlace[]> {
    const root = this.roots.get(workspace) ?? "/";
    const named = [...texts].flatMap(([item, text]) => findCites(text, root).map((cite) => ({ ...cite, item })));
    const places: CodePlace[] = [];
    for (const [path, here] of groupBy(named.slice(0, MOST_PLACES), (each) => each.path)) {
      const found = anchorsIn((await this.#text(workspace, path)) ?? "", here);
      const known = new Map(found.map((each) => [each.cite, each]));
      for (const { cite, item } of here)
        places.push({ ...(known.get(cite) ?? { cite, path }), ...(item !== undefined && { item }) });
    }
    return places;
  }

  /** The active items whose code is not as it was, as this state of the team memory has them; `items` is what `of` answers. */
  async outdated(
    session: SessionRow,
    state: DocumentState,
    items: Awaited<ReturnType<CodeAnchors["of"]>>,
  ): Promise<Outdated[]> {
    if (items.size === 0 || state.hash === "" || state.binary) return [];
    const named = findItems(memoryOf(state), state.identity, new Set(items.keys())).flatMap(
      ({ id, role, item, state: stands }) => {
        const about = { id, role, tag: item.tag, text: wordsOf(item) };
        const anchors = (items.get(id) ?? []).filter((each) => stillNames(about.text, each));
        return stands === "active" ? [{ ...about, anchors }] : [];
      },
    );
    const all = named.flatMap(({ anchors }) => anchors);
    await this.#judge(session.workspaceId, all);
    return named.flatMap(({ anchors, ...about }) => {
      const changed = anchors.filter(({ standing = "same" }) => standing !== "same");
      const untold = changed.filter(({ told }) => told !== true).map(({ cite }) => cite);
      const now = changed.map(({ cite, path, standing }) => ({ cite, path, gone: standing === "gone" }));
      return now.length === 0 ? [] : [{ ...about, changed: now, untold }];
    });
  }

  async #judge(workspace: string, anchors: readonly Known[]): Promise<void> {
    const byPath = [...groupBy(anchors, ({ path, moved = path }) => moved)].slice(0, MOST_FILES);
    const paths = byPath.map(([path]) => path);
    const marks = await this.store(workspace)
      .marks(paths)
      .catch(() => []);
    for (const [at, mark] of marks.entries()) {
      const [path = "", here = []] = byPath[at] ?? [];
      const fresh = here.filter((each) => each.mark !== mark);
      if (fresh.length === 0) continue;
      const code = mark === null ? null : await this.#code(workspace, path);
      for (const anchor of fresh) {
        anchor.mark = mark;
        anchor.standing = code === null && mark !== null ? "same" : judgeAnchor(anchor, code);
      }
      if (mark === null) await this.#follow(workspace, path, fresh);
    }
  }

  /** Finds what stood in a file that is gone where git, or its first name, has it now. */
  async #follow(workspace: string, path: string, anchors: readonly Known[]): Promise<void> {
    const renamed = await findRenamed(this.roots.get(workspace) ?? "", path);
    for (const place of new Set([...anchors.map((each) => each.path), ...renamed])) {
      const code = place === path ? null : await this.#code(workspace, place);
      for (const anchor of code === null ? [] : anchors.filter((each) => judgeAnchor(each, code) === "same")) {
        anchor.standing = "same";
        anchor.moved = place;
        delete anchor.mark;
      }
    }
  }

  async #code(workspace: string, path: string): Promise<Code | null> {
    const text = await this.#text(workspace, path);
    return text === null ? null : codeOf(text);
  }

  async #text(workspace: string, path: string): Promise<string | null> {
    const file = await this.store(workspace)
      .readCode(path)
      .catch(() => null);
    return file?.text ?? null;
  }

  /** What items of a session name of the code, by their ids. */
  async of(queries: Queries, session: SessionRow): Promise<ReadonlyMap<string, Known[]>> {
    const known = this.#sessions.get(session.key) ?? { upTo: 0, items: new Map<string, Known[]>() };
    this.#sessions.set(session.key, known);
    for (const { id, payload, ...row } of await listAnchorEvents(queries, session, known.upTo)) {
      // Somebody else may have read it meanwhile.
      if (id <= known.upTo) continue;
      known.upTo = id;
      follow(known.items, { ...row, payload: JSON.parse(payload) as Record<string, unknown> });
    }
    return known.items;
  }
}

/** What an event says of what items name. What is known of a relay is known of the item that it becomes. */
function follow(items: Map<string, Known[]>, event: Parameters<typeof citedBy>[0]): void {
  for (const { item, cites } of citedBy(event)) {
    for (const each of items.get(item) ?? []) if (cites.includes(each.cite)) each.told = true;
  }
  const { relay, anchors } = event.payload;
  const { ids, unnamed } = itemsOf(event);
  const now = Array.isArray(anchors) ? (anchors as CodePlace[]) : [];
  if (now[0]?.item === undefined) {
    const [id = relay] = ids;
    if (typeof id === "string" && ids.length + unnamed <= 1) settle(items, id, now, relay);
    return;
  }
  // What a save brought back rests on what it rested on; of those that it names, other words were given.
  for (const [id, places] of groupBy(now, ({ item = "" }) => item))
    if (ids.includes(id) || !items.has(id)) settle(items, id, places);
}

/** Has an item rest on places as they are now, and else on what is known of it, or of the relay that it was. */
function settle(items: Map<string, Known[]>, id: string, now: readonly CodePlace[], relay?: unknown): void {
  const before = items.get(id) ?? (typeof relay === "string" ? items.get(relay) : undefined) ?? [];
  const rest = before.filter((each) => !now.some(({ cite, path }) => cite === each.cite && path === each.path));
  const all = [...rest, ...now.filter((each): each is CodeAnchor => each.hash !== undefined)];
  if (all.length > 0) items.set(id, all);
  else items.delete(id);
}
