import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { ShareKnowledge, type SharedKnowledge } from "@/lib/contracts/knowledge-duplicates";
import { PLAIN_REQUEST, type ChangeRequest } from "@/lib/services/workspace/caller";
import { actingAs, ifMatch, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const WORKSPACE = { workspace: "demo" };
const SHARED = ".microai/knowledge/shared/owasp.md";
const REGISTRY = ".microai/knowledge/shared/registry.yaml";
const own = (team: string, file: string) => `.microai/agents/teams/${team}/knowledge/${file}`;
const COPIES = [own("sec", "01-owasp.md"), own("qa", "owasp.md")];
const TEXT = `# OWASP\r\n\r\n${"injection is checked at every boundary of the system\r\n".repeat(8)}`;
const INDEX =
  "# ours\nfiles:\n  - id: owasp-own\n    path: ./01-owasp.md # copied\nauto_load:\n  by_mode:\n    review: [owasp-own]\n";

let wardroom: TestWardroom;

beforeEach(async () => {
  wardroom = await TestWardroom.open();
  for (const path of COPIES) await put(path, TEXT);
  await put(own("sec", "knowledge-index.yaml"), INDEX);
  await put(own("sec", "other.md"), "[o](01-owasp.md)\n");
});

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(wardroom.files, path)), { recursive: true });
  await writeFile(join(wardroom.files, path), text);
}

/** Every file of knowledge as it is on the disk. */
async function disk(): Promise<Record<string, string>> {
  const root = join(wardroom.files, ".microai");
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(
    files.sort().map(async (file) => [file.slice(root.length - 8), await readFile(file, "utf8")]),
  );
  return Object.fromEntries(texts) as Record<string, string>;
}

const share = (body: unknown, request: ChangeRequest = PLAIN_REQUEST) =>
  wardroom.services.knowledgeDuplicates.share(OWNER, WORKSPACE, ShareKnowledge.parse(body), request);
const undo = (act: string | null) =>
  wardroom.services.knowledgeDuplicates.undo(OWNER, WORKSPACE, { act: act ?? "" }, PLAIN_REQUEST);
const find = () => wardroom.services.knowledgeDuplicates.find(OWNER, WORKSPACE);

/** Previews, and carries out exactly that. */
async function carryOut(body: Record<string, unknown>): Promise<SharedKnowledge> {
  const { etag } = await share(body);
  return share({ ...body, dryRun: false }, ifMatch(etag.slice(1, -1)));
}

describe("sharing", () => {
  it("shows every file's diff and changes nothing; carried out it does that; taken back, every byte is as it was", async () => {
    const before = await disk();
    const [group] = (await find()).groups;
    expect(group).toMatchObject({ files: [COPIES[1], COPIES[0]], proposedId: "owasp" });
    const body = { files: group?.files };
    const preview = await share(body);
    expect(preview.changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      `created ${SHARED}`,
      `created ${REGISTRY}`,
      `created ${own("qa", "knowledge-index.yaml")}`,
      `removed ${own("qa", "owasp.md")}`,
      `removed ${own("sec", "01-owasp.md")}`,
      `changed ${own("sec", "knowledge-index.yaml")}`,
    ]);
    expect(preview.changes.every(({ hunks }) => hunks.length > 0)).toBe(true);
    expect(preview).toMatchObject({ act: null, id: "owasp", path: SHARED });
    expect(preview.tokensSaved).toBeGreaterThan(20);
    expect(await disk()).toEqual(before);

    const shared = await carryOut(body);
    const after = await disk();
    expect(after[SHARED]).toBe(TEXT);
    expect(Object.keys(after)).not.toContain(COPIES[0]);
    expect(await find()).toMatchObject({ groups: [], shares: [{ act: shared.act, id: "owasp", copies: 2 }] });
    expect((await wardroom.services.knowledgeDuplicates.problems(OWNER, WORKSPACE)).items).toMatchObject([
      { kind: "never_loaded", team: "qa" },
      { kind: "not_indexed", path: own("sec", "other.md") },
      { kind: "broken_link", path: own("sec", "other.md") },
    ]);
    expect(await wardroom.services.events.verify(OWNER, WORKSPACE)).toMatchObject({ ok: true });

    expect((await undo(shared.act)).files).toHaveLength(6);
    expect(await disk()).toEqual(before);
    expect(await wardroom.services.events.verify(OWNER, WORKSPACE)).toMatchObject({ ok: true });
    expect((await find()).shares).toEqual([]);
    await refusal("conflict", undo(shared.act));
    expect((await carryOut(body)).act).not.toBe(shared.act);
  });

  it("survives a restart, and is taken back beside what was changed since elsewhere in those files", async () => {
    const { act } = await carryOut({ files: COPIES });
    await wardroom.reopen();
    const index = own("sec", "knowledge-index.yaml");
    await put(index, `${(await disk())[index] ?? ""}token_budget:\n  max_auto_load: 100\n`);
    await undo(act);
    const after = await disk();
    expect(after[index]).toBe(`${INDEX}token_budget:\n  max_auto_load: 100\n`);
    expect(after[COPIES[0] ?? ""]).toBe(TEXT);
    expect(after[SHARED]).toBeUndefined();
  });

  it("is not taken back over somebody's work: the shared file changed, or another stands in an old place", async () => {
    const { act } = await carryOut({ files: COPIES });
    const shared = await disk();
    await put(SHARED, `${TEXT}more\n`);
    await refusal("conflict", undo(act));
    await put(SHARED, TEXT);
    await put(own("qa", "owasp.md"), "new\n");
    await refusal("conflict", undo(act));
    await rm(join(wardroom.files, own("qa", "owasp.md")));
    expect(await disk()).toEqual(shared);
    await undo(act);
  });

  it("does exactly what was previewed, once, or nothing", async () => {
    await refusal("invalid_input", share({ files: COPIES, dryRun: false }));
    const { etag } = await share({ files: COPIES });
    await put(COPIES[1] ?? "", `${TEXT}changed\n`);
    const before = await disk();
    await refusal("stale", share({ files: COPIES, dryRun: false }, ifMatch(etag.slice(1, -1))));
    expect(await disk()).toEqual(before);
    const again = await share({ files: COPIES });
    const request = {
      ifMatch: again.etag.slice(1, -1),
      idempotency: { credentialId: "owner", key: "k", requestHash: "h" },
    };
    const first = await share({ files: COPIES, dryRun: false }, request);
    expect(await share({ files: COPIES, dryRun: false }, request)).toEqual(first);
  });
});

describe("looking for duplicates", () => {
  it("is everybody's who may read; sharing is the Lead's", async () => {
    const service = wardroom.services.knowledgeDuplicates;
    expect((await service.find(VIEWER, WORKSPACE)).groups).toHaveLength(1);
    const body = ShareKnowledge.parse({ files: COPIES });
    for (const caller of [VIEWER, actingAs("implementer-1")]) {
      await refusal("forbidden", service.share(caller, WORKSPACE, body, PLAIN_REQUEST));
      await refusal("forbidden", service.undo(caller, WORKSPACE, { act: "x" }, PLAIN_REQUEST));
    }
    await refusal("forbidden", service.find({ ...VIEWER, workspace: "other" }, WORKSPACE));
    await refusal("not_found", service.undo(OWNER, WORKSPACE, { act: "x" }, PLAIN_REQUEST));
  });

  it("finds what the files say now", async () => {
    expect(await find()).toMatchObject({ files: 3, groups: [{}] });
    await put(own("qa", "owasp.md"), "something else altogether\n");
    expect((await find()).groups).toEqual([]);
  });

  it("shows what is different between two files", async () => {
    await put(own("qa", "owasp.md"), `${TEXT}one more\n`);
    const [from, to] = [COPIES[0] ?? "", COPIES[1] ?? ""];
    const diff = await wardroom.services.knowledgeDuplicates.diff(OWNER, WORKSPACE, { from, to });
    expect(diff).toMatchObject({ from, to, added: 1, removed: 0 });
    const gone = wardroom.services.knowledgeDuplicates.diff(OWNER, WORKSPACE, { from, to: "../../etc/passwd" });
    await refusal("not_found", gone);
  });
});
