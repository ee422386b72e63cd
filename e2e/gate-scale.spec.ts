import type { Gate, GateList } from "@/lib/contracts/gates";
import { Keyboard } from "./keys";
import type { Rest } from "./rest";
import { expect, open, test } from "./test";

const roles = (kind: string, count: number) => Array.from({ length: count }, (_, at) => `${kind}-${at + 1}`);
const TEAM = [...roles("implementer", 8), ...roles("tester", 8)];

const lines = (count: number, tag: string, text: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `- [${tag}] 2026-11-${10 + (at % 14)}T10:00:00Z ${text(at + 1)}`).join("\n");

const WRITTEN: Record<string, string> = {
  "implementer-1": lines(30, "Question", (at) => `Is case ${at} of the import retried after a timeout?`),
  "implementer-2": lines(40, "Question", (at) => `Which currency has invoice ${at} of the second batch?`),
  "implementer-5": lines(20, "Question", (at) => `Who may read the ledger of tenant ${at}?`),
  "tester-1": lines(45, "Conflict", (at) => `Check ${at} expects a rounded price, the import keeps four digits`),
  "tester-2": lines(25, "Conflict", (at) => `Check ${at} runs before the lock that D-${at} asks for`),
};

const PAGE = "/team/sessions/checkout/gates";

test.use({
  files: {
    ".agent/teams/checkout/TEAM-MEMORY.md": `# TEAM-MEMORY — checkout\n\n## Meta\n- Created: 2026-11-09\n\n## Lead\n- [Decision] Go\n${TEAM.map(
      (role) => `\n## ${role}\n${WRITTEN[role] ?? "- [Finding] Nothing stands in the way"}\n`,
    ).join("")}`,
    ".agent/teams/checkout/global-context.md": "---\nversion: GC-v1\n---\n# Global Context\n\n## Scope\n- goal: one\n",
  },
});

async function openGate(owner: Rest): Promise<Gate> {
  const { text, etag } = await owner.get<{ text: string; etag: string }>("/sessions/checkout/context");
  await owner.put("/sessions/checkout/context", { text: `${text}- limit: 40 lines\n` }, { "If-Match": etag });
  const criteria = ["Every price survives an import and an export", "Nobody waits for a lock longer than a second"];
  await owner.post("/sessions/checkout/gates", { phase: 1, criteria });
  const gate = (await owner.get<GateList>("/sessions/checkout/gates")).items.find(({ state }) => state === "open");
  if (gate === undefined) throw new Error("No gate is open.");
  return gate;
}

test("a gate with 176 blockers is judged by keyboard alone in at most 30 keys", async ({ page, owner }, info) => {
  test.slow();
  const kinds = (await openGate(owner)).blockers.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "behind")).toHaveLength(16);
  expect(kinds.filter((kind) => kind === "conflict")).toHaveLength(70);
  expect(kinds.filter((kind) => kind === "question")).toHaveLength(90);

  await open(page, PAGE);
  const keys = new Keyboard(page);
  await expect(page.getByText("176 blockers", { exact: true })).toBeVisible();

  // Those behind are reminded, and let through with a reason.
  await keys.press("*", "n");
  await expect(page.getByText("Pinged 16 teammates")).toBeVisible();
  await keys.press("*", "w");
  await expect(page.getByRole("dialog", { name: "Waive 16 blockers" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Reason" })).toBeFocused();
  await keys.type("late");
  await keys.press("Control+Enter");
  await expect(page.getByText("160 blockers", { exact: true })).toBeVisible();

  // The conflicts of one tester are settled by one decision; what is left of the conflicts and questions is waived.
  await keys.press("]", "*", "r");
  await info.attach("dialog", { body: await page.screenshot(), contentType: "image/png" });
  await expect(page.getByRole("dialog").getByRole("textbox")).toBeFocused();
  await keys.type("D-4");
  await keys.press("Control+Enter");
  await expect(page.getByText(/^Resolved \d+ items$/)).toBeVisible();
  await keys.press("Shift+X", "w");
  await expect(page.getByRole("textbox", { name: "Reason" })).toBeFocused();
  await keys.type("GC-v3");
  await keys.press("Control+Enter");
  await expect(page.getByText("No blockers left")).toBeVisible();
  // One reason for many is no judgement of each: it is counted in red until the end.
  await expect(page.getByText(/^\d+ waived with a shared reason$/)).toBeVisible();

  await keys.press("m", "m", "2");
  await expect(page.getByRole("radio", { name: /conditional/i })).toBeChecked();
  await keys.press("a");
  await expect(page.getByRole("dialog", { name: "Conclude the gate of phase 1" })).toBeVisible();
  await keys.press("Enter");
  await expect(page.getByText("Phase 1: conditional pass")).toBeVisible();

  console.log(`${keys.pressed.length} keys: ${keys.pressed.join(" ")}`);
  await info.attach("keys", { body: `${keys.pressed.length} keys: ${keys.pressed.join(" ")}` });
  expect(keys.pressed.length).toBeLessThanOrEqual(30);
});

test("blockers that were waived or resolved in bulk are back with one key", async ({ page, owner }) => {
  test.slow();
  await openGate(owner);
  await open(page, PAGE);
  const left = (count: number) => page.getByText(`${count} blockers`, { exact: true });
  await expect(left(176)).toBeVisible();
  const keys = new Keyboard(page);
  await keys.press("Shift+X", "w");
  await keys.type("later");
  await keys.press("Control+Enter");
  await expect(page.getByText("Waived: 176 blockers").first()).toBeVisible();
  await keys.press("u");
  await expect(left(176)).toBeVisible();

  // The last group has 20 questions of one role.
  for (let group = 0; group < 5; group++) await keys.press("]");
  await keys.press("*", "r");
  await expect(page.getByRole("dialog", { name: "Resolve 20 items" })).toBeVisible();
  await keys.type("Mina");
  await keys.press("Control+Enter");
  await expect(page.getByText("Resolved 20 items").first()).toBeVisible();
  await expect(left(156)).toBeVisible();
  // Where the cursor was, its neighbour is: the keys go on there.
  await expect(page.locator("[data-blocker][aria-current]")).toHaveCount(1);
  await keys.press("u");
  await expect(left(176)).toBeVisible();
});
