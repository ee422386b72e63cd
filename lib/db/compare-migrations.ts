import { AppError } from "@/lib/core/errors";

/** The last of the migrations that were made one: a database that has it is as the first of today leaves a new one. */
const LAST_OF_BEFORE = "20261126232503_replica_ids_of_before";

/** Of the migrations that this version knows, in their order, those a database lacks; and of those it has, those this version does not know. */
export function compareMigrations(
  applied: Iterable<string>,
  known: readonly string[],
): { pending: string[]; unknown: string[] } {
  const names = new Set(applied);
  const isOfBefore = names.has(LAST_OF_BEFORE);
  const has = (name: string, at: number) => names.has(name) || (isOfBefore && at === 0);
  return {
    pending: known.filter((name, at) => !has(name, at)),
    unknown: [...names].filter((name) => !known.includes(name) && !(isOfBefore && name <= LAST_OF_BEFORE)),
  };
}

/** The migrations a database lacks. Throws `conflict` for one that another version left in a state this one does not know. */
export function pendingMigrations(applied: Iterable<string>, known: readonly string[]): string[] {
  const { pending, unknown } = compareMigrations(applied, known);
  if (unknown.length === 0) return pending;
  const names = unknown.join(", ");
  if (unknown.every((name) => name < LAST_OF_BEFORE)) {
    throw new AppError("conflict", `The database is from an early version of Wardroom, before 0.1.0 (${names}).`, {
      hint: "Start a version from 27 November 2026 on it once, then this one. Nothing was changed.",
    });
  }
  throw new AppError("conflict", `The database was changed by a newer version of Wardroom (${names}).`, {
    hint: "Start that version, or point WARDROOM_DATA or DATABASE_URL at another database.",
  });
}
