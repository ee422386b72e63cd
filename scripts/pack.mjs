// `npm run package`, once everything is built: packs it with what it loads of the packages it was tested with; with `--folder F` it is laid
// out there instead. The checkout stays as it is.
import { copyFile, link, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { packedManifest } from "./packed-manifest.mjs";
import { root, run, runCommand, Stop } from "./run.mjs";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";

/** What of ours loads packages; what the pages need, Next says itself. */
const ENTRIES = [
  /^scripts\/(wardroom|serve|start)\.mjs$/,
  /^plugin\/scripts\/hook\.mjs$/,
  /^\.next\/[^/]+\.mjs$/,
  /^dist\/cli\/.+\.cjs$/,
];
/** What is loaded in a way that no tracer sees through. */
const UNSEEN = [
  "next/dist/server/next.js",
  ...["@prisma/schema-engine-wasm/schema_engine_bg.js", "@prisma/schema-engine-wasm/schema_engine_bg.wasm"],
  // The command's, in scripts/kept-plans.ts.
  ...["js", "wasm-base64.js"].map((end) => `@prisma/client/runtime/query_compiler_fast_bg.sqlite.${end}`),
  ...["ai-tokenizer/dist/index.cjs", "ai-tokenizer/dist/encoding/claude.cjs"],
].map((file) => `node_modules/${file}`);
/** What builds and develops; and what scales pictures, which are served as they are. */
const UNUSED = [
  /^node_modules\/(sharp|@img|typescript|esbuild|@next\/swc-[^/]+|caniuse-lite)\//,
  /^node_modules\/next\/dist\/(docs|esm)\//,
  /^node_modules\/next\/dist\/compiled\/((webpack|babel|babel-packages|@babel|@vercel\/nft|terser)\/|.+\.(dev|development)\.js$)/,
  /\.map$|\.d\.[cm]?ts$/,
];
const ABOUT = /^(licen[cs]e|copying|notice)|^package\.json$/i;

/**
 * The files of packages that the built Wardroom loads when it runs, each with its package's manifest and licence, by their paths in the
 * project. `files` are those of ours that are packed.
 * @param {string[]} files
 * @returns {Promise<string[]>}
 */
async function neededFiles(files) {
  // The tracer that comes with Next.
  /** @type {{ nodeFileTrace: (files: string[], how: object) => Promise<{ fileList: Set<string> }> }} */
  const tracer = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft");
  const entries = files.filter((file) => ENTRIES.some((entry) => entry.test(file)));
  const { fileList } = await tracer.nodeFileTrace([...entries, ...UNSEEN], {
    ...{ base: root, processCwd: root, ignore: isUnused },
  });
  const build = await readdir(path.join(root, ".next"), { recursive: true });
  const lists = build.filter((name) => name.endsWith(".js.nft.json") && !name.startsWith("next-minimal-server"));
  const ofNext = lists.map(async (name) => {
    /** @type {{ files: string[] }} */
    const list = JSON.parse(await readFile(path.join(root, ".next", name), "utf8"));
    return list.files.map((file) => path.join(".next", path.dirname(name), file));
  });
  const found = [...fileList, ...(await Promise.all(ofNext)).flat()].map((file) => file.replaceAll("\\", "/"));
  const loaded = found.filter((file) => file.startsWith("node_modules/") && !isUnused(file));
  const about = [...new Set(loaded.map(packageOf))].map(async (folder) => {
    const names = await readdir(path.join(root, folder));
    return names.filter((name) => ABOUT.test(name)).map((name) => `${folder}/${name}`);
  });
  const all = new Set([...loaded, ...(await Promise.all(about)).flat()]);
  return [...all].filter((file) => existsSync(path.join(root, file))).sort();
}

/** @param {string} file */
function isUnused(file) {
  return UNUSED.some((unused) => unused.test(file));
}

/**
 * The folder of the package that a file belongs to.
 * @param {string} file Such as `node_modules/pg-types/node_modules/postgres-array/index.js`.
 */
function packageOf(file) {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? file;
}

await runCommand(async () => {
  /** @type {import("./packed-manifest.mjs").Lock} */
  const lock = JSON.parse(await read("package-lock.json"));
  /** @type {import("./packed-manifest.mjs").Locked} */
  const own = JSON.parse(await read("package.json"));
  /** @type {{ files: { path: string }[] }[]} */
  const [{ files } = { files: [] }] = JSON.parse(await pack("--dry-run", "--json", "--loglevel=error"));
  const wanted = process.argv[2] === "--folder" ? process.argv[3] : undefined;
  const folder = wanted ?? (await mkdtemp(path.join(tmpdir(), "wardroom-pack-")));
  try {
    const ours = files.map((file) => file.path);
    const needed = await neededFiles(ours);
    const { manifest, shrinkwrap, inside } = packedManifest(own, lock, [...new Set(needed.map(packageOf))]);
    for (const name of [...ours, ...needed.filter((file) => packageOf(file) in inside)]) {
      const target = path.join(folder, name);
      await mkdir(path.dirname(target), { recursive: true });
      // Another disk takes a copy.
      await link(path.join(root, name), target).catch(() => copyFile(path.join(root, name), target));
    }
    /** @param {string} name @param {object} content */
    const write = async (name, content) => {
      // The link goes first: what is written into it would be written into the checkout.
      await rm(path.join(folder, name), { force: true });
      await writeFile(path.join(folder, name), `${JSON.stringify(content, null, 2)}\n`);
    };
    await write("package.json", manifest);
    await write("npm-shrinkwrap.json", shrinkwrap);
    for (const [place, dependencies] of Object.entries(inside)) {
      /** @type {object} */
      const known = JSON.parse(await read(`${place}/package.json`));
      const without = { devDependencies: undefined, peerDependencies: undefined, optionalDependencies: undefined };
      await write(`${place}/package.json`, { ...known, ...without, scripts: undefined, dependencies });
    }
    if (wanted === undefined) process.stdout.write(await pack(folder, `--pack-destination=${root}`));
  } finally {
    if (wanted === undefined) await rm(folder, { recursive: true, force: true });
  }
});

/** @param {string} name */
async function read(name) {
  return readFile(path.join(root, name), "utf8");
}

/** @param {string[]} args */
async function pack(...args) {
  const { code, output } = await run(["npm", "pack", ...args]);
  if (code !== 0) throw new Stop("npm could not pack; what it said stands above.", output);
  return output;
}
