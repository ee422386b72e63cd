import { createHash } from "node:crypto";
import type pg from "pg";
import type { Owners } from "@/lib/db/database";
import { AppError } from "@/lib/core/errors";
import type { Writer } from "@/lib/db/postgresql/writer";
import { setTimeout as wait } from "node:timers/promises";

/** The lock of a workspace's owner, beside those of who uses it; each database and each schema has its own. */
const KEY = `hashtext(current_schema() || ' owner of ' || $1::text) & 2147483647`;
const OWNING = 0x4f574e;
const TAKE = `SELECT pg_try_advisory_lock(${KEY}, ${OWNING}) AS "taken", pg_backend_pid() AS "pid"`;
/** A connection that bears an address holds a lock by which others see what secret its server has. */
const SECRET_OF = `hashtext(current_schema() || ' secret') & 2147483647`;
const NAME = `SELECT set_config('application_name', $1, false), pg_advisory_lock_shared(${SECRET_OF}, $2::int)`;
/** Any role that may connect can hold a lock, under any name: what it is sent would be requests with their tokens. */
const HOLDER = `
  FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND classid = (${KEY})::oid
    AND objid = ${OWNING} AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND usename = session_user`;
/** The address of a server with another secret: what is sent on to it would count as a client's, and its answers as those of no server. */
const STRANGER = `
  SELECT application_name AS "name" FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND classid = (${SECRET_OF})::oid AND objid <> $1::oid
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND usename = session_user LIMIT 1`;
const FIND = `SELECT application_name AS "name", pid ${HOLDER}`;
const END = `SELECT pg_terminate_backend(pid) ${HOLDER} AND application_name = $2`;

/** PostgreSQL keeps so much of the name of a connection. Bytes. */
const LONGEST_NAME = 63;

/** Whose session was ended, and who has a new one before this, lives: it is this server that does not reach it. Milliseconds. */
const ONCE_MS = 60_000;

/** A session that was ended lets go of its locks within this time, or looks for longer. Milliseconds. */
const ENDING_MS = 1_000;
const LOOK_MS = 20;

/**
 * The owner of a workspace is the server whose writing connection holds its lock: what ends that session ends both, so whoever lost a workspace can write
 * to it no more. A server's address is the name of its connection.
 */
export class SessionOwners implements Owners {
  hasLeft = false;
  #address: string | null = null;
  /** A number made of the secret that the servers share; null where it shares none. */
  #secret: number | null = null;
  /** By which connection this server holds which workspace. */
  readonly #held = new Map<string, pg.ClientBase>();
  /** The sessions that this server ever held one by; PostgreSQL uses their numbers again. */
  readonly #sessions = new Map<number, pg.ClientBase>();
  /** Those that it left to others: what is under way there takes none of them back. */
  readonly #left = new Set<string>();
  /** The session of each owner that this server ended last, and when. */
  readonly #deposed = new Map<string, { pid: number; at: number }>();
  /** The owners that were found last. */
  readonly #others = new Map<string, string>();

  constructor(
    private readonly writer: Writer,
    private readonly readers: pg.Pool,
    private readonly explained: <T>(work: Promise<T>) => Promise<T>,
  ) {}

  async announce(address: string, secret: string | null): Promise<void> {
    const name = new URL(address).host;
    if (Buffer.byteLength(name) > LONGEST_NAME) {
      const hint = "Set WARDROOM_PEER to a shorter one, such as an IP address and port.";
      throw new AppError("invalid_input", `The address ${name} is longer than ${LONGEST_NAME} bytes.`, { hint });
    }
    this.#address = name;
    this.#secret = secret === null ? null : createHash("sha256").update(secret).digest().readUInt32BE() >>> 1;
    await this.writer.aside((client) => this.named(client));
    const { rows } = await this.explained(this.readers.query<{ name: string }>(STRANGER, [this.#secret]));
    if (rows[0] === undefined) return;
    const hint = "Give all servers of this database the same, and stop all of them to change it.";
    throw new AppError("invalid_input", `The server at ${rows[0].name} has another WARDROOM_SECRET.`, { hint });
  }

  /** Has a connection bear the address, once there is one. */
  async named(client: pg.ClientBase): Promise<void> {
    if (this.#address !== null) await client.query(NAME, [this.#address, this.#secret]);
  }

  isOwn(workspace: string): boolean {
    return this.#address === null || this.#held.has(workspace);
  }

  async ownerOf(workspace: string, { isDoubted = false } = {}): Promise<string | null> {
    if (this.isOwn(workspace)) return null;
    const known = this.#others.get(workspace);
    if (known !== undefined && !isDoubted) return known;
    this.#others.delete(workspace);
    const until = performance.now() + ENDING_MS;
    for (;;) {
      const [found] = await this.#find(workspace);
      if (found !== undefined && found.name !== this.#address) {
        const address = `http://${found.name}`;
        this.#others.set(workspace, address);
        return address;
      }
      if (await this.writer.aside((client) => this.#take(client, workspace))) return null;
      // Of a connection of this server that broke, which PostgreSQL has not noticed.
      if (found !== undefined && this.#sessions.has(found.pid)) await this.#end(workspace, found.name);
      if (performance.now() > until) throw elsewhere(workspace);
      await wait(LOOK_MS);
    }
  }

  async assertOwn(workspace: string): Promise<void> {
    if (this.#address === null || this.#held.get(workspace) === this.writer.client) return;
    const isLeft = this.#left.has(workspace);
    if (isLeft || !(await this.#take(this.writer.client, workspace))) throw elsewhere(workspace);
  }

  async depose(workspace: string, address: string): Promise<number | null> {
    this.#others.delete(workspace);
    const name = new URL(address).host;
    const [found] = await this.#find(workspace);
    if (found?.name !== name) return 0;
    const last = this.#deposed.get(name);
    if (last?.pid !== found.pid) {
      if (last !== undefined && performance.now() < last.at + ONCE_MS) return null;
      this.#deposed.set(name, { pid: found.pid, at: performance.now() });
    }
    await this.#end(workspace, name);
    return found.pid;
  }

  async release(workspace: string): Promise<void> {
    await this.writer.aside(async (client) => {
      if (this.#held.get(workspace) === client)
        await client.query(`SELECT pg_advisory_unlock(${KEY}, ${OWNING})`, [workspace]);
      this.#held.delete(workspace);
      this.#left.add(workspace);
    });
  }

  leave(workspaces: readonly string[]): void {
    this.hasLeft = true;
    for (const each of workspaces) void this.release(each).catch(() => undefined);
  }

  async #find(workspace: string): Promise<{ name: string; pid: number }[]> {
    return (await this.explained(this.readers.query<{ name: string; pid: number }>(FIND, [workspace]))).rows;
  }

  async #end(workspace: string, name: string): Promise<void> {
    await this.explained(this.readers.query(END, [workspace, name]));
  }

  async #take(client: pg.ClientBase, workspace: string): Promise<boolean> {
    if (this.#held.get(workspace) === client) return true;
    const { rows } = await client.query<{ taken: boolean; pid: number }>(TAKE, [workspace]);
    const [{ taken, pid } = { taken: false, pid: 0 }] = rows;
    if (!taken) return false;
    this.#held.set(workspace, client);
    this.#left.delete(workspace);
    if (this.#sessions.get(pid) === client) return true;
    this.#sessions.set(pid, client);
    client.once("end", () => {
      for (const [name, by] of this.#held) if (by === client) this.#held.delete(name);
    });
    return true;
  }
}

function elsewhere(workspace: string): AppError {
  return new AppError("busy", `Another server answers for workspace ${workspace} now; nothing was changed.`, {
    hint: "Try again. If it goes on, give each server a WARDROOM_PEER of its own.",
    isElsewhere: true,
  });
}
