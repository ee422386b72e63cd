import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Command } from "@/lib/cli/testing/command.fixture";

let command: Command;
beforeAll(async () => {
  command = await Command.build();
});
afterAll(() => command.dispose());

const INITIALIZE = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };

/** What a client sends that has a finding added. */
function saying(text: string): string {
  const lines = [
    { jsonrpc: "2.0", id: 1, method: "initialize", params: INITIALIZE },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "say", arguments: { tag: "Finding", text } } },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

test("the command speaks MCP in lines, without a server, as the role it is told, about the project it stands in", async () => {
  const other = join(command.folder, "other");
  await mkdir(join(other, ".git"), { recursive: true });
  const elsewhere = ["session", "create", "far", "--feature", "Far", "--role", "implementer-1"];
  expect(await command.run(elsewhere, { cwd: other })).toMatchObject({ code: 0 });
  expect(await command.run(["session", "create", "one", "--feature", "One", "--role", "implementer-1"])).toMatchObject({
    code: 0,
  });
  const second = ["session", "create", "two", "--feature", "Two", "--role", "implementer-1"];
  expect(await command.run(second)).toMatchObject({ code: 0 });
  const stdin = saying("from a program");
  const ended = await command.run(["mcp", "--as", "implementer-1", "--session", "one"], { stdin });
  expect(ended).toMatchObject({ code: 0, err: "" });
  const answers = ended.out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { id: number; result?: unknown });
  expect(answers.map(({ id }) => id)).toEqual([1, 2]);
  expect(answers.every(({ result }) => result !== undefined)).toBe(true);
  expect((await command.run(["session", "show", "one"])).out).toContain("from a program");
});

test("what is said over MCP in a git worktree reaches the main checkout, and no file of the worktree", async () => {
  const [main, tree] = [join(command.folder, "main"), join(command.folder, "tree")];
  const link = join(main, ".git/worktrees/fix");
  for (const folder of [link, tree]) await mkdir(folder, { recursive: true });
  await writeFile(join(tree, ".git"), `gitdir: ${link}\n`);
  await writeFile(join(link, "gitdir"), `${join(tree, ".git")}\n`);
  await writeFile(join(link, "commondir"), "../..\n");
  const create = ["session", "create", "one", "--feature", "One", "--role", "implementer-1"];
  expect(await command.run(create, { cwd: main })).toMatchObject({ code: 0 });
  const said = { cwd: tree, stdin: saying("from a worktree") };
  const ended = await command.run(["mcp", "--as", "implementer-1", "--session", "one"], said);
  expect(ended).toMatchObject({ code: 0, err: "" });
  expect(await readFile(join(main, ".agent/teams/one/TEAM-MEMORY.md"), "utf8")).toContain("from a worktree");
  await expect(readFile(join(tree, ".agent/teams/one/TEAM-MEMORY.md"))).rejects.toThrow("ENOENT");
});
