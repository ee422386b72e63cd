import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startServer, type RunningServer } from "../scripts/start-server.mjs";
import { ms, percentile, printTable } from "./report";
import { memoryOf } from "./workspace";

const ITEMS = 10_000;
const READERS = 100;
const ROUNDS = 20;
const LOOKS = 100;
/** So long nothing happens while all of them wait. */
const QUIET_MS = 10_000;

/** What an inbox costs a server process of its own, and how soon those who wait are told, each over a connection of its own. */
export async function benchInbox(): Promise<void> {
  const team = await Team.open();
  const rows: string[][] = [];
  const measure = async (what: string, look: () => Promise<unknown>) => {
    for (let warm = 0; warm < 10; warm++) await look();
    const taken: number[] = [];
    const before = team.processorTime();
    for (let count = 0; count < LOOKS; count++) {
      const began = performance.now();
      await look();
      taken.push(performance.now() - began);
    }
    const each = (team.processorTime() - before) / LOOKS;
    rows.push([what, `${ms(percentile(taken, 0.5))} ms`, `${ms(percentile(taken, 0.95))} ms`, `${ms(each)} ms`]);
  };
  await team.read("tester-1");
  await measure("the address that does least: /api/health", () => team.ask("GET", "/api/health"));
  await measure(`an inbox with nothing new, ${ITEMS.toLocaleString("en")} items`, () => team.look("tester-1"));
  let said = 0;
  const say = () => team.say("implementer-2", `Finding`, `number ${said++} of those that are new`);
  await measure("one item said", say);
  await team.read("tester-1");
  await measure("one item said, and read by somebody who has read all else", async () => {
    await say();
    await team.look("tester-1");
    await team.read("tester-1");
  });
  printTable("Inbox", ["what", "p50", "p95", "processor time of the server"], rows);
  await benchWaiting(team);
  await team.server.stop();
}

async function benchWaiting(team: Team): Promise<void> {
  const readers = Array.from({ length: READERS }, (_, index) => `tester-${index + 1}`);
  // All of them have read what stands.
  const { mark: known } = await team.look("tester-1");
  for (const reader of readers) await team.seen(reader, known);
  const after: number[] = [];
  let idle = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let told = 0;
    const waiting = readers.map(async (reader) => {
      const inbox = await team.look(reader, 55);
      after.push(performance.now() - told);
      if (inbox.entries.length !== 1) throw new Error(`${reader} was told of ${inbox.entries.length} items`);
      return inbox.mark;
    });
    await team.untilWaiting(READERS);
    if (round === 0) {
      const before = team.processorTime();
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
      idle = ((team.processorTime() - before) * 1000) / QUIET_MS;
    }
    told = performance.now();
    await team.say("implementer-2", "Warning", `round ${round} of those that are new`);
    const marks = await Promise.all(waiting);
    await Promise.all(marks.map((mark, index) => team.seen(readers[index] ?? "", mark)));
  }
  printTable(
    `\`inbox --wait\` with ${READERS} readers on one server, ${ROUNDS} changes`,
    ["from the change to the answer, p50", "p95", "slowest", "processor time of the server while nothing happens"],
    [
      [
        `${ms(percentile(after, 0.5))} ms`,
        `${ms(percentile(after, 0.95))} ms`,
        `${ms(Math.max(...after))} ms`,
        `${ms(idle)} ms a second`,
      ],
    ],
  );
}

interface Answer {
  mark: string;
  entries: unknown[];
}

/** One session of many readers and many items, on a server process of its own. */
class Team {
  private constructor(readonly server: RunningServer) {}

  static async open(): Promise<Team> {
    const folder = mkdtempSync(path.join(tmpdir(), "wardroom-bench-"));
    const workspace = path.join(folder, "workspace");
    const sections = Array.from({ length: READERS }, (_, index) => `\n## tester-${index + 1}\n`).join("");
    mkdirSync(path.join(workspace, ".agent/teams/s0"), { recursive: true });
    writeFileSync(path.join(workspace, ".agent/teams/s0/TEAM-MEMORY.md"), memoryOf("s0", ITEMS) + sections);
    return new Team(await startServer({ workspaces: { bench: workspace }, data: path.join(folder, "data") }));
  }

  async ask(method: string, address: string, role?: string, body?: unknown): Promise<unknown> {
    const response = await fetch(this.server.url + address, {
      method,
      headers: {
        authorization: `Bearer ${this.server.token}`,
        ...(role !== undefined && { "x-wardroom-role": role }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${text}`);
    return JSON.parse(text);
  }

  async look(role: string, wait = 0): Promise<Answer> {
    return (await this.ask("GET", `${SESSION}/inbox?wait=${wait}`, role)) as Answer;
  }

  seen(role: string, mark: string): Promise<unknown> {
    return this.ask("POST", `${SESSION}/inbox/seen`, role, { mark });
  }

  async read(role: string): Promise<void> {
    await this.seen(role, (await this.look(role)).mark);
  }

  say(role: string, tag: string, text: string): Promise<unknown> {
    return this.ask("POST", `${SESSION}/memory/items`, role, { tag, text });
  }

  /** Milliseconds that the server has computed since it began. */
  processorTime(): number {
    const stat = readFileSync(`/proc/${this.server.pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // Hundredths of a second, of the process and of the system for it.
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }

  /** Until so many connections to the server are held open, and it has done what came with them. */
  async untilWaiting(count: number): Promise<void> {
    const { port } = new URL(this.server.url);
    const wanted = Number(port).toString(16).toUpperCase().padStart(4, "0");
    for (;;) {
      const lines = readFileSync("/proc/net/tcp", "utf8").split("\n").slice(1);
      // 0: 0100007F:1004 0100007F:9C2E 01 …
      const open = lines.filter((line) => new RegExp(`^\\s*\\d+: \\w+:${wanted} \\w+:\\w+ 01`).test(line));
      if (open.length >= count) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    // Whoever asks now is answered after those that came before.
    for (let turn = 0; turn < 3; turn++) await this.look("implementer-1");
  }
}

const SESSION = "/api/v1/workspaces/bench/sessions/s0";
