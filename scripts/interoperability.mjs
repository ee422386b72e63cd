// `npm run interoperability`: whether the MCP server of the finished build understands what others send: the official
// client, the MCP Inspector's command line, and the conformance suite's scenarios that need no tools made for them; and,
// where there is a Claude Code on this machine, whether the plugin does in it what it is for.
import "./require-node.mjs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { findClaude } from "./interoperability-claude.mjs";
import { checkClient } from "./interoperability-client.mjs";
import { execute } from "./interoperability-execute.mjs";
import { checkOthers } from "./interoperability-others.mjs";
import { startProxy } from "./interoperability-proxy.mjs";
import { ensureTools } from "./interoperability-tools.mjs";
import { isBuilt } from "./prepare.mjs";
import { startServer } from "./start-server.mjs";
import { Stop, runCommand } from "./stop.mjs";

const TOKEN = "interoperability-owner";
const ERAS = /** @type {const} */ (["modern", "legacy"]);
const REVISIONS = { modern: "2026-07-28", legacy: "2025-11-25" };

/** Of every scenario there is, those a server passes without tools, resources or prompts made for the suite. */
const SCENARIOS = {
  modern: [
    "tools-list",
    "resources-list",
    "prompts-list",
    "caching",
    "dns-rebinding-protection",
    "sep-2164-resource-not-found",
    "http-header-validation",
    "server-sse-multiple-streams",
    "input-required-result-unsupported-methods",
    "input-required-result-ignore-extra-params",
    "input-required-result-validate-input",
    "input-required-result-missing-input-response",
  ],
  legacy: ["server-initialize", "ping", "tools-list", "resources-list", "prompts-list", "dns-rebinding-protection"],
};

await runCommand(async () => {
  if (!isBuilt()) throw new Stop("There is no build yet: npm run build makes one.");
  const tools = await ensureTools();
  const data = await mkdtemp(path.join(tmpdir(), "wardroom-interoperability-"));
  const server = await startServer({ data, env: { WARDROOM_TOKEN: TOKEN } });
  const proxy = await startProxy(server.url, TOKEN);
  try {
    for (const era of ERAS) await check(`official client, ${era} era`, () => tryClient(server.url, era));
    for (const era of ERAS) {
      await check(`inspector, ${era} era, --strict`, () => inspect(tools, server.url, era));
    }
    if (tools.node === null) {
      console.log(
        `- conformance: skipped. The suite needs Node 22; there is no package of it for ${process.platform}-${process.arch}, and this is ${process.version}.`,
      );
    } else {
      for (const era of ERAS) {
        for (const scenario of SCENARIOS[era]) {
          await check(`conformance ${REVISIONS[era]} ${scenario}`, () => conform(tools, proxy.url, era, scenario));
        }
      }
    }
  } finally {
    await proxy.close();
    await server.stop();
    await rm(data, { recursive: true, force: true });
  }
  const claude = await findClaude();
  if (typeof claude === "string") console.log(`- Claude Code: ${claude}`);
  else await checkClient(claude, (name, work) => check(`Claude Code: ${name}`, work));
  await checkOthers(check);
});

/**
 * Runs one check and says what it found; a failure ends the run.
 * @param {string} name @param {() => string | Promise<string>} work
 */
async function check(name, work) {
  try {
    console.log(`✓ ${name}: ${await work()}`);
  } catch (error) {
    throw new Stop(`✗ ${name} failed.`, error instanceof Stop ? error.output : String(error));
  }
}

/** @param {string} url @param {(typeof ERAS)[number]} era */
async function tryClient(url, era) {
  const mode = era === "modern" ? { pin: REVISIONS.modern } : "legacy";
  const client = new Client({ name: "wardroom-interoperability", version: "1" }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${TOKEN}`, "x-wardroom-role": "Lead" };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/api/mcp`), { requestInit: { headers } }));
  const { tools } = await client.listTools();
  const { resources } = await client.listResources();
  const { prompts } = await client.listPrompts();
  const memory = resources.find(({ uri }) => uri.endsWith("/memory"));
  if (memory === undefined) throw new Stop("", "The example has no team memory.");
  const session = memory.uri.split("/").at(-2);
  const text = `Said by the official client in the ${era} era`;
  const listening = era === "modern" ? await listen(client, memory.uri) : null;
  const said = await client.callTool({ name: "say", arguments: { tag: "Finding", text, session } });
  if (said.isError) throw new Stop("", JSON.stringify(said.content));
  await listening?.told;
  const { contents } = await client.readResource({ uri: memory.uri });
  if (!JSON.stringify(contents).includes(text)) throw new Stop("", "What was said is not in the memory.");
  await client.close();
  const told = era === "modern" ? ", the change told to its listener" : "";
  return `${tools.length} tools, ${resources.length} resources, ${prompts.length} prompts; said and read back${told}`;
}

/**
 * Listens to a document; `told` is settled when a change of it was.
 * @param {Client} client @param {string} uri
 */
async function listen(client, uri) {
  /** @type {Promise<void>} */
  const told = new Promise((resolve) =>
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
      if (params.uri === uri) resolve();
    }),
  );
  await client.listen({ resourceSubscriptions: [uri] });
  return { told };
}

/** @param {Awaited<ReturnType<typeof ensureTools>>} tools @param {string} url @param {(typeof ERAS)[number]} era */
async function inspect(tools, url, era) {
  const common = ["--cli", `${url}/api/mcp`, "--transport", "http", "--protocol-era", era];
  const inspector = (/** @type {string[]} */ ...args) =>
    execute(process.execPath, [tools.inspector, ...common, "--header", `Authorization: Bearer ${TOKEN}`, ...args]);
  await inspector("--method", "resources/list");
  await inspector("--method", "prompts/list");
  await inspector("--method", "tools/call", "--tool-name", "status");
  const { stdout, stderr } = await inspector("--method", "tools/list", "--strict");
  const { tools: listed } = /** @type {{tools: unknown[]}} */ (JSON.parse(stdout));
  const verdict = /\d+ errors?, \d+ warnings?/.exec(stderr)?.[0] ?? "no errors, no warnings"; // 0 errors, 5 warnings
  return `${listed.length} tools, ${verdict}; resources, prompts and a call answered`;
}

/**
 * @param {Awaited<ReturnType<typeof ensureTools>>} tools @param {string} url
 * @param {(typeof ERAS)[number]} era @param {string} scenario
 */
async function conform(tools, url, era, scenario) {
  const args = ["--url", `${url}/api/mcp`, "--scenario", scenario, "--spec-version", REVISIONS[era]];
  const { stdout } = await execute(tools.node ?? "", [tools.conformance, "server", ...args]);
  // Passed: 14/14, 0 failed, 0 warnings
  const counted = /Passed: (\d+)\/(\d+), (\d+) failed, \d+ warnings?/.exec(stdout);
  if (counted === null || counted[1] !== counted[2] || counted[3] !== "0") throw new Stop("", stdout);
  return counted[0].toLowerCase();
}
