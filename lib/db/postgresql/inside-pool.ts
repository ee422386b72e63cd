import pg from "pg";
import type { Writer } from "@/lib/db/postgresql/writer";

/** What Prisma says to begin and to end a transaction, and what is said in one that is open already. */
const INNER: Record<string, string> = {
  BEGIN: "SAVEPOINT wardroom",
  COMMIT: "RELEASE SAVEPOINT wardroom",
  ROLLBACK: "ROLLBACK TO SAVEPOINT wardroom; RELEASE SAVEPOINT wardroom",
};

type Asked = string | pg.QueryConfig;

/** A pool as Prisma wants one, each connection of which is that of the transaction that is open. */
export function insidePool(writer: Writer): pg.Pool {
  const pool = new pg.Pool();
  const query = async (asked: Asked) => {
    const text = typeof asked === "string" ? asked : asked.text;
    const inner = INNER[text.trim()];
    return inner === undefined ? writer.client.query(asked) : writer.client.query(inner);
  };
  const client = { query, release: () => undefined, on: () => undefined, removeListener: () => undefined };
  return Object.assign(pool, { query, connect: () => Promise.resolve(client) });
}
