import path from "node:path";
import { awkwardTree, putTree } from "@/lib/soak/awkward-files.fixture";
import { Random } from "@/lib/soak/random.fixture";
import { expect, open, test } from "./test";

const VIEWS = ["memory", "memory?view=file", "memory?view=board", "context", "gates", "history"];

test.use({ files: {} });

test("whatever the files hold, no page fails and no link is dead", async ({ page, folder, owner }) => {
  const seed = Number(process.env["WARDROOM_SEED"] ?? 1);
  await putTree(path.join(folder, "workspace"), awkwardTree(new Random(seed), { sessions: 5 }));
  const { items } = await owner.get<{ items: { id: string }[] }>("/sessions");
  expect(items.length).toBe(5);
  const queue = [
    "/team",
    ...items.flatMap(({ id }) => VIEWS.map((view) => `/team/sessions/${encodeURIComponent(id)}/${view}`)),
  ];
  const met = new Set(queue);
  const faults: string[] = [];
  // The browser itself asks: programs need not resolve the name it knows the server by.
  await open(page, "/team");
  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    const { status, html } = await page.evaluate(async (wanted) => {
      const response = await fetch(wanted);
      return { status: response.status, html: await response.text() };
    }, address);
    if (status !== 200) faults.push(`${status} ${address}`);
    for (const [, found = ""] of html.matchAll(/href="(\/team(?:\/[^"#]*)?)"/g)) {
      const link = found.replaceAll("&amp;", "&");
      if (met.has(link)) continue;
      met.add(link);
      queue.push(link);
    }
  }
  expect(faults).toEqual([]);
  expect(met.size).toBeGreaterThan(40);
});

test("a session without a memory opens, and gets one by one click", async ({ page, folder }) => {
  const context = "---\nversion: GC-v3\n---\n# Global Context — Old import\n\n## Scope\nship\n";
  await putTree(path.join(folder, "workspace"), new Map([[".agent/teams/old/global-context.md", context]]));
  await open(page, "/team");
  await expect(page.getByRole("row", { name: "old" })).toContainText("No team memory yet");
  await expect(page.getByText("Files with errors")).toHaveCount(0);
  await open(page, "/team/sessions/old/memory");
  await page.getByRole("button", { name: "Create TEAM-MEMORY.md" }).click();
  await expect(page.getByRole("heading", { name: "No items yet" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add as Lead" }).first()).toBeVisible();
});
