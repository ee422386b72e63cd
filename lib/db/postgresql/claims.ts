import type pg from "pg";
import { AppError } from "@/lib/core/errors";

/** A workspace as a process means to use it: several may use it `as` the same, and nobody as something else meanwhile. */
export interface Claim {
  workspace: string;
  as: string;
  /** Whether its content is to be in the history, and not in a folder. */
  isRecorded: boolean;
}

/** The lock that every claim waits for. */
const LOCK = 0x5752444e;

/** Locks are kept for as long as the connection lives; `lock_timeout` bounds the wait. Each database and each schema has its own. */
const KEYS = `
  SELECT "name", hashtext(current_schema() || '.' || "name") & 2147483647 AS "key", hashtext("use") & 2147483647 AS "use"
  FROM unnest($1::text[], $2::text[]) AS "Claim"("name", "use")`;
const TAKE = `SELECT pg_advisory_lock_shared("key", "use") FROM (${KEYS}) AS "Keys"`;
const OTHERS = `
  SELECT "name", application_name AS "who" FROM (${KEYS}) AS "Keys"
  JOIN pg_locks ON locktype = 'advisory' AND objsubid = 2 AND classid = "key"::oid AND objid <> "use"::oid
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  JOIN pg_stat_activity USING (pid) LIMIT 1`;
const MOVED = `
  SELECT "Claimed"."name" FROM unnest($1::text[], $2::bool[]) AS "Claimed"("name", "isRecorded")
  JOIN "Workspace" USING ("name") WHERE ("recorded" IS NOT NULL) <> "isRecorded" LIMIT 1`;

/**
 * The workspaces of a process, claimed by the connection that writes: a process that lost the connection cannot write until it holds the claims again.
 * A process that dies lets go of them at once, one that stands still does not.
 */
export class Claims {
  #wereHeld = false;
  /** Why they were refused when they were claimed last, or null. */
  refusal: AppError | null = null;

  constructor(private readonly claims: readonly Claim[]) {}

  /**
   * Claims them for a connection that was just made. Throws `conflict` where another process uses one as something else, or its content was
   * moved since it was claimed first; the connection is then of no use.
   */
  async take(client: pg.ClientBase): Promise<void> {
    if (this.claims.length === 0) return;
    const names = this.claims.map(({ workspace }) => workspace);
    const keys = [names, this.claims.map(({ as }) => as)];
    await client.query("SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3");
    await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${LOCK})`);
    await client.query(TAKE, keys);
    const { rows: others } = await client.query<{ name: string; who: string }>(OTHERS, keys);
    const { rows: moved } = await client.query<{ name: string }>(MOVED, [
      names,
      this.claims.map((each) => each.isRecorded),
    ]);
    await client.query("COMMIT");
    this.refusal = refusalOf(others[0], this.#wereHeld ? moved[0] : undefined);
    if (this.refusal !== null) throw this.refusal;
    this.#wereHeld = true;
  }
}

function refusalOf(
  other: { name: string; who: string } | undefined,
  moved: { name: string } | undefined,
): AppError | null {
  if (other !== undefined) {
    // A server that owns one has its address in place of that name.
    const who = other.who.startsWith("Wardroom ") ? other.who : `Wardroom at ${other.who}`;
    const message = `Workspace ${other.name} is served by another ${who}, from another folder or from the history.`;
    const hint = "Stop that one first, or give this one a name or a database of its own. Nothing was changed.";
    return new AppError("conflict", message, { hint });
  }
  if (moved === undefined) return null;
  return new AppError(
    "conflict",
    `The content of workspace ${moved.name} was imported or exported while this server ran.`,
    {
      hint: `Restart it with the name alone in WARDROOM_WORKSPACES after an import, ${moved.name}=/path after an export. Nothing was changed.`,
    },
  );
}
