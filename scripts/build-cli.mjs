import { mkdir, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { cliFolder, isCliCurrent, PARTS } from "./cli-bundle.mjs";
import { showProgress } from "./progress.mjs";
import { root } from "./run.mjs";

/** Native code, WebAssembly and large tables are loaded where they lie. */
const EXTERNAL = ["@prisma/client", "@prisma/schema-engine-wasm", "libsql", "@prisma/adapter-pg", "pg", "ai-tokenizer"];

/**
 * Bundles the command, unless that was done from the same files: what every use needs, and in a second file what is loaded
 * when no server does the work. `inputs.json` says of which files. Each is put in its place whole, so that commands may
 * run meanwhile.
 */
export async function ensureCli() {
  if (PARTS.every(isCliCurrent)) return;
  await showProgress("Building the command", async () => {
    await mkdir(path.dirname(cliFolder), { recursive: true });
    const partial = await mkdtemp(`${cliFolder}-`);
    try {
      const inputs = await Promise.all(PARTS.map((part) => bundle(part, partial)));
      const described = await Promise.all(inputs.map((files) => Promise.all(files.map(describe))));
      const text = JSON.stringify(Object.fromEntries(PARTS.map((part, at) => [part, described[at]])));
      await writeFile(path.join(partial, "inputs.json"), text);
      await mkdir(cliFolder, { recursive: true });
      for (const name of ["cli-here.cjs", "cli.cjs", "inputs.json"]) {
        await rename(path.join(partial, name), path.join(cliFolder, name));
      }
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
  });
}

/** @param {string} part @param {string} outdir @returns {Promise<string[]>} The files it was made of. */
async function bundle(part, outdir) {
  // Not before it is installed.
  const { build } = await import("esbuild");
  const { metafile } = await build({
    entryPoints: [path.join(root, `scripts/${part}.ts`)],
    absWorkingDir: root,
    alias: { "@": root },
    bundle: true,
    platform: "node",
    // Some packages have a form for bundlers beside one whose parts only Node finds.
    mainFields: ["module", "main"],
    // As a script, compiled once and kept so (run-here.mjs). What is imported while it runs is run only then.
    format: "cjs",
    target: "node20",
    // What was compiled before cannot import; it can require the same.
    supported: { "dynamic-import": false },
    outdir,
    outExtension: { ".js": ".cjs" },
    minify: true,
    plugins: [keptPlans, { name: "command", setup: resolveOurWay }],
    external: EXTERNAL.flatMap((name) => [name, `${name}/*`]),
    banner: { js: "const ownUrl=require('node:url').pathToFileURL(__filename).href;" },
    define: { "import.meta.url": "ownUrl" },
    metafile: true,
    logLevel: "error",
  });
  // Packages change with the file that says which they are.
  const own = Object.keys(metafile.inputs).filter((file) => /^(?!node_modules\/|[\w-]+:)/.test(file));
  return [...own, "package-lock.json", "scripts/build-cli.mjs"];
}

/** Both for Prisma's compiler of queries and for what it starts. @type {import("esbuild").Plugin} */
export const keptPlans = {
  name: "plans",
  setup: (bundler) => {
    const plans = { path: path.join(root, "scripts/kept-plans.ts") };
    bundler.onResolve({ filter: /\/query_compiler_fast_bg\.sqlite\./ }, () => plans);
  },
};

/** @param {import("esbuild").PluginBuild} bundler */
function resolveOurWay(bundler) {
  // In the form that can be required.
  bundler.onResolve({ filter: /\/query_compiler_fast_bg\.postgresql\..*mjs$/ }, ({ path: name }) => ({
    path: name.replace(/mjs$/, "js"),
    external: true,
  }));
  // The second file is found beside the first when it is needed.
  bundler.onResolve({ filter: /^\.\/cli-here$/ }, ({ path: name }) => ({ path: name, namespace: "part" }));
  bundler.onResolve({ filter: /^\.\/cli-here\.cjs$/ }, ({ path: name }) => ({ path: name, external: true }));
  bundler.onLoad({ filter: /./, namespace: "part" }, ({ path: name }) => ({
    contents: `module.exports = require(${JSON.stringify(`${name}.cjs`)})`,
  }));
  // Its errors in forty languages, where we use one.
  bundler.onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({
    contents: 'export { default as en } from "./en.js"',
  }));
  // Loading our modules, and these libraries, does nothing: what is not used of them need not be loaded.
  bundler.onResolve(
    { filter: /^(@\/lib\/.*|yaml|markdown-it)$/ },
    async ({ path: name, resolveDir, kind, pluginData }) => {
      if (pluginData === "resolved") return undefined;
      const found = await bundler.resolve(name, { resolveDir, kind, pluginData: "resolved" });
      return { ...found, sideEffects: false };
    },
  );
  // The part of the library that opens files; the rest speaks to servers, and loading it takes longer than all our own.
  bundler.onResolve({ filter: /^@libsql\/client$/ }, ({ resolveDir }) =>
    bundler.resolve("@libsql/client/sqlite3", { resolveDir, kind: "import-statement" }),
  );
}

/** @param {string} file @returns {Promise<[string, number, number]>} Its path, size and time. */
async function describe(file) {
  const { size, mtimeMs } = await stat(path.join(root, file));
  return [file, size, mtimeMs];
}
