import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openProject } from "./interoperability-client.mjs";
import { execute } from "./interoperability-execute.mjs";
import { Stop } from "./run.mjs";
import { createServer } from "node:http";
import { openLocally } from "./address.mjs";

/**
 * A client besides Claude Code: the variable that names its program, how it calls the tools that the script uses, and what it needs to
 * start with a home folder of its own and that model.
 * @typedef {{name: string, tool: string, input: Record<string, unknown> | string} | {name?: undefined, text: string}} Step
 * @typedef {{program: string, args: string[], env: Record<string, string>}} Start
 * @typedef {{
 *   id: string, name: string, variable: string,
 *   first?: (memory: string) => Step[],
 *   edit: (memory: string, old: string, now: string) => Step,
 *   start: (place: {home: string, project: string, model: string}) => Promise<Omit<Start, "program">>,
 * }} Client
 */

const ROLE = "implementer-1";
const PROMPT = "please go on with the card form";

/** @type {Client[]} */
const CLIENTS = [
  {
    id: "codex",
    name: "Codex",
    variable: "WARDROOM_CODEX",
    edit: (memory, old, now) => ({
      name: "edit",
      tool: "apply_patch",
      input: `*** Begin Patch\n*** Update File: ${memory}\n@@\n-${old}\n+${now.replaceAll("\n", "\n+")}\n*** End Patch\n`,
    }),
    start: async ({ home, project, model }) => {
      const provider = `[model_providers.local]\nname = "local"\nbase_url = "${model}/v1"\nwire_api = "responses"\n`;
      const trusted = `[projects.${JSON.stringify(project)}]\ntrust_level = "trusted"\n`;
      await writeFile(
        path.join(home, "config.toml"),
        `model = "gpt-5.5"\nmodel_provider = "local"\n${provider}${trusted}`,
      );
      // A person says yes to the hooks once in its window, and it keeps their digests; nobody is asked here.
      const unasked = ["--dangerously-bypass-hook-trust", "--sandbox", "workspace-write"];
      return { args: ["exec", ...unasked, PROMPT], env: { CODEX_HOME: home } };
    },
  },
  {
    id: "gemini",
    name: "Gemini CLI",
    variable: "WARDROOM_GEMINI",
    edit: (memory, old, now) => ({
      name: "edit",
      tool: "replace",
      input: { file_path: memory, instruction: "Correct it", old_string: old, new_string: now },
    }),
    start: async ({ home, project, model }) => {
      await mkdir(path.join(home, ".gemini"));
      await writeFile(path.join(home, ".gemini/trustedFolders.json"), JSON.stringify({ [project]: "TRUST_FOLDER" }));
      const settings = {
        security: { auth: { selectedType: "gemini-api-key" } },
        privacy: { usageStatisticsEnabled: false },
      };
      await writeFile(path.join(home, ".gemini/settings.json"), JSON.stringify(settings));
      const args = ["--approval-mode", "auto_edit", "-m", "gemini-2.5-flash", "-p", PROMPT];
      return { args, env: { GEMINI_API_KEY: "none", GOOGLE_GEMINI_BASE_URL: model } };
    },
  },
  {
    id: "opencode",
    name: "OpenCode",
    variable: "WARDROOM_OPENCODE",
    first: (memory) => [{ name: "read", tool: "read", input: { filePath: memory } }],
    edit: (memory, old, now) => ({
      name: "edit",
      tool: "edit",
      input: { filePath: memory, oldString: old, newString: now },
    }),
    start: async ({ home, model }) => {
      await mkdir(path.join(home, ".config/opencode"), { recursive: true });
      const provider = {
        npm: "@ai-sdk/openai-compatible",
        options: { baseURL: `${model}/v1`, apiKey: "none" },
        models: { m: { tool_call: true } },
      };
      const settings = { model: "local/m", small_model: "local/m", autoupdate: false, provider: { local: provider } };
      await writeFile(path.join(home, ".config/opencode/opencode.json"), JSON.stringify(settings));
      const own = Object.fromEntries(
        ["CONFIG", "DATA", "CACHE", "STATE"].map((kind) => [
          `XDG_${kind}_HOME`,
          path.join(home, `.${kind.toLowerCase()}`),
        ]),
      );
      return { args: ["run", PROMPT], env: { ...own, OPENCODE_DISABLE_MODELS_FETCH: "1" } };
    },
  },
];

/**
 * Runs each client that a variable names, with what `wardroom up` puts into a project and a model that follows a script:
 * whether a foreign section is refused, the own one open, an edit under a claim warned of, a version delivered once and its
 * acknowledgement taken.
 * @param {(name: string, work: () => Promise<string>) => Promise<void>} check
 */
export async function checkOthers(check) {
  for (const client of CLIENTS) {
    const named = process.env[client.variable];
    if (!named) {
      console.log(
        `- ${client.name}: left out. ${client.variable}=/path/to/${client.id} names one; see CONTRIBUTING.md.`,
      );
      continue;
    }
    const program = path.resolve(named);
    if (!existsSync(program)) throw new Stop(`${client.variable} names ${program}, and there is no such program.`);
    const { stdout } = await execute(program, ["--version"]);
    const version = /\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? "of an unknown version"; // codex-cli 0.169.0
    await check(`${client.name} ${version}`, () => tryClient(client, program));
  }
}

/** @param {Client} client @param {string} program */
async function tryClient(client, program) {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "wardroom-client-")));
  const { at, project, memory, server, wardroom, publish, environment } = await openProject(folder, "가게 shop");
  await execute("git", ["init", "-q", project]);
  const last = { text: "[ACK-UPDATE] GC-v1 received. Items: 1/1. Impact: NONE. Action: CONTINUE" };
  const claimed = path.join(project, "src/cart/total.ts");
  await mkdir(path.dirname(claimed), { recursive: true });
  await writeFile(claimed, "export const total = 1;\n");
  const model = await startDialects([
    ...[memory, claimed].flatMap((file) => client.first?.(file) ?? []),
    client.edit(claimed, "export const total = 1;", "export const total = 2;"),
    client.edit(memory, "## Lead", "## Lead\n- [Decision] forged"),
    client.edit(memory, "- [Finding] One font", "- [Finding] Two fonts"),
    last,
  ]);
  try {
    await wardroom("session", "create", "checkout", "--role", ROLE, "--role", "tester-1");
    await wardroom("claim", "tester-1", "src/cart/**", "rework totals");
    await wardroom("say", ROLE, "finding", "One font");
    await publish("# Checkout\n\n- one page\n");
    await wardroom("up", "--only", "clients", "--client", client.id, "--yes");
    const { args, env } = await client.start({ home: at("home"), project, model: model.url });
    const own = { HOME: at("home"), PWD: project, WARDROOM_ROLE: ROLE };
    const nodeFirst = [path.dirname(process.execPath), process.env["PATH"]].join(path.delimiter);
    const options = { cwd: project, env: { ...environment, PATH: nodeFirst, ...own, ...env } };
    const { stdout, stderr } = await execute(program, args, options);
    const seen = model.asked.at(-1) ?? "";
    const text = await readFile(memory, "utf8");
    // Who has ended is not held to what it confirmed: the history tells.
    const events = await wardroom("events", "--json");
    /** @type {[string, boolean][]} */
    const expected = [
      [
        "a foreign section is refused",
        seen.includes("does not lie wholly in the section of") && !text.includes("forged"),
      ],
      ["an edit under another's claim is warned of", seen.includes("tester-1 has claimed")],
      ["the own section is open", text.includes("- [Finding] Two fonts")],
      ["the version is delivered once", seen.split("[CONTEXT-UPDATE] GC-v1").length === 2],
      ["the acknowledgement is taken", events.includes('"context.acknowledged"')],
    ];
    const missed = expected.filter(([, isMet]) => !isMet).map(([what]) => what);
    if (missed.length > 0)
      throw new Stop("", `Not so: ${missed.join("; ")}\n${stdout}\n${stderr}\n${seen.slice(-4000)}`);
    return expected.map(([what]) => what).join(", ");
  } finally {
    await model.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A model that follows one script, in the three forms that other clients speak: OpenAI's responses, its chat completions and
 * Gemini's contents. Only requests that offer tools count; any other, such as one for a title, gets a text.
 * @param {Step[]} steps
 * @returns {Promise<{url: string, asked: string[], close(): Promise<void>}>} `asked` has each such request whole.
 */
async function startDialects(steps) {
  /** @type {string[]} */
  const asked = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (/** @type {string} */ part) => (text += part));
    request.on("end", () => {
      const offersTools = /"(tools|functionDeclarations)"/.test(text);
      const step = offersTools ? steps[asked.length] : undefined;
      if (offersTools) asked.push(text);
      const url = request.url ?? "";
      const events = url.includes("/responses")
        ? responses(step, asked.length)
        : url.includes("/chat/completions")
          ? completions(step, asked.length)
          : contents(step);
      const isStream = !/:(generateContent|countTokens)/.test(url);
      response.writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" });
      response.end(isStream ? events.join("") : events[0]?.replace(/^data: /, "").trim()); // "data: {…}"
    });
  });
  return { ...(await openLocally(server)), asked };
}

/** @param {Step | undefined} step */
function textOf(step) {
  return step === undefined || step.name !== undefined ? "done" : step.text;
}

/** @param {Step | undefined} step @param {number} n @returns {string[]} */
function responses(step, n) {
  const about = { id: `item_${n}`, call_id: `call_${n}` };
  const item =
    step?.name === undefined
      ? { ...about, type: "message", role: "assistant", content: [{ type: "output_text", text: textOf(step) }] }
      : { ...about, type: "custom_tool_call", name: step.tool, input: step.input };
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  /** @type {[string, object][]} */
  const events = [
    ["response.created", { response: { id: `r_${n}` } }],
    ["response.output_item.done", { output_index: 0, item }],
    ["response.completed", { response: { id: `r_${n}`, output: [item], usage } }],
  ];
  return events.map(([type, data]) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
}

/** @param {Step | undefined} step @param {number} n @returns {string[]} */
function completions(step, n) {
  const call = step?.name === undefined ? null : { name: step.tool, arguments: JSON.stringify(step.input) };
  const delta =
    call === null
      ? { role: "assistant", content: textOf(step) }
      : { role: "assistant", tool_calls: [{ index: 0, id: `call_${n}`, type: "function", function: call }] };
  const chunk = (/** @type {object} */ choice, /** @type {object} */ more) =>
    `data: ${JSON.stringify({ id: `c_${n}`, object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, ...choice }], ...more })}\n\n`;
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  return [
    chunk({ delta, finish_reason: null }, {}),
    chunk({ delta: {}, finish_reason: call === null ? "stop" : "tool_calls" }, { usage }),
    "data: [DONE]\n\n",
  ];
}

/** @param {Step | undefined} step @returns {string[]} */
function contents(step) {
  const part =
    step?.name === undefined ? { text: textOf(step) } : { functionCall: { name: step.tool, args: step.input } };
  const candidates = [{ index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" }];
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  return [`data: ${JSON.stringify({ candidates, usageMetadata, totalTokens: 2 })}\n\n`];
}
