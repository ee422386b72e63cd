import { keepNewest } from "@/lib/core/lists";
import { AppError, onRefusal } from "@/lib/core/errors";
import type { CountedFile } from "@/lib/core/knowledge/resolve-knowledge";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { inSlices } from "@/lib/services/workspace/in-slices";
import { countSteps } from "@/lib/services/workspace/token-counter";
import { Spelling } from "@/lib/services/knowledge/spelling";

/** A file as it was counted, and the hash of what was counted; empty where nothing was read. */
export interface CountedText {
  file: CountedFile;
  hash: string;
}

/** Counts remembered at once, of files and of texts; each takes a few hundred bytes. */
const REMEMBERED = 20_000;

/** So many files are read at once: one by one, each waits for the disk, and for its turn, alone. */
const TOGETHER = 32;

/**
 * Counted tokens of files. What was counted once is not read again while the file's mark stands, and not counted again while
 * its content was seen anywhere: what is answered is always that of the file as it is.
 */
export class KnowledgeCounts {
  readonly #files = new Map<string, CountedText & { mark: string | null }>();
  readonly #tokens = new Map<string, number>();
  readonly #counting = new Map<string, Promise<CountedText>>();

  constructor(private readonly context: Pick<ServiceContext, "store">) {}

  /** Each path's count; repeated paths are counted once. A file whose name is spelled otherwise on the disk is another file. */
  async of(workspace: string, paths: Iterable<string>): Promise<Map<string, CountedText>> {
    const wanted = [...new Set(paths)];
    const store = this.context.store(workspace);
    const spelling = new Spelling(store);
    const marks = await store.marks(wanted);
    const counted = new Map<string, CountedText>();
    const count = async (path: string, at: number) => {
      const mark = marks[at] ?? null;
      const known = this.#files.get(`${workspace}:${path}`);
      return known?.mark === mark ? known : this.#countOnce(workspace, path, mark, spelling);
    };
    for (let from = 0; from < wanted.length; from += TOGETHER) {
      const some = wanted.slice(from, from + TOGETHER);
      const counts = await Promise.all(some.map((path, index) => count(path, from + index)));
      for (const [index, path] of some.entries()) counted.set(path, counts[index] as CountedText);
    }
    return counted;
  }

  /** The count of a file with this mark, made once for everybody who asks while it is made. */
  #countOnce(workspace: string, path: string, mark: string | null, spelling: Spelling): Promise<CountedText> {
    const key = JSON.stringify([workspace, path, mark]);
    let counting = this.#counting.get(key);
    if (counting === undefined) {
      counting = this.#count(workspace, path, mark, spelling).finally(() => this.#counting.delete(key));
      this.#counting.set(key, counting);
    }
    return counting;
  }

  async #count(workspace: string, path: string, mark: string | null, spelling: Spelling): Promise<CountedText> {
    const isThere = mark !== null && ((await spelling.find(path)) ?? path) === path;
    const text = isThere ? await this.#read(workspace, path) : MISSING;
    // A file that changed while it was read is looked at anew the next time.
    const [after] = mark === null ? [null] : await this.context.store(workspace).marks([path]);
    if (after === mark) keepNewest(this.#files, `${workspace}:${path}`, { ...text, mark }, REMEMBERED);
    return text;
  }

  async #read(workspace: string, path: string): Promise<CountedText> {
    const file = await this.context
      .store(workspace)
      .read(path)
      .catch(onRefusal((refusal) => refusal));
    if (file === null) return MISSING;
    if (file instanceof AppError) {
      const state = file.code === "forbidden" || file.code === "invalid_input" ? "refused" : "unreadable";
      return { file: { state, why: file.message }, hash: "" };
    }
    if (file.text === null)
      return { file: { state: "unreadable", why: `${path} is not valid UTF-8.` }, hash: file.hash };
    const tokens = this.#tokens.get(file.hash) ?? (await inSlices(countSteps(file.text)));
    keepNewest(this.#tokens, file.hash, tokens, REMEMBERED);
    return { file: { state: "read", tokens }, hash: file.hash };
  }
}

const MISSING: CountedText = { file: { state: "missing" }, hash: "" };
