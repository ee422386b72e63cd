import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, open, row, test } from "./test";

const run = promisify(execFile);

test.use({ files: {} });

test("from nothing to a session that an agent has joined with the commands shown", async ({ page, folder }) => {
  await open(page, "/team");
  await expect(page.getByRole("heading", { name: "Put a team of agents on the same page" })).toBeVisible();

  await page.getByLabel("What is being built").fill("Import supplier invoices");
  await expect(page.getByLabel("Session", { exact: true })).toHaveValue("import-supplier-invoices");
  await page.getByLabel("Session", { exact: true }).fill("invoices");
  await page.getByRole("group", { name: "Add a role" }).getByRole("button", { name: "researcher" }).click();
  await page.getByRole("button", { name: "Leave out tester-1" }).click();
  await page.getByRole("button", { name: "Create the session" }).click();

  const file = path.join(folder, "workspace/.agent/teams/invoices/TEAM-MEMORY.md");
  await expect.poll(() => readFile(file, "utf8").catch(() => "")).toContain("## implementer-1\n");
  expect(await readFile(file, "utf8")).toContain("## researcher-1\n");
  expect(await readFile(file, "utf8")).not.toContain("tester-1");

  await page.getByRole("button", { name: "Make 2 tokens" }).click();
  await page.getByRole("button", { name: "curl" }).click();
  const agent = page.getByRole("list", { name: "Agents" }).getByRole("listitem").filter({ hasText: "implementer-1" });
  const script = await agent.locator("code").textContent();
  const { stdout } = await run("bash", ["-euc", script ?? ""]);
  expect(stdout).toContain("# TEAM-MEMORY — Import supplier invoices");
  await expect(agent).toContainText("arrived");

  await page.getByRole("link", { name: "Open the session" }).click();
  await expect(row(page, "What I found out")).toBeVisible();
});

test("what cannot be a session is said beside its field, and a second one is made in a dialog", async ({ page }) => {
  await open(page, "/team");
  await page.getByRole("button", { name: "Create the session" }).click();
  await expect(page.getByLabel("What is being built")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("What is being built").fill("One");
  await page.getByLabel("Session", { exact: true }).fill("../escape");
  await page.getByRole("button", { name: "Create the session" }).click();
  await expect(page.getByLabel("Session", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Session", { exact: true }).fill("one");
  await page.getByRole("button", { name: "Create the session" }).click();
  await page.getByRole("button", { name: "Go to overview" }).click();

  await page.getByRole("button", { name: "New session" }).click();
  const dialog = page.getByRole("dialog", { name: "New session" });
  await dialog.getByLabel("What is being built").fill("One");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog).toContainText("A session with that name already exists");
  await dialog.getByLabel("Session", { exact: true }).fill("two");
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByRole("dialog", { name: "two is ready" }).getByRole("link", { name: "Open the session" }).click();
  await expect(page).toHaveURL(/\/sessions\/two\/memory/);
  await expect(page.getByText("No items yet")).toBeVisible();
});
