import type { Queries } from "@/lib/db/database";
import type { EventLog } from "@/lib/services/commit/event-log";
import type { LiveEvent } from "@/lib/services/commit/live-feed";

/** Does a part of a transaction's work; what it stored before it throws is taken back, and the transaction goes on. */
export async function withinSavepoint<T>(
  { queries: { direct }, log, events }: { queries: Queries; log: EventLog; events: LiveEvent[] },
  work: () => Promise<T>,
): Promise<T> {
  const told = events.length;
  await direct.run('SAVEPOINT "part"', []);
  try {
    const answer = await work();
    await direct.run('RELEASE "part"', []);
    return answer;
  } catch (error) {
    // An event that was chained may not be stored.
    log.forget();
    events.splice(told);
    try {
      await direct.run('ROLLBACK TO "part"', []);
      await direct.run('RELEASE "part"', []);
    } catch {
      // A full disk has ended the transaction, and the savepoint with it.
    }
    throw error;
  }
}
