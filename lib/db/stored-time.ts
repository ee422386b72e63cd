/** A moment as SQLite stores it, so that rows of ours compare with those written by the query builder; PostgreSQL reads it too. */
export function storedTime(at: Date): string {
  return at.toISOString().replace("Z", "+00:00");
}
