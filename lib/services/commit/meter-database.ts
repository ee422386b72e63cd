import type { Database } from "@/lib/db/database";
import type { Metrics } from "@/lib/services/commit/metrics";

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
      return database.transaction((queries, turn) => {
        metrics.turn((performance.now() - began) / 1000, last !== null && turn !== last + 1);
        last = turn;
        return work(queries, turn);
      }, options);
    },
  };
}
