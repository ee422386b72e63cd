/**
 * Does the same work once for all that ask for it at the same time: one run at a time for each key, and who asks during one
 * shares the next. So nobody gets what was found before it asked.
 */
export class SharedRuns<T> {
  readonly #running = new Map<string, Promise<T>>();
  readonly #next = new Map<string, Promise<T>>();

  /** The result of a run that begins after the call; throws what that run throws. */
  run(key: string, work: () => Promise<T>): Promise<T> {
    const planned = this.#next.get(key);
    if (planned !== undefined) return planned;
    const running = this.#running.get(key);
    if (running === undefined) return this.#start(key, work);
    const next = running.then(ignore, ignore).then(() => this.#start(key, work));
    this.#next.set(key, next);
    return next;
  }

  #start(key: string, work: () => Promise<T>): Promise<T> {
    this.#next.delete(key);
    const run = work();
    this.#running.set(key, run);
    const end = () => {
      if (this.#running.get(key) === run) this.#running.delete(key);
    };
    run.then(end, end);
    return run;
  }
}

function ignore(): void {
  // How an earlier run ended is its own callers' matter.
}
