import { createClient, type Row } from "@libsql/client";

/** Runs one statement on a database beside Wardroom, as a person with `sqlite3` does. */
export async function runSql(path: string, statement: string): Promise<Row[]> {
  const client = createClient({ url: `file:${path}`, timeout: 30_000 });
  try {
    return (await client.execute(statement)).rows;
  } finally {
    client.close();
  }
}
