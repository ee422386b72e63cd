import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile, stat } from "node:fs/promises";
import path from "node:path";
import { showProgress } from "./progress.mjs";
import { root, run, Stop } from "./run.mjs";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { createHash } from "node:crypto";

/** What is still text; typefaces and pictures are compressed in themselves. */
const TEXT = /\.(js|css|json|svg|txt)$/;

/** Not every browser takes the smaller one from an address without a certificate. */
const FORMS = {
  ".br": promisify(brotliCompress),
  ".gz": (/** @type {Buffer} */ content) => promisify(gzip)(content, { level: 9 }),
};

/**
 * Writes beside each text file of a folder, and of those in it, its compressed forms at their smallest: it is done once and read
 * many times.
 * @param {string} folder
 */
async function compressAll(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name));
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      const content = await readFile(file);
      for (const [ending, compress] of Object.entries(FORMS)) await writeFile(file + ending, await compress(content));
    }),
  );
}

const SCHEMA = ["prisma/schema.prisma", "scripts/prepare.mjs", "node_modules/prisma/package.json"];
const CLIENTS = path.join(root, "lib/db/generated");
const CLIENT_STAMP = "lib/db/generated/.fingerprint";

const SOURCES = [
  ...["app", "components", "lib", "prisma", "public"],
  ...["next.config.ts", "proxy.ts", "postcss.config.mjs", "tsconfig.json"],
  ...["package.json", "package-lock.json", "scripts/prepare.mjs", "scripts/kept-plans.ts"],
];
// next.config.ts builds into the same folder.
const BUILD = process.env["WARDROOM_DIST"] ?? ".next";
const BUILD_STAMP = `${BUILD}/wardroom-build`;
/** Everything that answers under /api, as one module that exports `answer`. */
export const apiBundle = path.join(root, BUILD, "api.mjs");
/** What answers for the files in `assetsFolder`, as one module that exports `serveAssets`. */
export const assetsBundle = path.join(root, BUILD, "assets.mjs");
const serverFolder = path.join(root, BUILD, "server");
/** What is needed before all that is loaded, as one module that exports `answerEarly` and `startJsonLog`. */
export const startingBundle = path.join(root, BUILD, "starting.mjs");
/** What the build was made by and of, in Next's form. */
const builtFrom = path.join(root, BUILD, "required-server-files.json");
/** Scripts, styles and typefaces for browsers, each beside its compressed forms. */
export const assetsFolder = path.join(root, BUILD, "static");

/**
 * Makes node_modules what package-lock.json says: does nothing when it is, also when npm was run by hand, and installs
 * it anew otherwise. No package may run code of its own while it is installed.
 */
export async function ensureInstalled() {
  const wanted = await readPackages("package-lock.json");
  const installed = await readPackages("node_modules/.package-lock.json");
  // npm writes down what it installed when it is done; a package for another system is wanted, but never there.
  const current = Object.entries(wanted).every(([name, { version, optional, devOptional, peer }]) => {
    const found = installed[name];
    return found === undefined ? name === "" || optional || devOptional || peer : found.version === version;
  });
  if (current && Object.keys(installed).length > 0) return;

  const total = Object.keys(wanted).filter((name) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(name)).length;
  await showProgress("Installing packages", async (report) => {
    const timer = setInterval(() => void countInstalled().then((n) => report(`${n} of about ${total}`)), 500);
    // A registry that does not answer twice in a few seconds is not there.
    const patience = ["--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"];
    const { code, output } = await run(["npm", "ci", "--ignore-scripts", ...patience]).finally(() =>
      clearInterval(timer),
    );
    if (code !== 0) throw explainInstall(output);
  });
}

/** Makes the typed clients of both databases what prisma/schema.prisma says; `force` does it even if it seems to be. */
export async function ensureGenerated({ force = false } = {}) {
  const current = await fingerprint(SCHEMA);
  if (!force && (await readStamp(CLIENT_STAMP)) === current) return;
  await showProgress("Generating the database clients", async () => {
    // The first empties its folder, and leaves the second neither whole nor gone.
    await rm(path.join(CLIENTS, "postgresql"), { recursive: true, force: true });
    await generate("prisma/schema.prisma");
    const folder = await mkdtemp(path.join(root, "node_modules/.schema-"));
    try {
      const schema = await readFile(path.join(root, "prisma/schema.prisma"), "utf8");
      const other = path.join(folder, "schema.prisma");
      await writeFile(other, postgresqlSchema(schema, "../../lib/db/generated/postgresql"));
      await generate(other);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
  await writeStamp(CLIENT_STAMP, current);
}

/** @param {string} schema */
async function generate(schema) {
  const { code, output } = await run(
    ["node_modules/prisma/build/index.js", "generate", "--no-hints", `--schema=${schema}`],
    {
      env: {
        // Generating never runs the native engine, yet Prisma downloads it unless told where one is: any program will do.
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: "1",
        CHECKPOINT_DISABLE: "1",
      },
    },
  );
  if (code !== 0) throw new Stop("The database clients could not be generated; the lines above say why.", output);
}

/** Builds the server unless the last build was made from exactly these sources; answers whether it had to. */
export async function ensureBuilt() {
  const current = await fingerprint(
    SOURCES,
    (file) => /\.(test|fixture)\./.test(file) || file.startsWith("lib/db/generated/"),
  );
  if ((await readStamp(BUILD_STAMP)) === current) return false;
  await showProgress("Building", async () => {
    const { code, output } = await run(["node_modules/next/dist/bin/next", "build"]);
    if (code !== 0) throw new Stop("The build failed; the lines above say why.", output);
    await writeCatalogue(current);
    await makeMovable();
    await hintScripts();
    await Promise.all([bundleServer(), compressAll(assetsFolder)]);
  });
  await writeStamp(BUILD_STAMP, current);
  return true;
}

/**
 * Has browsers compile the scripts while they come, beside the page: nearly all that stands in them is called as soon as they are
 * there, and a phone that compiled each function at its first call would do nothing else meanwhile.
 */
async function hintScripts() {
  const folder = path.join(assetsFolder, "chunks");
  for (const name of await readdir(folder)) {
    if (!name.endsWith(".js")) continue;
    const file = path.join(folder, name);
    await writeFile(file, `//# allFunctionsCalledOnLoad\n${await readFile(file, "utf8")}`);
  }
}

/**
 * Writes the Korean catalogue as a script for browsers, under the name of the build: what lib/core/i18n reads is there
 * before anything of a page is drawn.
 * @param {string} current
 */
async function writeCatalogue(current) {
  const sentences = await readFile(path.join(root, "lib/core/i18n/korean.json"), "utf8");
  const words = `{language:"ko",sentences:${JSON.stringify(JSON.parse(sentences))}}`;
  const folder = path.join(assetsFolder, "words");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `ko-${nameOf(current)}.js`), `{const w=${words};globalThis.wardroomWords=()=>w}`);
}

/**
 * Makes the build work in any folder. The server has packages by names of its own, such as `libsql-ed63c3166a52376f`, which links
 * beside it lead to the packages: here they get their own names, for elsewhere the links would lead nowhere, and npm packs none. And it
 * holds the folder that it was built in, which is nobody's business.
 */
async function makeMovable() {
  const links = path.join(root, BUILD, "node_modules");
  const names = (await readdir(links, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isSymbolicLink())
    .map(({ parentPath, name }) => path.relative(links, path.join(parentPath, name)).replaceAll("\\", "/"));
  const own = new RegExp(names.join("|"), "g");
  for (const { parentPath, name } of await readdir(serverFolder, { recursive: true, withFileTypes: true })) {
    if (name.endsWith(".js")) {
      await rewrite(path.join(parentPath, name), (text) =>
        text.replaceAll(own, (found) => found.replace(/-[0-9a-f]{16}$/, "")),
      );
    }
  }
  await rewrite(builtFrom, (text) => text.replaceAll(JSON.stringify(root), '"."'));
  await rm(links, { recursive: true });
}

/** @param {string} file @param {(text: string) => string} change */
async function rewrite(file, change) {
  const text = await readFile(file, "utf8");
  const changed = change(text);
  if (changed !== text) await writeFile(file, changed);
}

/** The configuration that Next was built with, as it takes it from its environment. */
export async function readBuiltConfiguration() {
  /** @type {{ config: object }} */
  const { config } = JSON.parse(await readFile(builtFrom, "utf8"));
  return JSON.stringify(config);
}

/** Makes modules of all of ours that the server imports beside Next; what several need is in one of its own. Packages stay where they are. */
async function bundleServer() {
  // Not before the packages are installed.
  const { build } = await import("esbuild");
  const { keptPlans } = await import("./build-cli.mjs");
  const how = /** @type {const} */ ({
    // Names of files in a bundle are told from here, wherever it is made.
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    packages: "external",
  });
  const sources = [
    [apiBundle, "app/api/answer.ts"],
    [assetsBundle, "lib/api/assets.ts"],
    [startingBundle, "lib/api/starting.ts"],
  ].map(([target = "", source = ""]) => ({ out: path.parse(target).name, in: path.join(root, source) }));
  const names = { outdir: path.join(root, BUILD), outExtension: { ".js": ".mjs" }, chunkNames: "shared-[hash]" };
  await build({ ...how, ...names, plugins: [keptPlans], entryPoints: sources, target: "node20", logLevel: "error" });
}

/** Whether there is a build at all; `ensureBuilt` says whether it is current. */
export const isBuilt = () => existsSync(path.join(root, BUILD_STAMP));

/** Names the build that is there: another name means other pages. */
export const nameBuild = async () => nameOf((await readStamp(BUILD_STAMP)) ?? "");

/** @param {string} stamp */
const nameOf = (stamp) => stamp.trim().slice(0, 12);

/**
 * @param {string} lockFile
 * @returns {Promise<Record<string, {version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean}>>}
 */
async function readPackages(lockFile) {
  const text = await readFile(path.join(root, lockFile), "utf8").catch(() => "{}");
  /** @type {{packages?: Awaited<ReturnType<typeof readPackages>>}} */
  const lock = JSON.parse(text);
  return lock.packages ?? {};
}

async function countInstalled() {
  const folder = path.join(root, "node_modules");
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith("."));
  const scoped = names.filter((name) => name.startsWith("@"));
  const inside = await Promise.all(scoped.map((name) => readdir(path.join(folder, name)).catch(() => [])));
  return names.length - scoped.length + inside.flat().length;
}

/** @param {string} output What npm printed: shown when no sentence of ours says it better. */
function explainInstall(output) {
  // npm error code ENOTFOUND
  if (/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT|EHOSTUNREACH)\b/.test(output)) {
    return new Stop(
      "The package registry cannot be reached. Check the network and the proxy (npm config get registry), then start again.",
    );
  }
  if (/\bENOSPC\b/.test(output)) return new Stop("The disk is full: free about 1 GB, then start again.");
  if (/\b(EACCES|EPERM|EROFS)\b/.test(output)) {
    return new Stop("The project's folder cannot be written: get the right to, then start again.");
  }
  return new Stop("The packages could not be installed; the lines above say why.", output);
}

/** @param {string} file */
async function readStamp(file) {
  return readFile(path.join(root, file), "utf8").catch(() => undefined);
}

/** @param {string} file @param {string} text */
async function writeStamp(file, text) {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), text);
}

/**
 * One hash of the names and contents of everything under the given paths, so that a result made from them can be
 * known to be current. What does not exist counts as absent.
 * @param {string[]} paths Files and folders, relative to the project.
 * @param {(file: string) => boolean} [skip] Leaves out what the result does not depend on.
 */
async function fingerprint(paths, skip = () => false) {
  const hash = createHash("sha256");
  const files = (await Promise.all(paths.map((entry) => list(entry)))).flat().filter((file) => !skip(file));
  const contents = await Promise.all(files.map((file) => readFile(path.join(root, file))));
  files.forEach((file, index) => hash.update(`${file}\0${contents[index]?.length}\0`).update(contents[index] ?? ""));
  return hash.digest("hex");
}

/** @param {string} entry @returns {Promise<string[]>} */
async function list(entry) {
  const found = await stat(path.join(root, entry)).catch(() => undefined);
  if (found === undefined) return [];
  if (!found.isDirectory()) return [entry];
  const names = await readdir(path.join(root, entry));
  return (await Promise.all(names.sort().map((name) => list(`${entry}/${name}`)))).flat();
}

// One schema for both databases: the client of PostgreSQL is generated from this. Its migrations are SQLite's in other words.

/**
 * `prisma/schema.prisma` as PostgreSQL's client has it; `output` is where the client goes.
 * @param {string} schema @param {string} output
 */
function postgresqlSchema(schema, output) {
  return schema
    .replace('provider = "sqlite"', 'provider = "postgresql"')
    .replace(/^( +output +=).*$/m, `$1 ${JSON.stringify(output)}`)
    .replace(/^( +\w+ +DateTime\??)(?=\s|$)/gm, "$1 @db.Timestamptz(3)");
}
