import { expect, type Page } from "@playwright/test";

/** A page of the bundled example in a state worth looking at. */
interface Sight {
  /** Names its picture. */
  name: string;
  address: string;
  /** From the opened page to the state. */
  show?: (page: Page) => Promise<void>;
  /** It needs more room than a phone has. */
  wide?: true;
}

const SESSION = "/example/sessions/invoice-import";

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const dialog = (name: string | RegExp) => async (page: Page) => {
  await expect(page.getByRole("dialog", { name })).toBeVisible();
};

/** Every page of the dashboard, and what opens on it. */
export const SIGHTS: readonly Sight[] = [
  { name: "overview", address: "/example" },
  {
    name: "overview-new-session",
    address: "/example",
    show: async (page) => {
      await press(page, "c");
      await dialog("New session")(page);
    },
  },
  { name: "memory", address: `${SESSION}/memory` },
  {
    name: "memory-item",
    address: `${SESSION}/memory`,
    show: async (page) => {
      await press(page, "j", "j", "j", "Enter");
      await expect(page.getByRole("complementary", { name: "Item" })).toBeVisible();
      await expect(page.getByRole("region", { name: "What happened to it" })).not.toBeEmpty();
    },
  },
  {
    name: "memory-selected",
    address: `${SESSION}/memory?state=all`,
    show: async (page) => {
      await press(page, "j", "x", "j", "x");
      await expect(page.getByRole("toolbar", { name: "Selected items" })).toBeVisible();
    },
  },
  { name: "memory-board", address: `${SESSION}/memory?view=board` },
  {
    name: "memory-file",
    address: `${SESSION}/memory?view=file`,
    show: async (page) => {
      await expect(page.getByRole("group", { name: "TEAM-MEMORY.md" })).toBeVisible();
    },
  },
  { name: "memory-filtered-to-nothing", address: `${SESSION}/memory?q=nothing+is+called+that` },
  {
    name: "memory-add",
    address: `${SESSION}/memory`,
    show: async (page) => {
      await press(page, "c");
      await dialog("Add as Lead")(page);
    },
  },
  {
    name: "memory-resolve",
    address: `${SESSION}/memory?tag=Question`,
    show: async (page) => {
      await press(page, "j", "r");
      await dialog("Resolve")(page);
    },
  },
  {
    name: "memory-prune",
    address: `${SESSION}/memory?state=archived`,
    show: async (page) => {
      await press(page, "Control+k");
      await expect(page.getByRole("combobox")).toBeFocused();
      await page.keyboard.type("prune");
      await press(page, "Enter");
      await dialog("Prune")(page);
      await page.getByLabel("Lines the file may have").fill("20");
      await expect(page.getByRole("list", { name: "Items that are deleted" })).toBeVisible();
    },
  },
  {
    name: "palette",
    address: `${SESSION}/memory`,
    show: async (page) => {
      await press(page, "Control+k");
      await expect(page.getByRole("combobox")).toBeFocused();
    },
  },
  {
    name: "keys",
    address: `${SESSION}/memory`,
    show: async (page) => {
      await press(page, "?");
      await dialog("Keys")(page);
    },
  },
  { name: "context", address: `${SESSION}/context` },
  {
    name: "context-role",
    address: `${SESSION}/context`,
    show: async (page) => {
      await press(page, "j", "Enter");
      await expect(page.getByRole("complementary")).toBeVisible();
    },
  },
  {
    name: "context-publish",
    address: `${SESSION}/context?edit=true`,
    show: async (page) => {
      await expect(page.getByRole("textbox", { name: "Global context" })).toBeVisible();
      await expect(page.getByRole("group", { name: "What is sent" })).toHaveAttribute("aria-busy", "false");
    },
  },
  { name: "gates", address: "/example/sessions/search-rework/gates" },
  { name: "gates-past", address: `${SESSION}/gates` },
  { name: "session-history", address: `${SESSION}/history` },
  {
    name: "session-history-event",
    address: `${SESSION}/history`,
    show: async (page) => {
      await press(page, "j");
      await expect(page.getByRole("complementary")).toBeVisible();
    },
  },
  { name: "history", address: "/example/history" },
  {
    name: "settings",
    address: "/example/settings",
    show: async (page) => {
      await expect(page.getByRole("list", { name: /^Roles of/ })).toBeVisible();
    },
  },
  { name: "not-found", address: "/example/sessions/there-is-no-such/memory" },
];

export const THEMES = ["light", "dark"] as const;

export const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 375, height: 812 },
] as const;
