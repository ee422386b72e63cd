import { countShared, type Statement } from "@/lib/core/coach/statement";

/** A line of a session log, and the day it tells of. */
export interface Session {
  line: Statement;
  date: string;
  day: number;
}

/** A line of the log is about a thread when it names the same, or shares this many words of it. */
const SHARED_WORDS = 2;

/** The dated lines of one agent's log, with what is needed to find those about a thread without a look at each. */
export class SessionLog {
  /** The oldest first. */
  readonly #sessions: readonly Session[];
  /** The first line that has a name, and all that have a word, by their places. */
  readonly #firstNamed = new Map<string, number>();
  readonly #withStem = new Map<number, number[]>();

  /** `effort` is shared by all logs: words they may compare altogether. */
  constructor(
    sessions: readonly Session[],
    private readonly effort: { left: number },
  ) {
    this.#sessions = [...sessions].sort((a, b) => a.day - b.day);
    for (const [at, { line }] of this.#sessions.entries()) {
      for (const { key } of line.names) if (!this.#firstNamed.has(key)) this.#firstNamed.set(key, at);
      for (const stem of line.stems) {
        const listed = this.#withStem.get(stem);
        if (listed === undefined) this.#withStem.set(stem, [at]);
        else listed.push(at);
      }
    }
  }

  get last(): Session | undefined {
    return this.#sessions.at(-1);
  }

  /** The oldest line about a thread; once the effort is spent, only lines that name the same are found. */
  firstAbout(thread: Statement): Session | undefined {
    let first = Infinity;
    for (const { key } of thread.names) first = Math.min(first, this.#firstNamed.get(key) ?? Infinity);
    const lists = thread.stems.flatMap((stem) => {
      const listed = this.#withStem.get(stem);
      return listed === undefined ? [] : [listed];
    });
    lists.sort((a, b) => a.length - b.length);
    // A line that shares several words has one beside the commonest: that one's lines need no look.
    lists.length = Math.max(0, lists.length - SHARED_WORDS + 1);
    for (const listed of lists) {
      for (const at of listed) {
        if (at >= first || this.effort.left <= 0) break;
        const { line } = this.#sessions[at] as Session;
        this.effort.left -= thread.stems.length + line.stems.length;
        if (countShared(thread, line) >= SHARED_WORDS) first = at;
      }
    }
    return this.#sessions[first];
  }
}
