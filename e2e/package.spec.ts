import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { copyFile, link, mkdir, mkdtemp, readFile, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { root, run } from "../scripts/run.mjs";
import { startServer } from "../scripts/start-server.mjs";

/** What a package must have beside the build, and what it must not: sources, maps, data, and what only building needs. */
const NEEDED = [
  ...[".next/BUILD_ID", ".next/api.mjs", ".next/required-server-files.json", ".next/server/middleware-manifest.json"],
  ...["dist/cli/cli.cjs", "dist/cli/cli-here.cjs", "scripts/wardroom.mjs", "scripts/serve.mjs"],
  ...["plugin/scripts/hook.mjs", "plugin/.claude-plugin/plugin.json", ".claude-plugin/marketplace.json"],
  ...["example/seed.json", "public/llms.txt", "README.md", "npm-shrinkwrap.json"],
];
const UNWANTED =
  /^(lib|app|components|e2e|bench|node_modules)\/|\.(map|tsx?|db|tgz)$|\.nft\.json$|^\.next\/cache|\.wardroom/;

let home: string;
let installed: string;

test.beforeAll(async () => {
  home = await realpath(await mkdtemp(path.join(tmpdir(), "wardroom-package-")));
  installed = path.join(home, "node_modules/wardroom");
});
test.afterAll(() => rm(home, { recursive: true, force: true }));

/** The files that `npm pack` would put into a package. */
async function listPacked(): Promise<string[]> {
  const { code, output } = await run(["scripts/pack.mjs", "--dry-run", "--json", "--loglevel=error"]);
  expect(code, output).toBe(0);
  const [{ files } = { files: [] }] = JSON.parse(output) as { files: { path: string }[] }[];
  return files.map((file) => file.path);
}

/** Lays a package out as npm does, with the packages it depends on and no others beside it. */
async function install(files: string[]): Promise<void> {
  for (const file of files) {
    const target = path.join(installed, file);
    await mkdir(path.dirname(target), { recursive: true });
    // Another disk takes a copy.
    await link(path.join(root, file), target).catch(() => copyFile(path.join(root, file), target));
  }
  const { dependencies } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8")) as {
    dependencies: object;
  };
  for (const name of Object.keys(dependencies)) {
    const target = path.join(home, "node_modules", name);
    await mkdir(path.dirname(target), { recursive: true });
    await symlink(path.join(root, "node_modules", name), target);
  }
}

test("a package starts, works and keeps its data without a build or an installation", async ({ page }) => {
  const files = await listPacked();
  expect(NEEDED.filter((file) => !files.includes(file))).toEqual([]);
  expect(files.filter((file) => UNWANTED.test(file))).toEqual([]);
  // It is there while npm packs, and names the versions that `install` links.
  const kept = files.filter((file) => file !== "npm-shrinkwrap.json");
  const telling = kept.filter((file) => /\.(js|mjs|cjs|json)$/.test(file));
  for (const file of telling) expect(await readFile(path.join(root, file), "utf8"), file).not.toContain(root);
  await install(kept);

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
});
