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
