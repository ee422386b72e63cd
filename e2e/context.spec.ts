import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import type { AckGiven, UpdateList, Version } from "@/lib/contracts/context";
import type { Memory } from "@/lib/contracts/memory";
import type { Rest } from "./rest";
import { expect, open, row, test } from "./test";

const CONTEXT = "/team/sessions/checkout/context";
const GATES = "/team/sessions/checkout/gates";

const FIRST = "# Global Context\n\n## Scope\n- goal: pay with one click\n- guests: keep their cart\n";

const roleRow = (page: Page, role: string) =>
  page.getByRole("group", { name: "Confirmed versions" }).getByRole("row").filter({ hasText: role });

/** Reads what waits for a role and confirms it, as its agent does. */
async function confirm(agent: Rest, role: string, version: string): Promise<AckGiven> {
  const { items } = await agent.get<UpdateList>(`/sessions/checkout/context/updates?role=${role}`);
  const total = items.find((update) => update.version === version)?.total ?? 0;
  return agent.post("/sessions/checkout/context/acks", {
    role,
    version,
    applied: total,
    total,
    impact: "NONE",
    action: "CONTINUE",
  });
}

test("a version is written, seen beforehand, published, confirmed by an agent, and followed by a delta", async ({
  page,
  agent,
  folder,
  expectMessage,
}) => {
  const file = path.join(folder, "workspace/.agent/teams/checkout/global-context.md");
  // There is none yet, which is what the page asks.
  expectMessage(/status of 404 .*\/sessions\/checkout\/context$/);
  await open(page, CONTEXT);
  await page.getByRole("button", { name: "Write the first version" }).click();
  const editor = page.getByRole("textbox", { name: "Global context" });
  const preview = page.getByRole("group", { name: "What is sent" });
  await editor.fill(FIRST);
  const deliveries = preview.getByRole("list", { name: "Recipients" }).getByRole("listitem");
  await expect(deliveries).toHaveCount(3);
  await expect(deliveries.filter({ hasText: "implementer-1" })).toContainText("full");
  await expect(preview).toHaveAttribute("aria-busy", "false");
  await expect(readFile(file, "utf8")).rejects.toThrow("ENOENT");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { name: "Published GC-v1" })).toBeVisible();
  expect(await readFile(file, "utf8")).toContain("version: GC-v1\n");

  await expect(roleRow(page, "implementer-1")).toContainText("pending");
  const implementer = await agent("implementer-1");
  await confirm(implementer, "implementer-1", "GC-v1");
  await expect(roleRow(page, "implementer-1")).toContainText("✓ 1/1 continue");
  await expect(roleRow(page, "implementer-2")).toContainText("pending");

  await page.keyboard.press("p");
  await expect(editor).toContainText("pay with one click");
  await editor.fill((await readFile(file, "utf8")).replace("pay with one click", "pay with two clicks"));
  await expect(preview.getByRole("group", { name: "Delta" })).toContainText(
    "CHANGED §Scope: goal: pay with one click → pay with two clicks",
  );
  await expect(deliveries.filter({ hasText: "implementer-1" })).toContainText(/since GC-v1|in full/);
  await expect(deliveries.filter({ hasText: "researcher-1" })).toContainText("no version confirmed yet");
  const asked = { tag: "Question", text: "Do guests pay with two clicks too?" };
  await implementer.post("/sessions/checkout/memory/items", asked);
  await preview.getByRole("checkbox", { name: asked.text }).check();
  await page.getByRole("button", { name: "Publish GC-v2" }).click();
  await expect(page.getByRole("heading", { name: "Published GC-v2" })).toBeVisible();
  const { sections } = await implementer.get<Memory>("/sessions/checkout/memory");
  const question = sections.flatMap(({ items }) => items).find(({ text }) => text === asked.text);
  expect(question).toMatchObject({ state: "resolved", resolution: "settled by GC-v2" });

  const { items } = await implementer.get<UpdateList>("/sessions/checkout/context/updates");
  expect(items.map((update) => update.text).join("\n")).toContain("pay with two clicks");
  await confirm(implementer, "implementer-1", "GC-v2");
  await expect(roleRow(page, "implementer-1")).toContainText("✓ 1/1 continue");
  await expect(page.getByRole("group", { name: "Delta" })).toContainText("pay with one click → pay with two clicks");

  await test.step("a table kept by hand in the plan is shown where it is no longer true", async () => {
    const plan = path.join(path.dirname(file), "orchestration-plan.md");
    const kept = `${await readFile(plan, "utf8")}\n- implementer-1: GC-v1\n`;
    await writeFile(plan, kept);
    await page.reload();
    await expect(page.getByText("orchestration-plan.md says: implementer-1 GC-v1")).toContainText("confirmed GC-v2)");
    await writeFile(plan, "---\nowner: ada\nowner: bob\n---\n");
    await page.reload();
    await expect(page.getByText("orchestration-plan.md:3:1")).toBeVisible();
  });
});

test("a context changed on disk is a draft that nobody was sent, published as it is or taken back", async ({
  page,
  owner,
  folder,
}) => {
  const file = path.join(folder, "workspace/.agent/teams/checkout/global-context.md");
  await owner.put("/sessions/checkout/context", { text: FIRST });
  await open(page, CONTEXT);
  await writeFile(file, (await readFile(file, "utf8")).replace("keep their cart", "lose their cart"));
  await expect(page.getByRole("main")).toContainText("lose their cart");
  await page.keyboard.press("p");
  await expect(page.getByRole("heading", { name: "Published GC-v2" })).toBeVisible();
  expect(await readFile(file, "utf8")).toMatch(/version: GC-v2\n[^]*lose their cart/);
  const { items } = await owner.get<{ items: Version[] }>("/sessions/checkout/context/versions");
  expect(items.map((each) => each.version)).toEqual(["GC-v2", "GC-v1"]);
});

test("a vacant seat, one at work and one with two runs are told apart, and the Lead ends a run with a reason", async ({
  page,
  owner,
  agent,
}) => {
  await owner.put("/sessions/checkout/context", { text: FIRST });
  const takeAs = async (role: string, ...runs: string[]) => {
    const caller = await agent(role);
    for (const run of runs) await caller.post("/sessions/checkout/inbox/take", {}, { "X-Wardroom-Run": run });
  };
  await takeAs("implementer-1", "claude:7f0c8d9e-1d5e", "codex:0199a2f4-7b1c");
  await takeAs("implementer-2", "claude:aa000001-0000");
  await takeAs("researcher-1", "gemini:5cc41a07-77aa");
  await owner.post("/sessions/checkout/runs/end", {
    role: "researcher-1",
    run: "gemini:5cc41a07-77aa",
    reason: "closed",
  });

  await open(page, "/team");
  const strip = page.getByRole("list", { name: "Roles of checkout" }).getByRole("listitem");
  await expect(strip.filter({ hasText: "implementer-1" })).toContainText("2 at work");
  await expect(strip.filter({ hasText: "implementer-2" })).toContainText("claude");
  await expect(strip.filter({ hasText: "researcher-1" })).toContainText("vacant");

  await open(page, CONTEXT);
  await expect(roleRow(page, "implementer-1")).toContainText("2 at work");
  await expect(page.getByRole("list", { name: "Runs of implementer-2" })).toContainText("claude aa000001");
  await expect(page.getByText("Vacant. Its last run ended now and confirmed nothing")).toBeVisible();
  await page.getByRole("button", { name: "1 earlier run" }).click();
  await expect(page.getByRole("list", { name: "Earlier runs of researcher-1" })).toContainText("closed");

  await page.getByRole("button", { name: "End codex 0199a2f4…" }).click();
  const dialog = page.getByRole("dialog", { name: "End codex 0199a2f4 as implementer-1" });
  await expect(dialog.getByRole("button", { name: "End the run" })).toBeDisabled();
  await dialog.getByLabel("Reason").fill("Opened twice by mistake");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Ended codex 0199a2f4 as implementer-1")).toBeVisible();
  await expect(roleRow(page, "implementer-1")).not.toContainText("2 at work");

  await open(page, "/team/sessions/checkout/history");
  const ended = page.getByRole("listitem").filter({ hasText: "ended a run of implementer-1" });
  await expect(ended).toContainText("codex 0199a2f4");
  await expect(ended).toContainText("Opened twice by mistake");
});

test.describe("in the example", () => {
  test.use({ files: "example" });

  test("an answer that is overdue shows itself, and a ping gives it time again", async ({ page, owner }) => {
    await open(page, "/example/sessions/invoice-import/context");
    const tester = roleRow(page, "tester-1");
    await expect(tester).toContainText("pending");
    await owner.put("/sessions/invoice-import/settings", { ackDeadlineMinutes: 1 });
    await expect(tester).toContainText("overdue");
    await tester.getByRole("button", { name: "Ping", exact: true }).click();
    await expect(tester).toContainText("pinged");
  });
});

test("a gate is blocked until everybody knows and nothing is open, and passes then", async ({
  page,
  owner,
  agent,
  memory,
  folder,
}) => {
  await owner.put("/sessions/checkout/context", { text: FIRST });
  await confirm(await agent("implementer-1"), "implementer-1", "GC-v1");
  await open(page, GATES);
  await page.keyboard.press("c");
  await page.getByRole("dialog", { name: "Open a gate" }).getByRole("button", { name: "Open" }).click();

  const blockers = page.locator("[data-blocker]");
  await expect(blockers).toHaveCount(3);
  await expect(page.getByRole("radio", { name: /approved/i })).toBeDisabled();
  expect(await owner.status("PUT", "/sessions/checkout/context", { text: `${FIRST}- more: text\n` })).toBe(409);

  await test.step("what is settled elsewhere stops blocking while the page is open", async () => {
    await confirm(await agent("implementer-2"), "implementer-2", "GC-v1");
    await expect(blockers).toHaveCount(2);
    const { sections } = await owner.get<Memory>("/sessions/checkout/memory?tag=Question");
    await owner.post("/sessions/checkout/memory/resolve", { item: sections[0]!.items[0]!.id, resolution: "a week" });
    await expect(blockers).toHaveCount(1);
  });

  await test.step("what is left is waived with a reason", async () => {
    await blockers.filter({ hasText: "researcher-1" }).getByRole("button", { name: "Waive" }).click();
    await page.getByLabel("Reason").fill("Its work is done");
    await page.keyboard.press("Control+Enter");
    await expect(blockers).toContainText(["Waived: Its work is done"]);
  });

  await test.step("the gate passes, in one act", async () => {
    // What the page foresees is there a moment after the click, which `check` does not wait for.
    const approved = page.getByRole("radio", { name: /approved/i });
    await approved.click({ force: true });
    await expect(approved).toBeChecked();
    await page.getByRole("button", { name: "Conclude…" }).click();
    await page
      .getByRole("dialog", { name: /Conclude the gate/ })
      .getByRole("button", { name: "Conclude" })
      .click();
    await expect(page.getByText("No gate is open")).toBeVisible();
    const record = path.join(folder, "workspace/.agent/teams/checkout/phase-1/gate-record.yaml");
    expect(await readFile(record, "utf8")).toContain("APPROVED");
    expect(await readFile(record, "utf8")).toContain("Its work is done");
    expect(await memory.read()).toMatch(/- \[Gate\] \S+ Phase 1 PASSED/);
  });

  await open(page, "/team/sessions/checkout/memory?tag=Gate");
  await expect(row(page, "Phase 1 PASSED")).toBeVisible();
});
