import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { hintForTerminal } from "@/lib/cli/report-error";
import { listCommands, listUsages } from "@/lib/cli/testing/cli.fixture";
import type { Problem } from "@/lib/contracts/primitives";
import { forTools } from "@/lib/mcp/hints";
import { refusalIn } from "@/lib/mcp/testing/client.fixture";
import { countTokens } from "@/lib/services/workspace/token-counter";
import { TOOLS } from "@/lib/mcp/tools";
import { OPERATIONS } from "@/lib/operations/operations";
import { comparable } from "@/lib/parity/comparable.fixture";
import { eventsOf, filesOf, openDoors, readRest, storyOf, type Door, type Outcome } from "@/lib/parity/doors.fixture";
import { toldByTool, type Answered, type ReadRest, type Step } from "@/lib/parity/step.fixture";
import { STEPS } from "@/lib/parity/steps.fixture";

/** Commands that do nothing the API does: they set up a project or a shell, or are a door themselves. */
const COMMANDS_ALONE = [
  // Of this machine's conversations.
  "adopt",
  "down",
  "up",
  "serve",
  "status",
  "watch",
  "mcp",
  "completion",
  "doctor",
  "backup",
  "restore",
  "database copy",
  "import",
  "export",
  "workspace move",
  "replica keep",
  "replica adopt",
  "replica status",
  "replica resolve",
];

/** An address of the API, which nobody can follow who came in by another door. */
const ADDRESS = /\b(GET|POST|PUT|DELETE)\b/; // GET …/relays

let doors: Record<Door["name"], Door>;
beforeAll(async () => {
  doors = await openDoors();
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterAll(() => {
  vi.useRealTimers();
});

/** Each step takes place at one moment, a second after the one before: what files tell of seconds is the same through all doors. */
const BEGIN = Date.now();

describe("the same through REST, MCP and the command", () => {
  it.each(STEPS)("$name", async (step) => {
    const told: Outcomes = {};
    vi.setSystemTime(BEGIN + STEPS.indexOf(step) * 1000);
    for (const door of Object.values(doors)) {
      if (typeof step.rest === "string" && typeof step[door.name] === "string") continue;
      told[door.name] = await door.take(step);
    }
    if (step.code === undefined) await compareAnswers(step, told);
    else await compareProblems(step, told);
  });

  it("leaves the same files", async () => {
    const { rest, mcp, cli } = doors;
    const files = await filesOf(rest);
    expect(Object.keys(files).length).toBeGreaterThan(20);
    expect(await filesOf(mcp)).toEqual(files);
    expect(await filesOf(cli)).toEqual(files);
  });

  it("leaves the same story, which says by which door each came", async () => {
    const { rest, mcp, cli } = doors;
    const story = await storyOf(rest);
    expect(story.length).toBeGreaterThan(40);
    expect(await storyOf(mcp)).toEqual(story);
    expect(await storyOf(cli)).toEqual(story);
    expect(await sourcesOf(rest)).toEqual(["api"]);
    expect(await sourcesOf(mcp)).toEqual(["api", "mcp"]);
    expect(await sourcesOf(cli)).toEqual(["api", "cli"]);
  });
});

describe("the table of operations names", () => {
  const named = (of: "tools" | "commands") => [...new Set(OPERATIONS.flatMap((operation) => operation[of] ?? []))];
  const forLead = OPERATIONS.flatMap(({ leadTool }) => leadTool?.name ?? []);

  it("the tools there are, and no other", () => {
    expect([...named("tools"), ...forLead].sort()).toEqual(TOOLS.map(({ name }) => name).sort());
  });

  it("the commands there are, with their arguments, and no other", async () => {
    const usages = (await listUsages(doors.cli.wardroom)).filter(
      (usage) => !ALONE.some((alone) => isCommand(usage, alone)),
    );
    expect(named("commands").sort()).toEqual(usages.sort());
  });
});

describe("the table of steps has", () => {
  it("every tool that roles have", () => {
    const used = new Set(STEPS.map(({ mcp }) => (typeof mcp === "string" ? "" : mcp.tool)));
    // Those of the Lead are made of an operation, and held to it by its examples, as commands are.
    const forLead = OPERATIONS.flatMap(({ leadTool }) => leadTool?.name ?? []);
    const names = TOOLS.map(({ name }) => name);
    expect(names.filter((name) => !used.has(name) && !forLead.includes(name))).toEqual([]);
  });

  it("every command that does what the API does", async () => {
    // Those that do one operation are held to it by its examples.
    const usages = OPERATIONS.map(({ commands: [usage = ""] = [] }) => usage);
    const made = usages.filter((usage) => usages.filter((each) => each === usage).length === 1);
    const commands = (await listCommands(doors.cli.wardroom)).filter(
      (name) => !made.some((usage) => isCommand(usage, name)),
    );
    const used = STEPS.map(({ cli }) => (typeof cli === "string" ? "" : `${cli({}).join(" ")} `));
    const unused = commands.filter((name) => !used.some((line) => line.startsWith(`${name} `)));
    expect(unused.sort()).toEqual([...COMMANDS_ALONE].sort());
  });
});

/** Commands of which no operation knows: those that do nothing of the API, and the history's, which is a stream. */
const ALONE = [...COMMANDS_ALONE, "events"];

function isCommand(usage: string, command: string): boolean {
  return usage === command || usage.startsWith(`${command} `);
}

type Outcomes = Partial<Record<Door["name"], Outcome>>;

/** All three succeed and say the same; what later steps need of it is kept. */
async function compareAnswers(step: Step, { rest, mcp, cli }: Outcomes): Promise<void> {
  const answers = { rest: answerOf(rest), mcp: answerOf(mcp), cli: answerOf(cli) };
  const own = { rest: doors.rest.known, mcp: doors.mcp.known, cli: doors.cli.known };
  for (const name of ["rest", "mcp", "cli"] as const) {
    const kept = Object.entries(step.keep?.(answers[name] as Answered) ?? {});
    for (const [id, value] of kept) {
      expect({ door: name, id, value }).toMatchObject({ value: expect.any(String) as string });
      own[name][id] = value ?? "";
    }
  }
  const read: ReadRest = async (schema, path) => schema.parse(await readRest(doors.rest, path));
  const by = step.mcp;
  const short =
    typeof by === "string" ? answers.rest : toldByTool(by.tool, await by.shows(answers.rest, read), by.args(own.mcp));
  expect(comparable(answers.mcp, own.mcp)).toEqual(comparable(short, own.rest));
  expect(comparable(answers.cli, own.cli)).toEqual(comparable(answers.rest, own.rest));
}

/** All that can be asked refuse it in the same words, and none of them by words of another door. */
async function compareProblems(step: Step, { rest, mcp, cli }: Outcomes): Promise<void> {
  const problems = { rest: problemOf(rest), mcp: problemOf(mcp), cli: problemOf(cli) };
  for (const [name, problem] of Object.entries(problems)) {
    if (problem !== undefined) expect({ name, problem }).toMatchObject({ problem: { code: step.code } });
  }
  const { hint: hintOfTool = "" } = problems.mcp ?? {};
  const hintOfCommand = problems.cli && (await hintForTerminal(problems.cli));
  if (typeof step.mcp !== "string") expect(hintOfTool).not.toMatch(ADDRESS);
  if (typeof step.cli !== "string") expect(hintOfCommand).not.toMatch(ADDRESS);
  if (problems.rest === undefined) {
    if (problems.mcp && problems.cli) expect(problems.mcp.detail).toBe(problems.cli.detail);
    return;
  }
  const wanted = sentences(problems.rest, doors.rest);
  if (typeof step.mcp === "string") expect(problems.mcp && sentences(problems.mcp, doors.mcp)).toEqual(wanted);
  else if (mcp?.words !== undefined) {
    const told = refusalIn(mcp.words);
    const own = SOMETHING.test(problems.rest.detail) ? { hint: told.hint } : {};
    const detail = problems.rest.detail.replace(SOMETHING, "Something in the arguments is not valid.");
    const due = { ...forTools({ ...problems.rest, detail }), ...own };
    expect(comparable(told, doors.mcp.known)).toEqual(comparable(due, doors.rest.known));
    expect(countTokens(mcp.words.replace(/\b[0-9a-f]{12,16}\b/g, "ffffffffffff")), mcp.words).toBeLessThanOrEqual(
      (told.hint.includes("[ACK-UPDATE]") ? FORM : SHORT) + told.shown.length * LINE,
    );
  }
  expect(problems.cli && sentences(problems.cli, doors.cli)).toEqual(wanted);
  if (problems.cli === undefined) return;
  const words = `error: ${problems.cli.detail.replace(SOMETHING, "")}\nhint: ${hintOfCommand ?? ""}`;
  // What an id costs is a matter of chance.
  const told = words.replace(/\b[0-9a-f]{12,16}\b/g, "ffffffffffff");
  const isLong = told.includes("[ACK-UPDATE]") || told.startsWith("error: Not written");
  expect(countTokens(told), told).toBeLessThanOrEqual(isLong ? FORM : SHORT);
}

/** Tokens of a refusal, and of each line of it that shows what stands in the way. */
const SHORT = 60;
const LINE = 60;

/** A refusal that shows the whole form of a message, or the ids of what says the same. */
const FORM = 80;

/** A contract's refusal, each door's of what it parses, with a hint of its own. */
const SOMETHING = /^Something in the \w+ is not valid\./;

/** A problem without what each door words by itself: where it was met, and what a request is made of. */
function sentences(problem: Problem, { known }: Door): unknown {
  const { instance: _, hint, detail, ...rest } = problem;
  // Something in the arguments is not valid. tag: Invalid option
  const [whole, where = ""] = /^Something in (the \w+) is not valid\./.exec(detail) ?? [];
  if (whole === undefined) return comparable({ ...rest, detail, hint }, known);
  return comparable({ ...rest, detail: detail.replace(where, "…") }, known);
}

function answerOf(outcome: Outcome | undefined): unknown {
  expect(outcome).toHaveProperty("answer");
  return outcome !== undefined && "answer" in outcome ? outcome.answer : undefined;
}

function problemOf(outcome: Outcome | undefined): Problem | undefined {
  if (outcome === undefined) return undefined;
  expect(outcome).toHaveProperty("problem");
  return "problem" in outcome ? outcome.problem : undefined;
}

async function sourcesOf(door: Door): Promise<string[]> {
  const events = await eventsOf(door);
  // What was found on a disk was found by nobody's door.
  return [...new Set(events.map(({ source }) => source))].filter((source) => source !== "disk").sort();
}
