import type { RepairList } from "@/lib/contracts/repairs";
import { faults } from "./axe";
import { MEMORY, expect, open, test } from "./test";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("lines that an old copy left out are put back with one key, and taken out again", async ({
  page,
  owner,
  agent,
  memory,
}) => {
  await open(page, MEMORY);
  const editor = await memory.read();
  await (await agent("implementer-1")).post("/sessions/checkout/memory/items", { tag: "Finding", text: "Tax is late" });
  await memory.rewrite(editor.replace("- [Pattern] Prices", "- [Finding] Written by hand\n- [Pattern] Prices"));

  // It arrives by itself.
  const left = page.getByRole("region", { name: "Overwritten lines to check" });
  await expect(left).toContainText("Tax is late");
  await expect(left).toContainText(/saved revision \d+ over \d+, dropping 1 line by implementer-1/);
  expect(await memory.read()).not.toContain("Tax is late");
  await left.getByRole("button", { name: "Before and after" }).click();
  await expect(left.getByRole("group", { name: /^Changes from revision/ })).toContainText("Written by hand");
  expect(await faults(page)).toEqual([]);

  await page.keyboard.press("d");
  await expect(page.getByText("Dismissed; the file stays as it was saved")).toBeVisible();
  await page.keyboard.press("u");
  await expect(left).toContainText("dropping 1 line by implementer-1");
  await expect(left.getByRole("button", { name: "Dismiss" })).toBeVisible();

  await page.keyboard.press("p");
  await expect(page.getByText("Put back 1 line")).toBeVisible();
  await expect.poll(() => memory.read()).toContain("Tax is late");
  expect(await memory.read()).toContain("Written by hand");
  await page.keyboard.press("u");
  await expect.poll(() => memory.read()).not.toContain("Tax is late");
  expect(await memory.read()).toContain("Written by hand");
  const { items } = await owner.get<RepairList>("/repairs");
  expect(items).toMatchObject([{ state: "undone", decidedBy: "Lead" }]);
});

test("the overview lists what an old copy left out, and puts it back", async ({ page, agent, memory }) => {
  const implementer = await agent("implementer-1");
  await open(page, "/team");
  const editor = await memory.read();
  await implementer.post("/sessions/checkout/memory/items", { tag: "Finding", text: "Tax is late" });
  await memory.rewrite(editor.replace("- [Pattern] Prices", "- [Finding] Written by hand\n- [Pattern] Prices"));
  const list = page.getByRole("list", { name: "Overwritten lines to check" });
  await expect(list).toContainText("Tax is late");
  expect(await faults(page)).toEqual([]);
  // Lost lines come before the open question.
  await page.keyboard.press("j");
  await page.keyboard.press("p");
  await expect(list).toBeHidden();
  await expect.poll(() => memory.read()).toContain("Tax is late");
});

test("the owner chooses in the settings what is done about old copies", async ({ page, owner }) => {
  await open(page, "/team/settings");
  await page.getByRole("radio", { name: /^Observe/ }).click();
  await expect(page.getByText("Overwritten lines: Observe")).toBeVisible();
  expect((await owner.get<RepairList>("/repairs")).mode).toBe("observe");
  expect(await faults(page)).toEqual([]);
});
