import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { CONNECTION_LOST, expect, open, test } from "./test";
import type { Locator, Page } from "@playwright/test";
import type { RestartableServer } from "./server";

test.use({ files: "example" });

const KNOWLEDGE = "/example/knowledge";
const REVIEW = `${KNOWLEDGE}/teams/security-review`;
const TEAM = ".microai/agents/teams/security-review";

/** A file of the example, where the server works on it. */
const fileOf = (server: RestartableServer, file: string) => path.join(server.data, "example", file);
const read = (server: RestartableServer, file: string) => readFile(fileOf(server, file), "utf8");

/** The ids of a list of knowledge, in its order. */
const ids = (region: Locator) => region.getByRole("listitem").locator("b");

test("what a mode and a topic load is shown while they are typed, and a file that does not fit is skipped", async ({
  page,
}) => {
  await open(page, REVIEW);
  const loaded = page.getByRole("region", { name: "Loaded" });
  const skipped = page.getByRole("region", { name: "Skipped" });
  await expect(page.getByText("No match: only the persona loads")).toBeVisible();

  await page.getByRole("combobox", { name: "Mode" }).click();
  await page.getByRole("option", { name: "review" }).click();
  await expect(ids(loaded)).toHaveText(["owasp-top-10", "secure-code-review", "review-checklist"]);
  await page.getByLabel("Topic").pressSequentially("a 교착 in the queue");
  await expect(skipped.getByRole("listitem")).toContainText("postgres-locking");

  // The whole of the first does not fit, nor does the second beside its summary: the third is tried all the same.
  await page.getByLabel("Budget, tokens").fill("500");
  await expect(loaded.getByRole("listitem").filter({ hasText: "owasp-top-10" })).toContainText("summary");
  await expect(ids(loaded)).toHaveText(["owasp-top-10", "review-checklist"]);
  await expect(ids(skipped)).toHaveText(["secure-code-review", "postgres-locking"]);
  await page.reload();
  await expect(ids(loaded)).toHaveText(["owasp-top-10", "review-checklist"]);
});

test("an entry of an index is changed where it stands, and is as it was when that is undone", async ({
  page,
  server,
}) => {
  const index = `${TEAM}/knowledge/knowledge-index.yaml`;
  const before = await read(server, index);
  await open(page, `${REVIEW}?view=entries`);
  const entry = page.getByRole("button", { name: /^masking-rules/ });
  await entry.click();
  const dialog = page.getByRole("dialog", { name: "masking-rules" });
  await dialog.getByLabel("Topic keywords that load it").fill("logging, 로그, 마스킹");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(entry).toContainText("“마스킹”");
  const after = await read(server, index);
  expect(after).toContain("마스킹");
  expect(after).toContain("# the order of priority decides, not this one");

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(entry).not.toContainText("마스킹");
  expect(await read(server, index)).toBe(before);
});

test("a file that two teams copied becomes one, with its references, and the copies come back", async ({
  page,
  server,
}) => {
  const copies = ["payments-platform", "security-review"].map(
    (team) => `.microai/agents/teams/${team}/knowledge/incident-playbook.md`,
  );
  const indexes = ["payments-platform", "security-review"].map(
    (team) => `.microai/agents/teams/${team}/knowledge/knowledge-index.yaml`,
  );
  const files = [...copies, ...indexes, ".microai/knowledge/shared/registry.yaml"];
  const before = await Promise.all(files.map((file) => read(server, file)));

  await open(page, `${KNOWLEDGE}?view=duplicates`);
  const playbook = page.getByRole("region", { name: "incident-playbook" });
  await playbook.getByRole("button", { name: "Merge…" }).click();
  const dialog = page.getByRole("dialog", { name: "Merge into one shared file" });
  await expect(dialog.getByRole("list", { name: "What changes" })).toContainText("registry.yaml");
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(playbook).toBeHidden();
  expect(await read(server, ".microai/knowledge/shared/incident-playbook.md")).toBe(before[0]);
  for (const copy of copies) await expect(read(server, copy)).rejects.toThrow(/ENOENT/);
  for (const index of indexes) expect(await read(server, index)).toContain("shared/incident-playbook.md");

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(playbook).toBeVisible();
  expect(await Promise.all(files.map((file) => read(server, file)))).toEqual(before);
});

/** Types a command and answers the line that says what came of it. */
async function command(page: Page, text: string): Promise<Locator> {
  await page.getByRole("combobox", { name: "Command" }).fill(text);
  await page.keyboard.press("Enter");
  const answer = page.getByRole("log", { name: "Answers" }).getByRole("listitem").last();
  await expect(answer).toContainText(text);
  return answer;
}

test.describe("with a server of its own", () => {
  test.use({ ownServer: true });

  test("a team's session holds its budget, outlives a crash, and goes on from the newest good checkpoint", async ({
    page,
    server,
    expectMessage,
  }) => {
    test.slow();
    expectMessage(/status of 409|Failed to fetch|network error/);
    expectMessage(CONNECTION_LOST);
    await open(page, `${REVIEW}?mode=review&topic=XML+parsers`);
    const loaded = page.getByRole("region", { name: /^Loaded/ });
    await expect(ids(loaded)).toHaveText(["owasp-top-10", "secure-code-review", "review-checklist"]);
    await page.getByRole("button", { name: "Start a session" }).click();
    await expect(page).toHaveURL(/\/sessions\/[^/]+$/);
    await expect(ids(loaded)).toHaveText(["owasp-top-10", "secure-code-review", "review-checklist"]);

    const refused = await command(page, "*load: threat-modeling");
    await expect(refused).toContainText("Unload ");
    await expect(ids(loaded)).toHaveCount(3);
    await page.getByRole("button", { name: "Load it beyond the budget" }).click();
    await expect(ids(loaded)).toHaveCount(4);
    await expect(page.getByRole("meter", { name: "Budget" })).toHaveAttribute("aria-valuetext", /of 1700 tokens/);
    await expect(loaded).toContainText("over the budget");
    await command(page, "*unload: review-checklist");
    await expect(ids(loaded)).toHaveText(["owasp-top-10", "secure-code-review", "threat-modeling"]);
    await writeFile(
      fileOf(server, `${TEAM}/knowledge/secure-code-review.md`),
      "# Secure code review\n\nAsk who calls it.\n",
    );
    await expect(await command(page, "*reload")).toContainText("secure-code-review");
    await expect(loaded).not.toContainText("over the budget");

    // Keys of the page are heard outside of the field commands are typed in.
    const save = async () => {
      await page.locator("#content").focus();
      await page.keyboard.press("s");
    };
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const checkpoints = page.getByRole("region", { name: "Checkpoints" });
    await save();
    await expect(checkpoints.getByRole("listitem")).toHaveCount(1);
    await command(page, "*unload: threat-modeling");
    await save();
    await expect(checkpoints.getByRole("listitem")).toHaveCount(2);

    await server.kill();
    const newest = fileOf(server, `${TEAM}/memory/checkpoints/${id}.yaml`);
    const text = await readFile(newest, "utf8");
    await writeFile(newest, text.slice(0, text.length / 2));
    await server.restart();

    await open(page, new URL(page.url()).pathname);
    await expect(ids(loaded)).toHaveText(["owasp-top-10", "secure-code-review"]);
    const damaged = checkpoints.getByRole("listitem").filter({ hasText: `${id}.yaml` });
    await expect(damaged.getByRole("button")).toHaveCount(0);
    const good = checkpoints.getByRole("listitem").filter({ hasText: `${id}.1.yaml` });
    await expect(good).toContainText("newest good one");
    await expect(await command(page, "*resume")).toContainText("threat-modeling");
    await expect(ids(loaded)).toHaveText(["owasp-top-10", "secure-code-review", "threat-modeling"]);
  });
});

test("a session that only its files know is shown from them, and goes on from its checkpoint", async ({
  page,
  server,
}) => {
  await rm(fileOf(server, `${TEAM}/memory/context.md`));
  await open(page, `${REVIEW}?view=sessions`);
  await page.getByRole("link", { name: /sec-2026-11-19-001/ }).click();
  await expect(page.getByText("Imported from files.")).toBeVisible();
  await expect(page.getByRole("button", { name: "End the session…" })).toHaveCount(0);
  await page.getByRole("button", { name: "Resume from sec-2026-11-19-001.yaml" }).click();
  await expect(page.getByRole("button", { name: "End the session…" })).toBeVisible();
  await expect(page.getByRole("region", { name: "State" })).toContainText(
    "code-auditor shows the query behind facet counts",
  );
});

test("whoever may only look sees agents, knowledge and team sessions, and nothing to change them with", async ({
  page,
  server,
  somebodyElse,
  owner,
  expectMessage,
}) => {
  expectMessage(/status of 403/);
  const { id } = await owner.post<{ id: string }>("/teams/security-review/sessions", { mode: "review" });
  await open(page, "/example/settings");
  await page.getByLabel("Viewer name").fill("Product");
  await page.getByRole("button", { name: "Make a link" }).click();
  const link = await page.locator("code").filter({ hasText: "/login?code=" }).textContent();
  const viewer = await somebodyElse();
  await viewer.context().clearCookies();
  await viewer.goto(link ?? "");
  await expect(viewer.getByRole("heading", { name: "Needs you" })).toBeVisible();

  const nothing = async (...names: (string | RegExp)[]) => {
    for (const name of names) await expect(viewer.getByRole("button", { name })).toHaveCount(0);
  };
  await open(viewer, "/example/agents/tester");
  await expect(viewer.getByRole("region", { name: "Watch Points" })).toBeVisible();
  await nothing(/session$/, /^Clear/, /^Add to/, /^Edit line/, /^Remove line/);
  await viewer.keyboard.press("s");
  await open(viewer, `${KNOWLEDGE}?view=duplicates`);
  await expect(viewer.getByRole("region", { name: "incident-playbook" })).toBeVisible();
  await nothing(/^Make it one/, "Undo");
  await open(viewer, `${REVIEW}?view=entries`);
  await viewer.getByRole("button", { name: /^masking-rules/ }).click();
  await expect(viewer.getByRole("dialog", { name: "masking-rules" })).toBeVisible();
  await nothing("Save", "Remove", /^Add to/);
  await open(viewer, `${REVIEW}/sessions/${id}`);
  await expect(ids(viewer.getByRole("region", { name: "Loaded knowledge" }))).not.toHaveCount(0);
  await nothing("Unload", "Send", /checkpoint/, /^End the session/);
  expect((await owner.get<{ items: { openSessions: unknown[] }[] }>("/agents")).items.at(-1)?.openSessions).toEqual([]);
  expect(await read(server, `${TEAM}/knowledge/knowledge-index.yaml`)).toContain("keyword");
});
