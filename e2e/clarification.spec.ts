import type { AckMatrix } from "@/lib/contracts/context";
import type { NeedCount } from "@/lib/contracts/needs";
import { CHECKOUT } from "./checkout";
import { expect, open, test } from "./test";

test.use({
  files: {
    ".agent/teams/checkout/TEAM-MEMORY.md": CHECKOUT.replace(/- \[Question\].*\n/, ""),
    ".agent/teams/checkout/global-context.md": "---\nversion: GC-v1\n---\n# Global Context\n\n## Scope\n- goal: one\n",
  },
});

test("an answered clarification is off the list and its badge for good, and the message of it moves nothing", async ({
  page,
  owner,
}) => {
  const { text, etag } = await owner.get<{ text: string; etag: string }>("/sessions/checkout/context");
  await owner.put("/sessions/checkout/context", { text: `${text}- currency: EUR\n` }, { "If-Match": etag });
  const unclear = { role: "implementer-1", version: "GC-v2", applied: 0, total: 1, action: "NEED_CLARIFICATION" };
  await owner.post("/sessions/checkout/context/acks", { ...unclear, unclear: ["§Scope.currency"] });
  const waiting = async () => (await owner.get<NeedCount>("/needs/count")).waiting;
  expect(await waiting()).toBe(1);
  await open(page, "/team");
  const row = page.locator("[data-need^='ack:']");
  await row.getByRole("button", { name: "Guide…" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Guidance" }).fill("Euros, as on the invoice");
  const content = page.locator("#content");
  const before = await content.boundingBox();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Sent guidance to implementer-1").first()).toBeVisible();
  expect(await content.boundingBox()).toEqual(before);
  await expect(row).toHaveCount(0);
  expect(await waiting()).toBe(0);
  // Not everything was applied: the role is asked again, and does not count as having confirmed.
  const matrix = await owner.get<AckMatrix>("/sessions/checkout/context/acks");
  const cells = matrix.roles.find(({ role }) => role === "implementer-1")?.cells;
  expect(cells?.find(({ version }) => version === "GC-v2")?.state).toBe("pending");
  await page.reload();
  await expect(page.getByText("You’re all caught up.")).toBeVisible();
  await expect(page).not.toHaveTitle(/^\(/);
});
