import { rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { ResolveKnowledge } from "@/lib/contracts/knowledge";
import { indexPath, REGISTRY_PATH } from "@/lib/core/knowledge/knowledge-model";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { kindOf } from "@/lib/core/places/our-files";
import { OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { DEMO, ids, openExample, PAYMENTS, put, read, SECURITY } from "@/lib/services/testing/knowledge.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

describe("the example", () => {
  let wardroom: TestWardroom;
  beforeAll(async () => {
    wardroom = await openExample();
  });
  const resolve = (params: typeof SECURITY, body: ResolveKnowledge) =>
    wardroom.services.knowledge.resolve(VIEWER, params, body);

  it("loads for a review of an injection what the conventions say, each file with its reason", async () => {
    const found = await resolve(SECURITY, { mode: "review", topic: "SQL injection in saved views" });
    expect(found.loaded.map(({ id, why }) => [id, why])).toEqual([
      ["owasp-top-10", "mode review, keyword injection"],
      ["secure-code-review", "mode review"],
      ["review-checklist", "mode review"],
    ]);
    expect(found).toMatchObject({ skipped: [], budget: 1700, budgetFrom: "index", personaOnly: false });
    expect(found.tokens).toBe(found.loaded.reduce((sum, { tokens }) => sum + tokens, 0));
    expect(found.message).toBe("Knowledge loaded: [owasp-top-10, secure-code-review, review-checklist]");
    expect(found.warnings.map(({ code }) => code)).toEqual(["near_budget"]);
  });

  it("skips what does not fit, and still loads what comes behind it", async () => {
    const found = await resolve(PAYMENTS, { mode: "design", topic: "원장 배치의 월말 견적".normalize("NFD") });
    expect(ids(found.loaded)).toEqual(["money-handling", "pipeline-stages", "ledger-api", "estimation"]);
    expect(found.skipped).toMatchObject([{ id: "month-end", code: "budget" }]);
  });

  it("loads a shared file for two teams, and leaves out what the registry has for one", async () => {
    const payments = await resolve(PAYMENTS, { mode: "review", topic: "injection" });
    const security = await resolve(SECURITY, { mode: "review" });
    const checklist = (found: typeof security) => found.loaded.find(({ id }) => id === "review-checklist")?.path;
    expect(checklist(payments)).toBe(".microai/knowledge/shared/review-checklist.md");
    expect(checklist(security)).toBe(checklist(payments));
    expect(payments.skipped).toMatchObject([
      { id: "postgres-locking", code: "budget" },
      { id: "owasp-top-10", code: "team" },
    ]);
  });

  it("loads a summary where the full text does not fit", async () => {
    const found = await resolve(PAYMENTS, { mode: "design", budget: 600 });
    expect(found.loaded.find(({ id }) => id === "pipeline-stages")).toMatchObject({
      summary: true,
      path: ".microai/agents/teams/payments-platform/knowledge/summaries/pipeline-stages.md",
    });
  });

  it("says that nothing matches, and names the personas that are left", async () => {
    const found = await resolve(SECURITY, { topic: "css" });
    expect(found).toMatchObject({ loaded: [], personaOnly: true, message: "Knowledge loaded: []" });
    expect(found.personas).toContain(".microai/agents/teams/security-review/agents/facilitator.md");
  });

  it("shows the registry with counts, drift, summaries and who uses what", async () => {
    const { items, diagnostics } = await wardroom.services.knowledge.list(VIEWER, DEMO, { limit: 100 });
    expect(diagnostics).toEqual([]);
    expect(ids(items.filter(({ drift }) => drift?.flagged))).toEqual(["korean-text"]);
    const owasp = items.find(({ id }) => id === "owasp-top-10");
    expect(owasp?.summary?.path).toBe(".microai/knowledge/shared/summaries/owasp-top-10.md");
    expect(owasp?.usedBy.map(({ team, applicable, how }) => [team, applicable, how.length])).toEqual([
      ["payments-platform", false, 1],
      ["security-review", true, 5],
    ]);
    const some = await wardroom.services.knowledge.list(VIEWER, DEMO, { limit: 1, tag: "Review" });
    expect(ids(some.items)).toEqual(["review-checklist"]);
    const pages = await wardroom.services.knowledge.list(VIEWER, DEMO, { limit: 2, team: "security-review" });
    expect([ids(pages.items), pages.nextCursor]).toEqual([["owasp-top-10", "postgres-locking"], "2"]);
    const rest = await wardroom.services.knowledge.list(VIEWER, DEMO, {
      limit: 2,
      team: "security-review",
      cursor: "2",
    });
    expect([ids(rest.items), rest.nextCursor]).toEqual([["review-checklist"], null]);
  });

  it("shows teams and their indexes", async () => {
    const { items } = await wardroom.services.knowledge.teams(VIEWER, DEMO);
    expect(items.map(({ id, entries, shared }) => [id, entries, shared])).toEqual([
      ["payments-platform", 11, 5],
      ["security-review", 7, 3],
    ]);
    const team = await wardroom.services.knowledge.team(VIEWER, PAYMENTS);
    expect(team.entries.find(({ id }) => id === "pipeline-stages")).toMatchObject({
      core: true,
      registered: false,
      state: "read",
    });
    expect(team.entries.find(({ id }) => id === "owasp-top-10")).toMatchObject({
      applicable: false,
      keywords: ["injection"],
    });
  });

  it("answers with an entry's text, and its bytes", async () => {
    const params = { ...DEMO, knowledge: "korean-text" };
    const entry = await wardroom.services.knowledge.get(VIEWER, params);
    const text = await read(wardroom, entry.path ?? "");
    expect(entry).toMatchObject({ id: "korean-text", text, truncated: false });
    expect((await wardroom.services.knowledge.readBytes(VIEWER, params)).bytes.toString()).toBe(text);
  });

  it("refuses what is not there, and a budget of nothing", async () => {
    await refusal("not_found", wardroom.services.knowledge.get(OWNER, { ...DEMO, knowledge: "nothing" }));
    await refusal("not_found", wardroom.services.knowledge.team(OWNER, { ...DEMO, team: "../security-review" }));
    await refusal("not_found", wardroom.services.knowledge.team(OWNER, { ...DEMO, team: "nobody" }));
    await refusal("invalid_input", resolve(SECURITY, { mode: "review", budget: 0 }));
    await refusal("not_found", wardroom.services.knowledge.list(OWNER, { workspace: "elsewhere" }, { limit: 1 }));
  });
});

describe("files as they are on the disk", () => {
  it("are counted anew when they change, and not before", async () => {
    const wardroom = await openExample();
    const tokensOf = async () =>
      (await wardroom.services.knowledge.get(OWNER, { ...DEMO, knowledge: "review-checklist" })).tokens ?? 0;
    const before = await tokensOf();
    const path = ".microai/knowledge/shared/review-checklist.md";
    await put(
      wardroom,
      path,
      `${await read(wardroom, path)}\n8. Another question that takes some tokens of its own?\n`,
    );
    expect(await tokensOf()).toBeGreaterThan(before);
    await rm(join(wardroom.files, path));
    expect(await wardroom.services.knowledge.get(OWNER, { ...DEMO, knowledge: "review-checklist" })).toMatchObject({
      state: "missing",
      tokens: null,
      text: null,
      problem: `There is no file ${path}.`,
    });
  });

  it("may be large, not text, elsewhere, or in circles, and stop nothing else", async () => {
    const wardroom = await TestWardroom.open();
    const folder = ".microai/agents/teams/t/knowledge";
    const large = Array.from(
      { length: 90_000 },
      (_, i) => `- line ${i} of a file that nobody reads as a whole: ${(i * 7919) % 10007} 송장`,
    ).join("\n");
    expect(Buffer.byteLength(large)).toBeGreaterThan(5_000_000);
    await put(wardroom, `${folder}/large.md`, large);
    await put(wardroom, `${folder}/bytes.md`, Buffer.from([0xff, 0xfe, 0x00, 0x80]));
    await put(wardroom, `${folder}/folder.md/inner.md`, "x");
    await put(wardroom, `${folder}/ok.md`, "fine");
    await writeFile(join(wardroom.folder, "secret.md"), "secret");
    await symlink(join(wardroom.folder, "secret.md"), join(wardroom.files, folder, "out.md"));
    await symlink("ok.md", join(wardroom.files, folder, "within.md"));
    await symlink("loop.md", join(wardroom.files, folder, "loop.md"));
    const names = ["large", "bytes", "folder", "out", "within", "loop", "none"];
    await put(
      wardroom,
      `${folder}/knowledge-index.yaml`,
      `core_files: [${names.map((name) => `${name}.md`).join(", ")}]\n`,
    );
    const found = await wardroom.services.knowledge.resolve(OWNER, { ...DEMO, team: "t" }, { budget: 50_000_000 });
    expect(ids(found.loaded)).toEqual(["large.md", "within.md"]);
    expect(found.loaded[0]?.tokens).toBeGreaterThan(1_000_000);
    expect(found.skipped.map(({ id, code }) => `${id} ${code}`)).toEqual([
      "bytes.md unreadable",
      "folder.md unreadable",
      "out.md outside",
      "loop.md unreadable",
      "none.md missing",
    ]);
    expect(JSON.stringify(found)).not.toContain('secret"');
    const team = await wardroom.services.knowledge.team(OWNER, { ...DEMO, team: "t" });
    expect(team.entries.map(({ state }) => state)).toEqual([
      "read",
      "unreadable",
      "unreadable",
      "refused",
      "read",
      "unreadable",
      "missing",
    ]);
  });

  it("may be broken, which is said with its line, and what can be read of them is", async () => {
    const wardroom = await openExample();
    await put(wardroom, REGISTRY_PATH, "knowledge:\n  a: {path: a.md}\n  a: {path: review-checklist.md}\n  b: [\n");
    const list = await wardroom.services.knowledge.list(OWNER, DEMO, { limit: 10 });
    expect(list.items[0]).toMatchObject({ id: "a", state: "read" });
    expect(list.diagnostics.map(({ code, severity, range }) => [code, severity, range.start.line])).toEqual(
      expect.arrayContaining([
        ["duplicate_key", "warning", 3],
        ["bad_yaml", "error", 5],
      ]),
    );
    const found = await wardroom.services.knowledge.resolve(OWNER, SECURITY, { mode: "review" });
    expect(ids(found.loaded)).toContain("review-checklist");
    expect(found.warnings.find(({ code }) => code === "bad_yaml")?.message).toContain(`${REGISTRY_PATH}:5: `);
    const body = { id: "new", path: "korean-text.md" };
    const error = await refusal("unparseable", wardroom.services.knowledge.edits.add(OWNER, DEMO, body, PLAIN_REQUEST));
    expect(error.message).toContain("Line 5");
  });
});

it.each([
  [REGISTRY_PATH, "registry"],
  [indexPath("팀"), "knowledge-index"],
  [".microai/knowledge/shared/summaries/a.md", "knowledge"],
  [".microai/agents/teams/t/knowledge/a.md", "knowledge"],
  [".microai/agents/teams/t/agents/a.md", "other"],
  [".microai/knowledge/shared/a.png", "other"],
])("%s is a document of the kind %s", (path, kind) => {
  expect(kindOf(path)).toBe(kind);
});
