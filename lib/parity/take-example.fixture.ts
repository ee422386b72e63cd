import { expect } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { call, serve } from "@/lib/api/testing/api.fixture";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { Problem } from "@/lib/contracts/primitives";
import { connect } from "@/lib/mcp/testing/client.fixture";
import { httpOf, type Example, type Operation } from "@/lib/operations/define-operation";
import { OPERATIONS } from "@/lib/operations/operations";
import { outcomeOf, type Door, type Doors, type Kind, type Outcome } from "@/lib/parity/doors.fixture";
import { countFrom, PREPARED, type Stands } from "@/lib/parity/example-preparations.fixture";
import { OWNER_TOKEN } from "@/lib/services/testing/test-wardroom.fixture";

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

export const ORDERED = [...OPERATIONS].sort((a, b) => place(a) - place(b));

function place({ id }: Operation): number {
  return FIRST.includes(id) ? -1 : LAST.indexOf(id) + 1;
}

/** A workspace for each door, all of one kind. */
export interface World {
  kind: Kind;
  doors: Doors;
  /** Of the tools, by role. */
  clients: Map<string, Promise<Client>>;
}

type Over = (world: World, operation: Operation, example: Example, stands: Stands) => Promise<Outcome>;

/** Makes the example in the workspace of a door, with what has to be there before. */
export async function take(
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
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(value) as T;
}

export const overRest: Over = async (_world, operation, { params, query, body, as }, { etag }) => {
  const { method, address } = httpOf(operation);
  const path = address
    .replace("{workspace}", "demo")
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name as never])));
  const asked = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]));
  const headers = {
    ...(etag !== undefined && { "if-match": etag }),
    ...(as !== undefined && { "x-wardroom-role": as }),
  };
  const to = asked.size > 0 ? `${path}?${asked}` : path;
  const response = await call(method, to, { ...(body !== undefined && { body }), headers });
  const answer: unknown = await response.json();
  if (!response.ok) return { problem: Problem.strict().parse(answer) };
  expect(operation.response?.parse(answer)).toEqual(answer);
  const status = typeof operation.status === "function" ? operation.status(answer) : (operation.status ?? 200);
  expect(response.status).toBe(status);
  if (operation.markdown) await expectMarkdown(to, headers, answer as object);
  return { answer };
};

/** The same as Markdown is the text that the answer has. */
async function expectMarkdown(path: string, said: Record<string, string>, answer: object): Promise<void> {
  const markdown = await call("GET", path, { headers: { ...said, accept: "text/markdown" } });
  expect(markdown.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  if ("text" in answer) expect(await markdown.text()).toBe(answer.text);
}

export const overMcp: Over = async (
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
  return outcomeOf(text?.type === "text" ? text.text : "", result.isError === true);
};

function flags(query: object | undefined): object {
  return Object.fromEntries(
    Object.entries(query ?? {}).map(([name, value]) => [name, value === "true" ? true : value]),
  );
}

export const overCli: Over = (world, operation, example) => overTerminal(world, operation, example, true);

/** As a terminal tells it, where no program reads it. */
export const inWords: Over = (world, operation, example) => overTerminal(world, operation, example, false);

async function overTerminal({ doors }: World, operation: Operation, example: Example, json: boolean): Promise<Outcome> {
  const { params: contract, commands: [usage = ""] = [] } = operation;
  const { session, team } = (example.params ?? {}) as Record<string, string | undefined>;
  const isTeams = contract !== undefined && "team" in contract.shape;
  const place = [
    ...(team !== undefined && isTeams ? ["--team", team] : []),
    ...(session === undefined || usage.includes("<session>")
      ? []
      : [isTeams ? "--team-session" : "--session", session]),
  ];
  const argv = [...wordsOf(operation, example), ...place, "--yes", ...(json ? ["--json"] : ["--no-color"])];
  const stdin = example.input === undefined ? {} : { stdin: example.input };
  const ended = await wardroomCli(doors.cli.wardroom, argv, stdin);
  const words = ended.out + ended.err;
  if (ended.code === 0) return { answer: json ? (JSON.parse(ended.out) as unknown) : {}, words };
  return { problem: Problem.strict().parse(json ? JSON.parse(ended.err) : NO_PROBLEM), words };
}

/** In words, a problem is what the words say. */
const NO_PROBLEM = { type: "", title: "", status: 400, instance: "", code: "invalid_input", detail: "" };

/** The words of a command that makes an example: its own, or those of the row with what the call says. */
export function wordsOf(
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

export function wordsIn(command: string): string[] {
  return [...command.matchAll(/(["'])(.*?)\1|\S+/g)].map(([word, , quoted]) => quoted ?? word); // redact "a text"
}

export function lineOf(words: readonly string[]): string {
  return words.map((word) => (word.includes('"') ? `'${word}'` : `"${word}"`)).join(" ");
}
