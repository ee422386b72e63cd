import { expect as expects, type Page } from "@playwright/test";

/** The timeout of the tests, for the scripts that show these pages. */
const expect = expects.configure({ timeout: 60_000 });

/** A page of the bundled example in a state worth looking at. */
export interface Sight {
  /** Names its picture. */
  name: string;
  address: string;
  /** From the opened page to the state. */
  show?: (page: Page) => Promise<void>;
}

const SESSION = "/example/sessions/invoice-import";

const AGENT = "/example/agents/tester";
const KNOWLEDGE = "/example/knowledge";
const TEAM = `${KNOWLEDGE}/teams/security-review`;

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const dialog = (name: string | RegExp) => async (page: Page) => {
  await expect(page.getByRole("dialog", { name })).toBeVisible();
};

const seen = (role: "region" | "list" | "heading", name: string | RegExp) => async (page: Page) => {
  await expect(page.getByRole(role, { name }).first()).toBeVisible();
};

/** How many people were invited: a name is free once. */
let invited = 0;

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
  {
    name: "overview-selected",
    address: "/example",
    show: async (page) => {
      await press(page, "j", "*");
      await expect(page.getByRole("toolbar", { name: "Selected needs" })).toBeVisible();
    },
  },
  {
    name: "overview-snooze",
    address: "/example",
    show: async (page) => {
      await press(page, "j", "s");
      await dialog(/^Snooze/)(page);
    },
  },
  { name: "wall", address: "/example?wall", show: seen("region", /^At work/) },
  { name: "memory", address: `${SESSION}/memory` },
  {
    name: "memory-item",
    address: `${SESSION}/memory`,
    show: async (page) => {
      await press(page, "j", "j", "j", "Enter");
      await expect(page.getByRole("complementary", { name: "Item" })).toBeVisible();
      await expect(page.getByRole("region", { name: "History" })).not.toBeEmpty();
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
      await page.getByLabel("Target length").fill("20");
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
  {
    name: "gates-selected",
    address: "/example/sessions/search-rework/gates",
    show: async (page) => {
      await press(page, "Shift+X");
      await expect(page.getByRole("toolbar", { name: "Selected blockers" })).toBeVisible();
    },
  },
  {
    name: "gates-waive",
    address: "/example/sessions/search-rework/gates",
    show: async (page) => {
      await press(page, "w");
      await dialog(/^Waive/)(page);
    },
  },
  { name: "gates-past", address: `${SESSION}/gates` },
  { name: "session-history", address: `${SESSION}/history` },
  {
    name: "session-history-event",
    address: `${SESSION}/history`,
    show: async (page) => {
      await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
      // Comments that earlier sights left may be folded into the first row, which opens no event.
      await press(page, "j", "j");
      await expect(page.getByRole("complementary")).toBeVisible();
    },
  },
  {
    name: "session-insights",
    address: `${SESSION}/insights`,
    show: async (page) => {
      await page.getByRole("button", { name: "Show as a table" }).nth(1).click();
      await expect(page.getByRole("table")).toBeVisible();
    },
  },
  { name: "history", address: "/example/history" },
  { name: "agents", address: "/example/agents", show: seen("region", "Themes") },
  { name: "agent", address: AGENT },
  {
    name: "agent-sessions",
    address: "/example/agents/code-reviewer?view=sessions",
    show: seen("region", "Open sessions"),
  },
  {
    name: "agent-brief",
    address: `${AGENT}?view=brief`,
    show: async (page) => {
      await expect(page.getByText("As the agent receives it")).toBeVisible();
    },
  },
  { name: "agent-file", address: `${AGENT}?view=file&line=17` },
  { name: "agent-opted-out", address: "/example/agents/changelog-writer" },
  {
    name: "agent-close",
    address: "/example/agents/code-reviewer",
    show: async (page) => {
      await press(page, "c");
      await dialog("Close the session")(page);
      await page.getByLabel("Summary").fill("Read the export to the ledger");
      await page.getByLabel("Outcome").fill("approved");
      await page.getByRole("textbox", { name: "Findings" }).fill("Retries of the export need an idempotency key");
      await press(page, "Control+Enter");
      await expect(page.getByRole("button", { name: "Back" })).toBeVisible();
    },
  },
  { name: "knowledge", address: KNOWLEDGE },
  { name: "knowledge-shared", address: `${KNOWLEDGE}?view=registry` },
  {
    name: "knowledge-entry",
    address: `${KNOWLEDGE}?view=registry`,
    show: async (page) => {
      await page.getByRole("button", { name: /^owasp-top-10/ }).click();
      await dialog("owasp-top-10")(page);
      await expect(page.getByLabel("Text of owasp-top-10")).toBeVisible();
    },
  },
  {
    name: "knowledge-duplicates",
    address: `${KNOWLEDGE}?view=duplicates`,
    show: seen("region", "incident-playbook"),
  },
  {
    name: "knowledge-share",
    address: `${KNOWLEDGE}?view=duplicates`,
    show: async (page) => {
      await page.getByRole("button", { name: "Merge…" }).first().click();
      await expect(page.getByRole("list", { name: "What changes" })).toBeVisible();
    },
  },
  { name: "knowledge-problems", address: `${KNOWLEDGE}?view=problems`, show: seen("heading", "No problems") },
  {
    name: "knowledge-try",
    address: `${TEAM}?mode=review&topic=a+deadlock+in+the+queue&budget=500`,
    show: seen("region", "Skipped"),
  },
  { name: "knowledge-index", address: `${TEAM}?view=entries` },
  {
    name: "knowledge-index-entry",
    address: `${TEAM}?view=entries`,
    show: async (page) => {
      await page.getByRole("button", { name: /^masking-rules/ }).click();
      await dialog("masking-rules")(page);
    },
  },
  { name: "knowledge-sessions", address: `${TEAM}?view=sessions`, show: seen("list", "Sessions") },
  { name: "knowledge-memory", address: `${TEAM}?view=memory`, show: seen("region", "Next Action") },
  { name: "team-session-on-disk", address: `${TEAM}/sessions/sec-2026-11-19-001` },
  {
    name: "team-session",
    address: `${TEAM}?mode=review&topic=XML+parsers`,
    show: async (page) => {
      await page.getByRole("button", { name: "Start a session" }).click();
      await page.getByRole("combobox", { name: "Command" }).fill("*load: threat-modeling");
      await press(page, "Enter");
      await expect(page.getByRole("button", { name: "Load it beyond the budget" })).toBeVisible();
    },
  },
  { name: "search", address: "/example/search?q=invoice", show: seen("list", "Results") },
  { name: "search-nothing", address: "/example/search?q=zeppelin&kind=agent", show: seen("heading", /^Nothing says/) },
  {
    name: "join",
    address: "/example/join?session=invoice-import",
    show: async (page) => {
      const clients = page.getByRole("list", { name: "Clients" });
      for (const box of await clients.getByRole("checkbox").all()) await box.uncheck();
      await clients.getByRole("checkbox", { name: "Codex" }).check();
      const files = page.getByRole("list", { name: "Files that change" });
      await files.getByText(".codex/config.toml", { exact: true }).click();
      await files.getByRole("group", { name: "Changes to .codex/config.toml" }).waitFor();
    },
  },
  {
    name: "settings",
    address: "/example/settings",
    show: async (page) => {
      await expect(page.getByRole("list", { name: /^Roles of/ })).toBeVisible();
    },
  },
  {
    name: "people",
    address: "/example/settings",
    show: async (page) => {
      const people = page.getByRole("region", { name: "People" });
      await people.getByLabel("Name").fill(`Dana Kim-Oh of payments team ${++invited}`);
      await people.getByRole("button", { name: "Invite" }).click();
      await expect(people.locator("code")).toBeVisible();
      await people.scrollIntoViewIfNeeded();
    },
  },
  {
    name: "comments",
    address: `${SESSION}/memory`,
    show: async (page) => {
      await press(page, "j", "Enter");
      const comments = page.getByRole("region", { name: "Comments" });
      await comments.getByLabel("Your comment").fill("@Owner, is `retry.ts` meant?\n\n- one\n- two");
      await comments.getByRole("button", { name: "Comment", exact: true }).click();
      await expect(comments.getByRole("listitem").first()).toBeVisible();
      await comments.scrollIntoViewIfNeeded();
    },
  },
  { name: "not-found", address: "/example/sessions/there-is-no-such/memory" },
];

export const THEMES = ["light", "dark"] as const;

export const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 375, height: 812 },
] as const;
