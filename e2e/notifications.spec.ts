import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, open, test } from "./test";

/** A receiver of messages; one that is deaf takes them and never answers. */
async function receiver(deaf: boolean): Promise<{ url: string; got: string[]; server: Server }> {
  const got: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += String(part)));
    request.on("end", () => {
      got.push(body);
      if (!deaf) response.writeHead(200).end("ok");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/services/T0/B0`, got, server };
}

const close = (server: Server) => {
  server.closeAllConnections();
  server.close();
};

test("a webhook set in the settings is told of what comes to wait, and its last result is shown", async ({
  page,
  agent,
  expectMessage,
}) => {
  expectMessage(/status of 400/);
  const { url, got, server } = await receiver(false);
  await open(page, "/team/settings");
  const group = page.getByRole("region", { name: "Webhook" });
  await group.getByLabel("Address").fill("ftp://files.example.com/hook");
  await group.getByRole("button", { name: "Save" }).click();
  await expect(group).toContainText("https:// or http://");
  await group.getByLabel("Address").fill(url);
  await group.getByLabel("Relays to review").check();
  await group.getByRole("button", { name: "Save" }).click();
  await expect(group).toContainText(`Messages go to ${new URL(url).host}`);
  await expect(group).not.toContainText("services/T0");

  await group.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText("The test arrived")).toBeVisible();
  await expect(group).toContainText("Delivered");

  const researcher = await agent("researcher-1");
  await researcher.post("/sessions/checkout/memory/items", { tag: "Finding", text: "Nobody else may read this" });
  await expect.poll(() => got.length).toBe(2);
  expect(JSON.parse(got[1] ?? "")).toEqual({
    text: "Wardroom, team: 1 thing needs you\n• checkout: 1 relay (researcher-1)",
  });
  close(server);
});

test("a webhook that never answers holds up nothing, and the settings say so", async ({ page, owner }) => {
  const { url, got, server } = await receiver(true);
  await owner.put("/webhook", { url, kinds: ["question"] });
  await open(page, "/team/settings");
  const group = page.getByRole("region", { name: "Webhook" });
  await group.getByRole("button", { name: "Send a test" }).click();
  await expect.poll(() => got.length).toBe(1);
  // Meanwhile everything goes on.
  await owner.post("/sessions/checkout/memory/items", { tag: "Decision", text: "Goes on" });
  await expect(page.getByText("The test did not arrive")).toBeVisible();
  await expect(group).toContainText("Not delivered");
  await expect(group).toContainText("no answer in time");
  close(server);
});

test.describe("a browser that is looked away from", () => {
  test.use({ permissions: ["notifications"] });

  test("notifies of the chosen kinds, once", async ({ page, agent, owner }) => {
    await page.addInitScript(() => {
      const shown: string[] = [];
      Object.assign(window, { shown });
      Document.prototype.hasFocus = () => false;
      function recorded(title: string, { body }: { body: string }) {
        shown.push(`${title} | ${body}`);
      }
      const requestPermission = () => Promise.resolve("granted");
      window.Notification = Object.assign(recorded, {
        permission: "granted",
        requestPermission,
      }) as unknown as typeof Notification;
    });
    await open(page, "/team/settings");
    const group = page.getByRole("region", { name: "Desktop notifications" });
    // What waits when it is first read is no news.
    const read = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith("/team/needs"));
    await group.getByRole("button", { name: "Turn on" }).click();
    await (await read).finished();
    await group.getByLabel("Open questions").uncheck();
    const shown = () => page.evaluate(() => (window as unknown as { shown: string[] }).shown);

    await owner.post("/sessions/checkout/memory/items", { tag: "Question", text: "Of a kind not chosen?" });
    const researcher = await agent("researcher-1");
    await researcher.post("/sessions/checkout/memory/items", { tag: "Finding", text: "Shoppers leave at the form" });
    await expect.poll(shown).toEqual(["checkout: 1 relay | researcher-1: Shoppers leave at the form"]);
    await group.getByRole("button", { name: "Turn off" }).click();
    await expect(group.getByRole("button", { name: "Turn on" })).toBeVisible();
  });
});
