import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, realpath, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { root, run } from "../scripts/run.mjs";
import { startServer } from "../scripts/start-server.mjs";

/** What a package must have beside the build, and what it must not: sources, maps, data, and what only building needs. */
const NEEDED = [
  ...[".next/BUILD_ID", ".next/api.mjs", ".next/required-server-files.json", ".next/server/middleware-manifest.json"],
  ...["dist/cli/cli.cjs", "dist/cli/cli-here.cjs", "scripts/wardroom.mjs", "scripts/serve.mjs"],
  ...[
    "plugin/scripts/hook.cjs",
    "plugin/scripts/hook.mjs",
    "plugin/.claude-plugin/plugin.json",
    ".claude-plugin/marketplace.json",
  ],
  ...["example/seed.json", "public/llms.txt", "README.md", "npm-shrinkwrap.json"],
];
const UNWANTED = /^(lib|app|components|e2e|bench)\/|\.(map|tsx?|db|tgz)$|\.nft\.json$|^\.next\/cache|\.wardroom/;
/** What is laid out, native parts apart. */
const MOST_BYTES = 120_000_000;

let home: string;
let installed: string;

test.beforeAll(async () => {
  home = await realpath(await mkdtemp(path.join(tmpdir(), "wardroom-package-")));
  installed = path.join(home, "node_modules/wardroom");
  await install();
});
test.afterAll(() => rm(home, { recursive: true, force: true }));

/** Installs the package in a folder as npm would, with the native parts for this machine and no other packages. */
async function install(): Promise<void> {
  const { code, output } = await run(["scripts/pack.mjs", "--folder", installed]);
  expect(code, output).toBe(0);
  const { optionalDependencies: native } = JSON.parse(await readFile(path.join(installed, "package.json"), "utf8")) as {
    optionalDependencies: object;
  };
  for (const name of Object.keys(native)) {
    const here = path.join(root, "node_modules", name);
    if (existsSync(here)) await symlink(here, path.join(installed, "node_modules", name));
  }
}

test("a package starts, works and keeps its data without a build or an installation, with a server and without", async ({
  page,
}) => {
  const listed = await readdir(installed, { recursive: true });
  const files = listed.map((file) => file.replaceAll("\\", "/"));
  expect(NEEDED.filter((file) => !files.includes(file))).toEqual([]);
  expect(files.filter((file) => UNWANTED.test(file))).toEqual([]);
  const sizes = await Promise.all(files.map((file) => stat(path.join(installed, file))));
  expect(sizes.reduce((total, { size }) => total + size, 0)).toBeLessThan(MOST_BYTES);
  const telling = files.filter((file) => /^(?!node_modules\/).*\.(js|mjs|cjs|json)$/.test(file));
  for (const file of telling) expect(await readFile(path.join(installed, file), "utf8"), file).not.toContain(root);

  // No program can be found there, npm neither.
  const env = { NODE_ENV: "production", HOME: home, PATH: "", WARDROOM_DATA: "" } as const;
  const program = [path.join(installed, "scripts/wardroom.mjs")];
  const data = path.join(home, ".wardroom");
  const wardroom = (...words: string[]): ChildProcessWithoutNullStreams =>
    spawn(process.execPath, [...program, ...words], { cwd: path.join(data, "example"), env });
  const serve = () => startServer({ data, env, program: [...program, "serve", "--example"] });

  const first = await serve();
  await page.goto(first.loginUrl);
  await expect(page).toHaveURL(/\/example$/);
  const said = wardroom("say", "implementer-2", "finding", "Said from a package", "--session", "invoice-import");
  expect((await once(said, "close"))[0]).toBe(0);
  await page.goto(`${first.origin}/example/sessions/invoice-import/memory`);
  await page.getByPlaceholder("Filter…").fill("Said from");
  await expect(page.getByText("Said from a package").first()).toBeVisible();

  const mcp = wardroom("mcp");
  const ended = once(mcp, "close");
  let answered = "";
  mcp.stdout.setEncoding("utf8").on("data", (text: string) => (answered += text));
  const call = { name: "status", arguments: { session: "invoice-import" } };
  mcp.stdin.end(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call })}\n`);
  await ended;
  expect(answered).toContain("invoice-import");
  expect(await first.stop()).toBe(0);

  const second = await serve();
  expect(second.token).toBe(first.token);
  expect(await second.stop()).toBe(0);

  const alone = wardroom("session", "show", "invoice-import");
  let shown = "";
  alone.stdout.setEncoding("utf8").on("data", (text: string) => (shown += text));
  expect((await once(alone, "close"))[0]).toBe(0);
  expect(shown).toContain("Said from a package");
});
