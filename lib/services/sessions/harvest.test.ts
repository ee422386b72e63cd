import { readdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { Harvest } from "@/lib/contracts/harvest";
import type { HarvestPlace } from "@/lib/core/agent-memory/harvest";
import { actingAs, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom, type TestSession } from "@/lib/services/testing/test-wardroom.fixture";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const IMPLEMENTER = ".kaizen/agents/implementer/memory.md";
const LEARNINGS = ".microai/knowledge/shared/learnings.md";
const REGISTRY = ".microai/knowledge/shared/registry.yaml";
type Tag = "Finding" | "Warning" | "Decision" | "Question" | "Pattern";

let wardroom: TestWardroom;
let session: TestSession;

beforeEach(async () => {
  wardroom = await TestWardroom.open();
  session = await wardroom.session("cart", ["implementer-1", "implementer-2"]);
});

const say = (role: string, tag: Tag, text: string) =>
  wardroom.services.memory.add(
    role === "Lead" ? OWNER : actingAs(role),
    session.params,
    { tag, text, anyway: true },
    PLAIN_REQUEST,
  );
const propose = () => wardroom.services.harvest.propose(OWNER, session.params);
const finish = (harvest?: Harvest["items"], more: { includeOpen?: boolean } = {}) =>
  wardroom.services.finishing.finish(
    OWNER,
    session.params,
    { finished: true, ...(harvest && { harvest: harvest.map(({ id, to }) => ({ item: id, to })) }), ...more },
    PLAIN_REQUEST,
  );
const reopen = (undo: boolean) =>
  wardroom.services.finishing.finish(OWNER, session.params, { finished: false, undo }, PLAIN_REQUEST);
const read = (path: string) => readFile(join(wardroom.files, path), "utf8");

/** Every file of the workspace with its bytes. */
async function everything(): Promise<Record<string, string>> {
  const entries = await readdir(wardroom.files, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await readFile(path, "utf8")] as const)),
  );
}

describe("a session that ends", () => {
  it("proposes where each line lives on, with the nearest lines there, and nowhere for what is said already", async () => {
    const { agents } = wardroom.services;
    await agents.init(OWNER, { workspace: "demo", agent: "implementer" }, {}, PLAIN_REQUEST);
    const learnt = "`retryQueue` drops a job after 3 attempts";
    const edit = { section: "Accumulated Findings", add: learnt } as const;
    await agents.edit(OWNER, { workspace: "demo", agent: "implementer" }, edit, PLAIN_REQUEST);
    await say("implementer-1", "Finding", learnt);
    await say("implementer-2", "Warning", "`retryQueue` keeps a job of tenant zero for ever");
    await say("Lead", "Decision", "Prices are whole cents");

    const { items, open, places } = await propose();
    expect(places).toEqual(["agent", "knowledge", "instructions", "nowhere"]);
    expect(open).toEqual([]);
    expect(items.map(({ role, to, agent, said }) => [role, to, agent, said])).toEqual([
      ["Lead", "knowledge", null, null],
      ["implementer-1", "nowhere", "implementer", expect.stringMatching(`^${IMPLEMENTER}:\\d+$`)],
      ["implementer-2", "agent", "implementer", null],
    ]);
    expect(items[2]?.near).toMatchObject([{ id: expect.stringMatching(IMPLEMENTER), text: learnt }]);
  });

  it("is finished with its harvest in one act, which one undo takes back to the last byte", async () => {
    await say("implementer-1", "Finding", "Parquet rows carry a checksum");
    await say("implementer-2", "Warning", "Never retry `src/writer.ts` without a lock");
    await say("Lead", "Decision", "Prices are whole cents");
    const before = await everything();

    const { items } = await propose();
    const { files } = await finish(items);
    expect(files).toEqual([IMPLEMENTER, LEARNINGS, REGISTRY]);
    expect(await read(IMPLEMENTER)).toMatch(
      /## Accumulated Findings\n<!--.*-->\n- Parquet rows[\s\S]*## Watch Points\n<!--.*-->\n- Never retry/,
    );
    expect(await read(LEARNINGS)).toMatch(/- \d{4}-\d\d-\d\d: Prices are whole cents\n$/);
    expect(await read(REGISTRY)).toContain("learnings.md");

    expect((await reopen(true)).files).toEqual(files);
    expect(await everything()).toEqual(before);
    // What was taken back once is not taken back again.
    await finish();
    expect((await reopen(true)).files).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  it("is taken back only by who may write where its lines went", async () => {
    await say("Lead", "Decision", "Prices are whole cents");
    const { items } = await propose();
    await finish(items.map((item) => ({ ...item, to: "instructions" as const })));
    const before = await everything();
    // The first session of a database.
    const lead: Caller = { ...OWNER, kind: "lead", role: "Lead", sessionKey: 1 };
    const undo = { finished: false, undo: true };
    await refusal("forbidden", wardroom.services.finishing.finish(lead, session.params, undo, PLAIN_REQUEST));
    expect(await everything()).toEqual(before);
  });

  it("adds its lines to the instructions after those of another that ends at the same moment", async () => {
    const other = await wardroom.session("mail", ["implementer-1"]);
    await say("Lead", "Decision", "Prices are whole cents");
    const said = { tag: "Decision", text: "Mail goes out at night", anyway: true } as const;
    await wardroom.services.memory.add(OWNER, other.params, said, PLAIN_REQUEST);
    const all = await Promise.all(
      [session, other].map(async ({ params }) => {
        const { items } = await wardroom.services.harvest.propose(OWNER, params);
        const harvest = items.map(({ id }) => ({ item: id, to: "instructions" as const }));
        return wardroom.services.finishing.finish(OWNER, params, { finished: true, harvest }, PLAIN_REQUEST);
      }),
    );
    const [path = ""] = all[0]?.files ?? [];
    expect(all.map(({ files }) => files)).toEqual([[path], [path]]);
    expect(await read(path)).toContain("- Prices are whole cents\n");
    expect(await read(path)).toContain("- Mail goes out at night\n");
  });

  it("names what is open first", async () => {
    await say("implementer-1", "Question", "Which currency has the portal?");
    expect((await propose()).open).toEqual([
      expect.stringContaining("implementer-1's [Question] Which currency has the portal?"),
    ]);
    const before = await everything();
    const error = await refusal("open_items", finish());
    expect(error.details.current).toEqual({ open: [expect.stringContaining("Which currency")] });
    expect(await everything()).toEqual(before);
    await finish((await propose()).items, { includeOpen: true });
    expect(await read(IMPLEMENTER)).toMatch(/## Open Threads\n<!--.*-->\n- Which currency/);
  });

  it("writes nothing anywhere where a part of it cannot be written", async () => {
    await say("implementer-1", "Finding", "Parquet rows carry a checksum");
    await say("Lead", "Decision", "Prices are whole cents");
    await wardroom.copy.put(LEARNINGS, "# Learnings\n\n```\nnever closed\n");
    const { items } = await propose();
    const before = await everything();
    await refusal("unparseable", finish(items));
    await refusal("conflict", finish([...items, { ...items[0], id: "000000000000", to: "agent" } as never]));
    const ofLead = items.filter(({ role }) => role === "Lead").map((item) => ({ ...item, to: "agent" as const }));
    await refusal("invalid_input", finish(ofLead));
    expect(await everything()).toEqual(before);
  });

  it("leaves what others wrote since where it is taken back", async () => {
    const params = { workspace: "demo", agent: "implementer" };
    await wardroom.services.agents.init(OWNER, params, {}, PLAIN_REQUEST);
    await say("implementer-1", "Finding", "Parquet rows carry a checksum");
    await finish((await propose()).items);
    const later = { section: "What Worked", add: "Small batches" } as const;
    await wardroom.services.agents.edit(OWNER, params, later, PLAIN_REQUEST);
    await reopen(true);
    expect(await read(IMPLEMENTER)).toContain("- Small batches");
    expect(await read(IMPLEMENTER)).not.toContain("Parquet");
  });

  it.each(["# Rules\n\n- Tests lie beside the code", "\uFEFF# Rules\r\n- One\r\n", null])(
    "adds to the instructions of the project what is chosen for them, and takes it out again: %j",
    async (rules) => {
      if (rules !== null) await wardroom.copy.put("AGENTS.md", rules);
      await say("implementer-1", "Finding", "Parquet rows carry a checksum");
      await say("Lead", "Decision", "Prices are whole cents");
      const before = await everything();
      const told = (await propose()).items.map((item) => ({ ...item, to: "instructions" as const }));
      const { id } = await wardroom.services.gates.open(OWNER, session.params, { phase: 1 }, PLAIN_REQUEST);
      await refusal("gate_open", finish(told));
      await wardroom.services.gates.abandon(OWNER, { ...session.params, gate: id }, PLAIN_REQUEST);
      expect(await everything()).toEqual(before);

      expect((await finish(told)).files).toEqual(["AGENTS.md"]);
      const written = await read("AGENTS.md");
      expect(written.replaceAll("\r", "")).toContain("- Prices are whole cents\n- Parquet rows carry a checksum\n<!--");
      expect(written.startsWith(rules ?? "<!-- wardroom:learnt -->")).toBe(true);
      await reopen(false);
      expect((await propose()).items.map(({ said }) => said)).toEqual([
        expect.stringMatching(/^AGENTS.md:\d+$/),
        expect.stringMatching(/^AGENTS.md:\d+$/),
      ]);
      expect((await finish(told)).files).toEqual([]);
      await reopen(false);
      await wardroom.copy.put("AGENTS.md", rules ?? "");
      await finish(told);
      await wardroom.copy.put("AGENTS.md", `New first line\n${await read("AGENTS.md")}`);
      await reopen(true);
      expect(await read("AGENTS.md")).toBe(`New first line\n${rules ?? ""}`);
      await finish(told);
      await wardroom.copy.put("AGENTS.md", "All new\n");
      await refusal("conflict", reopen(true));
      expect(await read("AGENTS.md")).toBe("All new\n");
    },
  );

  it("is harvested although the instructions lead out of the workspace", async () => {
    await say("Lead", "Decision", "Prices are whole cents");
    await symlink("/etc/hostname", join(wardroom.files, "AGENTS.md"));
    const { items } = await propose();
    await refusal("forbidden", finish(items.map((item) => ({ ...item, to: "instructions" as const }))));
    expect((await finish(items)).files).toEqual([LEARNINGS, REGISTRY]);
  });

  it("has its lines proposed to the Lead alone", async () => {
    for (const caller of [actingAs("implementer-1"), VIEWER])
      await refusal("forbidden", wardroom.services.harvest.propose(caller, session.params));
  });
});

it("harvests a second time nothing, and takes back everything, whatever its lines say", async () => {
  const words = fc.oneof(
    fc.constantFrom("```", "<!-- x", "## Lead", "- a\n  - b", "2026-01-01: once", "a: b # c", "~~x~~ → y", "{{x}}"),
    fc.string({ minLength: 1, maxLength: 30 }),
  );
  const line = fc.record({
    role: fc.constantFrom("Lead", "implementer-1", "implementer-2"),
    tag: fc.constantFrom<Tag>("Finding", "Warning", "Decision", "Pattern"),
    text: fc.array(words, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(" ")),
    to: fc.constantFrom<HarvestPlace>("agent", "knowledge", "nowhere"),
  });
  let written = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 5 }), async (lines) => {
      const kept: string[] = [];
      for (const { role, tag, text } of lines)
        await say(role, tag, text).then(
          () => kept.push(text),
          () => null,
        );
      const proposed = (await propose()).items;
      const chosen = proposed.map((item, at) => {
        const to = lines[at % lines.length]?.to ?? "nowhere";
        return { ...item, to: to === "agent" && item.agent === null ? ("knowledge" as const) : to };
      });
      const before = await everything();
      const done = await finish(chosen).then(
        ({ files }) => files.length,
        () => null,
      );
      if (done === null) {
        expect(await everything()).toEqual(before);
        return;
      }
      written += done;
      const after = await everything();
      await reopen(false);
      // Said there already.
      expect((await finish(chosen)).files).toEqual([]);
      await reopen(false);
      for (const path of [IMPLEMENTER, LEARNINGS, REGISTRY].map((each) => join(wardroom.files, each)))
        expect((await everything())[path]).toBe(after[path]);
    }),
    { numRuns: 25, endOnFailure: true },
  );
  expect(written).toBeGreaterThan(5);
});
