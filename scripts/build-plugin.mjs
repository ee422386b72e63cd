// `npm run plugin`: bundles lib/hook into the script of the plugin. `npm run plugin:check` only says whether the
// committed script is what the sources give, and ends with 1 when it is not.
import "./require-node.mjs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { root, runCommand, Stop } from "./run.mjs";

const FOLDER = "plugin/scripts";

/** What most hooks end in, and what the others load then. */
const LATER = { name: "hook-moments.mjs", modules: ["@/lib/hook/answer-moment", "@/lib/hook/server"] };
/** An import of a module of Node loads all that it can offer: of `node:fs` the streams and promises, 3 ms before each edit. */
const REQUIRE = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';
const PARTS = [
  { name: "hook.mjs", source: 'import "@/lib/hook/main";', banner: "#!/usr/bin/env node\n" },
  { name: LATER.name, source: LATER.modules.map((each) => `export * from "${each}";`).join("\n"), banner: "" },
];

/**
 * Resolves `@/lib/…`, lets go of libraries of which nothing is used, for they have no effect but what is called, and begins the
 * parser of Markdown when it is first made: most hooks read no document, and it is half of what they would start with.
 * @type {import("esbuild").Plugin}
 */
const sources = {
  name: "sources",
  setup(bundler) {
    bundler.onResolve({ filter: /^@\/lib\// }, ({ path: name, kind }) =>
      kind === "dynamic-import" && LATER.modules.includes(name)
        ? { path: `./${LATER.name}`, external: true }
        : { path: path.join(root, `${name.slice(2)}.ts`) },
    );
    bundler.onResolve({ filter: /^node:/ }, ({ path: name, namespace }) =>
      namespace === "node" ? { path: name, external: true } : { path: name, namespace: "node" },
    );
    bundler.onLoad({ filter: /./, namespace: "node" }, ({ path: name }) => ({
      contents: `module.exports = require("${name}");`,
    }));
    bundler.onResolve({ filter: /^yaml$/ }, async ({ path: name, resolveDir, kind, pluginData }) => {
      if (pluginData === "resolved") return undefined;
      const found = await bundler.resolve(name, { resolveDir, kind, pluginData: "resolved" });
      return { ...found, sideEffects: false };
    });
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
  for (const { name, source, banner } of PARTS) {
    const { outputFiles } = await build({
      absWorkingDir: root,
      stdin: { contents: source, resolveDir: root },
      bundle: true,
      write: false,
      platform: "node",
      format: "esm",
      target: "node20",
      minify: true,
      // Licences of what is bundled stand at its end.
      legalComments: "eof",
      charset: "utf8",
      plugins: [sources],
      banner: { js: `${banner}// Made from lib/hook by \`npm run plugin\`. Change it there.\n${REQUIRE}` },
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
