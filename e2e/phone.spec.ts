import { expect, open, test } from "./test";
import { UGLY_SESSION, uglyFiles } from "./ugly-workspace";

test.use({ files: uglyFiles(), viewport: { width: 375, height: 812 }, hasTouch: true });

const SESSION = `/team/sessions/${UGLY_SESSION}`;

test("the drawer holds a long name, with the count beside it and every control in reach", async ({ page }) => {
  await open(page, `${SESSION}/memory`);
  await page.getByRole("button", { name: "Places and sessions" }).click();
  const drawer = page.getByRole("dialog", { name: "Places and sessions" });
  const current = drawer.getByRole("link", { name: new RegExp(`^${UGLY_SESSION}`) });
  await expect(current).toBeInViewport({ ratio: 1 });
  await expect(drawer.getByRole("button", { name: /^Theme is/ })).toBeInViewport({ ratio: 1 });
  const wider = await drawer.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(wider).toBeLessThanOrEqual(0);
});

test("pruning, views and the acts on a gate are there on a phone", async ({ page, owner }) => {
  await owner.post(`/sessions/${UGLY_SESSION}/gates`, { phase: 3, criteria: ["Every price survives"] });
  await open(page, `${SESSION}/memory`);
  for (const view of ["Board", "File", "List"]) {
    await page.getByRole("button", { name: "View and prune" }).click();
    await page.getByRole("menuitem", { name: view }).click();
    await expect(page).toHaveURL(view === "List" ? /memory$/ : new RegExp(`view=${view.toLowerCase()}`));
  }
  await page.getByRole("button", { name: "View and prune" }).click();
  await page.getByRole("menuitem", { name: "Prune…" }).click();
  await expect(page.getByRole("dialog", { name: "Prune" })).toBeVisible();

  await open(page, `${SESSION}/gates`);
  await expect(page.getByRole("button", { name: /^Conclude/ })).toBeVisible();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await expect(page.getByRole("menuitem", { name: "Abandon" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menuitem", { name: "Abandon" })).toBeHidden();
  // Its state is the one of the server, foreseen a moment after the click.
  await page.getByLabel("Met: Every price survives").click();
  await expect(page.getByLabel("Met: Every price survives")).toBeChecked();
  await page.getByRole("button", { name: "Waive…" }).first().click();
  await page.getByLabel("Reason").fill("late");
  await page.getByRole("dialog").getByRole("button", { name: "Waive" }).click();
  await expect(page.getByText("Waived: 1 blocker").first()).toBeVisible();
  await expect(page.getByText("Waived:", { exact: true })).toBeVisible();

  // The message that says so takes no room, and covers neither what has the focus nor the row that keys act on.
  expect(await page.getByRole("main").evaluate((main) => main.getBoundingClientRect().bottom)).toBe(
    page.viewportSize()?.height,
  );
  for (let step = 0; step < 6; step++) {
    await page.keyboard.press("j");
    const covered = await page.evaluate(() => {
      const message = document.querySelector("[aria-label=Notifications]")?.getBoundingClientRect();
      const row = document.querySelector("main [aria-current=true]")?.getBoundingClientRect();
      return message === undefined || row === undefined
        ? null
        : row.bottom > message.top + 1 && row.top < message.bottom - 1;
    });
    expect(covered).toBe(false);
  }
});
