import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Tokenizer } from "ai-tokenizer";
import * as encoding from "ai-tokenizer/encoding/claude";
import { answer } from "@/app/api/answer";
import { PROTOCOL_SECTION } from "@/lib/core/protocol/plan-init";
import { runCli } from "@/lib/cli/run-cli";
import type { Output, Surroundings } from "@/lib/cli/surroundings";
import { Inbox } from "@/lib/contracts/inbox";
import { frameText } from "@/lib/core/text/frame";
import { setVersion } from "@/lib/core/context/version";
import { textOf } from "@/lib/mcp/tools";
import { partOfUpdate } from "@/lib/mcp/update-part";
import { LONGEST_WHOLE, tellParts } from "@/lib/core/context/update-parts";
import { INSTRUCTIONS } from "@/lib/mcp/mcp-server";
import { openRuntime } from "@/lib/runtime";
import { editProject } from "@/lib/store/project-files";
import { CHANGE_KINDS, drawFrom } from "./tokens/changes";
import { PHRASES } from "./tokens/phrases";
import { printTable } from "./report";

const ROLES = [
  ...["implementer-1", "implementer-2", "implementer-3", "implementer-4"],
  ...["integrator-1", "researcher-1", "tester-1", "architect-1"],
];
/** Rounds of one task start for each agent: 96 of them. */
const ROUNDS = 12;
const [FIRST_ITEMS, LAST_ITEMS] = [40, 100];
/** Before these rounds every agent's conversation was compacted. */
const COMPACTED = new Set([5, 9]);
const TAGS = ["Finding", "Warning", "Decision", "Pattern", "Dependency"];
const TOKEN = "owner-token-of-the-bench";
const SESSION = "/sessions/day";
const HOST = "127.0.0.1:4100";
const tokenizer = new Tokenizer(encoding);
const countTokens = (text: string): number => tokenizer.count(text);
const project = path.resolve(import.meta.dirname, "..");

/** Of the day on which seats change hands: its rounds, and those before which every conversation was compacted. */
const SEAT_ROUNDS = 10;
const SEATS_COMPACTED = new Set([5, 9]);
const WHOLE = "whole contexts";

/** Where a day's server keeps its data, and the project it serves. */
interface Places {
  folder: string;
  workspace: string;
}

/** Tokens that all agents read in a day, by the way they read. */
interface Day {
  naive: number;
  memory: number;
  context: number;
  /** What came with each start. */
  read: number;
  /** What the way itself costs each conversation: what it is told of the tools, calls and acknowledgements. */
  around: number;
  /** Of what was read, the bare texts: so often, and their tokens. */
  parts: Map<string, { count: number; tokens: number }>;
}

type Door = "MCP" | "command" | "hooks";

/** One look at an inbox at the start of a task. */
interface Look {
  door: Door;
  role: string;
  /** The conversation that looks; null where the client gives it no id. */
  run: string | null;
}

/** A simulated day of a team: what its agents read with plain files, and with Wardroom by each door; then one whose seats change hands. */
export async function benchDay(): Promise<void> {
  await benchSeats();
  const rows: (string | number)[][] = [];
  const parts: [string, { count: number; tokens: number }][] = [];
  for (const door of ["MCP", "command", "hooks"] as const) {
    const day = await simulate(door);
    const total = day.read + day.around;
    if (rows.length === 0) parts.push(...day.parts);
    if (rows.length === 0) rows.push(["files, read whole", day.naive, 0, day.naive, ""]);
    rows.push([`inbox, ${door}`, day.read, day.around, total, `${Math.round(100 * (1 - total / day.naive))} %`]);
  }
  printTable(
    "A day of eight agents, tokens read",
    ["by", "memory and context", "instructions, calls, ACKs", "in all", "saved"],
    rows.map(([name = "", ...numbers]) => [name, ...numbers.map((each) => each.toLocaleString("en-US"))]),
  );
  printTable(
    "The bare texts in it, without a word of ours",
    ["what", "texts", "tokens"],
    parts.map(([what, { count, tokens }]) => [what, count, tokens.toLocaleString("en-US")]),
  );
}

/** A day on which each seat is taken five times, and sixteen conversations are compacted. */
async function benchSeats(): Promise<void> {
  const rows: string[][] = [];
  const say = (number: number) => Math.round(number).toLocaleString("en-US");
  for (const door of ["MCP", "command", "hooks"] as const) {
    const starts: number[] = [];
    const day = await simulate(door, (...place) => liveInSeats(starts, ...place));
    const bare = [...day.parts].reduce((sum, [what, { tokens }]) => sum + (what.includes("stood") ? 0 : tokens), 0);
    const total = day.read + day.around;
    const mean = starts.reduce((sum, tokens) => sum + tokens, 0) / starts.length;
    const figures = [bare, day.read, day.around, total].map(say);
    rows.push([door, ...figures, (total / bare).toFixed(2), `${say(mean)}, at most ${say(Math.max(...starts))}`]);
  }
  printTable(
    "A day of 40 starts in used seats and 16 compactions, tokens read",
    ["by", "bare texts", "read", "calls, ACKs", "in all", "times the bare texts", "digest and takeover at a start"],
    rows,
  );
}

/**
 * Eight seats in ten rounds: five conversations sit in each, one after the other, with one more look after the first, and before the
 * last two of their ends each is compacted. `starts` gets the tokens of each digest and takeover.
 */
async function liveInSeats(starts: number[], door: Door, _session: string, places: Places): Promise<Day> {
  const day: Day = { naive: 0, memory: 0, context: 0, read: 0, around: 0, parts: new Map() };
  let context = await readFile(new URL("tokens/fixtures/invoice-import.md", import.meta.url), "utf8");
  let said = 0;
  for (; said < FIRST_ITEMS; said++) await say(said);
  await publish(context);
  // Nobody's seat is new.
  for (const role of ROLES) await ask("GET", `${SESSION}/inbox`, role, undefined, `bench:${role}/0`);
  for (let round = 0; round < SEAT_ROUNDS; round++) {
    if (round > 0) {
      context = changed(context, round);
      await publish(context);
    }
    for (const [at, role] of ROLES.entries()) {
      const run = `bench:${role}/${1 + Math.floor(round / 2)}`;
      const isStart = round % 2 === 0;
      if (isStart) await ask("POST", `${SESSION}/runs/end`, role, {}, `bench:${role}/${round / 2}`);
      if (SEATS_COMPACTED.has(round)) {
        await ask("POST", `${SESSION}/context/status`, role, { role, status: "CONTEXT_LOST" }, run);
        day.around += door === "hooks" ? 0 : countTokens(JSON.stringify({ name: "lost", arguments: {} }));
      }
      const inbox = await start({ door, role, run }, day, places);
      if (isStart) starts.push(countTokens(textOf({ ...inbox, updates: [], unconfirmed: null })));
      await ask("POST", `${SESSION}/state`, role, { text: `stage ${round}, the parser, 20 min` }, run);
      await ask("POST", `${SESSION}/claims`, role, { what: `src/stage-${at}/parser.ts` }, run);
      const wanted =
        FIRST_ITEMS + ((LAST_ITEMS - FIRST_ITEMS) * (round * ROLES.length + at + 1)) / (SEAT_ROUNDS * ROLES.length);
      for (; said < wanted; said++) await say(said);
    }
  }
  return day;
}

async function simulate(door: Door, lives: typeof live = live): Promise<Day> {
  const folder = await mkdtemp(path.join(tmpdir(), "wardroom-day-"));
  const workspace = path.join(folder, "workspace");
  await mkdir(workspace);
  const environment = {
    WARDROOM_DATA: path.join(folder, "data"),
    WARDROOM_WORKSPACES: `bench=${workspace}`,
    WARDROOM_TOKEN: TOKEN,
  };
  const runtime = await openRuntime(environment, project);
  globalThis.wardroomRuntime = Promise.resolve(runtime);
  try {
    await ask("POST", "/sessions", null, { id: "day", feature: "Invoices", roles: ROLES.map((id) => ({ id })) });
    return await lives(door, path.join(workspace, ".agent/teams/day"), { folder, workspace });
  } finally {
    await runtime.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function live(door: Door, session: string, places: Places): Promise<Day> {
  const day: Day = { naive: 0, memory: 0, context: 0, read: 0, around: 0, parts: new Map() };
  let context = await readFile(new URL("tokens/fixtures/invoice-import.md", import.meta.url), "utf8");
  let said = 0;
  for (; said < FIRST_ITEMS; said++) await say(said);
  await publish(context);
  day.around += ROLES.length * countTokens(told(door));
  for (let round = 0; round < ROUNDS; round++) {
    if (round > 0 && round < 11) {
      context = changed(context, round);
      await publish(context);
    }
    for (const [at, role] of ROLES.entries()) {
      if (COMPACTED.has(round)) {
        await ask("POST", `${SESSION}/context/status`, role, { role, status: "CONTEXT_LOST" });
        // What was forgotten is read once more, and so is how to work.
        day.around += door === "hooks" ? 0 : countTokens(JSON.stringify({ name: "lost", arguments: {} }));
      }
      const memory = await readFile(path.join(session, "TEAM-MEMORY.md"), "utf8");
      day.memory += countTokens(memory);
      day.context += countTokens(await readFile(path.join(session, "global-context.md"), "utf8"));
      await start({ door, role, run: null }, day, places);
      const wanted =
        FIRST_ITEMS + ((LAST_ITEMS - FIRST_ITEMS) * (round * ROLES.length + at + 1)) / (ROUNDS * ROLES.length);
      for (; said < wanted; said++) await say(said);
    }
  }
  day.naive = day.memory + day.context;
  return day;
}

/** The context's next version, by a change of the kind that is the round's. */
function changed(context: string, round: number): string {
  const { make } = CHANGE_KINDS[round % 5] ?? { make: (text: string) => text };
  const draw = drawFrom(round);
  for (let n = 0; ; n++) {
    const next = setVersion(make(context, PHRASES.en, draw, round + n), `GC-v${round + 1}`);
    if (next !== setVersion(context, `GC-v${round + 1}`)) return next;
  }
}

/** One task start: what is new is read, and each version of the context confirmed. */
async function start({ door, role, run }: Look, day: Day, places: Places): Promise<Inbox> {
  const inbox = Inbox.parse(await ask("GET", `${SESSION}/inbox`, role, undefined, run));
  for (const { mode, text } of inbox.updates) add(day, mode === "full" ? WHOLE : "changes", bareOf(text));
  for (const { text } of inbox.entries) add(day, inbox.first ? "items that stood at the start" : "items since", text);
  if (door === "MCP") {
    day.read += countTokens(textOf(inbox));
    day.around += countTokens(JSON.stringify({ name: "inbox", arguments: {} }));
    if (inbox.mark !== null) await ask("POST", `${SESSION}/inbox/seen`, role, { mark: inbox.mark }, run);
  } else {
    const text = await print(["inbox", role], places, run);
    day.read += countTokens(text);
    if (door === "command") day.around += countTokens(`wardroom inbox ${role}`);
  }
  for (const update of inbox.updates) await readOn(update, { door, role, run }, day, places);
  for (const { version, total, kind } of inbox.updates) {
    if (kind === "guidance") continue;
    const said = { role, version, applied: total, total, impact: "NONE", action: "CONTINUE" };
    await ask("POST", `${SESSION}/context/acks`, role, said, run);
    day.around += countTokens(acknowledgement(door, role, said));
  }
  return inbox;
}

/** What is too long for one answer is read to its end, part by part. */
async function readOn(
  { id, text, version }: Inbox["updates"][number],
  { door, role, run }: Look,
  day: Day,
  places: Places,
): Promise<void> {
  const whole = text.trimEnd();
  if (door === "MCP") {
    for (let { next } = partOfUpdate({ id, text: whole }); next !== null;) {
      const part = partOfUpdate({ id, text: whole }, next);
      day.read += countTokens(part.text);
      day.around += countTokens(JSON.stringify({ name: "updates", arguments: { update: id, part: next } }));
      next = part.next;
    }
    return;
  }
  const [, ...others] = tellParts(whole, LONGEST_WHOLE, () => "");
  for (const [at, part] of others.entries()) {
    const words = ["context", "updates", role, "--part", String(at + 2)];
    const source = `context ${version} of day`;
    // A hook goes on with the next part by itself.
    const text = door === "hooks" ? frameText(part, { source, author: "Lead" }) : await print(words, places, run);
    day.read += countTokens(text);
    if (door === "command") day.around += countTokens(`wardroom ${words.join(" ")}`);
  }
}

function add({ parts }: Day, what: string, text: string): void {
  const { count, tokens } = parts.get(what) ?? { count: 0, tokens: 0 };
  parts.set(what, { count: count + 1, tokens: tokens + countTokens(text) });
}

/** Of an update the context, or the operations. */
function bareOf(text: string): string {
  const [, whole] = text.split("\n## Full Context\n");
  return whole ?? text.split("\n## Delta\n")[1]?.split("\n## Impact Assessment\n")[0] ?? "";
}

/** What an agent writes to confirm a version. */
function acknowledgement(door: Door, role: string, said: { version: string; applied: number; total: number }): string {
  // What the tool asks for, and no more.
  if (door === "MCP")
    return JSON.stringify({ name: "ack", arguments: { ...said, role: undefined, impact: undefined } });
  if (door === "command") return `wardroom context ack ${role} --applied ${said.applied}`;
  return `[ACK-UPDATE] ${said.version} received. Items: ${said.applied}/${said.total}. Impact: NONE. Action: CONTINUE`;
}

/** What a conversation is told of how to work. */
function told(door: Door): string {
  if (door === "MCP") return INSTRUCTIONS;
  return door === "command" ? PROTOCOL_SECTION : "Wardroom: you are implementer-1 in day.";
}

async function say(n: number): Promise<void> {
  const role = ROLES[n % ROLES.length] ?? "";
  const { sentences } = PHRASES.en;
  const text = `src/stage-${n % 13}/part-${n}.ts: ${sentences[n % sentences.length] ?? ""} Seen in run ${n}.`;
  const body = { tag: TAGS[n % TAGS.length], text, anyway: true };
  const done = (await ask("POST", `${SESSION}/memory/items`, role, body)) as { relay?: { id: string } };
  if (done.relay !== undefined) await ask("POST", `${SESSION}/relays/${done.relay.id}/approve`, null, {});
}

async function publish(text: string): Promise<void> {
  await ask("PUT", `${SESSION}/context`, null, { text, overQuestions: true });
}

/** A request of the contract as that role, or as the Lead, answered in this process. */
async function ask(
  method: string,
  address: string,
  role: string | null,
  body?: unknown,
  run: string | null = null,
): Promise<unknown> {
  const response = await answer(
    new Request(`http://${HOST}/api/v1/workspaces/bench${address}`, {
      method,
      headers: {
        host: HOST,
        authorization: `Bearer ${TOKEN}`,
        ...(role !== null && { "x-wardroom-role": role }),
        ...(run !== null && { "x-wardroom-run": run }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    }),
  );
  if (!response.ok) throw new Error(`${method} ${address}: ${await response.text()}`);
  return response.json();
}

/** What a command prints, in this process. */
async function print(argv: string[], { folder, workspace }: Places, run: string | null): Promise<string> {
  let out = "";
  const output: Output = { write: (text) => void (out += text), isTTY: false, columns: undefined };
  const refuse = () => Promise.reject(new Error("not in a day's reading"));
  const surroundings: Surroundings = {
    argv,
    env: run === null ? {} : { WARDROOM_RUN: run },
    cwd: workspace,
    home: folder,
    project,
    version: "0.0.0",
    stdout: output,
    stderr: { ...output, write: () => undefined },
    stdin: { isTTY: false, readAll: () => Promise.resolve(""), ask: () => Promise.resolve("") },
    settings: () => ({
      dataFolder: path.join(folder, "none"),
      workspaces: [{ name: "bench", folder: workspace }],
      recorded: [],
    }),
    listKnown: () => Promise.resolve([]),
    claimName: refuse,
    moveWorkspace: refuse,
    ...editProject,
    openHere: () =>
      Promise.resolve({
        workspace: "bench",
        ownerToken: TOKEN,
        port: ({ url, headers, ...asked }) =>
          answer(new Request(url, { ...asked, headers: { ...headers, host: HOST } })),
        close: () => Promise.resolve(),
      }),
    startServer: () => ({ ended: Promise.resolve() }),
    loginCode: () => Promise.resolve("abc"),
    openPage: () => undefined,
    examine: refuse,
    backUp: refuse,
    restore: refuse,
    purge: refuse,
    copyHistory: refuse,
    importContent: refuse,
    exportContent: refuse,
    serve: refuse,
  };
  const code = await runCli(surroundings);
  if (code !== 0) throw new Error(`wardroom ${argv.join(" ")} ended with ${code}`);
  return out;
}
