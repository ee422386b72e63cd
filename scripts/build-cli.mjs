import { mkdir, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { cliFolder, isCliCurrent } from "./cli-bundle.mjs";
import { showProgress } from "./progress.mjs";
import { root } from "./run.mjs";

/** Native code, WebAssembly and large tables are loaded where they lie. */
const EXTERNAL = ["@prisma/client", "@prisma/schema-engine-wasm", "libsql", "ai-tokenizer", "chokidar"];

/**
 * Bundles the command, unless that was done from the same files: what every use needs, and in a second file what is loaded
 * when no server does the work. `inputs.json` says of which files. Each is put in its place whole, so that commands may
 * run meanwhile.
 */
export async function ensureCli() {
  if (isCliCurrent()) return;
  await showProgress("Building the command", async () => {
    await mkdir(path.dirname(cliFolder), { recursive: true });
    const partial = await mkdtemp(`${cliFolder}-`);
    try {
      const inputs = await bundle(partial);
      await writeFile(path.join(partial, "inputs.json"), JSON.stringify(await Promise.all(inputs.map(describe))));
      await mkdir(cliFolder, { recursive: true });
      for (const name of ["cli-here.mjs", "cli.mjs", "inputs.json"]) {
        await rename(path.join(partial, name), path.join(cliFolder, name));
      }
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
  });
}

/** @param {string} outdir */
async function bundle(outdir) {
  // Not before it is installed.
  const { build } = await import("esbuild");
  const { metafile } = await build({
    entryPoints: { cli: path.join(root, "scripts/cli.ts"), "cli-here": path.join(root, "scripts/cli-here.ts") },
    absWorkingDir: root,
    alias: { "@": root },
    bundle: true,
    platform: "node",
    // Some packages have a form for bundlers beside one whose parts only Node finds.
    mainFields: ["module", "main"],
    format: "esm",
    target: "node20",
    outdir,
    outExtension: { ".js": ".mjs" },
    minify: true,
    plugins: [{ name: "command", setup: resolveOurWay }],
    external: EXTERNAL.flatMap((name) => [name, `${name}/*`]),
    // CommonJS that was bundled asks for Node's own modules in this way.
    banner: { js: "import{createRequire as r}from'node:module';const require=r(import.meta.url);" },
    metafile: true,
    logLevel: "error",
  });
  // Packages change with the file that says which they are.
  const own = Object.keys(metafile.inputs).filter((file) => !file.startsWith("node_modules/"));
  return [...own, "package-lock.json", "scripts/build-cli.mjs"];
}

/** @param {import("esbuild").PluginBuild} bundler */
function resolveOurWay(bundler) {
  // The second file is found beside the first when it is needed.
  bundler.onResolve({ filter: /^\.\/cli-here$/ }, () => ({ path: "./cli-here.mjs", external: true }));
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
