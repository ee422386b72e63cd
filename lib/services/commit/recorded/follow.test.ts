import { mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database, Queries } from "@/lib/db/database";
import type { Bound } from "@/lib/db/direct";
import { migrationsFolder, openDatabase } from "@/lib/db/open";
import type { Runtime } from "@/lib/runtime";
import { DocumentCache } from "@/lib/services/commit/document-cache";
import { EventLog } from "@/lib/services/commit/event-log";
import { SetAside } from "@/lib/services/commit/set-aside";
import { OWNER, actingAs } from "@/lib/services/testing/callers.fixture";
import { TeamServers } from "@/lib/services/testing/team-servers.fixture";
import { PROJECT } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { openFileStore } from "@/lib/store/file-store";

const MANY = 40;
const SESSIONS = Array.from({ length: MANY }, (_, index) => `session-${String(index)}`);
const pathOf = (session: string) => `.agent/teams/${session}/TEAM-MEMORY.md`;

describe("a server that follows what another one wrote", () => {
  let writer: Runtime;
  let database: Database;
  let documents: DocumentCache;
  let folder: string;
  beforeAll(async () => {
    const servers = await TeamServers.open();
    writer = await servers.start("writer");
    const roles = [{ id: "implementer-1" }];
    for (const id of SESSIONS)
      await writer.services.sessions.create(OWNER, { workspace: "demo" }, { id, feature: id, roles }, PLAIN_REQUEST);
    database = await openDatabase(servers.address, migrationsFolder(PROJECT));
    folder = servers.copyOf("reader");
    mkdirSync(folder, { recursive: true });
    const store = await openFileStore(folder, join(servers.folder, "trash"));
    const copied = new Map([["demo", folder]]);
    documents = new DocumentCache(() => store, new EventLog(), new SetAside(), copied);
    await documents.copies.follow(database.queries);
    for (const session of SESSIONS) await documents.look(database.queries, "demo", pathOf(session));
  });

  afterAll(() => database.close());

  /** Adds an item to each of so many sessions at the other server, and answers how often the database is asked to follow it. */
  async function asksFor(count: number): Promise<number> {
    const adding = SESSIONS.slice(0, count).map((session) =>
      writer.services.memory.add(
        actingAs("implementer-1"),
        { workspace: "demo", session },
        { tag: "Finding", text: `one of ${String(count)} items` },
        PLAIN_REQUEST,
      ),
    );
    await Promise.all(adding);
    const { queries, asked } = counted(database.queries);
    await documents.copies.follow(queries);
    return asked();
  }

  it("asks the database as often for many documents as for one, and holds what each of them holds", async () => {
    const once = await asksFor(1);
    expect(await asksFor(MANY)).toBe(once);
    for (const session of SESSIONS) {
      const { sections } = await writer.services.memory.read(OWNER, { workspace: "demo", session });
      expect(sections.flatMap(({ items }) => items.map(({ text }) => text))).toContain(`one of ${String(MANY)} items`);
      const text = await readFile(join(folder, pathOf(session)), "utf8");
      expect(text).toContain(`one of ${String(MANY)} items`);
    }
  });

  it("asks as often for many new documents as for one", async () => {
    const made = async (ids: string[]) => {
      for (const id of ids)
        await writer.services.sessions.create(
          OWNER,
          { workspace: "demo" },
          { id, feature: id, roles: [] },
          PLAIN_REQUEST,
        );
      const { queries, asked } = counted(database.queries);
      await documents.copies.follow(queries);
      for (const id of ids) expect(await readFile(join(folder, pathOf(id)), "utf8")).toContain(id);
      return asked();
    };
    const once = await made(["new"]);
    expect(await made(Array.from({ length: MANY }, (_, index) => `new-${String(index)}`))).toBe(once);
  });

  it("needs no further question to change those that it changed before", async () => {
    await asksFor(MANY);
    const { queries, asked } = counted(database.queries);
    const recorded = SESSIONS.map((session) => documents.recorded(database.queries, "demo", pathOf(session)));
    const shown = SESSIONS.map((session) => documents.look(queries, "demo", pathOf(session)));
    for (const [index, { head, hash, identity }] of (await Promise.all(recorded)).entries())
      expect(await shown[index]).toMatchObject({ head, hash, identity, text: expect.stringContaining("items") });
    expect(asked()).toBe(0);
  });
});

/** Queries that count how often the database is asked. */
function counted(queries: Queries): { queries: Queries; asked: () => number } {
  let asked = 0;
  const all = (sql: string, ...args: Bound[]) => {
    asked += 1;
    return queries.direct.all(sql, ...args);
  };
  const direct = { ...queries.direct, all };
  return {
    queries: new Proxy(queries, {
      get(target, name) {
        if (name === "direct") return direct;
        asked += 1;
        return Reflect.get(target, name) as unknown;
      },
    }),
    asked: () => asked,
  };
}
