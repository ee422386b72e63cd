import type { PoolUse, Database } from "@/lib/db/database";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { isBusy } from "@/lib/services/commit/commit-errors";

/** What an operator's gauges read at the moment they are asked for. */
interface Readings {
  workspaces: number;
  /** Listeners to the live feed: open pages, event streams and long polls. */
  listeners: number;
  /** Id of the newest event this process has announced. */
  lastEvent: number;
  databaseBytes: number;
  pools: PoolUse[];
}

/** What became of a change: stored, refused with an error of the table, or failed by a fault of ours. */
type ChangeOutcome = "done" | "refused" | "failed";

/**
 * Counts what this process does, in the text format that Prometheus reads. It holds names of routes, never of sessions or
 * roles, so its size does not grow with what is stored. One registry for each runtime; nothing is global.
 */
export class Metrics {
  /** Why the database took no change when it was asked last, as sentences; null where it did. */
  refusal: string | null = null;
  readonly #registry = new Registry();
  readonly #changes: Counter<"outcome">;
  readonly #batch: Histogram;
  readonly #round: Histogram;
  readonly #wait: Histogram;
  readonly #lost: Counter;
  readonly #ended: Counter;
  readonly #lag: Histogram;
  readonly #requests: Histogram<"method" | "route" | "status">;
  #observed = false;
  readonly #gauges: Record<Exclude<keyof Readings, "pools">, Gauge>;
  readonly #pools: Record<Exclude<keyof PoolUse, "use">, Gauge<"use">>;

  constructor() {
    const registers = [this.#registry];
    this.#changes = new Counter({
      name: "wardroom_changes_total",
      help: "Changes asked of the committer, by outcome.",
      labelNames: ["outcome"],
      registers,
    });
    this.#batch = new Histogram({
      name: "wardroom_batch_changes",
      help: "Changes that shared one round of the committer.",
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
      registers,
    });
    this.#round = new Histogram({
      name: "wardroom_batch_seconds",
      help: "Time of one round of the committer, lock and disk included.",
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    });
    this.#wait = new Histogram({
      name: "wardroom_lock_wait_seconds",
      help: "Time a transaction waited until it was alone among all processes.",
      buckets: [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
      registers,
    });
    this.#lost = new Counter({
      name: "wardroom_lost_races_total",
      help: "Transactions before which another process had written: what was remembered had to be read anew.",
      registers,
    });
    this.#ended = new Counter({
      name: "wardroom_owners_ended_total",
      help: "Sessions of other servers that this one ended, since they did not answer for a workspace of theirs.",
      registers,
    });
    this.#lag = new Histogram({
      name: "wardroom_feed_lag_seconds",
      help: "Time from an event to its announcement by this process, whichever process made it.",
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10],
      registers,
    });
    this.#requests = new Histogram({
      name: "wardroom_http_request_seconds",
      help: "Time until the API answered, by route and status; a stream counts until it begins.",
      labelNames: ["method", "route", "status"],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
      registers,
    });
    const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
    this.#gauges = {
      workspaces: gauge("wardroom_workspaces", "Workspaces that are served."),
      listeners: gauge("wardroom_listeners", "Open event streams and long polls."),
      lastEvent: gauge("wardroom_last_event_id", "Id of the newest event announced."),
      databaseBytes: gauge("wardroom_database_bytes", "Size of the database and its log on disk."),
    };
    const ofPools = (name: string, help: string) =>
      new Gauge({ name, help: `${help} None with SQLite.`, labelNames: ["use"] as const, registers });
    this.#pools = {
      total: ofPools("wardroom_pool_total", "Open connections to PostgreSQL, by use."),
      idle: ofPools("wardroom_pool_idle", "Those of them that nobody uses."),
      waiting: ofPools("wardroom_pool_waiting", "Queries that wait for one of them."),
    };
  }

  /** Media type of `text`, with the version of the format. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  change(outcome: ChangeOutcome): void {
    this.#changes.inc({ outcome });
  }

  /** Counts one round of the committer. */
  batch(size: number, seconds: number): void {
    this.#batch.observe(size);
    this.#round.observe(seconds);
  }

  /** Counts one transaction: the seconds it waited for the others to end, and whether another process came between. */
  turn(waited: number, isLostRace: boolean): void {
    this.#wait.observe(waited);
    if (isLostRace) this.#lost.inc();
  }

  /** Counts one owner whose session was ended. */
  ownerEnded(): void {
    this.#ended.inc();
  }

  /** Counts one event that was announced `seconds` after it happened; clocks of two machines may put it in the future. */
  announced(seconds: number): void {
    this.#lag.observe(Math.max(0, seconds));
  }

  /** Counts one answered request. `route` is the address as the table writes it, such as `/api/v1/workspaces/{workspace}`. */
  request(method: string, route: string, status: number, seconds: number): void {
    this.#requests.observe({ method, route, status: String(status) }, seconds);
  }

  /** Everything counted so far, with these readings. The process's own figures are observed from the first call on. */
  async text(readings: Readings): Promise<string> {
    if (!this.#observed) collectDefaultMetrics({ register: this.#registry });
    this.#observed = true;
    this.#gauges.workspaces.set(readings.workspaces);
    this.#gauges.listeners.set(readings.listeners);
    this.#gauges.lastEvent.set(readings.lastEvent);
    this.#gauges.databaseBytes.set(readings.databaseBytes);
    for (const { use, total, idle, waiting } of readings.pools) {
      this.#pools.total.set({ use }, total);
      this.#pools.idle.set({ use }, idle);
      this.#pools.waiting.set({ use }, waiting);
    }
    return this.#registry.metrics();
  }
}

/**
 * The same database, whose transactions are counted: how long each waited until it was alone, and whether another process had
 * written since this one's last.
 */
export function meterDatabase(database: Database, metrics: Metrics): Database {
  let last: number | null = null;
  return {
    ...database,
    transaction: (work, options) => {
      const began = performance.now();
      const turned = database.transaction((queries, turn) => {
        metrics.turn((performance.now() - began) / 1000, last !== null && turn !== last + 1);
        last = turn;
        return work(queries, turn);
      }, options);
      turned.then(
        () => (metrics.refusal = null),
        (error: unknown) => {
          if (isBusy(error)) metrics.refusal = `${error.message} ${error.details.hint ?? ""}`.trim();
        },
      );
      return turned;
    },
  };
}
