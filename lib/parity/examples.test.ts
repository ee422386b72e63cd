import { describe, expect, it } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import type { Example, Operation } from "@/lib/operations/define-operation";
import { OPERATIONS } from "@/lib/operations/operations";
import { comparable } from "@/lib/parity/comparable.fixture";
import { filesOf, kindsHere, openDoors, storyOf, type Door, type Outcome } from "@/lib/parity/doors.fixture";
import { toldByTool } from "@/lib/parity/step.fixture";
import { prepareWorkspace } from "@/lib/parity/example-preparations.fixture";
import {
  lineOf,
  ORDERED,
  overCli,
  overMcp,
  overRest,
  take,
  wordsOf,
  type World,
} from "@/lib/parity/take-example.fixture";

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
  // No server is set to ask a judge.
  "brief.judge": "conflict",
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

const worlds: World[] = [];
for (const kind of kindsHere()) worlds.push({ kind, doors: await openDoors(kind), clients: new Map() });

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
  if (tool === undefined && leadTool && "answer" in rest) {
    const short = leadTool.short?.(rest.answer) ?? rest.answer;
    const asTold = { answer: toldByTool(leadTool.name, short, { ...example.query, ...(example.body as object) }) };
    expect(told(mcp, world.doors.mcp)).toEqual(told(asTold, world.doors.rest));
  }
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

describe("a list", () => {
  const lists = OPERATIONS.filter(({ http, query }) => http.startsWith("GET ") && query && "cursor" in query.shape);

  it.each(lists)("of $id comes in pages, each thing once and in order", async (operation) => {
    const { world, example } = firstOf(operation);
    serve(world.doors.rest.wardroom);
    const read = async (page: Record<string, string>) => {
      const outcome = await overRest(world, operation, { ...example, query: { ...example.query, ...page } }, {});
      // Whose address names what another example made, or took away.
      return "answer" in outcome ? (outcome.answer as { items: unknown[]; nextCursor: string | null }) : null;
    };
    const whole = await read({ limit: "100" });
    const paged: unknown[] = [];
    let cursor = whole && whole.items.length > 0 ? "" : null;
    while (cursor !== null && paged.length < 12) {
      const page = await read({ limit: "1", ...(cursor !== "" && { cursor }) });
      expect(page?.items).toHaveLength(1);
      paged.push(...(page?.items ?? []));
      cursor = page?.nextCursor ?? null;
    }
    expect(paged).toEqual((whole?.items ?? []).slice(0, 12));
  });
});

/** What every door says of a field that an operation does not have. */
const UNKNOWN = { problem: { code: "invalid_input", errors: [{ path: "", message: 'Unrecognized key: "loud"' }] } };

describe("a field too many is refused in the same words", () => {
  const taking = OPERATIONS.filter(({ query, http }) => query !== undefined || !http.startsWith("GET "));

  it.each(taking)("by every door that has $id", async (operation) => {
    const { world, example } = firstOf(operation);
    const { tools, leadTool, commands } = operation;
    const said = operation.http.startsWith("GET ")
      ? { ...example, query: { ...example.query, loud: "1" } as never }
      : { ...example, body: { ...(example.body as object), loud: true } };
    const ofTool = example.tool && { ...said, tool: { ...example.tool, loud: true } };
    const loud = { ...example, input: "", command: `${lineOf(wordsOf(operation, example))} --loud` };
    serve(world.doors.rest.wardroom);
    expect(await overRest(world, operation, said, {})).toMatchObject(UNKNOWN);
    serve(world.doors.mcp.wardroom);
    if (tools ?? leadTool) {
      const told = await overMcp(world, operation, ofTool ?? said, {});
      expect(told.words).toMatch(/^invalid_input: (.|\n)*Unrecognized key: "?loud/);
    }
    serve(world.doors.cli.wardroom);
    if (commands) expect(await overCli(world, operation, loud, {})).toMatchObject(UNKNOWN);
  });
});

/** The first workspace and the first example of an operation. */
function firstOf({ id, examples: [example] }: Operation): { world: World; example: Example } {
  const [world] = worlds;
  if (world === undefined || example === undefined) throw new Error(`${id} has no example, or there is no workspace`);
  return { world, example };
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
function told({ words: _, ...outcome }: Outcome & { words?: string }, { wardroom }: Door): Outcome {
  const shown = Object.entries(wardroom.shown);
  const text = shown
    .reduce((words, [folder, name]) => words.replaceAll(folder, name), JSON.stringify(outcome))
    .replace(/(?<="(databaseBytes|revisions)":)\d+/, "0")
    .replaceAll(/wr_\w+_[\w-]{43}/g, "<token>");
  return comparable(JSON.parse(text), {}) as Outcome;
}
