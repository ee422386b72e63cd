import { mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { breach, listOperations } from "@/lib/soak/contract.fixture";
import { fuzzCommand } from "@/lib/soak/fuzz-command.fixture";
import { fuzzMcp } from "@/lib/soak/fuzz-mcp.fixture";
import { fuzzRest } from "@/lib/soak/fuzz-rest.fixture";
import { OWNER_TOKEN, placesIn } from "@/lib/soak/places.fixture";
import { furnish, Scene } from "@/lib/soak/scene.fixture";
import { sendOver } from "@/lib/soak/send.fixture";
import { startMeasured, type Measured } from "./measured-server";
import type { Part } from "./part";

/** After so many calls the callers are given new tokens and sessions, for the old ones are revoked and deleted by then. */
const CALLS_OF_A_SCENE = 1_000;
/** Calls under way at once. */
const AT_ONCE = 8;
/** Memory may be this much more at the end than after the first fifth: documents are remembered, up to a number. */
const GROWTH = 1.25;

/** Calls that a program made up, over every door and by every kind of caller; every answer is held to the contract. */
export const fuzz: Part = {
  name: "fuzz",
  counts: "calls",
  count: 100_000,
  plants: ["contract", "leak"],
  run: async ({ count, random, folder, stalls, progress, plant }) => {
    const { files, data } = placesIn(folder);
    mkdirSync(files);
    furnish(files);
    const { server, measure } = await startMeasured(folder);
    const send = stalls.timed(sendOver(server.url, OWNER_TOKEN));
    const scene = new Scene(send, random);
    const operations = listOperations();
    const faults: string[] = [];
    const doors = { REST: 0, MCP: 0, command: 0 };
    const memory: Measured[] = [];
    const one = async () => {
      const kind = random.below(10);
      const door = kind < 7 ? "REST" : kind < 9 ? "MCP" : "command";
      doors[door]++;
      if (door === "REST") return fuzzRest(send, random, scene, operations);
      if (door === "MCP") return fuzzMcp(send, random, scene);
      return fuzzCommand(random, scene, { url: server.url, ownerToken: OWNER_TOKEN, cwd: files, data });
    };
    for (let done = 0; done < count;) {
      await scene.renew();
      let left = Math.min(CALLS_OF_A_SCENE, count - done);
      done += left;
      const agents = Array.from({ length: AT_ONCE }, async () => {
        while (left-- > 0) {
          const fault = await one().catch((error: unknown) => `no answer came: ${String(error)}`);
          if (fault !== null) faults.push(fault);
        }
      });
      await Promise.all(agents);
      memory.push(await measure());
      progress(done);
    }
    const integrity = await send("GET", "/api/v1/workspaces/demo/integrity");
    if ((integrity.body as { ok?: boolean }).ok !== true)
      faults.push(`the history does not fit: ${JSON.stringify(integrity.body)}`);
    if (plant === "contract") faults.push(...plantedBreach(operations));
    await server.stop();
    faults.push(...complaintsOf(server.output()), ...growthOf(plant === "leak" ? leaking(memory) : memory));
    const [first, last] = [memory[Math.floor(memory.length / 5)], memory.at(-1)];
    const held = `${shown(first)} after a fifth, ${shown(last)} at the end`;
    const late = Math.max(...memory.map(({ lateMs }) => lateMs));
    const sessions = readdirSync(path.join(files, ".agent/teams")).length;
    return {
      did: `${doors.REST} calls over REST, ${doors.MCP} over MCP, ${doors.command} commands, ${sessions} sessions; ${held}; longest turn of the server ${late} ms`,
      faults,
    };
  },
};

function shown(measured: Measured | undefined): string {
  return measured === undefined ? "?" : `${measured.rss.toFixed(0)} MB (heap ${measured.heap.toFixed(0)})`;
}

/** What the server printed beside its greeting and its measures: it has nothing to complain of. */
function complaintsOf(output: string): string[] {
  const lines = output.split("\n").filter((line) => line !== "" && !/^(measured |Wardroom is ready)/.test(line));
  return lines.slice(0, 20).map((line) => `the server printed: ${line}`);
}

function growthOf(memory: readonly Measured[]): string[] {
  const first = memory[Math.floor(memory.length / 5)];
  const last = memory.at(-1);
  // A few thousand calls are not enough for what is kept by number to be full.
  if (first === undefined || last === undefined || memory.length < 10 || last.rss < first.rss * GROWTH) return [];
  return [
    `memory grew from ${first.rss.toFixed(0)} to ${last.rss.toFixed(0)} MB: ${memory.map(({ rss }) => rss.toFixed(0)).join(", ")}`,
  ];
}

/** The measures of a server that keeps a part of everything. */
function leaking(memory: readonly Measured[]): Measured[] {
  return Array.from({ length: Math.max(10, memory.length) }, (_, index) => ({
    ...memory[0],
    rss: 200 + index * 20,
    heap: 0,
    lateMs: 0,
  }));
}

/** What the check says of a server whose health lacks a field. */
function plantedBreach(operations: ReturnType<typeof listOperations>): string[] {
  const health = operations.find(({ address }) => address === "/api/health");
  const headers = new Headers({ "content-type": "application/json" });
  const found =
    health && breach(health, { status: 200, body: { status: "ok" }, headers }, { path: "/api/health", headers: {} });
  return found ? [found] : [];
}
