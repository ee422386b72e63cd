import type { Client, InStatement, InArgs, ResultSet, Transaction } from "@libsql/client";
import { PrismaLibSql } from "@prisma/adapter-libsql";

/**
 * Prisma's adapter for SQLite, kept on one connection. The library opens a new connection for each transaction and
 * leaves the old one to the garbage collector: after a thousand writes a thousand open files. Here a transaction is
 * `BEGIN IMMEDIATE` on the one connection, which the adapter's own mutex keeps for it until it ends; so settings made
 * by `PRAGMA` hold for every statement, and the write lock is taken before anything is read.
 */
export class SqliteAdapter extends PrismaLibSql {
  override createClient(config: Parameters<PrismaLibSql["createClient"]>[0]): Client {
    const client = super.createClient(config);
    client.transaction = async () => {
      await client.execute("BEGIN IMMEDIATE");
      return transactionOn(client);
    };
    return client;
  }
}

function transactionOn(client: Client): Transaction {
  let closed = false;
  const end = async (statement: "COMMIT" | "ROLLBACK") => {
    // A failed COMMIT leaves the transaction open for the ROLLBACK that follows.
    await client.execute(statement);
    closed = true;
  };
  return {
    execute: (statement: InStatement | string, args?: InArgs): Promise<ResultSet> =>
      typeof statement === "string" ? client.execute(statement, args) : client.execute(statement),
    batch: (statements) => Promise.all(statements.map((statement) => client.execute(statement))),
    executeMultiple: (sql) => client.executeMultiple(sql),
    commit: () => end("COMMIT"),
    rollback: () => end("ROLLBACK"),
    close: () => undefined,
    get closed() {
      return closed;
    },
  };
}
