import type { Page } from "@playwright/test";

/** Opens a page of a workspace and resolves when it is awake: what is pressed from then on is heard. */
export async function open(page: Page, address: string): Promise<void> {
  const stream = page.waitForResponse((response) => response.url().includes("/events/stream"));
  const answer = await page.goto(address);
  // A page that failed never opens its stream: fail now instead of waiting for it.
  if ((answer?.status() ?? 0) >= 500) throw new Error(`${address} is answered ${answer?.status()}`);
  await stream;
  await awake(page);
}

/** Resolves when React has taken over what the server drew, also what comes behind a boundary of its own. */
export async function awake(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const controls = [...document.querySelectorAll("main, main :is(button, input, textarea, form)")];
    if (controls.length === 0) return false;
    return controls.every((element) => Object.keys(element).some((key) => key.startsWith("__reactProps$")));
  });
  // What hears the keys of a page is set up once the page is drawn.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}
