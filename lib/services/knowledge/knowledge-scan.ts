import { findDuplicates, type DuplicateProgress, type Duplicates } from "@/lib/core/knowledge/duplicates";
import { isKnowledgeFile } from "@/lib/core/knowledge/find-problems";
import type { Steps } from "@/lib/core/steps";
import { inSlices } from "@/lib/services/workspace/in-slices";
import type { KnowledgeText } from "@/lib/services/knowledge/knowledge-texts";
import { sha256 } from "@/lib/store/read-file";

/** What was found in the texts of one moment. */
export interface Scanned extends Duplicates {
  files: number;
  /** The texts it was found in. */
  texts: ReadonlyMap<string, KnowledgeText>;
}

/**
 * The search for duplicates of one workspace: one at a time, in slices between which the process serves others. What was
 * found is remembered for as long as the files hold what they held.
 */
export class KnowledgeScan {
  #found: { name: string; result: Scanned } | null = null;
  #running: Promise<void> | null = null;
  #closed = false;
  progress: DuplicateProgress = { stage: "reading", done: 0, total: 0 };

  /** What was found last, and whether it is being looked for anew. */
  get result(): Scanned | null {
    return this.#found?.result ?? null;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Begins unless these texts have been looked at, or others are being looked at. Resolves when nothing is. */
  start(texts: ReadonlyMap<string, KnowledgeText>): Promise<void> {
    const name = nameOf(texts);
    if (this.#running === null && this.#found?.name === name) return Promise.resolve();
    this.#running ??= this.#run(name, texts).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Resolves when what runs has ended, early. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #run(name: string, texts: ReadonlyMap<string, KnowledgeText>): Promise<void> {
    const files = [...texts].flatMap(([path, { text }]) => (isKnowledgeFile(path) ? [{ path, text }] : []));
    this.progress = { stage: "reading", done: 0, total: files.length };
    const found = await inSlices(this.#told(findDuplicates(files)));
    if (found !== null) this.#found = { name, result: { ...found, files: files.length, texts } };
  }

  /** The work with its progress taken note of; null where it is closed before its end. */
  *#told(work: Generator<DuplicateProgress, Duplicates>): Steps<Duplicates | null> {
    while (!this.#closed) {
      const step = work.next();
      if (step.done === true) return step.value;
      this.progress = step.value;
      yield;
    }
    return null;
  }
}

function nameOf(texts: ReadonlyMap<string, KnowledgeText>): string {
  return sha256([...texts].map(([path, { hash }]) => `${path}\n${hash}\n`).join(""));
}
