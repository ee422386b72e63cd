import { randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Database } from "@/lib/db/database";
import { migrationsFolder, openDatabase } from "@/lib/db/open";
import { SessionOwners } from "@/lib/db/postgresql/owners";
import type { Writer } from "@/lib/db/postgresql/writer";
import { makePostgresql, runOnPostgresql } from "@/lib/db/testing/make-database.fixture";
import { PROJECT } from "@/lib/services/testing/test-wardroom.fixture";

const SERVERS = [0, 1, 2];
const WORKSPACES = ["shop", "portal"];
const SECRET = "a secret that all servers have";
const nameOf = (server: number) => `10.0.0.${server + 1}:4100`;
const addressOf = (server: number) => `http://${nameOf(server)}`;

let url: string;
let databases: Database[];
beforeEach(async () => {
  const made = await makePostgresql();
  url = made.environment.DATABASE_URL;
  databases = [];
  for (const server of SERVERS) {
    const database = await openDatabase(url, migrationsFolder(PROJECT));
    await database.owners?.announce(addressOf(server), SECRET);
    databases.push(database);
  }
  return made.drop;
});
afterEach(() => Promise.all(databases.map((database) => database.close())));

const ownersAt = (server: number) => databases[server]?.owners ?? expect.unreachable("it has owners");

/** A change of documents, which the owner alone may make: whether it was let in. */
function write(server: number, workspace: string): Promise<boolean> {
  const change = () => ownersAt(server).assertOwn(workspace);
  const written = databases[server]?.transaction(change) ?? expect.unreachable("it is open");
  return written.then(
    () => true,
    (error: unknown) => {
      expect(error).toMatchObject({ code: "busy", message: expect.stringContaining(workspace) as string });
      return false;
    },
  );
}

/** PostgreSQL ends the session that a server writes by, and the server hears of it. */
async function lose(server: number): Promise<void> {
  await runOnPostgresql(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '${nameOf(server)}'`,
  );
  while (WORKSPACES.some((workspace) => ownersAt(server).isOwn(workspace))) await turn();
}

const server = fc.constantFrom(...SERVERS);
const workspace = fc.constantFrom(...WORKSPACES);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("write"), server, workspace }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant("ask"), server, workspace }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("lose"), server, workspace }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("depose"), server, workspace }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("release"), server, workspace }) },
);

it("one server owns a workspace at a time, everybody is told the same of it, and nobody else writes to it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      for (const each of SERVERS) await lose(each);
      const owners = new Map<string, number>();
      const left = new Set<string>();
      // What was left in a run before is asked for once.
      for (const each of SERVERS) {
        for (const name of WORKSPACES) await ownersAt(each).ownerOf(name, { isDoubted: true });
        await lose(each);
      }
      for (const { type, server, workspace } of steps) {
        const owner = owners.get(workspace);
        if (type === "lose") {
          await lose(server);
          for (const [name, by] of owners) if (by === server) owners.delete(name);
        } else if (type === "release") {
          await ownersAt(server).release(workspace);
          left.add(`${server} ${workspace}`);
          if (owner === server) owners.delete(workspace);
        } else if (type === "depose") {
          await ownersAt(server).depose(workspace, addressOf(owner ?? 0));
          if (owner !== undefined) {
            await lose(owner);
            for (const [name, by] of owners) if (by === owner) owners.delete(name);
          }
        } else if (type === "write" && owner === undefined && left.has(`${server} ${workspace}`)) {
          // It may be another's by the time that what was under way is done.
          expect(await write(server, workspace)).toBe(false);
        } else {
          if ((owner ?? server) === server) left.delete(`${server} ${workspace}`);
          owners.set(workspace, owner ?? server);
          const isOwner = (owner ?? server) === server;
          const told = isOwner ? null : addressOf(owner ?? server);
          if (type === "write") expect(await write(server, workspace)).toBe(isOwner);
          else expect(await ownersAt(server).ownerOf(workspace, { isDoubted: true })).toBe(told);
        }
      }
    }),
    { numRuns: 12 },
  );
});

it("a change that an owner began before its session was ended is not made", async () => {
  expect(await ownersAt(0).ownerOf("shop")).toBe(null);
  await lose(0);
  expect(await ownersAt(1).ownerOf("shop")).toBe(null);
  expect([await write(0, "shop"), await write(1, "shop")]).toEqual([false, true]);
  expect(await ownersAt(0).ownerOf("shop")).toBe(addressOf(1));
});

it("before it is announced, a process has a share in nothing", async () => {
  const command = await openDatabase(url, migrationsFolder(PROJECT));
  expect(await ownersAt(0).ownerOf("shop")).toBe(null);
  expect(await command.owners?.ownerOf("shop")).toBe(null);
  expect(await ownersAt(1).ownerOf("shop")).toBe(addressOf(0));
  await command.close();
});

it("no server is taken for an owner that another role gives itself out to be: it would be sent tokens", async () => {
  const role = `looker_${randomBytes(6).toString("hex")}`;
  await runOnPostgresql(url, `CREATE ROLE ${role} LOGIN`);
  const address = new URL(url);
  address.username = role;
  const other = new pg.Client({ connectionString: address.href, application_name: "elsewhere.example:80" });
  await other.connect();
  await other.query("SELECT pg_advisory_lock(hashtext(current_schema() || ' owner of shop') & 2147483647, 0x4f574e)");
  await expect(ownersAt(0).ownerOf("shop")).rejects.toMatchObject({ code: "busy" });
  await other.end();
  await runOnPostgresql(url, `DROP ROLE ${role}`);
  expect(await ownersAt(0).ownerOf("shop", { isDoubted: true })).toBe(null);
});

it("ends the session of an owner that does not answer, and no second one of an owner that comes back: that one lives", async () => {
  expect(await ownersAt(0).ownerOf("shop")).toBe(null);
  expect(await ownersAt(0).ownerOf("portal")).toBe(null);
  const depose = (name: string) => ownersAt(1).depose(name, addressOf(0));
  expect(await Promise.all(["shop", "portal", "shop"].map(depose))).toEqual([
    expect.any(Number),
    expect.any(Number),
    expect.any(Number),
  ]);
  while (ownersAt(0).isOwn("shop")) await turn();
  expect(await ownersAt(1).ownerOf("portal", { isDoubted: true })).toBe(null);
  expect(await ownersAt(0).ownerOf("shop", { isDoubted: true })).toBe(null);
  expect(await depose("shop")).toBe(null);
  expect(ownersAt(0).isOwn("shop") && (await write(0, "shop"))).toBe(true);
});

it("hears the end of a session whose number an earlier one had, as after PostgreSQL began anew", async () => {
  const sessionOf = (pid: number) =>
    Object.assign(new EventEmitter(), { query: () => Promise.resolve({ rows: [{ taken: true, pid }] }) });
  let session = sessionOf(7);
  const writer = { aside: (work: (client: unknown) => unknown) => work(session) };
  const readers = { query: () => Promise.resolve({ rows: [] }) };
  const owners = new SessionOwners(writer as unknown as Writer, readers as unknown as pg.Pool, (work) => work);
  await owners.announce(addressOf(0), SECRET);
  for (const next of [sessionOf(7), sessionOf(8)]) {
    expect(await owners.ownerOf("shop")).toBe(null);
    session.emit("end");
    expect(owners.isOwn("shop")).toBe(false);
    session = next;
  }
});

it("an address that PostgreSQL would cut short is refused with what to set instead", async () => {
  const announcing = ownersAt(0).announce(`http://${"wardroom-1.".repeat(6)}example.org:4100`, SECRET);
  await expect(announcing).rejects.toMatchObject({
    code: "invalid_input",
    details: { hint: expect.stringContaining("WARDROOM_PEER") as string },
  });
});

it("refuses to take part beside a server with another secret, and says which: what one sends on the other takes for a client's", async () => {
  const other = await openDatabase(url, migrationsFolder(PROJECT));
  const announcing = other.owners?.announce("http://10.0.0.9:4100", "another secret");
  await expect(announcing).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringMatching(/^The server at 10\.0\.0\.[123]:4100 has another WARDROOM_SECRET\.$/) as string,
  });
  await other.close();
  await databases.pop()?.close();
  const same = await openDatabase(url, migrationsFolder(PROJECT));
  await same.owners?.announce("http://10.0.0.9:4100", SECRET);
  databases.push(same);
});
