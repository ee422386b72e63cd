import path from "node:path";
import { createClient } from "@libsql/client";
import { expect, open, test } from "./test";

test.use({ ownServer: true, onFile: true, viewport: { width: 375, height: 812 } });

test("a page that fails leads on elsewhere, and is back by Retry", async ({ page, server, expectMessage }) => {
  const database = createClient({ url: `file:${path.join(server.data, "wardroom.db")}`, timeout: 10_000 });
  await open(page, "/team/sessions/checkout/memory");
  await database.execute("ALTER TABLE Gate RENAME TO Away");
  expectMessage(/status of 500|React error \#441/); // What the server threw, without its words.
  expectMessage(/favicon\.ico/); // Asked for where a page failed before its head named the icon.
  await page.goto("/team/sessions/checkout/gates");
  await expect(page.getByRole("alert").filter({ hasText: "This page could not be shown" })).toBeVisible();
  await page.getByRole("button", { name: "Places and sessions" }).click();
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();

  await page.goBack();
  await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
  await database.execute("ALTER TABLE Away RENAME TO Gate");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("No phase has come to its gate yet")).toBeVisible();
  database.close();
});

test("a frozen server is told of with the time it answered last, and not once it goes on", async ({
  page,
  server,
  owner,
}) => {
  await open(page, "/team/sessions/checkout/memory");
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole("status").filter({ hasText: /^live$/ })).toBeVisible();
  process.kill(server.pid, "SIGSTOP");
  try {
    await expect(page.getByText(/^No answer since \d+:\d\d:\d\d/)).toBeVisible();
  } finally {
    process.kill(server.pid, "SIGCONT");
  }
  await expect(page.getByText(/^No answer since/)).toBeHidden();
  await owner.post("/sessions/checkout/memory/items", { tag: "Decision", text: "Said after the frost" });
  await expect(page.getByText("Said after the frost")).toBeVisible();
});
