import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { BriefCitation } from "@/lib/contracts/briefs";
import { splitLines } from "@/lib/core/text/lines";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, once, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { PROJECT, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const DEMO = { workspace: "demo" };
const COACH = ".kaizen/agents/coach/memory.md";
const briefs = () => wardroom.services.agents.briefs;
const read = (path: string) => readFile(join(wardroom.files, path), "utf8");

async function put(path: string, text: string | Buffer): Promise<void> {
  const file = join(wardroom.files, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Expects each cited line to say what it is cited for. */
async function expectTrue(citations: BriefCitation[]): Promise<void> {
  expect(citations.length).toBeGreaterThan(0);
  for (const { path, line, quote } of citations) expect(splitLines(await read(path))[line - 1]).toContain(quote);
}

const wardroom = await TestWardroom.open();
await cp(join(PROJECT, "example/workspace"), wardroom.files, { recursive: true });

describe("the brief of an agent", () => {
  test("is drawn from the others, begins with what touches its work, and cites lines that say so", async () => {
    const brief = await briefs().orient(OWNER, { ...DEMO, agent: "implementer" });
    expect(brief).toMatchObject({
      agent: "implementer",
      budget: 1500,
      unread: [],
    });
    expect(brief.tokens).toBeGreaterThan(500);
    expect(brief.tokens).toBeLessThanOrEqual(1500);
    expect(brief.sentences[0]).toMatchObject({ kind: "risk", citations: [{ agent: "code-reviewer" }] });
    expect(brief.sentences[0]?.text).toContain("Changes to `src/queue`");
    await expectTrue(brief.sentences.flatMap(({ citations }) => citations));
    expect(brief.sentences.flatMap(({ citations }) => citations.map(({ agent }) => agent))).not.toContain(
      "implementer",
    );
    expect(await briefs().orient(OWNER, { ...DEMO, agent: "implementer" })).toEqual(brief);
  });

  test("keeps to its budget and counts what it leaves out", async () => {
    const brief = await briefs().orient(OWNER, { ...DEMO, agent: "tester" }, { budget: 300 });
    expect(brief.tokens).toBeLessThanOrEqual(300);
    expect(brief.leftOut.find(({ kind }) => kind === "team")?.count).toBeGreaterThan(50);
  });

  test("is for agents that opted out of memory as well, and for those that have none yet", async () => {
    await put(".claude/agents/masker.md", "---\nname: masker\ndescription: Masks bank accounts\n---\nMask.\n");
    const [first] = (await briefs().orient(OWNER, { ...DEMO, agent: "masker" })).sentences;
    expect(first?.text).toContain("bank accounts");
    expect((await briefs().orient(VIEWER, { ...DEMO, agent: "changelog-writer" })).agent).toBe("changelog-writer");
  });

  test("is given when a session starts", async () => {
    const started = await wardroom.services.agents.sessions.start(OWNER, { ...DEMO, agent: "tester" }, PLAIN_REQUEST);
    expect(started.brief).toEqual(await briefs().orient(OWNER, { ...DEMO, agent: "tester" }));
  });

  test("is given to an agent nobody knows yet, by its name and its task", async () => {
    const task = "Move `src/intake/limits.ts` and fix the retry loop of the mail intake";
    const brief = await briefs().orient(OWNER, { ...DEMO, agent: "newcomer-3" }, { task });
    expect(brief.text).toContain("chosen by its name and task alone");
    expect(brief.sentences.flatMap(({ text }) => (text.includes("src/intake/limits.ts") ? [text] : []))).not.toEqual(
      [],
    );
    await expectTrue(brief.sentences.flatMap(({ citations }) => citations));
  });

  test("is refused for what no agent can be called", async () => {
    await refusal("invalid_input", briefs().orient(OWNER, { ...DEMO, agent: "../x" }));
    await refusal("forbidden", briefs().orient({ ...OWNER, workspace: "other" }, { ...DEMO, agent: "tester" }));
  });

  test("shows a role of one session no other session's memory", async () => {
    const elsewhere = { ...actingAs("tester-1"), kind: "role" as const, sessionKey: -1 };
    expect((await briefs().orient(elsewhere, { ...DEMO, agent: "tester" })).sources).toMatchObject({ sessions: 0 });
  });

  test("names what cannot be read, and reads the rest", async () => {
    await put(".kaizen/agents/broken/memory.md", Buffer.from([0x2d, 0x20, 0xff, 0xfe]));
    await put(".kaizen/agents/untidy/memory.md", "---\na: [\n---\n## Watch Points\n- `src/queue` is untidy\n");
    const brief = await briefs().orient(OWNER, { ...DEMO, agent: "implementer" });
    expect(brief.unread).toEqual([{ path: ".kaizen/agents/broken/memory.md", reason: "It is not valid UTF-8." }]);
    expect(brief.text).toContain("- `src/queue` is untidy [untidy:5]");
    await rm(join(wardroom.files, ".kaizen/agents/broken"), { recursive: true });
    await rm(join(wardroom.files, ".kaizen/agents/untidy"), { recursive: true });
  });
});

test("the brief of the project has risks, themes and threads, each cited", async () => {
  const brief = await briefs().project(VIEWER, DEMO);
  expect(brief.agents.map(({ agent }) => agent)).toContain("researcher");
  expect(brief.risks[0]).toMatchObject({ subject: "`src/queue`", agent: "code-reviewer", touches: ["implementer"] });
  expect(brief.themes.map(({ subject }) => subject)).toContain("“bank accounts”");
  expect(brief.threads.length).toBeGreaterThan(5);
  await expectTrue([...brief.risks, ...brief.themes, ...brief.threads].flatMap(({ citations }) => citations));
  expect((await briefs().project(OWNER, DEMO, { budget: 200 })).tokens).toBeLessThanOrEqual(200);
});

describe("the coach's own memory", () => {
  test("keeps what it saw in one revision and one line of the log, and repeats nothing", async () => {
    const recorded = await briefs().record(OWNER, DEMO, once("a"));
    expect(recorded).toMatchObject({ path: COACH, known: 0, revision: 1 });
    const warned = "code-reviewer warns of `src/queue`, on which implementer works";
    expect(recorded.added).toContainEqual({ section: "Watch Points", text: warned });
    const text = await read(COACH);
    expect(text).toContain(`- ${warned}\n`);
    expect(text).toMatch(/^session_count: 1$/m);
    expect(text.match(/· Read \d memories ·/g)).toHaveLength(1);
    expect(await briefs().record(OWNER, DEMO, once("a"))).toEqual(recorded);

    const again = await briefs().record(OWNER, DEMO, PLAIN_REQUEST);
    expect(again).toEqual({ path: COACH, added: [], known: recorded.added.length, revision: null });
    expect(await read(COACH)).toBe(text);
    const { items } = await wardroom.services.agents.sessions.list(OWNER, { ...DEMO, agent: "coach" }, { limit: 10 });
    expect(items).toMatchObject([{ state: "closed", closedRevision: 1 }]);
    expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true });
  });

  test("adds what is new, and speaks to no agent", async () => {
    await put(".kaizen/agents/mailer/memory.md", "## Watch Points\n- `src/intake/limits.ts` is read at start only\n");
    const { added, revision } = await briefs().record(OWNER, DEMO, PLAIN_REQUEST);
    expect(added).toContainEqual({
      section: "Watch Points",
      text: "mailer warns of `src/intake/limits.ts`, on which implementer works",
    });
    expect(revision).toBe(2);
    const { sentences } = await briefs().orient(OWNER, { ...DEMO, agent: "implementer" });
    expect(sentences.flatMap(({ citations }) => citations.map(({ path }) => path))).not.toContain(COACH);
  });

  test("is the Lead's to keep, and is left alone when it opted out", async () => {
    await refusal("forbidden", briefs().record(VIEWER, DEMO, PLAIN_REQUEST));
    await refusal("forbidden", briefs().record(actingAs("tester-1"), DEMO, PLAIN_REQUEST));
    await put(".claude/agents/agent-coach.md", "---\nname: coach\nmemory: disabled\n---\n");
    await refusal("conflict", briefs().record(OWNER, DEMO, PLAIN_REQUEST));
  });
});
