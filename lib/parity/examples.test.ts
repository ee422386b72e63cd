import type { Client } from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, it } from "vitest";
import { call, serve } from "@/lib/api/testing/api.fixture";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { Problem } from "@/lib/contracts/primitives";
import { answerIn, connect, problemIn } from "@/lib/mcp/testing/client.fixture";
import { httpOf, type Example, type Operation } from "@/lib/operations/define-operation";
import { OPERATIONS } from "@/lib/operations/operations";
import { comparable } from "@/lib/parity/comparable.fixture";
import {
  filesOf,
  kindsHere,
  openDoors,
  storyOf,
  type Door,
  type Doors,
  type Kind,
  type Outcome,
} from "@/lib/parity/doors.fixture";
import { countFrom, PREPARED, prepareWorkspace, type Stands } from "@/lib/parity/example-preparations.fixture";
import { OWNER_TOKEN } from "@/lib/services/testing/test-wardroom.fixture";

/** What cannot be had without a crash, a forged history, a provider or a save that lost lines: all doors refuse it alike. */
const REFUSED: Readonly<Record<string, string>> = {
  "change.discard": "not_found",
  "change.retry": "not_found",
  "account.unlink": "not_found",
  "repair.read": "not_found",
  "repair.apply": "not_found",
  "repair.dismiss": "not_found",
  "repair.undo": "not_found",
  "item.make": "conflict",
  "fault.fix": "not_found",
  "fault.dismiss": "not_found",
  "fault.undo": "not_found",
  "knowledge.unshare": "not_found",
  // Its example only previews.
  "setup.undo": "not_found",
  // Its example takes the webhook away before.
  "webhook.test": "invalid_input",
};

/** What is about the files of a project, which a server of a recorded workspace does not have: all its doors refuse it alike. */
const OF_A_PROJECT = ["setup.read", "setup.apply", "setup.undo"];
const NO_PROJECT = {
  code: "not_found",
  detail: "No project of workspace demo lies on this server: its content is in the history.",
};

/** First there has to be a session; last comes what takes it away, and what takes an agent's memory. */
const FIRST = ["session.create"];
const LAST = [
  "agent.rewrite",
  "knowledge.remove",
  "team.remove-knowledge",
  "agent.init",
  "agent.clear",
  "session.finish",
  "session.delete",
  "session.restore",
];

const ORDERED = [...OPERATIONS].sort((a, b) => place(a) - place(b));

function place({ id }: Operation): number {
  return FIRST.includes(id) ? -1 : LAST.indexOf(id) + 1;
}

/** A workspace for each door, all of one kind. */
interface World {
  kind: Kind;
  doors: Doors;
  /** Of the tools, by role. */
  clients: Map<string, Promise<Client>>;
}

let worlds: World[];
beforeAll(async () => {
  worlds = [];
  for (const kind of kindsHere()) worlds.push({ kind, doors: await openDoors(kind), clients: new Map() });
});

describe("the example of", () => {
  it.each(ORDERED)("$id is answered alike by every door that has it, wherever the content is", async (operation) => {
    for (const example of operation.examples) {
      const answers: Outcome[] = [];
      for (const world of worlds) answers.push(await takeAll(world, operation, example));
      for (const other of OF_A_PROJECT.includes(operation.id) ? [] : answers.slice(1))
        expect(other).toEqual(answers[0]);
    }
    if (operation.id === "session.create")
      for (const { wardroom } of worlds.flatMap(({ doors }) => Object.values(doors))) {
        serve(wardroom);
        await prepareWorkspace();
      }
  });
});

/** Makes the example through each door of a world, and answers what REST told. */
async function takeAll(world: World, operation: Operation, example: Example): Promise<Outcome> {
  const rest = await take(world, "rest", operation, example, overRest);
  const { [operation.id]: code } = REFUSED;
  if (world.kind === "recorded" && OF_A_PROJECT.includes(operation.id))
    expect(rest).toMatchObject({ problem: NO_PROJECT });
  else if (code === undefined) expect(rest).not.toHaveProperty("problem");
  else expect(rest).toMatchObject({ problem: { code } });
  const { tools: [tool] = [], leadTool } = operation;
  const mcp = await take(world, "mcp", operation, example, (tool ?? leadTool) ? overMcp : overRest);
  const cli = await take(
    world,
    "cli",
    operation,
    example,
    operation.commands && (code === undefined || isOwn(operation.commands[0])) ? overCli : overRest,
  );
  expect(codeOf(mcp)).toBe(codeOf(rest));
  expect(codeOf(cli)).toBe(codeOf(rest));
  const answer = told(rest, world.doors.rest);
  if ("problem" in rest) return answer;
  // A tool that roles have answers in a form of its own, which the table of steps compares.
  if (tool === undefined) expect(told(mcp, world.doors.mcp)).toEqual(answer);
  if (isOwn(operation.commands?.[0])) expect(told(cli, world.doors.cli)).toMatchObject(answer);
  return answer;
}

describe("after the examples", () => {
  it("every workspace has the same files, and the same story", async () => {
    const [first, ...others] = worlds.flatMap(({ doors }) => Object.values(doors));
    if (first === undefined) throw new Error("there is no door");
    const files = await filesOf(first);
    expect(Object.keys(files).length).toBeGreaterThan(20);
    const story = await storyOf(first);
    expect(story.length).toBeGreaterThan(60);
    for (const other of others) {
      expect(await filesOf(other)).toEqual(files);
      expect(await storyOf(other)).toEqual(story);
    }
  });
});

/** What every door says of a field that an operation does not have. */
const UNKNOWN = { problem: { code: "invalid_input", errors: [{ path: "", message: 'Unrecognized key: "loud"' }] } };

describe("a field too many is refused in the same words", () => {
  const taking = OPERATIONS.filter(({ query, http }) => query !== undefined || !http.startsWith("GET "));

  it.each(taking)("by every door that has $id", async (operation) => {
    const [example] = operation.examples;
    if (example === undefined) throw new Error(`${operation.id} has no example`);
    const { tools, leadTool, commands } = operation;
    const said = operation.http.startsWith("GET ")
      ? { ...example, query: { ...example.query, loud: "1" } as never }
      : { ...example, body: { ...(example.body as object), loud: true } };
    const ofTool = example.tool && { ...said, tool: { ...example.tool, loud: true } };
    const loud = { ...example, input: "", command: `${lineOf(wordsOf(operation, example))} --loud` };
    for (const world of worlds) {
      serve(world.doors.rest.wardroom);
      expect(await overRest(world, operation, said, {})).toMatchObject(UNKNOWN);
      serve(world.doors.mcp.wardroom);
      if (tools ?? leadTool) expect(await overMcp(world, operation, ofTool ?? said, {})).toMatchObject(UNKNOWN);
      serve(world.doors.cli.wardroom);
      if (commands) expect(await overCli(world, operation, loud, {})).toMatchObject(UNKNOWN);
    }
  });
});

type Over = (world: World, operation: Operation, example: Example, stands: Stands) => Promise<Outcome>;

/** Makes the example in the workspace of a door, with what has to be there before. */
async function take(
  world: World,
  name: Door["name"],
  operation: Operation,
  example: Example,
  over: Over,
): Promise<Outcome> {
  serve(world.doors[name].wardroom);
  countFrom(OPERATIONS.indexOf(operation) * 100);
  const stands = (await PREPARED[operation.id]?.()) ?? {};
  for (;;) {
    const { command } = example;
    const words = command === undefined ? {} : { command: lineOf(standIn(wordsIn(command), stands)) };
    const outcome = await over(world, operation, { ...standIn(example, stands), ...words }, stands);
    const { state, index } =
      "answer" in outcome ? ((outcome.answer ?? {}) as { state?: string; index?: { complete: boolean } }) : {};
    if (state !== "running" && index?.complete !== false) return outcome;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The example with what there is in place of the ids that it names. */
function standIn<T>(value: T, stands: Stands): T {
  const walk = (each: unknown): unknown => {
    if (typeof each === "string")
      return Object.entries(stands).reduce(
        (text, [id, own]) => (text === id || id.length > 4 ? text.replaceAll(id, own) : text),
        each,
      );
    if (typeof each === "number") return stands[String(each)] === undefined ? each : Number(stands[String(each)]);
    if (Array.isArray(each)) return each.map(walk);
    if (typeof each !== "object" || each === null) return each;
    return Object.fromEntries(
      Object.entries(each).map(([key, inner]) => [key, key === "answer" ? inner : walk(inner)]),
    );
  };
  return walk(value) as T;
}

const overRest: Over = async (_world, operation, { params, query, body, as }, { etag }) => {
  const { method, address } = httpOf(operation);
  const path = address
    .replace("{workspace}", "demo")
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name as never])));
  const asked = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]));
  const headers = {
    ...(etag !== undefined && { "if-match": etag }),
    ...(as !== undefined && { "x-wardroom-role": as }),
  };
  const response = await call(method, asked.size > 0 ? `${path}?${asked}` : path, {
    ...(body !== undefined && { body }),
    headers,
  });
  const answer: unknown = await response.json();
  return response.ok ? { answer } : { problem: Problem.strict().parse(answer) };
};

const overMcp: Over = async (
  { clients },
  { tools = [], leadTool },
  { params, query, body, tool, as = "Lead" },
  { etag },
) => {
  const name = tools[0] ?? leadTool?.name ?? "";
  const { session, ...words } = (params ?? {}) as Record<string, unknown>;
  const conditional = leadTool?.destroys && etag !== undefined;
  const own = {
    ...(session !== undefined && { ["team" in words ? "teamSession" : "session"]: session }),
    ...words,
    ...flags(query),
    ...(body as object),
    ...(conditional && { etag }),
  };
  const client = clients.get(as) ?? connect(OWNER_TOKEN, "modern", { "x-wardroom-role": as });
  clients.set(as, client);
  const result = await (await client).callTool({ name, arguments: tool ?? own });
  const [text] = result.content;
  const said = answerIn(text?.type === "text" ? text.text : "");
  return result.isError === true ? { problem: problemIn(said) } : { answer: said };
};

function flags(query: object | undefined): object {
  return Object.fromEntries(
    Object.entries(query ?? {}).map(([name, value]) => [name, value === "true" ? true : value]),
  );
}

const overCli: Over = async ({ doors }, operation, example) => {
  const { params: contract, commands: [usage = ""] = [] } = operation;
  const { session, team } = (example.params ?? {}) as Record<string, string | undefined>;
  const isTeams = contract !== undefined && "team" in contract.shape;
  const place = [
    ...(team !== undefined && isTeams ? ["--team", team] : []),
    ...(session === undefined || usage.includes("<session>")
      ? []
      : [isTeams ? "--team-session" : "--session", session]),
  ];
  const argv = [...wordsOf(operation, example), ...place, "--yes", "--json"];
  const stdin = example.input === undefined ? {} : { stdin: example.input };
  const ended = await wardroomCli(doors.cli.wardroom, argv, stdin);
  if (ended.code === 0) return { answer: JSON.parse(ended.out) as unknown };
  return { problem: Problem.strict().parse(JSON.parse(ended.err)) };
};

/** The words of a command that makes an example: its own, or those of the row with what the call says. */
function wordsOf(
  { commands: [usage = ""] = [], ownCommand }: Operation,
  { command, params, query, body, as }: Example,
): readonly string[] {
  if (command !== undefined) return wordsIn(command);
  const { arguments: worded = {}, options = {} } = ownCommand === true ? {} : (ownCommand ?? {});
  const given: Record<string, unknown> = { ...params, ...query, ...(body as object) };
  const valuesOf = (field: string) => [given[field] ?? []].flat().map(String);
  const names = usage.split(" ").map((word) => {
    const [, name] = /^[<[]([\w-]+)/.exec(word) ?? []; // <relay>, [topic...]
    return { word, field: name && ([worded[name]].flat()[1] ?? name) };
  });
  const typed = names.map(({ field }) => field);
  const own = Object.keys({ ...query, ...(body as object) }).map((field) => [field, [`--${kebab(field)}`]] as const);
  const flags = ownCommand === true ? own : Object.entries<readonly string[]>(options);
  return [
    ...names.flatMap(({ word, field }) => (field === undefined ? [word] : valuesOf(field))),
    ...flags.flatMap(([field, [flag = ""]]) =>
      typed.includes(field) ? [] : valuesOf(field).flatMap((value) => [/--\w[\w-]*/.exec(flag)?.[0] ?? "", value]),
    ),
    ...(as !== undefined ? ["--as", as] : []),
  ];
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`); // expiresIn
}

function wordsIn(command: string): string[] {
  return [...command.matchAll(/(["'])(.*?)\1|\S+/g)].map(([word, , quoted]) => quoted ?? word); // redact "a text"
}

function lineOf(words: readonly string[]): string {
  return words.map((word) => (word.includes('"') ? `'${word}'` : `"${word}"`)).join(" ");
}

/** Whether a command does one operation: one that does several answers them all together. */
function isOwn(usage: string | undefined): boolean {
  return usage === undefined || OPERATIONS.filter(({ commands }) => commands?.[0] === usage).length === 1;
}

function codeOf(outcome: Outcome): string {
  return "problem" in outcome ? `${outcome.problem.code}: ${outcome.problem.detail}` : "done";
}

/**
 * What was answered, without what each workspace makes anew, and without how much is stored: files that are read on the side
 * are recorded whenever that comes to them.
 */
function told(outcome: Outcome, { wardroom }: Door): Outcome {
  const shown = Object.entries(wardroom.shown);
  const text = shown
    .reduce((words, [folder, name]) => words.replaceAll(folder, name), JSON.stringify(outcome))
    .replace(/(?<="(databaseBytes|revisions)":)\d+/, "0")
    .replaceAll(/wr_\w+_[\w-]{43}/g, "<token>");
  return comparable(JSON.parse(text), {}) as Outcome;
}
