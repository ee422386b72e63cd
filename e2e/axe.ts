import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Axe, which says what is wrong and not what is right as well: that takes it as long again. */
export function axeOn(page: Page): AxeBuilder {
  // Frames would need the slow way, which gathers the answers of all of them in a page of its own.
  expect(page.frames()).toHaveLength(1);
  return new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();
}

/** What axe found, one line for each element. */
export async function faults(page: Page, axe = axeOn(page)): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 200)}`));
}
