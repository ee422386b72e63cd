import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { showProgress } from "./progress.mjs";
import { root, run } from "./run.mjs";
import { Stop } from "./stop.mjs";

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
export async function ensureTools() {
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
    node: newer?.own ?? (newer?.name ? inside(path.join(newer.name, binary())) : null),
  };
}

function binary() {
  return process.platform === "win32" ? "bin/node.exe" : "bin/node";
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
