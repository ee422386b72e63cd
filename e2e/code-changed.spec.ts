import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { MEMORY, expect, open, row, test } from "./test";

test("an item whose code changed is among the stale ones until somebody says that it is still true", async ({
  page,
  agent,
  folder,
}) => {
  const code = path.join(folder, "workspace/src/total.ts");
  await mkdir(path.dirname(code));
  await writeFile(code, "const tax = 2;\nconst rate = 3;\n");
  const implementer = await agent("implementer-1");
  const text = "src/total.ts:2 is the rate of last year";
  await implementer.post("/sessions/checkout/memory/items", { tag: "Finding", text });
  await open(page, MEMORY);
  await expect(row(page, text)).toBeVisible();
  await expect(row(page, text)).not.toContainText("To be checked");
  await writeFile(code, "// moved\nconst tax = 2;\nconst rate = 4;\n");
  await open(page, MEMORY);
  await expect(row(page, text)).toContainText("To be checked: src/total.ts:2 (changed)");
  await page.getByRole("button", { name: /^Stale/ }).click();
  await expect(row(page, "Prices are integers")).toBeHidden();
  await row(page, text).getByText(text).click();
  await page.getByRole("button", { name: "Still true" }).click();
  await expect(page.getByText("Kept the item of implementer-1")).toBeVisible();
  await expect(row(page, text)).toBeHidden();
  await page.getByRole("button", { name: /^Stale/ }).click();
  await expect(row(page, text)).toBeVisible();
  await expect(row(page, text)).not.toContainText("To be checked");
});
