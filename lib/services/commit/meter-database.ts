import type { Database } from "@/lib/db/database";
import { isBusy } from "@/lib/services/commit/commit-errors";
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
