import type { Client, InStatement, InArgs, ResultSet, Transaction } from "@libsql/client";
import { PrismaLibSql } from "@prisma/adapter-libsql";
import type { DatabaseFiles } from "@/lib/db/database-files";

/** What each connection is told: wait for no disk twice, and answer a commit only once it is on the disk. */
const SETTINGS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;";

/**
 * Prisma's adapter for SQLite, kept on one connection. The library opens a new connection for each transaction and
 * leaves the old one to the garbage collector: after a thousand writes a thousand open files. Here a transaction is
 * `BEGIN IMMEDIATE` on the one connection, which the adapter's own mutex keeps for it until it ends; so the write lock is
 * taken before anything is read.
 */
export class SqliteAdapter extends PrismaLibSql {
  /** `files` are those of the one connection; they are looked at before it becomes another. */
  constructor(
    config: ConstructorParameters<typeof PrismaLibSql>[0],
    private readonly files: Pick<DatabaseFiles, "assertSound" | "forget">,
  ) {
    super(config);
  }

  override async connect(): ReturnType<PrismaLibSql["connect"]> {
    const adapter = await super.connect();
    await adapter.executeScript(SETTINGS);
    return adapter;
  }

  override createClient(config: Parameters<PrismaLibSql["createClient"]>[0]): Client {
    const client = super.createClient(config);
    const transaction = async (): Promise<Transaction> => {
      await beginImmediate(client, this.files);
      return transactionOn(client);
    };
    return Object.assign(client, { transaction });
  }
}

/**
 * Takes the write lock, or throws that the database is locked. A single statement that meets a lock stays unfinished in
 * the library until it is collected, and no transaction of its connection can be committed before; a script is
 * finished at once. So a script finds out whether the lock is free, and where somebody took it in between, the
 * connection is given up for a new one.
 */
async function beginImmediate(client: Client, files: Pick<DatabaseFiles, "assertSound" | "forget">): Promise<void> {
  await client.executeMultiple("BEGIN IMMEDIATE; ROLLBACK");
  try {
    await client.execute("BEGIN IMMEDIATE");
  } catch (error) {
    // A new connection would make a new database where the old one is gone.
    await files.assertSound();
    client.reconnect();
    files.forget();
    await client.executeMultiple(SETTINGS);
    throw error;
  }
}

function transactionOn(client: Client): Transaction {
  let closed = false;
  const end = async (statement: "COMMIT" | "ROLLBACK") => {
    closed = true;
    await client.execute(statement);
  };
  return {
    execute: (statement: InStatement | string, args?: InArgs): Promise<ResultSet> =>
      typeof statement === "string" ? client.execute(statement, args) : client.execute(statement),
    batch: (statements) => Promise.all(statements.map((statement) => client.execute(statement))),
    executeMultiple: (sql) => client.executeMultiple(sql),
    commit: async () => {
      try {
        await end("COMMIT");
      } catch (error) {
        // Nobody else ends what could not be committed. A full disk ends it by itself: then there is nothing to take back.
        await client.execute("ROLLBACK").catch(() => undefined);
        throw error;
      }
    },
    rollback: () => end("ROLLBACK"),
    close: () => undefined,
    get closed() {
      return closed;
    },
  };
}
