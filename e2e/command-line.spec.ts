import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { MEMORY, expect, open, row, test } from "./test";

test.use({ ownServer: true });

const COMMAND = path.resolve(import.meta.dirname, "../scripts/wardroom.mjs");

/** Runs `wardroom` in a folder, as a shell without a terminal does. */
function wardroom(cwd: string, data: string, argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const {
    WARDROOM_TOKEN: _token,
    WARDROOM_WORKSPACES: _workspaces,
    DATABASE_URL: _database,
    ...inherited
  } = process.env;
  const env = { ...inherited, WARDROOM_DATA: data };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [COMMAND, ...argv], { cwd, env }, (_, out, err) =>
      resolve({ code: child.exitCode ?? 1, out, err }),
    );
    child.stdin?.end();
  });
}

test("what the command says appears in the browser, and without a server in the files", async ({
  page,
  folder,
  server,
  memory,
}) => {
  const project = path.join(folder, "workspace");
  const run = (...argv: string[]) => wardroom(project, server.data, argv);
  await open(page, MEMORY);

  expect(await run("say", "implementer-2", "finding", "Said in a terminal")).toMatchObject({ code: 0 });
  await expect(row(page, "Said in a terminal")).toBeVisible();
  const relayed = await run("say", "researcher-1", "question", "Asked in a terminal", "--json");
  const { relay } = JSON.parse(relayed.out) as { relay: { id: string } };
  expect(await run("relay", "approve", relay.id)).toMatchObject({ code: 0 });
  // The relay itself may still be seen leaving.
  await expect(page.getByRole("row", { name: "Select: Asked in a terminal" })).toBeVisible();

  const where = JSON.parse(await readFile(path.join(server.data, "server.json"), "utf8")) as { url: string };
  expect(where.url).toBe(server.url);
  await page.goto("about:blank");
  expect(await server.stop()).toBe(0);
  await expect(readFile(path.join(server.data, "server.json"))).rejects.toThrow("ENOENT");

  expect(await run("say", "implementer-2", "finding", "Said while nothing ran")).toMatchObject({ code: 0 });
  expect(await memory.read()).toContain("- [Finding] Said while nothing ran\n");
  expect(await run("verify")).toMatchObject({ code: 0 });
});

test("a server that was killed is not waited for", async ({ folder, server }) => {
  const project = path.join(folder, "workspace");
  await server.kill();
  await readFile(path.join(server.data, "server.json"));
  expect(await wardroom(project, server.data, ["session", "list"])).toMatchObject({ code: 0 });
});

test("serve serves the project around the folder until it is stopped", async ({ folder, server }) => {
  await server.stop();
  const project = path.join(folder, "workspace");
  const data = path.join(folder, "other");
  // The command finds the project by its folder of sessions: it is configured nowhere.
  const { WARDROOM_WORKSPACES: _workspaces, ...inherited } = process.env;
  const env = { ...inherited, WARDROOM_DATA: data, HOST: "127.0.0.1" };
  const child = execFile(process.execPath, [COMMAND, "serve", "--port", "0"], { cwd: project, env });
  const ended = once(child, "close");
  let printed = "";
  child.stdout?.on("data", (text: string) => (printed += text));
  await expect.poll(() => printed).toMatch(/login\?code=\S+\s/);

  const listed = await wardroom(project, data, ["session", "list", "--json"]);
  expect(JSON.parse(listed.out)).toMatchObject({ items: [{ id: "checkout" }] });
  const { workspaces } = JSON.parse(await readFile(path.join(data, "server.json"), "utf8")) as { workspaces: unknown };
  expect(workspaces).toEqual([{ name: "workspace", folder: await realpath(project) }]);
  child.kill("SIGTERM");
  await ended;
  expect(child.exitCode).toBe(0);
  await expect(readFile(path.join(data, "server.json"))).rejects.toThrow("ENOENT");
});
