import type { DocumentState } from "@/lib/services/commit/document-states";
import { isYoungMarkOf } from "@/lib/store/mark-files";

/** By what a file is known to hold a document without being read. */
export class FileMarks {
  readonly #found = new WeakMap<DocumentState, string>();
  readonly #placed = new WeakMap<DocumentState, string>();

  /** Notes the mark of the file that was found to hold a document. */
  found(state: DocumentState, mark: string): void {
    this.#found.set(state, mark);
  }

  /** Notes the exact mark of the file that this process gave a document. */
  placed(state: DocumentState, mark: string): void {
    this.#placed.set(state, mark);
  }

  /** That exact mark; null where this process did not. */
  placedMark(state: DocumentState): string | null {
    return this.#placed.get(state) ?? null;
  }

  /** Whether a file with a mark surely holds the document; null is the mark of none. */
  areOf(state: DocumentState, mark: string | null): boolean {
    if (mark === null) return state.hash === "";
    if (this.#found.get(state) === mark) return true;
    // What this process has put there a moment ago is read and compared once its times have settled.
    const placed = this.#placed.get(state);
    return placed !== undefined && isYoungMarkOf(mark, placed);
  }
}
