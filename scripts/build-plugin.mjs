// `npm run plugin`: bundles lib/hook into the script of the plugin. `npm run plugin:check` only says whether the
// committed script is what the sources give, and ends with 1 when it is not.
import "./require-node.mjs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { root, runCommand, Stop } from "./run.mjs";

const FOLDER = "plugin/scripts";

/** What most hooks end in, and what the others load then. */
const LATER = { name: "hook-moments.cjs", modules: ["@/lib/hook/answer-moment", "@/lib/hook/server"] };
const PARTS = [
  { name: "hook.cjs", source: 'import "@/lib/hook/main";' },
  { name: LATER.name, source: LATER.modules.map((each) => `export * from "${each}";`).join("\n") },
];

/**
 * Resolves `@/lib/…`, lets go of modules of which nothing is used, for they have no effect but what is called, and begins the
 * parser of Markdown when it is first made: most hooks read no document, and it is half of what they would start with.
 * @type {import("esbuild").Plugin}
 */
const sources = {
  name: "sources",
  setup(bundler) {
    bundler.onResolve({ filter: /^@\/lib\// }, ({ path: name, kind }) =>
      kind === "dynamic-import" && LATER.modules.includes(name)
        ? { path: `./${LATER.name}`, external: true }
        : { path: path.join(root, `${name.slice(2)}.ts`), sideEffects: name === "@/lib/hook/main" },
    );
    bundler.onResolve({ filter: /^markdown-it$/ }, ({ kind, resolveDir }) =>
      kind === "import-statement" ? { path: "markdown-it", namespace: "later", pluginData: resolveDir } : undefined,
    );
    bundler.onLoad({ filter: /./, namespace: "later" }, ({ pluginData }) => ({
      contents: `export default class { constructor(...given) { return new (require("markdown-it"))(...given); } }`,
      resolveDir: /** @type {string} */ (pluginData),
    }));
  },
};

await runCommand(async () => {
  for (const { name, source } of PARTS) {
    const { outputFiles } = await build({
      absWorkingDir: root,
      stdin: { contents: source, resolveDir: root },
      bundle: true,
      write: false,
      platform: "node",
      // A module takes Node 4 ms more to start, before each edit.
      format: "cjs",
      supported: { "dynamic-import": false },
      define: { "import.meta.dirname": "__dirname" },
      target: "node20",
      minify: true,
      // Licences of what is bundled stand at its end.
      legalComments: "eof",
      charset: "utf8",
      plugins: [sources],
      banner: { js: "// Made from lib/hook by `npm run plugin`. Change it there." },
      logLevel: "warning",
    });
    const made = outputFiles[0]?.text ?? "";
    const file = path.join(root, FOLDER, name);
    const committed = await readFile(file, "utf8").catch(() => "");
    if (made === committed) continue;
    if (process.argv.includes("--check")) {
      throw new Stop(`${FOLDER}/${name} is not what lib/hook gives. Make it anew with npm run plugin, and commit it.`);
    }
    await writeFile(file, made);
    console.log(`${name}: ${Math.round(made.length / 1024)} KB`);
  }
});
