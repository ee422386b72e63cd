import { execFile } from "node:child_process";
import { chmod, mkdir, readFile, readdir, realpath, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, open, test } from "./test";

const run = promisify(execFile);
const COMMAND = path.resolve(import.meta.dirname, "../scripts/wardroom.mjs");

test.use({ files: {} });

test("from an empty folder to two agents that arrived, and back to the empty folder", async ({
  page,
  folder,
  server,
}) => {
  const project = path.join(folder, "workspace");
  const ours = async () => (await readdir(project)).filter((name) => name !== ".agent").sort();
  await open(page, "/team");
  await page.getByLabel("What is being built").fill("Import supplier invoices");
  await page.getByLabel("Session", { exact: true }).fill("invoices");
  await page.getByRole("button", { name: "Create the session" }).click();

  // Every file is shown before it is written.
  const clients = page.getByRole("list", { name: "Clients" });
  for (const box of await clients.getByRole("checkbox").all()) await box.uncheck();
  await clients.getByRole("checkbox", { name: "Claude Code" }).check();
  await clients.getByRole("checkbox", { name: "Codex" }).check();
  const files = page.getByRole("list", { name: "Files that change" });
  await files.getByText(".codex/config.toml", { exact: true }).click();
  await expect(files.getByRole("group", { name: "Changes to .codex/config.toml" })).toContainText(
    "[mcp_servers.wardroom]",
  );
  expect(await ours()).toEqual([]);

  await page.getByRole("button", { name: /^Change \d+ files$/ }).click();
  await expect(page.getByRole("list", { name: "Next in each client" })).toContainText("approve its hooks");
  expect(await readFile(path.join(project, ".codex/config.toml"), "utf8")).toContain("[mcp_servers.wardroom]");
  expect(await ours()).toEqual([".claude", ".codex", ".mcp.json", "AGENTS.md", "CLAUDE.md"]);

  // A token for everybody in one act, and who is waited for.
  const agents = page.getByRole("list", { name: "Agents" });
  await page.getByRole("button", { name: "Make 2 tokens" }).click();
  const line = (role: string) => agents.getByRole("listitem").filter({ hasText: role });
  await expect(line("implementer-1")).toContainText("waiting");
  await expect(page.getByText("Waiting for 2 agents.")).toBeVisible();

  // What is shown starts the client; one that stands in for it reads its inbox, as the client's hooks do.
  const programs = path.join(folder, "programs");
  await mkdir(programs);
  await writeFile(
    path.join(programs, "claude"),
    `#!/bin/sh\nexec "${process.execPath}" "${COMMAND}" inbox "$WARDROOM_ROLE"\n`,
  );
  await chmod(path.join(programs, "claude"), 0o755);
  // It names the server itself: nothing of the surroundings does.
  const { WARDROOM_TOKEN: _token, WARDROOM_WORKSPACES: _workspaces, WARDROOM_URL: _url, ...env } = process.env;
  const start = await line("implementer-1").locator("code").textContent();
  expect(start).toContain(`cd '${await realpath(project)}'`);
  await run("bash", ["-euc", start ?? ""], {
    env: { ...env, PATH: `${programs}:${process.env["PATH"]}` },
  });
  await expect(line("implementer-1")).toContainText("arrived");
  await expect(page.getByText("1 of 2 agents have arrived.")).toBeVisible();

  // So does what was written into the project: its MCP server answers with the tools of the role.
  const { mcpServers } = JSON.parse(await readFile(path.join(project, ".mcp.json"), "utf8")) as {
    mcpServers: { wardroom: { url: string; headersHelper: string } };
  };
  const url = mcpServers.wardroom.url.replace(/\$\{WARDROOM_URL:-(.*?)\}/, "$1");
  expect(url).toBe(`${server.url}/api/mcp`);
  const { stdout } = await run("bash", ["-euc", mcpServers.wardroom.headersHelper], {
    env: { ...env, CLAUDE_PROJECT_DIR: project },
  });
  const client = new Client({ name: "test", version: "1" });
  const headers = JSON.parse(stdout) as Record<string, string>;
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("inbox");
  await client.close();
  expect((await readdir(path.join(project, ".claude/agents"))).sort()).toEqual([
    "agent-coach.md",
    "implementer.md",
    "lead.md",
    "tester.md",
  ]);

  await page.getByRole("button", { name: "curl" }).click();
  const script = await line("tester-1").locator("code").textContent();
  await run("bash", ["-euc", script ?? ""]);
  await expect(line("tester-1")).toContainText("arrived");
  await expect(page.getByText("All 2 agents have arrived.")).toBeVisible();

  await page.getByRole("button", { name: /^Undo the set-up of/ }).click();
  await expect(page.getByRole("button", { name: /^Change \d+ files$/ })).toBeVisible();
  expect(await ours()).toEqual([]);
});

test("a client whose files lead out of the project is refused, and the others are not", async ({ page, folder }) => {
  await mkdir(path.join(folder, "elsewhere"));
  await symlink(path.join(folder, "elsewhere"), path.join(folder, "workspace/.gemini"));
  await open(page, "/team/join");
  await page.getByLabel("What is being built").fill("One");
  await page.getByRole("button", { name: "Create the session" }).click();
  const clients = page.getByRole("list", { name: "Clients" });
  await expect(clients.getByRole("listitem").filter({ hasText: "Gemini CLI" })).toContainText(
    "leads out of the workspace",
  );
  await expect(clients.getByRole("checkbox", { name: "Gemini CLI" })).toBeDisabled();
  await clients.getByRole("checkbox", { name: "OpenCode" }).check();
  await page.getByRole("button", { name: /^Change \d+ files$/ }).click();
  await expect(page.getByRole("list", { name: "Next in each client" })).toContainText("Start opencode here");
  expect(await readdir(path.join(folder, "elsewhere"))).toEqual([]);
});

test.describe("in a session that is there", () => {
  test.use({ files: { ".agent/teams/checkout/TEAM-MEMORY.md": "# TEAM-MEMORY — x\n\n## implementer-1\n" } });

  test("a new role gets a section with its token, and a preview that is old by now is not carried out", async ({
    page,
    folder,
    expectMessage,
  }) => {
    expectMessage(/status of 412/);
    await open(page, "/team/join?session=checkout");
    const roles = page.getByRole("list", { name: "Chosen roles" });
    await expect(roles).toContainText("implementer-1");
    await page.getByRole("group", { name: "Add a role" }).getByRole("button", { name: "researcher" }).click();
    await page.getByRole("button", { name: "Make 2 tokens" }).click();
    await expect(page.getByRole("list", { name: "Agents" }).locator("code")).toHaveCount(2);
    const memory = path.join(folder, "workspace/.agent/teams/checkout/TEAM-MEMORY.md");
    expect(await readFile(memory, "utf8")).toContain("## researcher-1\n");

    await expect(page.getByRole("button", { name: /^Change \d+ files$/ })).toBeVisible();
    await writeFile(path.join(folder, "workspace/AGENTS.md"), "# Meanwhile\n");
    await page.getByRole("button", { name: /^Change \d+ files$/ }).click();
    await expect(page.getByRole("alert").filter({ hasText: "not what the preview showed" })).toBeVisible();
    expect(await readFile(path.join(folder, "workspace/AGENTS.md"), "utf8")).toBe("# Meanwhile\n");
  });
});
