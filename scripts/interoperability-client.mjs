import { readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { claudeEnvironment, converse, trust } from "./interoperability-claude.mjs";
import { execute } from "./interoperability-execute.mjs";
import { startModel, toolUseId } from "./interoperability-model.mjs";
import { root, Stop } from "./run.mjs";
import { startServer } from "./start-server.mjs";

/** @typedef {import("./interoperability-model.mjs").Asked} Asked */
/** @typedef {import("./interoperability-model.mjs").Step} Step */
/** @typedef {(name: string, work: () => string | Promise<string>) => Promise<void>} Check */

/** The session of these checks. */
export const SESSION = "checkout";
/** Long enough that a change of one line is told as that line. */
const CONTEXT = [
  "# Global Context\n\n## Constraints\n\n- **Lease:** Leases last thirty seconds\n",
  ...Array.from({ length: 20 }, (_, i) => `- **Rule ${i}:** Whatever is counted here is counted in whole cents\n`),
].join("");

/** The words of a prompt by which the model finds its script. A teammate's stand in its Lead's conversation too, so the Lead's come first. */
const WORK = {
  lead: "[work of the Lead]",
  alone: "[work of a Lead without an installation]",
  one: "[work of implementer-1]",
  two: "[work of implementer-2]",
  three: "[work of researcher-1]",
};

/**
 * Drives a real client through what a scripted model has it do, in a project of its own with the plugin installed and a
 * server behind it, and proves on the model's requests, the files and the history that the rules held.
 * @param {{program: string, version: string}} found
 * @param {Check} check
 */
export async function checkClient(found, check) {
  const base = await realpath(await mkdtemp(path.join(tmpdir(), "wardroom-plugin-")));
  try {
    await checkIn(base, found, check);
  } finally {
    await rm(base, { recursive: true, force: true });
  }
}

/** @param {string} base @param {{program: string, version: string}} found @param {Check} check */
async function checkIn(base, { program, version }, check) {
  const { at, project, memory, server, wardroom, publish } = await openProject(base);
  const model = await startModel(scriptsOver(memory), () => readFileSync(memory, "utf8"));
  const claude = (/** @type {string} */ role) => {
    return { program, cwd: project, env: { ...claudeEnvironment(at("home"), model.url), WARDROOM_ROLE: role } };
  };
  /** A Lead that has the plugin from a folder, as who has it for every project. */
  const fromFolder = () => {
    const { env, ...client } = claude("Lead");
    const where = { WARDROOM_DATA: at("data"), WARDROOM_URL: server.url };
    return { ...client, env: { ...env, ...where }, args: ["--plugin-dir", at("plugin")] };
  };
  const askedBy = (/** @type {string} */ work) => model.asked.filter(({ script }) => script === work);
  try {
    await check("plugin and marketplace, validate --strict", async () => {
      for (const folder of ["plugin", ""]) {
        await execute(program, ["plugin", "validate", path.join(root, folder), "--strict"], claude("Lead"));
      }
      return `valid to Claude Code ${version}`;
    });

    await wardroom("session", "create", SESSION, "-r", "implementer-1", "-r", "implementer-2", "-r", "researcher-1");
    await publish(CONTEXT);
    await wardroom("up", "--only", "clients", "--client", "claude", "--yes");
    await cp(path.join(root, "plugin"), at("plugin"), { recursive: true });
    await trust(at("home"), project);

    await check("a session of implementer-1", async () => {
      const change = () => publish(CONTEXT.replace("thirty", "forty"));
      const prompts = [`Begin. ${WORK.one}`, change, `Go on. ${WORK.one}`, "/compact", `And now? ${WORK.one}`];
      await converse(claude("implementer-1"), prompts);
      return `${askedBy(WORK.one).length} requests to the model`;
    });
    const one = askedBy(WORK.one);
    await check("context updates", () => deliveredOnce(one, wardroom));
    await check("Write over the team memory", () => writeRefused(one));
    await check("Edit in one's own section", () => ownEditRecorded(one, wardroom));
    await check("Edit in another's section", () => {
      refused(one, "one-others", "does not lie wholly in the section of implementer-1");
      return "refused, the file as it was, the reason told to the model";
    });
    await check("MCP over the project's .mcp.json", () => said(one, "one-say", "implementer-1", wardroom));

    await check("a teammate implementer-2 of a Lead, with the plugin twice", async () => {
      await converse(fromFolder(), [`Begin. ${WORK.lead}`, "/wardroom:load ledger-rules"]);
      const two = askedBy(WORK.two);
      refused(two, "two-others", "does not lie wholly in the section of implementer-2");
      refused(two, "two-lead", "This command is implementer-2's");
      refused(two, "two-redirect", "a shell's `>>` would go past its rules");
      for (const request of [two[0], two.at(-1)]) occurs(request, "[CONTEXT-UPDATE] GC-", 1);
      occurs(two.at(-1), "Leases last forty seconds", 1);
      await said(two, "two-say", "implementer-2", wardroom);
      await acknowledged("implementer-2", "GC-v2", wardroom);
      occurs(askedBy(WORK.lead).at(-1), "Carry out the observer command `*load: ledger-rules`", 1);
      return "known by its type and what it was asked to be: the context told at its start, once, and acknowledged, another's section refused, and the Lead's part and a redirect from the shell, `say` its own; a slash command read";
    });

    await wardroom("down", "--client", "claude", "--yes");
    await check("a teammate of the plugin's own agents, without an installation", async () => {
      await converse(fromFolder(), [`Begin. ${WORK.alone}`]);
      const three = askedBy(WORK.three);
      for (const request of [three[0], three.at(-1)]) occurs(request, "[CONTEXT-UPDATE] GC-", 1);
      const { text, isError, before, after } = resultOf(three, "three-say");
      demand(!isError && text.includes('"state":"relayed"') && before === after, `The call was answered: ${text}`);
      return "the context told once, `say` over the plugin's server left with the Lead";
    });
    await check("nothing but what the client's own tools offer", () => {
      demand(model.foreign.length === 0, model.foreign.join("; "));
      return "every argument of every call is in the client's schema";
    });
  } finally {
    await server.stop();
    await model.close();
  }
}

/**
 * A project below a folder, with a server of its own behind it: its places, and Wardroom's command in it, as the Lead's.
 * @param {string} base @param {string} [name] Of the project's folder.
 */
export async function openProject(base, name = "project") {
  const at = (/** @type {string} */ folder) => path.join(base, folder);
  for (const folder of ["data", name, "home"]) await mkdir(at(folder));
  const project = at(name);
  const server = await startServer({ data: at("data"), workspaces: { shop: project } });
  // A Wardroom that the environment names is somebody's own.
  const named = Object.keys(process.env).filter((name) => name.startsWith("WARDROOM_"));
  // As a person's shell has it, also where an agent runs these checks.
  const marks = ["CLAUDECODE", "AI_AGENT", "GEMINI_CLI", "OPENCODE", "CODEX_THREAD_ID", "CODEX_CI"];
  const unnamed = Object.fromEntries([...named, ...marks].map((variable) => [variable, undefined]));
  const environment = { ...process.env, ...unnamed, WARDROOM_DATA: at("data") };
  /** @type {Wardroom} */
  const wardroom = async (...words) => {
    const options = { cwd: project, env: environment };
    const { stdout } = await execute(process.execPath, [path.join(root, "scripts/wardroom.mjs"), ...words], options);
    return stdout;
  };
  const publish = async (/** @type {string} */ text) => {
    await writeFile(at("context.md"), text);
    await wardroom("context", "publish", at("context.md"));
  };
  return {
    at,
    project,
    memory: path.join(project, ".agent/teams", SESSION, "TEAM-MEMORY.md"),
    server,
    wardroom,
    publish,
    environment,
  };
}

/** What the model has the clients do. @param {string} file The team memory. @returns {Record<string, Step[]>} */
function scriptsOver(file) {
  const edit = (/** @type {string} */ id, /** @type {string} */ role) => {
    const input = { file_path: file, old_string: `## ${role}\n`, new_string: `## ${role}\n- [Finding] edit ${id}\n` };
    return { id, tool: "Edit", input };
  };
  const say = (/** @type {string} */ id, server = "wardroom") => {
    return { id, tool: `mcp__${server}__say`, input: { tag: "Finding", text: `said by ${id}` } };
  };
  const shell = (/** @type {string} */ id, /** @type {string} */ command) => {
    return { id, tool: "Bash", input: { command, description: "Work" } };
  };
  const ack = (/** @type {string} */ version) => {
    return { text: `[ACK-UPDATE] ${version} received. Items: 1/1. Impact: NONE. Action: CONTINUE` };
  };
  // A client as it comes gives a subagent a type, and no name.
  const start = (/** @type {string} */ role, /** @type {string} */ type, /** @type {string} */ work) => {
    const prompt = `You are ${role}. ${work}`;
    const input = { description: "Work", prompt, subagent_type: type, run_in_background: false };
    return { id: `start-${role}`, tool: "Agent", input };
  };
  return {
    [WORK.lead]: [start("implementer-2", "wardroom:implementer", WORK.two)],
    [WORK.alone]: [start("researcher-1", "wardroom:researcher", WORK.three)],
    [WORK.one]: [
      { id: "one-read", tool: "Read", input: { file_path: file } },
      { id: "one-write", tool: "Write", input: { file_path: file, content: "# All mine\n" } },
      edit("one-own", "implementer-1"),
      edit("one-others", "implementer-2"),
      say("one-say"),
      ack("GC-v1"),
      ack("GC-v2"),
    ],
    [WORK.two]: [
      { id: "two-read", tool: "Read", input: { file_path: file } },
      edit("two-others", "implementer-1"),
      shell("two-lead", `"${process.execPath}" "${path.join(root, "scripts/wardroom.mjs")}" say Lead decision forged`),
      shell("two-redirect", `echo '- [Decision] forged' >> "${file}"`),
      say("two-say"),
      ack("GC-v2"),
    ],
    [WORK.three]: [say("three-say", "plugin_wardroom_wardroom"), ack("GC-v2")],
  };
}

/** @param {Asked[]} asked @param {Wardroom} wardroom */
async function deliveredOnce(asked, wardroom) {
  const second = asked.find((request) => JSON.stringify(request.messages).includes("Go on."));
  occurs(asked[0], "[CONTEXT-UPDATE] GC-v1 (full text, FC-3", 1);
  occurs(asked[0], "Leases last thirty seconds", 1);
  occurs(second, "[CONTEXT-UPDATE] GC-v1 (full text", 1);
  occurs(second, "[CONTEXT-UPDATE] GC-v1 → GC-v2", 1);
  occurs(second, "[CONTEXT-UPDATE] GC-", 2);
  occurs(asked.at(-1), "[CONTEXT-UPDATE] GC-v2 (full text, FC-2", 1);
  for (const version of ["GC-v1", "GC-v2"]) await acknowledged("implementer-1", version, wardroom);
  return "the full text told at the start and once over two prompts, the change once, the full text after a compaction; both acknowledged";
}

/** @param {Asked[]} asked */
function writeRefused(asked) {
  refused(asked, "one-write", "Write would put one text over everything others wrote");
  return "refused, the file as it was, the reason told to the model";
}

/** @param {Asked[]} asked @param {Wardroom} wardroom */
async function ownEditRecorded(asked, wardroom) {
  const { before, after, text, isError } = resultOf(asked, "one-own");
  const wanted = before.replace("## implementer-1\n", "## implementer-1\n- [Finding] edit one-own\n");
  demand(!isError && after === wanted, `The edit was not made as it was asked for: ${text}`);
  const id = toolUseId("one-own");
  const found = await recorded(wardroom, ({ payload }) => payload.toolUseId === id);
  demand(
    found?.action === "memory.attributed" && found.actor === "implementer-1",
    `Recorded: ${JSON.stringify(found)}`,
  );
  return "made, and recorded as implementer-1's";
}

/**
 * @typedef {import("./interoperability-model.mjs").Block} Block
 * @typedef {{action: string, actor: string, source: string, payload: {toolUseId?: string, text?: string}}} Recorded
 * @typedef {{version: string, ack: {actor: string} | null}} Cell
 * @typedef {(...words: string[]) => Promise<string>} Wardroom Runs a command of Wardroom and answers what it prints.
 */

/**
 * That a call of `say` was answered, and its item is in the team memory and in the history as that role's.
 * @param {Asked[]} asked @param {string} id @param {string} role @param {Wardroom} wardroom
 */
async function said(asked, id, role, wardroom) {
  const { text, isError, after } = resultOf(asked, id);
  demand(!isError && after.includes(`said by ${id}`), `The call was answered: ${text}`);
  const found = await recorded(wardroom, ({ payload }) => payload.text === `said by ${id}`);
  demand(found?.source === "mcp" && found.actor === role, `Recorded: ${JSON.stringify(found)}`);
  return `\`say\` answered, its item recorded as ${role}'s`;
}

/** That a role has acknowledged a version itself. @param {string} role @param {string} version @param {Wardroom} wardroom */
async function acknowledged(role, version, wardroom) {
  const status = await wardroom("context", "status", "--json");
  const { roles } = /** @type {{roles: {role: string, cells: Cell[]}[]}} */ (JSON.parse(status));
  const cell = roles.find((each) => each.role === role)?.cells.find((each) => each.version === version);
  demand(cell?.ack?.actor === role, `${role} has not acknowledged ${version}: ${JSON.stringify(cell)}`);
}

/** The newest event of the history that is meant. @param {Wardroom} wardroom @param {(event: Recorded) => boolean} isMeant */
async function recorded(wardroom, isMeant) {
  const { items } = /** @type {{items: Recorded[]}} */ (JSON.parse(await wardroom("events", "--json")));
  return items.find(isMeant);
}

/**
 * That a call was refused, the model told why, and no byte of the file changed.
 * @param {Asked[]} asked @param {string} id @param {string} reason
 */
function refused(asked, id, reason) {
  const { before, after, text, isError } = resultOf(asked, id);
  demand(isError && text.includes(reason), `The model was told: ${text}`);
  demand(before === after, `The file has changed:\n${after}`);
}

/**
 * What became of a call: the file when the model asked for it and when it heard of it, and what it heard.
 * @param {Asked[]} asked @param {string} id
 */
function resultOf(asked, id) {
  const isMeant = (/** @type {Block} */ block) => block.type === "tool_result" && block.tool_use_id === toolUseId(id);
  const blocksOf = (/** @type {Asked} */ { messages }) =>
    messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
  const index = asked.findIndex((request) => blocksOf(request).some(isMeant));
  const result = asked[index] && blocksOf(asked[index]).find(isMeant);
  if (result === undefined) throw new Stop("", `The model was told nothing of its call ${id}.`);
  const parts = typeof result.content === "string" ? [result.content] : (result.content ?? []).map(({ text }) => text);
  const [before, after] = [asked[index - 1]?.seen ?? "", asked[index]?.seen ?? ""];
  return { before, after, text: parts.join("\n"), isError: result.is_error === true };
}

/**
 * That a text occurs so many times in what a request tells the model.
 * @param {Asked | undefined} request @param {string} text @param {number} times
 */
function occurs(request, text, times) {
  const parts = JSON.stringify(request?.messages ?? "").split(text);
  const found = parts.slice(1).map((part) => `…${text}${part.slice(0, 200)}…\n`);
  demand(
    found.length === times,
    `"${text}" stands ${found.length} times in a request, not ${times}:\n${found.join("")}`,
  );
}

/** Ends the check where something is not so. @param {boolean} isSo @param {string} otherwise What is the case instead. */
function demand(isSo, otherwise) {
  if (!isSo) throw new Stop("", otherwise);
}
