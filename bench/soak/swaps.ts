import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fingerprint, makeCanary, touched } from "@/lib/soak/canary.fixture";
import { problemBreach } from "@/lib/soak/contract.fixture";
import { placesIn, prepareIn, SESSIONS } from "@/lib/soak/recorded-life.fixture";
import { furnish } from "@/lib/soak/scene.fixture";
import type { Send } from "@/lib/soak/send.fixture";
import { startBare } from "./bare-server";
import type { Part } from "./part";

const BASE = "/api/v1/workspaces/demo";
/** Between a link and what it stands for, in microseconds: as long as a write takes to come by. */
const PAUSE_MICROS = 150;

/** Folders and files of a workspace turn into links to elsewhere, and back, while agents write. Nothing elsewhere may change. */
export const swaps: Part = {
  name: "swaps",
  counts: "swaps",
  count: 200_000,
  plants: ["escape"],
  run: async ({ count, random, folder, stalls, plant }) => {
    await prepareIn(folder);
    const { files } = placesIn(folder);
    furnish(files);
    const canary = path.join(folder, "canary");
    makeCanary(canary);
    mkdirSync(path.join(files, ".agent/teams/three"), { recursive: true });
    const before = fingerprint(canary);
    const server = await startBare(folder);
    const send = stalls.timed(await server.go());
    const pairs = [
      [path.join(files, ".agent/teams/one"), path.join(canary, "sessions/one")],
      [path.join(files, ".agent/teams"), path.join(canary, "sessions")],
      [path.join(files, ".kaizen/agents"), path.join(canary, "agents")],
      [path.join(files, ".agent/teams/two/TEAM-MEMORY.md"), path.join(canary, "victim.md")],
      [path.join(files, ".kaizen"), path.join(canary, "empty")],
      [path.join(files, ".microai"), path.join(canary, "empty")],
    ];
    const script = path.join(import.meta.dirname, "swapper.mjs");
    const swapper = spawn(process.execPath, [script, JSON.stringify({ count, pairs, pauseMicros: PAUSE_MICROS })], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    let isOver = false;
    const ended = once(swapper, "close").then(() => void (isOver = true));
    const faults: string[] = [];
    const counts = { done: 0, refused: 0 };
    const agents = [0, 1, 2, 3].map(async (number) => {
      for (let step = 0; !isOver; step++) {
        const fault = await change(send, number, step, random.below(1_000_000), counts);
        if (fault !== null) faults.push(fault);
      }
    });
    await Promise.all([...agents, ended]);
    if (plant === "escape") writeFileSync(path.join(canary, "empty/TEAM-MEMORY.md"), "");
    faults.push(...touched(before, canary));
    const integrity = await send("GET", `${BASE}/integrity`);
    if ((integrity.body as { ok?: boolean }).ok !== true)
      faults.push(`the history does not fit: ${integrity.status} ${JSON.stringify(integrity.body)}`);
    // It says which file it could not look at; that is what the attack is about.
    const complaints = (await server.kill())
      .split(/^watching /m)
      .filter((each) => each !== "" && !each.startsWith("AppError"));
    faults.push(...complaints.map((complaint) => `the server complained: ${complaint}`));
    return { did: `${count} swaps, ${counts.done} changes made and ${counts.refused} refused meanwhile`, faults };
  },
};

/** One change of something that is being swapped; says what is wrong with its answer. */
async function change(
  send: Send,
  agent: number,
  step: number,
  drawn: number,
  counts: { done: number; refused: number },
): Promise<string | null> {
  const session = SESSIONS[drawn % 2] ?? "one";
  const path = `${BASE}/sessions/${session}`;
  const item = { tag: "Finding", text: `swap ${agent}-${step}` };
  const calls: [string, string, unknown][] = [
    ["POST", `${path}/memory/items`, item],
    ["POST", `${path}/memory/items`, item],
    ["PUT", `${path}/context`, { text: `# Context\n\n## Scope\nstep ${agent}-${step}\n` }],
    ["POST", `${BASE}/agents/agent-${drawn % 7}/memory`, { project: "demo" }],
    ["POST", `${BASE}/agents/agent-${drawn % 7}/sessions`, {}],
    ["POST", `${BASE}/sessions`, { id: `made-${agent}-${step}`, feature: "swapped", roles: [] }],
    ["DELETE", `${BASE}/agents/agent-${drawn % 7}/memory?confirm=agent-${drawn % 7}`, {}],
    ["GET", `${path}/memory`, undefined],
  ];
  const [method, address, body] = calls[(drawn >> 4) % calls.length] ?? ["GET", `${path}/memory`, undefined];
  const reply = await send(method, address, body === undefined ? {} : { body });
  counts[reply.status < 300 ? "done" : "refused"]++;
  const wrong = reply.status < 300 ? null : problemBreach(reply);
  return wrong === null ? null : `${method} ${address}: ${reply.status} ${wrong} ${JSON.stringify(reply.body)}`;
}
