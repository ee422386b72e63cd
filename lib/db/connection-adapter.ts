import type { Client, InStatement, ResultSet, Row, Transaction, Value } from "@libsql/client";
import { PrismaLibSql } from "@prisma/adapter-libsql";
import type { Answer, Connection } from "@/lib/db/connection";

/** How statements get at a connection that others use too. */
export interface Access {
  /** Runs something on the connection as soon as it may. */
  use<T>(work: () => T): Promise<T>;
  /** Begins what is to be there wholly or not at all, and answers how to end it. */
  begin(): Promise<{ commit(): void; rollback(): void }>;
}

/**
 * Prisma on a connection of ours. The library opens a new connection for each transaction, leaves the old one to the
 * garbage collector, and prepares each statement anew.
 */
export class ConnectionAdapter extends PrismaLibSql {
  constructor(
    private readonly connection: Connection,
    private readonly access: Access,
  ) {
    super({ url: "file:" });
  }

  override createClient(): Client {
    const { connection, access } = this;
    const execute = (statement: InStatement | string) => access.use(() => run(connection, statement));
    const client: Asked = {
      execute,
      executeMultiple: (sql) => access.use(() => connection.script(sql)),
      transaction: async () => transactionOn(connection, await access.begin()),
      close: () => undefined,
    };
    return client as Client;
  }
}

/** What Prisma asks of a client. */
type Asked = Pick<Client, "execute" | "executeMultiple" | "close"> & { transaction(): Promise<Transaction> };

function transactionOn(
  connection: Connection,
  { commit, rollback }: Awaited<ReturnType<Access["begin"]>>,
): Transaction {
  let closed = false;
  const end = (work: () => void) => {
    closed = true;
    return Promise.resolve().then(work);
  };
  return {
    execute: (statement: InStatement | string) => Promise.resolve().then(() => run(connection, statement)),
    batch: (statements) => Promise.resolve(statements.map((statement) => run(connection, statement))),
    executeMultiple: (sql) => Promise.resolve().then(() => connection.script(sql)),
    commit: () => end(commit),
    rollback: () => end(rollback),
    close: () => undefined,
    get closed() {
      return closed;
    },
  };
}

function run(connection: Connection, statement: InStatement | string): ResultSet {
  const { sql, args = [] } = typeof statement === "string" ? { sql: statement } : statement;
  if (!Array.isArray(args)) throw new Error("Prisma gives arguments by their place");
  return asResultSet(connection.execute(sql, args.map(toSql)));
}

function asResultSet({ columns, columnTypes, rows, changes, lastRowId }: Answer): ResultSet {
  return {
    columns,
    columnTypes,
    // Prisma's adapter reads rows by place alone.
    rows: rows.map((row) => row.map(fromSql)) as unknown as Row[],
    rowsAffected: changes,
    lastInsertRowid: lastRowId,
    toJSON: () => ({ columns, columnTypes, rows }),
  };
}

function toSql(value: unknown): unknown {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value instanceof ArrayBuffer) return Buffer.from(value);
  return value instanceof Date ? value.valueOf() : value;
}

function fromSql(value: unknown): Value {
  if (typeof value === "bigint") return Number(value);
  if (!Buffer.isBuffer(value)) return value as Value;
  return value.buffer.slice(value.byteOffset, value.byteOffset + value.byteLength) as ArrayBuffer;
}
