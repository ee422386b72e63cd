import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { type ChangeRequest, PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const RECORD = ".agent/teams/one/phase-1/gate-record.yaml";
const BROKEN = "phase: 1\nresult: PASS: all green\n";

let wardroom: TestWardroom;
let params: { workspace: string };
beforeEach(async () => {
  wardroom = await TestWardroom.open();
  const session = await wardroom.session("one", ["implementer-1"]);
  params = { workspace: session.params.workspace };
  await put(RECORD, BROKEN);
});

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(wardroom.files, path)), { recursive: true });
  await writeFile(join(wardroom.files, path), text);
}

const text = (path: string) => readFile(join(wardroom.files, path), "utf8");
const list = (query = {}) => wardroom.services.faults.list(OWNER, params, query);

async function only() {
  const { items } = await list();
  const [fault] = items;
  if (fault === undefined || items.length > 1) throw new Error(`${items.length} faults`);
  return fault;
}

describe("a file with an error", () => {
  it("is listed with its place, what is meant, and the change that fixes it", async () => {
    const fault = await only();
    expect(fault).toMatchObject({
      path: RECORD,
      session: "one",
      severity: "error",
      quiet: false,
      line: "result: PASS: all green",
      range: { start: { line: 2 } },
      fix: { title: "Put the value in quotes", added: 1, removed: 1 },
    });
  });

  it("is fixed by one call, with a revision, and the fix is undone by another", async () => {
    const fault = await only();
    const done = await wardroom.services.faults.fix(OWNER, { ...params, fault: fault.id }, PLAIN_REQUEST);
    expect(done).toMatchObject({ state: "fixed", path: RECORD });
    expect(await text(RECORD)).toBe('phase: 1\nresult: "PASS: all green"\n');
    expect((await list()).items).toEqual([]);
    await wardroom.services.faults.undo(OWNER, { ...params, fault: fault.id }, PLAIN_REQUEST);
    expect(await text(RECORD)).toBe(BROKEN);
    expect((await only()).id).toBe(fault.id);
  });

  it("is not fixed once the file says something else than was seen", async () => {
    const fault = await only();
    await put(RECORD, `${BROKEN}by: Lead\n`);
    const seen = { ...PLAIN_REQUEST, ifMatch: fault.etag.replaceAll('"', "") };
    const fix = (request: ChangeRequest) =>
      wardroom.services.faults.fix(OWNER, { ...params, fault: fault.id }, request);
    await expect(fix(seen)).rejects.toMatchObject({ code: "stale" });
    await put(RECORD, "phase: 1\nresult: FAIL: one left\n");
    await expect(fix(PLAIN_REQUEST)).rejects.toMatchObject({ code: "not_found" });
    expect(await text(RECORD)).toBe("phase: 1\nresult: FAIL: one left\n");
  });

  it("is fixed in files of agents and knowledge too", async () => {
    await put(RECORD, "phase: 1\nresult: PASS\n");
    await put(".claude/agents/coach.md", "---\nname: coach\ndescription: Use it: always\n---\nCoach.\n");
    await put(".microai/knowledge/shared/registry.yaml", "knowledge:\n  a:\n    path: a.md\n    description: see: b\n");
    const { items } = await list();
    expect(items.map(({ path }) => path)).toEqual(
      [".microai/knowledge/shared/registry.yaml", ".claude/agents/coach.md"].reverse(),
    );
    for (const { id } of items) await wardroom.services.faults.fix(OWNER, { ...params, fault: id }, PLAIN_REQUEST);
    expect(await text(".claude/agents/coach.md")).toContain('description: "Use it: always"');
    expect((await list()).items.map(({ path, message }) => [path, message])).toEqual([]);
  });
});

describe("a dismissed fault", () => {
  it("stays dismissed while it is the same, wherever its line stands, and is listed again when it is another", async () => {
    const { id } = await only();
    await wardroom.services.faults.dismiss(OWNER, { ...params, fault: id }, PLAIN_REQUEST);
    expect((await list()).items).toEqual([]);
    await put(RECORD, `# evaluated twice\n${BROKEN}`);
    expect((await list()).items).toEqual([]);
    expect((await list({ state: "dismissed" })).items).toMatchObject([{ id, decidedBy: "Lead" }]);
    await put(RECORD, "phase: 1\nresult: FAIL: one left\n");
    expect((await only()).id).not.toBe(id);
  });

  it("is listed again once its dismissal is undone", async () => {
    const fault = { ...params, fault: (await only()).id };
    await wardroom.services.faults.dismiss(OWNER, fault, PLAIN_REQUEST);
    await wardroom.services.faults.undo(OWNER, fault, PLAIN_REQUEST);
    expect((await only()).id).toBe(fault.fault);
    await expect(wardroom.services.faults.undo(OWNER, fault, PLAIN_REQUEST)).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
