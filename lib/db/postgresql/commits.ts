import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";

/** Commits come in bursts; one word of them, and one look, answers them all. Milliseconds. */
const PAUSE_MS = 5;
/** What was not heard is found by a look at the last turn. Milliseconds. */
const LOOK_EVERY_MS = 2_000;
/** Until a connection that broke is made anew. Milliseconds. */
const RETRY_MS = 500;

const CHANNEL = "wardroom";
const WORDS = "wardroom_words";

/** Words that wait while the database does not answer; later ones are not said. */
const MOST_WAITING = 100;

/** What PostgreSQL takes at once, with room for the name. Bytes. */
const LONGEST_WORD = 7_000;

/** Tells other servers that something was committed, a hint: at once for the first of a burst and once for the rest. And passes words on. */
export class CommitTeller {
  #timer: NodeJS.Timeout | null = null;
  #telling: Promise<void> = Promise.resolve();
  #saying: Promise<void> = Promise.resolve();
  #waiting = 0;

  /** `name` tells whoever listens whether it was its own process. */
  constructor(
    private readonly pool: pg.Pool,
    private readonly name: string,
  ) {}

  tell(): void {
    this.#timer ??= setTimeout(() => this.#send(), PAUSE_MS);
  }

  /** Passes a word on after those before it. It is lost where too many wait, and when this ends: nobody may rely on one. */
  say(word: string): void {
    if (this.#waiting === MOST_WAITING || Buffer.byteLength(word) > LONGEST_WORD) return;
    this.#waiting++;
    const said = () => this.pool.query("SELECT pg_notify($1, $2)", [WORDS, `${this.name} ${word}`]);
    this.#saying = this.#saying
      .then(said)
      .catch(() => undefined)
      .then(() => {
        this.#waiting--;
      });
  }

  /** Tells of what was committed and not told yet. */
  async close(): Promise<void> {
    if (this.#timer !== null) {
      clearTimeout(this.#timer);
      this.#send();
    }
    await this.#telling;
  }

  #send(): void {
    this.#timer = null;
    this.#telling = this.pool.query(`NOTIFY ${CHANNEL}, '${this.name}'`).then(
      () => undefined,
      // Whoever was to hear it looks by itself.
      () => undefined,
    );
  }
}

/**
 * Calls back when another server may have committed, until closed: when it says so, and where that was not heard, within two seconds.
 * `onCommit` never rejects; `close` waits for it. It is called once at the beginning. A connection that breaks is made again. `onWord`
 * hears what other servers say meanwhile.
 */
export function watchCommits({
  connection,
  name,
  lastTurn,
  onCommit,
  onWord,
}: {
  connection: pg.ClientConfig;
  name: string;
  lastTurn: () => Promise<number>;
  onCommit: () => Promise<void>;
  onWord: (word: string) => void;
}): { close(): Promise<void> } {
  const ended = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let answered = Promise.resolve();
  let seen = -1;
  const tell = () => {
    answered = Promise.all([answered, onCommit()]).then(() => undefined);
  };
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      tell();
    }, PAUSE_MS);
  };
  const look = setInterval(() => {
    void lastTurn().then(
      (turn) => {
        if (turn !== seen) soon();
        seen = turn;
      },
      () => undefined,
    );
  }, LOOK_EVERY_MS);
  let client: pg.Client | null = null;
  const listen = async (): Promise<void> => {
    const own = new pg.Client(connection);
    client = own;
    own
      .on("notification", ({ channel, payload = "" }) => {
        const [by] = payload.split(" ", 1);
        if (by === name) return;
        if (channel === WORDS) onWord(payload.slice(payload.indexOf(" ") + 1));
        else soon();
      })
      .on("error", () => undefined);
    own.once("end", () => {
      if (!ended.signal.aborted) void again();
    });
    await own.connect();
    await own.query(`LISTEN ${CHANNEL}; LISTEN ${WORDS}`);
    soon();
  };
  const again = async (): Promise<void> => {
    await wait(RETRY_MS, undefined, { signal: ended.signal }).catch(() => undefined);
    if (!ended.signal.aborted) await listen().catch(() => client?.end().catch(() => undefined));
  };
  const listening = listen().then(
    () => undefined,
    () => client?.end().catch(() => undefined),
  );
  return {
    close: async () => {
      ended.abort();
      clearInterval(look);
      await listening;
      await client?.end().catch(() => undefined);
      clearTimeout(timer);
      await answered;
    },
  };
}
