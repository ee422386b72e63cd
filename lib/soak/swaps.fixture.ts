import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fingerprint, makeCanary, touched } from "@/lib/soak/canary.fixture";
import { problemBreach } from "@/lib/soak/contract.fixture";
import { addressKind, fault } from "@/lib/soak/fault.fixture";
import { findLost } from "@/lib/soak/find-lost.fixture";
import type { Random } from "@/lib/soak/random.fixture";
import { placesIn, SESSIONS } from "@/lib/soak/places.fixture";
import { furnish } from "@/lib/soak/scene.fixture";
import type { Send } from "@/lib/soak/send.fixture";

const BASE = "/api/v1/workspaces/demo";
/** Between a link and what it stands for, in microseconds: as long as a write takes to come by. */
const PAUSE_MICROS = 150;

/** What came of an attack: changes that were made and refused meanwhile, and what is wrong. */
export interface Swapped {
  done: number;
  refused: number;
  faults: string[];
}

/** Where the links lead: a folder beside the workspace. */
export function canaryIn(folder: string): string {
  return join(folder, "canary");
}

/** Furnishes a prepared workspace, and what lies beside it. */
export function prepareForSwaps(folder: string): void {
  const { files } = placesIn(folder);
  furnish(files);
  makeCanary(canaryIn(folder));
  mkdirSync(join(files, ".agent/teams/three"), { recursive: true });
}

/**
 * Folders and files of a workspace turn into links to elsewhere, and back, `count` times, while four agents change them. Nothing
 * elsewhere may change, every answer is one of the contract, and an acknowledged item is in its file or in the history. `tamper` is
 * done before that is looked at.
 */
export async function attackWithSwaps(
  send: Send,
  folder: string,
  { count, random, tamper }: { count: number; random: Random; tamper?: (canary: string) => void },
): Promise<Swapped> {
  const { files } = placesIn(folder);
  const canary = canaryIn(folder);
  const before = fingerprint(canary);
  const pairs = [
    [join(files, ".agent/teams/one"), join(canary, "sessions/one")],
    [join(files, ".agent/teams"), join(canary, "sessions")],
    [join(files, ".kaizen/agents"), join(canary, "agents")],
    [join(files, ".agent/teams/two/TEAM-MEMORY.md"), join(canary, "victim.md")],
    [join(files, ".kaizen"), join(canary, "empty")],
    [join(files, ".microai"), join(canary, "empty")],
  ];
  const script = join(import.meta.dirname, "swapper.mjs");
  const swapper = spawn(process.execPath, [script, JSON.stringify({ count, pairs, pauseMicros: PAUSE_MICROS })], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  let isOver = false;
  const ended = once(swapper, "close").then(() => void (isOver = true));
  const swapped: Swapped = { done: 0, refused: 0, faults: [] };
  const acknowledged = new Map<string, string[]>(SESSIONS.map((session) => [session, []]));
  const agents = [0, 1, 2, 3].map(async (number) => {
    for (let step = 0; !isOver; step++)
      await change(send, `${number}-${step}`, random.below(1_000_000), swapped, acknowledged);
  });
  await Promise.all([...agents, ended]);
  tamper?.(canary);
  const { faults } = swapped;
  faults.push(...touched(before, canary));
  for (const [session, texts] of acknowledged) {
    const file = join(files, ".agent/teams", session, "TEAM-MEMORY.md");
    const lost = await findLost(send, file, session, texts);
    faults.push(...lost.map((text) => `"${text}" was acknowledged, and is in neither file nor history`));
  }
  const integrity = await send("GET", `${BASE}/integrity`);
  if ((integrity.body as { ok?: boolean }).ok !== true)
    faults.push(`the history does not fit: ${integrity.status} ${JSON.stringify(integrity.body)}`);
  return swapped;
}

/** One change of something that is being swapped. */
async function change(
  send: Send,
  name: string,
  drawn: number,
  swapped: Swapped,
  acknowledged: Map<string, string[]>,
): Promise<void> {
  const session = SESSIONS[drawn % 2] ?? "one";
  const path = `${BASE}/sessions/${session}`;
  const text = `swap ${name}`;
  const calls: [string, string, unknown][] = [
    ["POST", `${path}/memory/items`, { tag: "Finding", text }],
    ["POST", `${path}/memory/items`, { tag: "Finding", text }],
    ["PUT", `${path}/context`, { overQuestions: true, text: `# Context\n\n## Scope\nstep ${name}\n` }],
    ["POST", `${BASE}/agents/agent-${drawn % 7}/memory`, { project: "demo" }],
    ["POST", `${BASE}/agents/agent-${drawn % 7}/sessions`, {}],
    ["POST", `${BASE}/sessions`, { id: `made-${name}`, feature: "swapped", roles: [] }],
    ["DELETE", `${BASE}/agents/agent-${drawn % 7}/memory?confirm=agent-${drawn % 7}`, {}],
    ["GET", `${path}/memory`, undefined],
  ];
  const [method, address, body] = calls[(drawn >> 4) % calls.length] ?? ["GET", `${path}/memory`, undefined];
  const reply = await send(method, address, body === undefined ? {} : { body });
  if (reply.status < 300) {
    swapped.done++;
    if (address.endsWith("/memory/items")) acknowledged.get(session)?.push(text);
    return;
  }
  swapped.refused++;
  const wrong = problemBreach(reply, { path: address, headers: {} });
  if (wrong !== null)
    swapped.faults.push(
      fault(`${method} ${addressKind(address)}: ${reply.status} ${wrong} ${JSON.stringify(reply.body)}`, address),
    );
}
