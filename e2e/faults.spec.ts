import { readFile } from "node:fs/promises";
import path from "node:path";
import { axeOn, faults } from "./axe";
import { expect, open, test } from "./test";

const RECORD = ".agent/teams/checkout/phase-1/gate-record.yaml";
const MEMORY = ".agent/teams/checkout/TEAM-MEMORY.md";
const BROKEN = "phase: 1\nresult: PASS: all green\n";
const TWICE =
  "# TEAM-MEMORY — checkout\n\n## Lead\n1. first\n2. second\n\n## a-1\n- [Finding] one\n\n## a-1\n- [Finding] two\n";

test.use({ files: { [RECORD]: BROKEN, [MEMORY]: TWICE }, contextOptions: { reducedMotion: "reduce" } });

test("a broken file is marked wherever it is shown, and one key fixes it", async ({ page, folder }) => {
  const text = (name: string) => readFile(path.join(folder, "workspace", name), "utf8");
  await open(page, "/team/sessions/checkout/gates");
  const nav = page.getByRole("navigation", { name: "Workspace" });
  await expect(nav.getByRole("link", { name: /checkout/ })).toContainText("2 files with errors");
  const tabs = page.getByRole("navigation", { name: "Session" });
  await expect(tabs.getByRole("link", { name: /Gates/ })).toContainText("1 file with errors");
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("gate-record.yaml:2:9");
  await expect(alert.getByRole("group", { name: /What the fix changes/ })).toContainText('result: "PASS: all green"');
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press("Shift+F");
  await expect(page.getByText("Fixed: Put the value in quotes")).toBeVisible();
  await expect(alert).toBeHidden();
  await expect.poll(() => text(RECORD)).toBe('phase: 1\nresult: "PASS: all green"\n');
  await expect(nav.getByRole("link", { name: /checkout/ })).toContainText("1 file with errors");
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect.poll(() => text(RECORD)).toBe(BROKEN);
});

test("a dismissed warning stays away, on every page and after a reload", async ({ page }) => {
  await open(page, "/team/sessions/checkout/memory");
  const note = page.getByRole("main").getByRole("note");
  await expect(note).toContainText("A second section for a-1");
  // The keys act once the server has said what the warning is; the button comes with them.
  await expect(note.getByRole("button", { name: /^Dismiss / })).toBeVisible();
  await page.keyboard.press("Shift+D");
  await expect(page.getByText("Warning dismissed")).toBeVisible();
  await expect(note).toBeHidden();
  await page.reload();
  await expect(page.getByText("two", { exact: true })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Session" })).toContainText("Gates (1 file with errors)");
  await expect(note).toBeHidden();
  await open(page, "/team");
  const errors = page.getByRole("list", { name: "Files with errors" });
  await expect(errors).toContainText("gate-record.yaml:2:9");
  await expect(errors).not.toContainText("TEAM-MEMORY.md");
  await errors.getByRole("button", { name: "Fix" }).click();
  await expect(errors).toBeHidden();
});

test("a numbered list in a section becomes items, as previewed, and the history takes it back", async ({
  page,
  memory,
}) => {
  await open(page, "/team/sessions/checkout/memory");
  await page.getByRole("button", { name: "Make items…" }).click();
  const dialog = page.getByRole("dialog", { name: "Make items in Lead" });
  await dialog.getByRole("combobox", { name: "Tag of entries that have none" }).click();
  await page.getByRole("option", { name: "Decision", exact: true }).click();
  await expect(dialog.getByRole("group", { name: "What becomes items" })).toContainText("- [Decision] first");
  expect(await faults(page, axeOn(page).include("[role=dialog]"))).toEqual([]);
  const before = await memory.read();
  await dialog.getByRole("button", { name: "Make 2 items" }).click();
  await expect(page.getByText("Made 2 items in Lead")).toBeVisible();
  await expect
    .poll(() => memory.read())
    .toBe(before.replace("1. first\n2. second", "- [Decision] first\n- [Decision] second"));
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect.poll(() => memory.read()).toBe(before);
});
