import { blankFrontMatter } from "@/lib/core/markdown/front-matter";
import { dated, entriesOfText } from "@/lib/core/search/entries-of";
import type { SearchEntry } from "@/lib/core/search/search-entry";
import { versionOf } from "@/lib/core/context/version-number";
import type { VersionRow } from "@/lib/db/context";
import type { Database } from "@/lib/db/database";
import { readTextAt } from "@/lib/services/commit/revision-texts";

/** Versions older than so many are read by nobody who searches. */
const SEARCHED_VERSIONS = 50;

interface Known {
  /** The newest version compared with the one before it. */
  number: number;
  entries: SearchEntry[];
}

/**
 * What earlier versions of a context said and the next one did not say any more. A version never changes, so each is read
 * once.
 */
export class PastContexts {
  readonly #known = new Map<string, Known>();

  constructor(private readonly database: Database) {}

  /** Forgets what it read: a text was redacted in earlier versions. */
  forget(): void {
    this.#known.clear();
  }

  /** The sections of earlier versions, each under the last version that held it. `published` are all versions, the newest first. */
  async of(workspace: string, session: string, path: string, published: readonly VersionRow[]): Promise<SearchEntry[]> {
    const versions = published.slice(0, SEARCHED_VERSIONS).reverse();
    const [first] = versions;
    if (first === undefined) return [];
    const id = `${workspace}:${first.sessionKey}`;
    const known = this.#known.get(id) ?? { number: 0, entries: [] };
    let before: SearchEntry[] | null = null;
    for (const version of versions) {
      const isKnown = version.number < known.number;
      if (isKnown) continue;
      const sections = await this.#sectionsOf(session, path, version);
      if (version.number > known.number && before !== null) {
        const still = new Set(sections.map(contentOf));
        known.entries = [...known.entries, ...before.filter((entry) => !still.has(contentOf(entry)))];
        known.number = version.number;
      }
      before = sections;
      if (known.number === 0) known.number = version.number;
    }
    this.#known.set(id, known);
    return known.entries;
  }

  async #sectionsOf(session: string, path: string, version: VersionRow): Promise<SearchEntry[]> {
    const text = await readTextAt(this.database.queries, version.documentId, version.revision);
    const name = versionOf(version.number);
    const entries = entriesOfText(blankFrontMatter(text), {
      path,
      kind: "context",
      name: `${session} ${name}`,
      session,
      state: "replaced",
      place: `/sessions/${encodeURIComponent(session)}/context?to=${version.number}&view=text&line=`,
      version: name,
    });
    return dated(entries, version.at.toISOString());
  }
}

function contentOf(entry: SearchEntry): string {
  return `${entry.key.slice(entry.key.indexOf("#"))}\n${entry.text.trim()}`;
}
