import type { QueryConfig } from "pg";
import { type Bound, type Dialect, storedTime } from "@/lib/db/direct";

/** Statements that keep their names; of texts beyond these each is parsed anew. */
const MOST_NAMED = 1_000;
const names = new Map<string, string>();

/** The name under which a connection keeps a statement prepared; none once there are too many. */
export function nameOf(sql: string): string | undefined {
  const known = names.get(sql);
  if (known !== undefined || names.size >= MOST_NAMED) return known;
  const name = `s${names.size}`;
  names.set(sql, name);
  return name;
}

const numbered = new Map<string, string>();

/** A statement of ours, with `?` for its arguments in their order, as PostgreSQL writes them: `$1`. */
export function withNumbers(sql: string): string {
  const known = numbered.get(sql);
  if (known !== undefined) return known;
  let count = 0;
  const written = sql.replaceAll("?", () => `$${++count}`);
  if (numbered.size < MOST_NAMED) numbered.set(sql, written);
  return written;
}

/** A statement as it is sent: its rows as lists, whole numbers as `bigint`, moments as `storedTime` writes them. */
export function asQuery(sql: string, args: readonly Bound[]): QueryConfig & { rowMode: "array" } {
  const text = withNumbers(sql);
  const name = nameOf(text);
  const values = args.map((arg) => (arg instanceof Uint8Array ? Buffer.from(arg) : arg));
  return { ...(name !== undefined && { name }), text, values, rowMode: "array", types: { getTypeParser } };
}

/** PostgreSQL's numbers for its types. */
const WHOLE_NUMBERS = new Set([20, 21, 23]);
const BOOLEAN = 16;
const BYTES = 17;
const MOMENT = 1184;

function getTypeParser(type: number): (value: string) => unknown {
  if (WHOLE_NUMBERS.has(type)) return BigInt;
  if (type === BOOLEAN) return (value) => (value === "t" ? 1n : 0n);
  if (type === BYTES) return (value) => Buffer.from(value.slice("\\x".length), "hex");
  // 2026-02-09 10:00:00.123+00
  if (type === MOMENT) return (value) => storedTime(new Date(`${value.replace(" ", "T")}:00`));
  return (value) => value;
}

export const POSTGRESQL: Dialect = {
  seconds: (column) => `CAST(floor(extract(epoch FROM ${column})) AS bigint)`,
  position: "strpos",
  columns: `
    SELECT column_name::text FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = ? ORDER BY column_name COLLATE "C"`,
  numberAfter: (table, column) =>
    `SELECT setval(pg_get_serial_sequence('"${table}"', '${column}'), GREATEST(MAX("${column}"), 1)) FROM "${table}"`,
  // A backslash says of the sign after it that it is meant as it stands.
  literally: (text) => text.replace(/[\\%_]/g, "\\$&"),
};
