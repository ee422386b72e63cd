import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { MEMORY, expect, open, test } from "./test";

test("a missing folder is told on every page until it is back", async ({ page, folder, expectMessage }) => {
  expectMessage(/status of 503/);
  await open(page, MEMORY);
  const notice = page.getByText("The folder of this workspace is missing.");
  await expect(notice).toBeHidden();
  const workspace = path.join(folder, "workspace");
  await rename(workspace, `${workspace}-away`);
  await expect(notice).toBeVisible();
  await page.goto("/team/settings");
  await expect(notice).toBeVisible();
  await rename(`${workspace}-away`, workspace);
  await expect(notice).toBeHidden();
});

test("a folder that holds another project is told on every page until the right one is back", async ({
  page,
  owner,
  folder,
  expectMessage,
}) => {
  expectMessage(/status of 503/);
  await open(page, MEMORY);
  const notice = page.getByText("This workspace’s folder holds a different project.");
  await expect(notice).toBeHidden();
  const workspace = path.join(folder, "workspace");
  await rename(workspace, `${workspace}-own`);
  await mkdir(workspace);
  await writeFile(path.join(workspace, "README.md"), "# Another project\n");
  await expect(notice).toBeVisible();
  expect(await owner.status("POST", "/sessions", { id: "new", feature: "New" })).toBe(503);
  await rm(workspace, { recursive: true });
  await rename(`${workspace}-own`, workspace);
  await expect(notice).toBeHidden();
});

test.describe("with a server of its own", () => {
  test.use({ ownServer: true, onFile: true });

  test("a database that is gone is told on every page, and no change is accepted", async ({
    page,
    owner,
    folder,
    expectMessage,
  }) => {
    expectMessage(/status of 503/);
    await open(page, MEMORY);
    await rename(path.join(folder, "data/wardroom.db"), path.join(folder, "data/elsewhere.db"));
    await expect(page.getByRole("alert").filter({ hasText: "Changes are refused." })).toBeVisible();
    expect(await owner.status("POST", "/sessions", { id: "new", feature: "New" })).toBe(503);
  });
});
