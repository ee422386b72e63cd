import { appendFile, mkdir, open, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import Libsql from "libsql";
import { expect, it } from "vitest";
import { call } from "@/lib/api/testing/api.fixture";
import { OPERATIONS as ASKED } from "@/lib/api/testing/matrix-operations.fixture";
import { MatrixWorld, ownPlace } from "@/lib/api/testing/matrix-world.fixture";
import { httpOf } from "@/lib/operations/define-operation";
import { OPERATIONS } from "@/lib/operations/operations";

/** Where a database says which version of SQLite may write it: a newer one than there is makes it read-only, for root too. */
const WRITE_VERSION = 18;

const MEMORY = "# TEAM-MEMORY \u2014 found\n\n## Lead\n\n## implementer-1\n- [Finding] found\n";

it("answers every read while nothing can be recorded, also of what nobody has read before", async () => {
  const world = await MatrixWorld.open();
  const place = ownPlace("owner");
  const reads: { id: string; path: string; status: number }[] = [];
  for (const operation of OPERATIONS.filter(({ http }) => http.startsWith("GET "))) {
    const { address } = httpOf(operation);
    const { ids, query } =
      (await ASKED[`GET ${address.replace("/api/v1/workspaces/{workspace}", "~")}`]?.ask(world, place)) ?? {};
    const addressAt = (session: string) => {
      const values: Record<string, string> = { ...place, session, ...ids };
      const path = address.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(values[part] ?? "")); // {session}
      return query === undefined ? path : `${path}?${query}`;
    };
    const { status } = await call("GET", addressAt("alpha"));
    reads.push({ id: operation.id, path: addressAt("alpha"), status });
    // What the address names beside the session is not in the one that was found.
    if (address.includes("{session}") && !address.includes("/teams/"))
      reads.push({
        id: operation.id,
        path: addressAt("found"),
        status: Object.keys(ids ?? {}).length === 0 && query === undefined ? 200 : 404,
      });
  }
  await world.restart(async (database) => {
    // What is in its log would stand above its first page.
    const connection = new Libsql(database);
    connection.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    connection.close();
    const handle = await open(database, "r+");
    await handle.write(Buffer.of(3), 0, 1, WRITE_VERSION);
    await handle.close();
    const files = {
      ".agent/teams/found/TEAM-MEMORY.md": MEMORY,
      ".agent/teams/found/global-context.md": "---\nversion: GC-v2\n---\n# Found\n\n## Scope\n- goal: one\n",
      ".kaizen/agents/found/memory.md": "# found\n",
      ".claude/agents/found.md": "---\nname: found\n---\nFound.\n",
      ".microai/knowledge/shared/found.md": "# Found\n",
    };
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(world.file(path)), { recursive: true });
      await writeFile(world.file(path), text);
    }
    await appendFile(world.file(".agent/teams/alpha/TEAM-MEMORY.md"), "- [Finding] by hand\n");
  });
  reads.push({ id: "agent.read", path: "/api/v1/workspaces/demo/agents/found/memory", status: 200 });
  const refused = await call("POST", "/api/v1/workspaces/demo/viewers", { body: { label: "refused" } });
  expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining("read-only")]);
  const wrong: string[] = [];
  for (const { id, path, status } of reads) {
    const answer = await call("GET", path);
    const text = await answer.text();
    if (answer.status !== status && !(status === 404 && answer.status < 500))
      wrong.push(`${id} ${path}: ${status}, now ${answer.status} ${text.slice(0, 300)}`);
  }
  expect(wrong).toEqual([]);
  const memory = await (await call("GET", "/api/v1/workspaces/demo/sessions/found/memory")).text();
  expect(memory).toContain('"found"');
  expect(await (await call("GET", "/api/health")).text()).toContain("read-only");
  await world.close();
});
