/** Statements past the query builder, which costs ten times what SQLite does: for what every change and every read goes through. */
export interface Direct {
  dialect: Dialect;
  /** The rows a statement answers, whole numbers as `bigint`, moments as `storedTime` writes them. */
  all(sql: string, ...args: Bound[]): Promise<unknown[][]>;
  /** Runs a statement once for each list of arguments. */
  run(sql: string, ...rows: readonly (readonly Bound[])[]): Promise<void>;
  /** Runs a statement that changes one row of a table whose rows are sealed; `key` is its primary key. */
  change(table: string, key: readonly Bound[], sql: string, args: readonly Bound[]): Promise<void>;
}

/** Where the databases differ in what both can do. */
export interface Dialect {
  /** A column's moment as whole seconds since 1970. */
  seconds(column: string): string;
  /** The name of the function that says where a text begins in another; 0 for nowhere. */
  position: string;
  /** Answers the names of a table's columns; the table is the argument. */
  columns: string;
  /** Has the numbers that the database gives go on after the highest in a column, where it does not do so by itself. */
  numberAfter(table: string, column: string): string | null;
  /** A text as it has to be given to be looked for as it stands, where the query builder takes a pattern. */
  literally(text: string): string;
}

/** What a statement can be given. */
export type Bound = string | number | null | Uint8Array;

/** A moment as SQLite stores it, so that rows of ours compare with those written by the query builder; PostgreSQL reads it too. */
export function storedTime(at: Date): string {
  return at.toISOString().replace("Z", "+00:00");
}

/** Rows of one statement at most: what is sent with them stays far below the number of arguments that one may have. */
const MOST_ROWS = 128;
/** `VALUES (?, CAST(? AS bigint))`, of which a statement has one at most. */
const ROW = /VALUES (\((?:\?|CAST\(\? AS \w+\))(?:, (?:\?|CAST\(\? AS \w+\)))*\))/;

/**
 * A statement for each of some rows, as few of them as do the same in the same order: one that has the values of a row is given
 * those of several. How many is a power of two, so that a handful of texts is kept prepared.
 */
export function together(sql: string, rows: readonly (readonly Bound[])[]): [sql: string, args: readonly Bound[]][] {
  const [values, row] = ROW.exec(sql) ?? [];
  if (values === undefined || row === undefined) return rows.map((args) => [sql, args]);
  const statements: [string, readonly Bound[]][] = [];
  for (let at = 0; at < rows.length;) {
    const count = Math.min(MOST_ROWS, 2 ** Math.floor(Math.log2(rows.length - at)));
    const some = `VALUES ${Array.from({ length: count }, () => row).join(", ")}`;
    statements.push([sql.replace(values, some), rows.slice(at, at + count).flat()]);
    at += count;
  }
  return statements;
}
