import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { claudeEnvironment, converse, findClaude, trust } from "../scripts/interoperability-claude.mjs";
import { openProject, SESSION } from "../scripts/interoperability-client.mjs";
import { execute } from "../scripts/interoperability-execute.mjs";
import { startModel, type Step } from "../scripts/interoperability-model.mjs";
import { root } from "../scripts/run.mjs";
import { printTable } from "./report";

const SEATS = ["implementer-1", "implementer-2", "implementer-3", "implementer-4"];
const [LEADS, STARTS, TALKS, RESUMES, COMPACTIONS, AT_ONCE, LOAD] = [5, 10, 5, 10, 20, 8, 20];

/** What the model was sent by one that is to be told a version of the context, request by request. */
interface Look {
  what: string;
  version: number;
  asked: string[];
}

/**
 * Whether each conversation of a real Claude Code, with the plugin as a user installs it, is told the current context once, counted in
 * what the model is sent. The model follows a script on this machine.
 */
export async function benchClients(): Promise<void> {
  const claude = await findClaude();
  if (typeof claude === "string") throw new Error(`Claude Code: ${claude}`);
  const base = await realpath(await mkdtemp(path.join(tmpdir(), "wardroom-clients-")));
  try {
    await measureIn(base, claude.program);
  } finally {
    await rm(base, { recursive: true, force: true });
  }
}

async function measureIn(base: string, program: string): Promise<void> {
  const { at, project, server, wardroom, publish } = await openProject(base);
  const model = await startModel(scripts(), () => "");
  const env = { ...claudeEnvironment(at("home"), model.url), WARDROOM_DATA: at("data"), WARDROOM_URL: server.url };
  const as = (role: string, ...args: string[]) => {
    return { program, cwd: project, env: { ...env, WARDROOM_ROLE: role }, args };
  };
  let version = 0;
  const publishNext = () => publish(contextOf(++version));
  /** The requests of a script's conversation that have one text and not another. */
  const look = (script: string, from = "", to = "\0"): Look => {
    const own = model.asked.filter((each) => each.script === script).map(({ messages }) => JSON.stringify(messages));
    const asked = own.filter((text) => text.includes(from) && !text.includes(to));
    return { what: `${script} ${from}`, version, asked };
  };
  const rows: (string | number)[][] = [];
  const measure = async (what: string, work: () => Promise<Look[]>) => {
    const began = performance.now();
    const looks = await work();
    const counts = looks.map((each) => tellings(each.asked.at(-1), each.version));
    for (const [n, each] of looks.entries()) {
      if (counts[n] !== 1)
        console.error(`${each.what}: GC-v${each.version} ${counts[n]} times, ${each.asked.length} requests`);
    }
    const count = (isMeant: (times: number) => boolean) => counts.filter(isMeant).length;
    const late = looks.filter((each) => tellings(each.asked[0], each.version) === 0).length;
    // Each acknowledges what it was shown before it ends: if it is asked to then, its acknowledgement was not heard.
    const unheard = looks.filter(({ asked }) => asked.at(-1)?.includes("not acknowledged.")).length;
    const numbers = [looks.length, count((n) => n === 1), count((n) => n > 1), count((n) => n === 0), late, unheard];
    rows.push([what, ...numbers, Math.round((performance.now() - began) / 1000)]);
    console.log(rows.at(-1)?.join(", "));
  };
  try {
    await execute(program, ["plugin", "marketplace", "add", root], as("Lead"));
    await execute(program, ["plugin", "install", "wardroom@wardroom"], as("Lead"));
    await trust(at("home"), project);
    await wardroom("session", "create", SESSION, ...SEATS.flatMap((seat) => ["-r", seat]));
    await publishNext();
    for (const seat of SEATS) await converse(as(seat), [`Begin. [first ${seat}]`]);

    await measure("fresh subagents in used seats", async () => {
      const looks: Look[] = [];
      for (const lead of upTo(LEADS)) {
        // Whoever sat there before has confirmed what is current, or not.
        if (lead % 2 === 1) await publishNext();
        await converse(as("Lead"), [`Begin. [lead ${lead}]`]);
        looks.push(...upTo(STARTS).map((n) => look(`[start ${lead * STARTS + n}]`)));
      }
      const events = await wardroom("events", "--json", "--limit", "500");
      const { items } = JSON.parse(events) as { items: { actor: string; payload: { text?: string } }[] };
      for (const n of upTo(LEADS * STARTS)) {
        const actor = items.find(({ payload }) => payload.text === `said by start ${n}`)?.actor;
        if (actor !== seatOf(n)) throw new Error(`What start ${n} said in ${seatOf(n)} was recorded as ${actor}'s.`);
      }
      return looks;
    });
    await measure("resumes of a conversation", async () => {
      const looks: Look[] = [];
      for (const talk of upTo(TALKS)) {
        const id = randomUUID();
        await converse(as(seatOf(talk), "--session-id", id), [`Turn 0. [talk ${talk}]`]);
        for (const n of upTo(RESUMES)) {
          // Nothing new, the next version, and one over a gap, in turn.
          for (const _ of upTo(n % 3)) await publishNext();
          await converse(as(seatOf(talk), "--resume", id), [`Turn ${n + 1}.`]);
          looks.push(look(`[talk ${talk}]`, `Turn ${n + 1}.`));
        }
      }
      return looks;
    });
    await measure("compactions of a conversation", async () => {
      const turns = upTo(COMPACTIONS).flatMap((n) => ["/compact", `Turn ${n}. [compacted]`]);
      await converse(as(seatOf(0)), ["Begin. [compacted]", ...turns]);
      return upTo(COMPACTIONS).map((n) => look("[compacted]", `Turn ${n}.`));
    });
    await measure(`start, version and compaction of ${AT_ONCE} at once, two in a seat, at load ${LOAD}`, async () => {
      // With the clients themselves, and whatever else this machine does.
      const missing = Math.max(0, Math.round(LOAD - AT_ONCE - (loadavg()[0] ?? 0)));
      const burning = upTo(missing).map(() => spawn(process.execPath, ["-e", "for (;;);"]));
      const turn = (n: number) =>
        upTo(AT_ONCE).map((talk) => look(`[at once ${talk}]`, `Turn ${n}.`, `Turn ${n + 1}.`));
      let first: Look[] = [];
      let meet = () => {};
      const met = new Promise<void>((resolve) => (meet = resolve));
      let here = 0;
      const next = async () => {
        if (++here === AT_ONCE) {
          first = turn(0);
          await publishNext();
          meet();
        }
        await met;
      };
      const talks = upTo(AT_ONCE).map((n) => {
        const named = `[at once ${n}]`;
        return converse(as(seatOf(n)), [`Turn 0. ${named}`, next, "Turn 1.", "/compact", `Turn 2. ${named}`]);
      });
      await Promise.all(talks).finally(() => burning.forEach((each) => each.kill("SIGKILL")));
      console.log(`load ${loadavg().map(Math.round).join(", ")}, ${missing} busy loops of ours`);
      return [...first, ...turn(1), ...turn(2)];
    });
  } finally {
    await server.stop();
    await model.close();
  }
  const head = ["what", "times", "told once", "twice", "never", "not at once", "ACK not heard", "seconds"];
  printTable(`The current context, told to conversations of Claude Code`, head, rows);
  if (rows.some(([, times, once]) => times !== once)) throw new Error("Not each was told the context once.");
}

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);
const seatOf = (n: number) => SEATS[n % SEATS.length] ?? "";

function contextOf(version: number): string {
  const rules = upTo(60).map((n) => `- **Rule ${n}:** Whatever is counted here is counted in whole cents\n`);
  return `# Global Context\n\n## Constraints\n\n- **Lease:** Leases last ${version} seconds\n${rules.join("")}`;
}

/** How often a request tells a version of the context. */
function tellings(request: string | undefined, version: number): number {
  if (request?.includes(`Leases last ${version} seconds`) !== true) return 0;
  // [CONTEXT-UPDATE] GC-v1 → GC-v2 (base faf7439d4f1a), [CONTEXT-UPDATE] GC-v2 (full text, FC-2: …
  return [...request.matchAll(new RegExp(`\\[CONTEXT-UPDATE\\] (?:GC-v\\d+ → )?GC-v${version} \\(`, "g"))].length;
}

/** What the model has the clients do: something in each turn, and the acknowledgement of what was shown last. */
function scripts(): Record<string, Step[]> {
  const acknowledge = {
    text: (conversation: string) => {
      const forms = conversation.matchAll(/\[ACK-UPDATE\] (GC-v\d+) received\. Items: \{applied\}\/(\d+)/g);
      const [, shown, total] = [...forms].at(-1) ?? [];
      return `[ACK-UPDATE] ${shown} received. Items: ${total}/${total}. Impact: NONE. Action: CONTINUE`;
    },
  };
  const turns = (name: string): Step[] =>
    upTo(60).flatMap((n) => [
      { id: `${name.replaceAll(/\W/g, "-")}${n}`, tool: "Bash", input: { command: "true", description: "Work" } },
      acknowledge,
    ]);
  const start = (n: number): Step => {
    const prompt = `You are ${seatOf(n)}. [start ${n}]`;
    const how = { subagent_type: "wardroom:implementer", run_in_background: false };
    return { id: `start-${n}`, tool: "Agent", input: { description: "Work", prompt, ...how } };
  };
  const say = (n: number): Step => {
    const input = { tag: "Finding", text: `said by start ${n}` };
    return { id: `say-${n}`, tool: "mcp__plugin_wardroom_wardroom__say", input };
  };
  const numbered = (name: string, count: number) => upTo(count).map((n) => `[${name} ${n}]`);
  const others = [...numbered("talk", TALKS), "[compacted]", ...numbered("at once", AT_ONCE)];
  return Object.fromEntries([
    ...upTo(LEADS).map((lead) => [`[lead ${lead}]`, upTo(STARTS).map((n) => start(lead * STARTS + n))]),
    ...upTo(LEADS * STARTS).map((n) => [`[start ${n}]`, [say(n), acknowledge]]),
    ...[...SEATS.map((seat) => `[first ${seat}]`), ...others].map((name) => [name, turns(name)]),
  ]) as Record<string, Step[]>;
}
