import pg from "pg";
import { AppError } from "@/lib/core/errors";

/** What of an address may be shown: everything but the password. */
export interface Place {
  host: string;
  port: number;
  database: string;
  user: string;
}

/** Where an address leads. Throws `invalid_input` for one that cannot be read. */
export function placeOf(address: string): Place {
  try {
    const { host, port, database = "", user = "" } = new pg.Client({ connectionString: address });
    return { host, port, database, user };
  } catch (cause) {
    const hint = "Write postgresql://user:password@host:5432/database. In the password, write @ as %40 and / as %2F.";
    throw new AppError("invalid_input", "DATABASE_URL: This is not a valid PostgreSQL address.", { hint }, { cause });
  }
}

/** The same in words. Example: `wardroom at db.example.org:5432`. */
export function describePlace({ host, port, database }: Place): string {
  return `${database} at ${host}:${port}`;
}
