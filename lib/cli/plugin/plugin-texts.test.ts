import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { PROTOCOL_SECTION } from "@/lib/core/protocol/plan-init";
import { countTokens } from "@/lib/services/workspace/token-counter";
import { listCommands, listUsages } from "@/lib/cli/testing/cli.fixture";
import { HOOKED_INSTRUCTIONS, INSTRUCTIONS } from "@/lib/mcp/mcp-server";
import { TOOLS } from "@/lib/mcp/tools";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const PLUGIN = join(import.meta.dirname, "../../../plugin");
const COMMANDS = readdirSync(join(PLUGIN, "commands"));
const AGENTS = readdirSync(join(PLUGIN, "agents"));
const SKILL = "skills/wardroom/SKILL.md";
const TEXTS = [...COMMANDS.map((name) => `commands/${name}`), ...AGENTS.map((name) => `agents/${name}`), SKILL];

const read = (path: string) => readFileSync(join(PLUGIN, path), "utf8");
const names = TOOLS.map(({ name }) => name);
const argumentsOf = (tool: string) =>
  Object.keys(TOOLS.find(({ name }) => name === tool)?.declaration.inputSchema.properties ?? {});
/** Words in code that could be a tool or an argument: `say`, `teamSession`. */
const wordsIn = (text: string) => [...text.matchAll(/`([a-z]+[A-Za-z]*)`/g)].map(([, word = ""]) => word);

/** The tools that a sentence names as tools, such as "the tool `ack`", and the arguments it names beside them. */
function callsIn(text: string): { tool: string; args: string[] }[] {
  return text.split(/\.\s|:\s/).flatMap((sentence) => {
    const tool = /\btool `([^`]+)`/.exec(sentence)?.[1];
    return tool === undefined ? [] : [{ tool, args: wordsIn(sentence).filter((word) => word !== tool) }];
  });
}

/** The commands of the command line in a text, such as `wardroom knowledge load --force`, without options and arguments. */
function shellIn(text: string): string[] {
  return [...text.matchAll(/`wardroom ((?:[a-z-]+ ?)+)/g)].map(([, words = ""]) => words.replace(/ ?(--.*)?$/, ""));
}

describe.each(TEXTS)("plugin/%s", (path) => {
  let commands: string[];
  beforeAll(async () => {
    const wardroom = await TestWardroom.open();
    commands = await listCommands(wardroom);
    await wardroom.dispose();
  });

  it("names tools and commands that there are, and arguments that they take", () => {
    const text = read(path);
    for (const { tool, args } of callsIn(text)) {
      expect(names).toContain(tool);
      expect(argumentsOf(tool)).toEqual(expect.arrayContaining(args));
    }
    const ofPlugin = [...text.matchAll(/\bmcp__plugin_wardroom_wardroom__(\w+)/g)].map(([, tool]) => tool);
    for (const tool of ofPlugin) expect(names).toContain(tool);
    // Where a project has the server itself, the client drops the plugin's, and with it these names.
    expect([...text.matchAll(/\bmcp__wardroom__(\w+)/g)].map(([, tool]) => tool)).toEqual(ofPlugin);
    for (const command of shellIn(text)) expect(commands).toContain(command);
  });
});

it("finds a tool, an argument and a command that there are not", () => {
  expect(callsIn("Call the tool `lode` with `team` and `di`. Then `rest`.")).toEqual([
    { tool: "lode", args: ["team", "di"] },
  ]);
  expect(shellIn("Run `wardroom knowledge lode --force`, or `wardroom plugin`.")).toEqual(["knowledge lode", "plugin"]);
});

it("has a slash command for every command of an observer, each with a way to carry it out", () => {
  expect(COMMANDS.sort()).toEqual(["knowledge.md", "load.md", "reload.md", "resume.md", "unload.md"]);
  for (const name of COMMANDS) {
    const text = read(`commands/${name}`);
    expect(text).toContain(`\`*${name.replace(".md", "")}`);
    expect(callsIn(text).length + shellIn(text).length).toBeGreaterThan(0);
  }
});

it.each([
  ["the command", [PROTOCOL_SECTION], ["inbox", "--wait", "ack", "say", "state", "claim", "lost", "hint:"]],
  ["tools", [INSTRUCTIONS], ["inbox", "wait", "ack", "say", "state", "claim", "lost"]],
  ["the plugin", [HOOKED_INSTRUCTIONS, read(SKILL)], ["inbox", "wait", "ack", "say", "state", "claim", "[ACK-UPDATE]"]],
])("tells a client with %s what to do in 400 tokens", (_, texts, told) => {
  const text = texts.join("\n");
  expect(countTokens(text)).toBeLessThanOrEqual(400);
  for (const word of told) expect(text).toContain(word);
  // Progress has one place, and it is not the memory.
  if (text.includes("state")) expect(text).toMatch(/How far you are is no memory/);
});

it("asks nobody for the inbox before each step to whom hooks show what is new", () => {
  expect(INSTRUCTIONS).toContain("before each step");
  expect(HOOKED_INSTRUCTIONS).not.toContain("before each step");
  expect(PROTOCOL_SECTION).toContain("Where hooks show you what is new");
});

it("tells agents of commands that there are, with what they need", async () => {
  const wardroom = await TestWardroom.open();
  const usages = await listUsages(wardroom);
  await wardroom.dispose();
  for (const [, words = ""] of PROTOCOL_SECTION.matchAll(/`wardroom ([^`]+)`/g)) {
    const usage = usages.find((each) => `${words} `.startsWith(`${each.replace(/ [<[].*/, "")} `) && each !== "");
    if (words !== "help") expect(usage, words).toBeDefined();
    const needed = [...(usage ?? "").matchAll(/<[^>]+>/g)].length;
    expect([...words.matchAll(/<[^>]+>|"…"/g)].length, words).toBeGreaterThanOrEqual(needed);
  }
});

it("gives each agent the tools of its access: only who writes has a tool that changes files", () => {
  const toolsOf = (name: string) => /^tools: (.*)$/m.exec(read(`agents/${name}`))?.[1]?.split(", ");
  expect(AGENTS.sort()).toEqual(["coach.md", "implementer.md", "lead.md", "researcher.md"]);
  // Every tool there is.
  expect(toolsOf("lead.md")).toBeUndefined();
  expect(toolsOf("implementer.md")).toBeUndefined();
  for (const name of ["coach.md", "researcher.md"]) {
    expect(toolsOf(name)).toContain("Read");
    for (const tool of ["Write", "Edit", "MultiEdit", "mcp__plugin_wardroom_wardroom__edit", "mcp__wardroom__edit"]) {
      expect(toolsOf(name)).not.toContain(tool);
    }
  }
});

it("names tools to the model that there are", () => {
  for (const word of wordsIn(INSTRUCTIONS + HOOKED_INSTRUCTIONS)) {
    const isKnown = names.includes(word) || names.some((name) => argumentsOf(name).includes(word)) || word === "more";
    expect(isKnown, word).toBe(true);
  }
});
