import { Socket } from "node:net";
import pg from "pg";
import { isConnectionLost, isMute } from "@/lib/db/postgresql/explain";

/** An answer is waited for this long; after one that did not come this long, and so often; a lock for less, which is told as such. Milliseconds. */
const ANSWER_MS = 5_000;
const MUTE_MS = 125;
const LONG_MS = 3_600_000;
const PROBE_EVERY_MS = 1_000;
const LOCK_MS = 4_500;
/** After an answer that did not come, a new question must be answered within this time, or PostgreSQL counts as mute. Milliseconds. */
const DOUBT_MS = 750;

/**
 * Whether PostgreSQL stands still: an answer did not come in time, and then none to a question over a connection of its own either. Until the next one comes, a question is asked now and then, and all
 * others fail at once, so that what asks several, and who waits behind others, is told in time too.
 */
export class Pulse {
  #isMute = false;
  #isDoubted = false;
  #tried = 0;
  #long = 0;
  /** A far database may take longer to be reached at all: each question gives the next twice as long. */
  #probe = MUTE_MS;

  constructor(private readonly connection: pg.ClientConfig) {}

  get patience(): number {
    if (this.#long > 0) return LONG_MS;
    if (this.#isMute) return this.#probe;
    return this.#isDoubted ? DOUBT_MS : ANSWER_MS;
  }

  /** Cuts nothing short while a copy is at work: one statement of it may take long, and others behind it. */
  async unhurried<T>(work: () => Promise<T>): Promise<T> {
    this.#long++;
    try {
      return await work();
    } finally {
      this.#long--;
    }
  }

  /** Throws where nothing is to be asked now. */
  assertBeats(): void {
    if (this.#isMute) {
      if (performance.now() - this.#tried < PROBE_EVERY_MS) throw new Error("Query read timeout: none before answered");
      this.#probe = Math.min(2 * this.#probe, ANSWER_MS);
    }
    this.#tried = performance.now();
  }

  /** A connection was given back, or could not be had; nothing is wrong with it where there is no reason. */
  note(reason: unknown): void {
    if (!reason) {
      this.#isMute = false;
      this.#probe = MUTE_MS;
    } else if (isMute(reason) && !this.#isDoubted) void this.#ask();
  }

  /** One slow statement says nothing of others: asks what takes no time. */
  async #ask(): Promise<void> {
    this.#isDoubted = true;
    const limits = { connectionTimeoutMillis: DOUBT_MS, query_timeout: DOUBT_MS };
    const client = new pg.Client({ ...this.connection, ...limits }).on("error", () => undefined);
    const asked = client.connect().then(() => client.query("SELECT 1"));
    // Who is refused has been answered, and told why by a code.
    this.#isMute = await asked.then(
      () => false,
      (error: unknown) => !(error instanceof Error && "code" in error),
    );
    this.#isDoubted = false;
    await client.end().catch(() => undefined);
  }
}

/**
 * Sends what is written in one go in one call of the system, at the end of that: each wakes PostgreSQL, and costs more than making a statement.
 * Over TLS each statement is sent by itself.
 */
class GatheringSocket extends Socket {
  override cork(): void {
    super.cork();
    process.nextTick(() => super.uncork());
  }

  override uncork(): void {
    // What is asked until then goes along.
  }
}

/** A statement that waits for a connection, with the caller's promise. */
interface Waiting {
  asked: [pg.QueryConfig];
  resolve: (answer: pg.QueryResult) => void;
  reject: (reason: unknown) => void;
  isRepeated?: true;
}

type Connected = Parameters<Parameters<pg.Pool["connect"]>[0]>;

/**
 * Connections whose statements are each answered in time: one that is not is closed with its connection. `begin` is done with each before
 * anybody has it; one with which that fails is closed, and the caller is told. What is asked of the pool itself goes over one connection with
 * all that waits for one; what stands there behind a statement that takes too long is asked once more.
 */
export function openPool(
  config: pg.PoolConfig,
  pulse: Pulse,
  begin: (client: pg.ClientBase) => Promise<void> = () => Promise.resolve(),
): pg.Pool {
  const get = () => pulse.patience;
  const onConnect = async (client: pg.ClientBase) => {
    // If one breaks while it is checked out and idle, its next query fails and says so.
    client.on("error", () => undefined);
    const { connectionParameters } = client as pg.ClientBase & { connectionParameters: object };
    Object.defineProperty(connectionParameters, "query_timeout", { get });
    await setUp(client);
    await begin(client);
  };
  const pool = new pg.Pool(
    Object.assign({ ...config, pipeline: true }, { onConnect, stream: () => new GatheringSocket() }),
  );
  Object.defineProperty(pool.options, "connectionTimeoutMillis", { get });
  const connect = pool.connect.bind(pool);
  const connected = async () => {
    pulse.assertBeats();
    return connect().catch((error: unknown) => {
      pulse.note(error);
      throw error;
    });
  };
  const waiting: Waiting[] = [];
  const wait = (each: Waiting) => {
    if (waiting.push(each) === 1) void send();
  };
  const send = async () => {
    const client = await connected().catch((error: unknown) => {
      for (const { reject } of waiting.splice(0)) reject(error);
    });
    if (client === undefined) return;
    let answered = 0;
    const answers = waiting.splice(0).map(async (each, at) => {
      try {
        const answer = await client.query(...each.asked);
        answered = at + 1;
        each.resolve(answer);
      } catch (error) {
        const isLost = isConnectionLost(error);
        if (!isLost) answered = at + 1;
        if (isLost && at > answered && each.isRepeated !== true) wait({ ...each, isRepeated: true });
        else each.reject(error);
        throw error;
      }
    });
    const failed = (await Promise.allSettled(answers)).find((each) => each.status === "rejected");
    client.release(failed?.reason as Error | undefined);
  };
  Object.assign(pool, {
    query: (...asked: [pg.QueryConfig]) => new Promise((resolve, reject) => wait({ asked, resolve, reject })),
    connect: (callback?: (...connected: Connected) => void) => {
      if (callback === undefined) return connected();
      connected().then(
        (client) => callback(undefined, client, client.release.bind(client)),
        (error: unknown) => callback(error as Error, undefined, () => undefined),
      );
      return undefined;
    },
  });
  // One that broke while nobody used it is replaced by the next that is needed.
  pool.on("error", () => undefined);
  pool.on("release", (reason: unknown) => pulse.note(reason));
  return pool;
}

/** Prisma writes moments without their zone; and a role or a database may be set to answer a COMMIT before it is durable. */
async function setUp(client: pg.ClientBase): Promise<void> {
  await client.query(`SET TIME ZONE 'UTC'; SET lock_timeout = ${LOCK_MS};
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'`);
}
