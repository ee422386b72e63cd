import type { Database } from "@/lib/db/database";
import type { Store } from "@/lib/store/store";

/** What everything throws once the process is dead. */
class Death extends Error {}

/**
 * A process that dies at its nth step: a step is each moment before and after something lasts, a commit, a file, a
 * folder. From then on nothing it does reaches the disk; what it did before stays, and an open transaction is as if it
 * had never begun. That is what `kill -9` leaves, at a place that can be chosen.
 */
export class Mortal {
  steps = 0;

  constructor(private readonly diesAt: number) {}

  get dead(): boolean {
    return this.steps >= this.diesAt;
  }

  database(database: Database): Database {
    return {
      ...database,
      transaction: async (work, options) => {
        const answer = await database.transaction(async (queries, turn) => {
          const done = await work(queries, turn);
          this.#step();
          return done;
        }, options);
        this.#step();
        return answer;
      },
      locked: async (work) => {
        if (this.dead) throw new Death();
        return database.locked(work);
      },
    };
  }

  store(store: Store): Store {
    return {
      ...store,
      write: (path, text) => this.#around(() => store.write(path, text)),
      replace: (...order) => this.#around(() => store.replace(...order)),
      prepare: async (...order) => {
        const prepared = await this.#around(() => store.prepare(...order));
        if (prepared === null) return null;
        return {
          place: () => {
            this.#step();
            const mark = prepared.place();
            this.#step();
            return mark;
          },
          // Nobody takes away what a dead process has written.
          discard: () => {
            if (!this.dead) prepared.discard();
          },
        };
      },
      sync: (path) => this.#around(() => store.sync(path)),
      remove: (path, options) => this.#around(() => store.remove(path, options)),
      moveOut: (path, trash) => this.#around(() => store.moveOut(path, trash)),
      moveIn: (trash, path) => this.#around(() => store.moveIn(trash, path)),
    };
  }

  async #around<T>(work: () => Promise<T>): Promise<T> {
    this.#step();
    const done = await work();
    this.#step();
    return done;
  }

  #step(): void {
    if (!this.dead) this.steps++;
    if (this.dead) throw new Death();
  }
}
