import { cp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { expect } from "vitest";
import { call, serve } from "@/lib/api/testing/api.fixture";
import { seededRandom } from "@/lib/api/testing/hostile-values.fixture";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { EventList } from "@/lib/contracts/events";
import { Problem } from "@/lib/contracts/primitives";
import { ERRORS } from "@/lib/core/errors";
import { answerIn, connect, refusalIn } from "@/lib/mcp/testing/client.fixture";
import { comparable } from "@/lib/parity/comparable.fixture";
import type { Known, RestCall, Step } from "@/lib/parity/step.fixture";
import { migrationsFolder, openDatabase } from "@/lib/db/open";
import { putRecorded } from "@/lib/db/recorded";
import { isOnPostgresql } from "@/lib/db/testing/make-database.fixture";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { TeamServers } from "@/lib/services/testing/team-servers.fixture";
import { OWNER_TOKEN, PROJECT, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { readConfiguration, sealsOf } from "@/lib/services/workspace/configuration";
import { ensureSecret } from "@/lib/store/data-folder";

/** What a door answered; `words` of a refusal are a tool's. */
export type Outcome = { problem: Problem; words?: string } | { answer: unknown; words?: string };

/** What a tool's words come to: a refusal has nothing beside its code and sentences. */
export function outcomeOf(words: string, isError: boolean): Outcome {
  if (!isError) return { answer: answerIn(words), words };
  const { code, detail, hint } = refusalIn(words);
  return { problem: { type: "", title: "", status: 400, instance: "", code, detail, hint }, words };
}

/** One of the ways in, and a workspace that is reached by it alone. */
export interface Door {
  name: "rest" | "mcp" | "cli";
  wardroom: DoorWardroom;
  known: Known;
  /** The last event before the first step. */
  begin: number;
  take: (step: Step) => Promise<Outcome>;
}

/** What a door leads to. */
type DoorWardroom = Pick<TestWardroom, "runtime" | "environment" | "folder" | "files" | "data"> & {
  /** What stands for the folders of this machine that an answer may name, the longest first. */
  shown: Record<string, string>;
  /** Resolves once its files are as the last step left them. */
  settled(): Promise<void>;
};

/** Where a workspace's content is: in a folder, or in a history that two servers without a file in common share. */
export type Kind = "folder" | "recorded";

/** Those that the database of this run can have. */
export function kindsHere(): Kind[] {
  return isOnPostgresql() ? ["folder", "recorded"] : ["folder"];
}

export type Doors = Record<Door["name"], Door>;

/**
 * A door of each name, each with a workspace of its own that has agents, teams and shared knowledge and no session yet. On PostgreSQL those of
 * the tools and the command lead to recorded ones, unless a kind is given for all: they must tell like a folder. Any of two servers answers.
 */
export async function openDoors(kind?: Kind): Promise<Doors> {
  const open = (each: Kind) => (each === "folder" ? openFolder() : openTeam());
  const other = kind ?? kindsHere().at(-1) ?? "folder";
  const [rest, mcp, cli] = await Promise.all([open(kind ?? "folder"), open(other), open(other)]);
  return {
    rest: await door("rest", rest, (step, known) => overRest(step, known)),
    mcp: await door("mcp", mcp, mcpOf(new Map())),
    cli: await door("cli", cli, (step, known) => overCli(cli, step, known)),
  };
}

/** Reads an address below the workspace of a door, as the owner. */
export async function readRest(door: Door, path: string): Promise<unknown> {
  serve(door.wardroom);
  return (await call("GET", `/api/v1/workspaces/demo${path}`)).json();
}

type Take = (step: Step, known: Known) => Promise<Outcome>;

async function door(name: Door["name"], wardroom: DoorWardroom, take: Take): Promise<Door> {
  const begin = (await eventsAt(wardroom, 1))[0]?.id ?? 0;
  const known: Known = { begin: String(begin + 1) };
  const own: Take = async (step) => {
    serve(wardroom);
    // Where the door has no such thing, its workspace has to know of it all the same.
    return typeof step[name] === "string" ? overRest(step, known) : take(step, known);
  };
  return { name, wardroom, known, begin, take: (step) => own(step, known) };
}

async function openFolder(): Promise<DoorWardroom> {
  const wardroom = await TestWardroom.open();
  await copyExample(wardroom.files);
  const { files, data, folder } = wardroom;
  const shown = { [files]: "<files>", [data]: "<data>", [folder]: "<folder>" };
  const opened = Object.assign(wardroom, { shown, settled: () => Promise.resolve() });
  if (!isOnPostgresql()) return opened;
  // Both histories begin alike: with what was found, and with an event that says where the content is.
  await wardroom.services.content.takeIn(OWNER, { workspace: "demo" });
  const lastEvent = await wardroom.services.content.lastEvent({ workspace: "demo" });
  await wardroom.services.content.keep(OWNER, { workspace: "demo" }, { mark: "the same", lastEvent });
  const configuration = readConfiguration(wardroom.environment, PROJECT);
  const seals = sealsOf(configuration, await ensureSecret(configuration.dataFolder, "secret"));
  const address = configuration.databaseUrl ?? configuration.databasePath;
  const database = await openDatabase(address, migrationsFolder(PROJECT), seals);
  await database.transaction((inside) => putRecorded(inside, "demo", null));
  await database.close();
  return opened;
}

async function openTeam(): Promise<DoorWardroom> {
  const servers = await TeamServers.open();
  const folder = join(servers.folder, "files");
  await copyExample(folder);
  await servers.takeIn(folder);
  const [a, b] = await Promise.all([servers.start("a"), servers.start("b")]);
  const chance = seededRandom(7);
  const places = ["a", "b"].flatMap((name) => [
    [servers.copyOf(name), "<files>"] as const,
    [servers.dataOf(name), "<data>"] as const,
  ]);
  return {
    get runtime() {
      return chance() < 0.5 ? a : b;
    },
    environment: servers.environmentOf("a"),
    folder: servers.folder,
    files: servers.copyOf("a"),
    data: servers.dataOf("a"),
    shown: { ...Object.fromEntries(places), [servers.folder]: "<folder>" },
    settled: async () => {
      await TeamServers.enter(a);
      await TeamServers.enter(b);
      expect(await textsIn(servers.copyOf("b"))).toEqual(await textsIn(servers.copyOf("a")));
    },
  };
}

async function copyExample(folder: string): Promise<void> {
  for (const each of [".kaizen", ".microai", ".claude"])
    await cp(join(PROJECT, "example/workspace", each), join(folder, each), { recursive: true });
}

async function overRest(step: Step, known: Known): Promise<Outcome> {
  if (typeof step.rest === "string") throw new Error(`${step.name}: REST has no such thing, ${step.rest}`);
  const [method, path, body, headers]: RestCall = step.rest(known);
  const said = { body, headers: { ...(step.as !== undefined && { "x-wardroom-role": step.as }), ...headers } };
  return whole(async () => {
    const response = await call(method, `/api/v1/workspaces/demo${path}`, said);
    const answer: unknown = await response.json();
    return response.ok ? { answer } : { problem: Problem.strict().parse(answer) };
  });
}

function mcpOf(clients: Map<string, Promise<Client>>): Take {
  return async ({ mcp, as = "Lead" }, known) => {
    if (typeof mcp === "string") throw new Error("the step says that it is not for MCP");
    const client = clients.get(as) ?? connect(OWNER_TOKEN, "modern", { "x-wardroom-role": as });
    clients.set(as, client);
    const connected = await client;
    return whole(async () => {
      const result = await connected.callTool({ name: mcp.tool, arguments: mcp.args(known) });
      const [text] = result.content;
      return outcomeOf(text?.type === "text" ? text.text : "", result.isError === true);
    });
  };
}

async function overCli(wardroom: DoorWardroom, { cli, stdin, code }: Step, known: Known): Promise<Outcome> {
  if (typeof cli === "string") throw new Error("the step says that it is not for the command");
  const ended = await wardroomCli(wardroom, [...cli(known), "--json"], stdin === undefined ? {} : { stdin });
  if (ended.code === 0) {
    if (ended.err !== "") throw new Error(ended.err);
    return { answer: JSON.parse(ended.out) as unknown };
  }
  const problem = Problem.strict().parse(JSON.parse(ended.err));
  // The exit code is how a shell is told the same.
  if (ended.code !== ERRORS[problem.code].exit || ended.out !== "")
    throw new Error(`${code ?? "success"} was due, it ended with ${ended.code} and printed ${ended.out}`);
  return { problem };
}

/** Asks again while files are still being read, which the answer says by itself. */
async function whole(ask: () => Promise<Outcome>): Promise<Outcome> {
  for (;;) {
    const outcome = await ask();
    if (!("answer" in outcome)) return outcome;
    const { complete, index } = outcome.answer as { complete?: boolean; index?: { complete: boolean } };
    if ((complete ?? index?.complete) !== false) return outcome;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Every file of the workspace of a door, without what each makes anew. */
export async function filesOf({ wardroom, known }: Door): Promise<Record<string, unknown>> {
  await wardroom.settled();
  const texts = await textsIn(wardroom.files);
  const shown = texts.map(([path, text]) => [comparable(path, known), comparable(text, known)]);
  return Object.fromEntries(shown) as Record<string, unknown>;
}

async function textsIn(folder: string): Promise<(readonly [string, string])[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    paths.sort().map(async (path) => [path.slice(folder.length), await readFile(path, "utf8")] as const),
  );
}

/** What happened in it, newest first. */
export async function eventsOf(door: Door): Promise<EventList["items"]> {
  const items = await eventsAt(door.wardroom, 500);
  return items.filter(({ id }) => id > door.begin);
}

async function eventsAt(wardroom: DoorWardroom, limit: number): Promise<EventList["items"]> {
  serve(wardroom);
  return EventList.parse(await (await call("GET", `/api/v1/workspaces/demo/events?limit=${limit}`)).json()).items;
}

/** Who did what there, in the same way. */
export async function storyOf(door: Door): Promise<unknown[]> {
  const events = await eventsOf(door);
  return events.map(({ actor, action, target }) => comparable(`${actor}: ${action} ${target}`, door.known));
}
