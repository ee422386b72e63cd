import type { Page } from "@playwright/test";

/** Presses keys and keeps a record of them: a chord is one, and every letter of a text is one. */
export class Keyboard {
  readonly pressed: string[] = [];

  constructor(private readonly page: Page) {}

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      this.pressed.push(key);
    }
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    this.pressed.push(...text);
  }
}
