import { addAll } from "@/lib/core/lists";
import { AppError } from "@/lib/core/errors";
import { indexPath, OLDER_REGISTRY_PATH, REGISTRY_PATH } from "@/lib/core/knowledge/knowledge-model";
import { sessionFolder } from "@/lib/core/memory/session-paths";
import { findForeign, isNamer, namedIn, needsName, sessionOfFile } from "@/lib/core/places/our-files";
import { findTeams, listReadable } from "@/lib/store/list-readable";
import type { Store } from "@/lib/store/store";

/** Files of a session that name others lie at most so deep, as in `phase-2/architect-1/L1-index.yaml`. */
const DEEPEST = 2;

/** Which files of a folder are ours, at one moment: indexes, registry and records are read once, where data is asked about. */
export class OurFiles {
  readonly #named = new Map<string | null, Promise<ReadonlySet<string>>>();

  constructor(private readonly store: Store) {}

  /** Why a file is none of ours, as the end of a sentence; null where it is one. */
  async foreign(path: string): Promise<string | null> {
    if (!needsName(path)) return findForeign(path);
    const session = sessionOfFile(path);
    for (const place of session === null ? [null] : [session, null]) {
      const named = this.#named.get(place) ?? this.#read(place);
      this.#named.set(place, named);
      if ((await named).has(path)) return null;
    }
    return findForeign(path);
  }

  /** What the records of a session name; where it is null, what the knowledge of the workspace does. */
  async #read(session: string | null): Promise<ReadonlySet<string>> {
    const namers =
      session === null
        ? [REGISTRY_PATH, OLDER_REGISTRY_PATH, ...(await findTeams(this.store)).map(indexPath)]
        : await this.#namersIn(sessionFolder(session), DEEPEST);
    const named = new Set<string>();
    for (const path of namers) {
      const file = await this.store.read(path).catch(unreadable);
      for (const each of typeof file?.text === "string" ? namedIn(path, file.text) : []) named.add(each);
    }
    return named;
  }

  async #namersIn(folder: string, depth: number): Promise<string[]> {
    const found: string[] = [];
    for (const { name, kind } of await listReadable(this.store, folder)) {
      const path = `${folder}/${name}`;
      if (kind === "file" && isNamer(path)) found.push(path);
      else if (kind === "folder" && depth > 0) addAll(found, await this.#namersIn(path, depth - 1));
    }
    return found;
  }
}

/** What cannot be read names nothing. */
function unreadable(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}
