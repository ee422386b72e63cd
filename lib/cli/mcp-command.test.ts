import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Command } from "@/lib/cli/testing/command.fixture";

let command: Command;
beforeAll(async () => {
  command = await Command.build();
});
afterAll(() => command.dispose());

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
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const say = { name: "say", arguments: { tag: "Finding", text: "from a program" } };
  const lines = [
    { jsonrpc: "2.0", id: 1, method: "initialize", params },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 2, method: "tools/call", params: say },
  ];
  const stdin = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
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
