import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { importContent } from "@/lib/move-content";
import { readConfiguration } from "@/lib/services/workspace/configuration";
import { startServer, type RunningServer } from "../scripts/start-server.mjs";
import { memoryOf, type BenchServer } from "./workspace";

const PROJECT = path.resolve(import.meta.dirname, "..");
const OWNER = {
  kind: "owner",
  role: null,
  sessionKey: null,
  workspace: null,
  credentialId: "owner",
  source: "cli",
} as const;

/** Servers without a file in common, of workspaces in a database, and a session of one implementer for each of their documents. */
export interface Team {
  servers: RunningServer[];
  targets: BenchServer["targets"];
}

/** How many servers, documents, and items in each of these; in as many workspaces, one after the other. */
interface Size {
  servers: number;
  documents: number;
  items: number;
  workspaces?: number;
}

/** Imports documents into the empty database at an address, as `wardroom import` does, and starts servers on it. */
export async function startTeam(
  address: string,
  { servers: count, documents, items, workspaces: many = 1 }: Size,
  {
    others = {},
    imported = () => Promise.resolve(),
    reached = address,
  }: {
    /** How many items the memories of further sessions have, to which nobody appends. */
    others?: Readonly<Record<string, number>> | undefined;
    /** Done with the database before the servers start. */
    imported?: ((address: string) => Promise<void>) | undefined;
    /** The address by which the servers reach it. */
    reached?: string | undefined;
  } = {},
): Promise<Team> {
  const folder = mkdtempSync(path.join(tmpdir(), "wardroom-servers-"));
  const workspaces = ["bench", ...Array.from({ length: many - 1 }, (_, index) => `bench-${index + 2}`)];
  const sessions = Array.from({ length: documents }, (_, index) => {
    const workspace = workspaces[Math.floor((index * many) / documents)] ?? "bench";
    return { workspace, name: `s${index}`, items };
  });
  const all = [...sessions, ...Object.entries(others).map(([name, items]) => ({ workspace: "bench", name, items }))];
  for (const { workspace, name, items } of all) {
    const place = path.join(folder, workspace, ".agent/teams", name);
    mkdirSync(place, { recursive: true });
    writeFileSync(path.join(place, "TEAM-MEMORY.md"), memoryOf(name, items));
  }
  const token = randomBytes(24).toString("hex");
  const env = {
    DATABASE_URL: address,
    WARDROOM_WORKSPACES: workspaces.join(","),
    WARDROOM_SECRET: randomBytes(24).toString("hex"),
    WARDROOM_TOKEN: token,
  };
  const configuration = readConfiguration({ ...env, WARDROOM_DATA: path.join(folder, "first") }, PROJECT);
  for (const name of workspaces)
    await importContent({ configuration, caller: OWNER, project: PROJECT }, { name, folder: path.join(folder, name) });
  await imported(address);
  const servers: RunningServer[] = [];
  for (let number = 1; number <= count; number++)
    servers.push(
      await startServer({
        workspaces: {},
        data: path.join(folder, `server-${number}`),
        env: { ...env, DATABASE_URL: reached },
      }),
    );
  const [first] = servers;
  if (first === undefined) throw new Error("somebody has to serve");
  const targets = [];
  for (const [index, { workspace, name: session }] of sessions.entries()) {
    // Whoever is asked first owns the workspace: of several servers, each so many of them.
    const { url } = servers[Math.floor((index * count) / sessions.length)] ?? first;
    const base = `/api/v1/workspaces/${workspace}/sessions/${session}`;
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}${base}/roles/implementer-2/tokens`, { method: "POST", headers });
    const minted = (await answer.json()) as { token: string };
    targets.push({ token: minted.token, path: `${base}/memory/items`, session });
  }
  return { servers, targets };
}
