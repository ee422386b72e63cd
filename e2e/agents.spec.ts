import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, open, test } from "./test";

const REVIEWER = `---
agent: reviewer
project: checkout
last_updated: 2026-11-10
session_count: 1
---

## Project Context
<!-- What this agent knows about the project it works in -->

## Accumulated Findings
<!-- Patterns, recurring issues, key decisions encountered -->
- Prices are integers in minor units
- Reviews of \`src/cart\` miss the guest's half

## What Worked
<!-- Approaches that produced good results in this project -->

## Watch Points
<!-- Recurring risks, traps, or areas requiring extra care -->
- Changes to \`src/cart\` break the guest cart every time: run its tests twice

## Open Threads
<!-- Things noticed but not yet acted on -->

## Session Log
<!-- One-line entry per session: date · summary · outcome -->
- 2026-11-10 · Looked at the cart · approved
`;

const definition = (name: string, about: string, more = "") =>
  `---\nname: ${name}\ndescription: ${about}\n${more}---\n\nYou work on \`src/cart\`.\n`;

test.use({
  files: {
    ".claude/agents/builder.md": definition("builder", "Builds the cart"),
    ".claude/agents/scribe.md": definition("scribe", "Writes release notes", "memory: disabled\n"),
    ".kaizen/agents/reviewer/memory.md": REVIEWER,
  },
});

const memoryOf = (folder: string, agent: string) =>
  readFile(path.join(folder, "workspace/.kaizen/agents", agent, "memory.md"), "utf8");

test("an agent is given a memory and learns in sessions, and what is nearly said already is asked about", async ({
  page,
  folder,
}) => {
  await open(page, "/team");
  await page.keyboard.press("g");
  await page.keyboard.press("a");
  const list = page.getByRole("list", { name: "Agents" });
  await expect(list.getByRole("link", { name: /scribe/ })).toContainText("opted out");
  await page.keyboard.press("j");
  await expect(list.getByRole("link", { name: /builder/ })).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("Enter");

  await page.getByRole("button", { name: "Create its memory" }).click();
  await expect(page.getByRole("region", { name: "Accumulated Findings" })).toContainText("Nothing yet");
  await expect.poll(() => memoryOf(folder, "builder").catch(() => "")).toContain("session_count: 0");

  const dialog = page.getByRole("dialog", { name: "Close the session" });
  const close = async (summary: string, finding: string) => {
    await expect(page.getByRole("button", { name: "Start a session" })).toBeEnabled();
    await page.keyboard.press("s");
    await expect(page.getByRole("button", { name: "Close the session…" })).toBeVisible();
    await page.keyboard.press("c");
    await dialog.getByLabel("Summary").fill(summary);
    await dialog.getByLabel("Outcome").fill("merged");
    await dialog.getByLabel("Findings").fill(finding);
    await page.keyboard.press("Control+Enter");
    await expect(dialog.getByRole("button", { name: "Back" })).toBeVisible();
  };

  await close("Built the cart", "The cart keeps its prices in minor units of the currency");
  await expect(dialog).toContainText("Added: - The cart keeps its prices in minor units of the currency");
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toBeHidden();
  await expect.poll(() => memoryOf(folder, "builder")).toContain("· Built the cart · merged\n");

  await close("Built it again", "The cart keeps prices in minor units of its currency");
  const near = dialog.getByRole("region", { name: "Similar entries" });
  await near.getByRole("radio", { name: "Replace it with the new one" }).click();
  await expect(dialog).toContainText("Removed: - The cart keeps its prices in minor units of the currency");
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toBeHidden();
  const findings = page.getByRole("region", { name: "Accumulated Findings" });
  await expect(findings.getByRole("listitem")).toHaveText([/keeps prices in minor units of its currency/]);
  expect(await memoryOf(folder, "builder")).toContain("session_count: 2");

  await page.keyboard.press("v");
  await page.keyboard.press("s");
  await expect(page.getByRole("region", { name: "Session log" }).getByRole("listitem")).toHaveText([
    /Built it again\s*merged/,
    /Built the cart\s*merged/,
  ]);
});

test("an agent's memory is written by hand, cleared by name, and is as it was when that is undone", async ({
  page,
  folder,
  expectMessage,
}) => {
  expectMessage(/status of 404 .*\/agents\/reviewer\/memory$/);
  await open(page, "/team/agents/reviewer");
  const findings = page.getByRole("region", { name: "Accumulated Findings" });
  await page.keyboard.press("a");
  const add = page.getByRole("dialog", { name: "Add to Accumulated Findings" });
  await add.getByLabel("Entry").fill("Found by hand");
  await page.keyboard.press("Control+Enter");
  await expect(findings.getByText("Found by hand")).toBeVisible();

  const entry = findings.getByRole("listitem").filter({ hasText: "Found by hand" });
  await entry.hover();
  await entry.getByRole("button", { name: "Edit line 15" }).click();
  await page.getByRole("dialog", { name: "Edit line 15" }).getByLabel("Entry").fill("Said better by hand");
  await page.keyboard.press("Control+Enter");
  await expect(findings.getByText("Said better by hand")).toBeVisible();
  const better = findings.getByRole("listitem").filter({ hasText: "Said better by hand" });
  await better.hover();
  await better.getByRole("button", { name: "Remove line 15" }).click();
  await expect(better).toBeHidden();
  await expect.poll(() => memoryOf(folder, "reviewer")).not.toContain("by hand");
  const before = await memoryOf(folder, "reviewer");

  await page.getByRole("button", { name: "Clear…" }).click();
  const clear = page.getByRole("dialog", { name: "Clear the memory of reviewer" });
  await clear.getByLabel("Type reviewer to confirm").fill("Reviewer");
  await expect(clear.getByRole("button", { name: "Clear the memory" })).toBeDisabled();
  await clear.getByLabel("Type reviewer to confirm").fill("reviewer");
  await page.keyboard.press("Enter");
  await expect(page.getByText("reviewer has no memory yet")).toBeVisible();
  await expect(memoryOf(folder, "reviewer")).rejects.toThrow(/ENOENT/);

  const told = page.getByRole("dialog", { name: "The memory of reviewer is cleared" });
  await told.getByRole("button", { name: "Undo" }).click();
  await expect(findings.getByRole("listitem")).toHaveCount(2);
  expect(await memoryOf(folder, "reviewer")).toBe(before);
});

test("a brief says what others learned, and each citation leads to its line", async ({ page }) => {
  await open(page, "/team/agents/builder?view=brief");
  const risk = page.getByRole("listitem").filter({ hasText: "break the guest cart every time" });
  await expect(risk).toBeVisible();
  await expect(risk).not.toContainText(/because of .*guest/);
  await page.getByLabel("Task").fill("Let a guest pay");
  await expect(risk).toContainText(/because of .*guest/);
  await expect(page).toHaveURL(/task=Let/);
  await risk.getByRole("link", { name: "reviewer:21" }).click();
  await expect(page).toHaveURL(/\/agents\/reviewer\?view=file&line=21$/);
  const line = page.getByRole("group", { name: ".kaizen/agents/reviewer/memory.md" }).locator("[data-index='20']");
  await expect(line).toContainText("break the guest cart every time");
  await expect(line).toBeInViewport();
});

test("shows an agent with fifty thousand entries, without sending them in the page, and takes another", async ({
  page,
  folder,
}) => {
  const entries = Array.from(
    { length: 50_000 },
    (_, at) => `- Learned ${at}: the cart reads its prices before its sum`,
  );
  const text = REVIEWER.replace("- Prices are", `${entries.join("\n")}\n- Prices are`);
  await writeFile(path.join(folder, "workspace/.kaizen/agents/reviewer/memory.md"), text);
  const answer = page.waitForResponse((response) => response.url().endsWith("/agents/reviewer"));
  await open(page, "/team/agents/reviewer");
  expect((await (await answer).body()).length).toBeLessThan(300_000);

  const findings = page.getByRole("region", { name: "Accumulated Findings" });
  await expect(findings).toContainText("Learned 3:");
  await findings.getByRole("button", { name: "Add to Accumulated Findings" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
});
