type Listener = (workspace: string, path: string) => void;

/**
 * Tells which documents may have changed, so that what was derived from them is made anew: a path below the workspace, of
 * a file or of a folder. A hint: it may come for a document that is as it was.
 */
export class DocumentNews {
  readonly #listeners = new Set<Listener>();

  /** Calls back for each document from now on, until the returned function is called. The listener must not throw. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  tell(workspace: string, path: string): void {
    for (const listener of this.#listeners) listener(workspace, path);
  }
}
