// `npm run interoperability`: whether the MCP server of the finished build understands what others send: the official
// client, the MCP Inspector's command line, and the conformance suite's scenarios that need no tools made for them; and,
// where there is a Claude Code on this machine, whether the plugin does in it what it is for.
import "./require-node.mjs";
import { mkdtemp, rm, mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { findClaude } from "./interoperability-claude.mjs";
import { checkClient } from "./interoperability-client.mjs";
import { execute } from "./interoperability-execute.mjs";
import { checkOthers } from "./interoperability-others.mjs";
import { isBuilt } from "./prepare.mjs";
import { startServer } from "./start-server.mjs";
import { root, run, runCommand, Stop } from "./run.mjs";
import { existsSync } from "node:fs";
import { showProgress } from "./progress.mjs";
import { createServer, request } from "node:http";
import { openLocally } from "./address.mjs";

/** Outside of our own dependencies: several times their size, and needed by these checks alone. */
const FOLDER = path.join(root, "node_modules/.cache/interoperability");

/** The platforms that have a Node as a package. */
const NODE_PACKAGES = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win-x64"];

const TOOLS = {
  "@modelcontextprotocol/inspector": "2.12.0",
  "@modelcontextprotocol/conformance": "0.2.0-alpha.12",
};

/** The conformance suite runs on nothing older. */
const NEWER_NODE = { major: 22, version: "22.23.3" };

/** Where this system finds a Node that is new enough: itself, a package, or nowhere. */
function findNewerNode() {
  if (Number(process.versions.node.split(".")[0]) >= NEWER_NODE.major) return { own: process.execPath };
  const platform = `${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  return NODE_PACKAGES.includes(platform) ? { name: `node-${platform}` } : null;
}

/**
 * Installs the programs that check us, unless they are there; answers their scripts, and a Node for the suite, which is
 * null where this system has none that is new enough.
 */
async function ensureTools() {
  const newer = findNewerNode();
  const dependencies = { ...TOOLS, ...(newer?.name && { [newer.name]: NEWER_NODE.version }) };
  const manifest = `${JSON.stringify({ private: true, dependencies }, null, 2)}\n`;
  const manifestFile = path.join(FOLDER, "package.json");
  const installed = path.join(FOLDER, "node_modules/.package-lock.json");
  const current = existsSync(installed) && (await readFile(manifestFile, "utf8").catch(() => "")) === manifest;
  if (!current) await install(manifestFile, manifest);

  const inside = (/** @type {string} */ file) => path.join(FOLDER, "node_modules", file);
  return {
    inspector: inside("@modelcontextprotocol/inspector/clients/launcher/build/index.js"),
    conformance: inside("@modelcontextprotocol/conformance/dist/index.js"),
    node:
      newer?.own ??
      (newer?.name ? inside(path.join(newer.name, process.platform === "win32" ? "bin/node.exe" : "bin/node")) : null),
  };
}

/** @param {string} file @param {string} manifest */
async function install(file, manifest) {
  await mkdir(FOLDER, { recursive: true });
  // The manifest is written when all it names is there: what was broken off begins anew.
  await writeFile(file, JSON.stringify({ private: true }));
  const { dependencies } = /** @type {{dependencies: Record<string, string>}} */ (JSON.parse(manifest));
  const packages = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`);
  await showProgress("Fetching the MCP inspector and conformance suite", async () => {
    const quiet = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
    const { code, output } = await run(["npm", "install", "--prefix", FOLDER, ...quiet, ...packages]);
    if (code !== 0) throw new Stop("The programs that check the MCP server could not be fetched.", output);
  });
  await writeFile(file, manifest);
}

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

/**
 * A proxy that adds a token to every request, for programs that can send none. Host and Origin go on as they came, but
 * for the proxy's own address, which becomes the server's: a forged one arrives forged.
 * @param {string} target Such as `http://127.0.0.1:41234`. @param {string} token
 * @returns {Promise<{url: string, close(): Promise<void>}>}
 */
async function startProxy(target, token) {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const { host, origin, ...rest } = incoming.headers;
    const headers = {
      ...rest,
      authorization: `Bearer ${token}`,
      host: host?.replace(own, `$1${port}`),
      ...(origin !== undefined && { origin: origin.replace(own, `$1${port}`) }),
    };
    const { url: path, method } = incoming;
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    // Either side may go at any time: a stream ends with its reader.
    sent.on("error", () => outgoing.destroy());
    outgoing.on("close", () => sent.destroy());
    incoming.pipe(sent);
  });
  const proxy = await openLocally(server);
  // http://localhost:40001, 127.0.0.1:40001
  const own = new RegExp(`^((?:http://)?(?:127\\.0\\.0\\.1|localhost|\\[::1\\]):)${new URL(proxy.url).port}$`);
  return proxy;
}
