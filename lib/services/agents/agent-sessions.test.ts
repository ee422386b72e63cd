import { describe, expect, it } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { closing, TestAgent } from "@/lib/services/testing/agents.fixture";
import { actingAs, ifMatch, once, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const DEMO = { workspace: "demo" };
const today = () => new Date().toISOString().slice(0, 10);

const wardroom = await TestWardroom.open();
let { agents } = wardroom.services;

describe("a session", () => {
  it("starts with the memory and a line to acknowledge it, and closes in one revision", async () => {
    const agent = new TestAgent(wardroom, "one");
    await agent.init();
    const started = await agent.start();
    expect(started).toMatchObject({
      memory: await agent.read(),
      acknowledgement: expect.stringMatching(/^Memory of one read \(revision 1\): 0 sessions;.*\.$/) as string,
      brief: { agent: "one" },
      openSessions: [],
    });
    expect(await agent.revisions()).toHaveLength(1);
    const said = {
      summary: "a · b\nc",
      outcome: "·",
      findings: ["f"],
      worked: ["w"],
      watchPoints: ["p"],
      openThreads: ["t"],
    };
    const closed = await agent.close(started.sessionId, said);
    const memory = await agent.read();
    expect(closed).toMatchObject({
      session: {
        id: started.sessionId,
        state: "closed",
        closedBy: "Lead",
        summary: "a · b\nc",
        closedRevision: 2,
        revision: 1,
      },
      dryRun: false,
      log: `${today()} · a • b c · •`,
      revision: 2,
      etag: memory.etag,
      diff: { from: 1, to: 2, removed: 1 },
      diagnostics: [],
    });
    expect(memory).toMatchObject({ revision: 2, sessionCount: 1, lastUpdated: today() });
    expect(memory.log).toMatchObject([{ date: today(), summary: "a • b c", outcome: "•" }]);
    expect(memory.sections.map(({ entries }) => entries.map(({ text }) => text))).toEqual([
      [],
      ["f"],
      ["w"],
      ["p"],
      ["t"],
      [closed.log],
    ]);
    expect((await agent.revisions()).at(-1)).toMatchObject({
      operation: "close session",
      detail: { agent: "one", session: started.sessionId, added: 4 },
    });
    expect(await agent.story()).toEqual(["Lead: agent.created", "Lead: agent.started", "Lead: agent.closed"]);
    expect((await agent.start()).acknowledgement).toContain("1 session, the last on");
  });

  it("closes once, and says who did", async () => {
    const agent = new TestAgent(wardroom, "twice");
    await agent.init();
    const { sessionId } = await agent.start();
    await agent.close(sessionId);
    const text = await agent.text();
    const error = await refusal("conflict", agent.close(sessionId));
    expect(error.details.current).toMatchObject({ id: sessionId, state: "closed", closedBy: "Lead" });
    await refusal("conflict", agent.close(sessionId, {}, true));
    expect(await agent.text()).toBe(text);
    await refusal("not_found", agent.close("0123456789abcdef"));
    const other = new TestAgent(wardroom, "other");
    await other.init();
    const theirs = await other.start();
    await refusal("not_found", agent.close(theirs.sessionId));
  });

  it("closes once for one key, whatever the network does", async () => {
    const agent = new TestAgent(wardroom, "key");
    await agent.init();
    const { sessions } = agents;
    const started = await sessions.start(OWNER, agent.params, once("s"));
    expect(await sessions.start(OWNER, agent.params, once("s"))).toEqual(started);
    const params = { ...agent.params, id: started.sessionId };
    const closed = await sessions.close(OWNER, params, closing(), once("c"));
    expect(await sessions.close(OWNER, params, closing(), once("c"))).toEqual(closed);
    expect(await agent.read()).toMatchObject({ sessionCount: 1, log: [{}] });
  });

  it("left open is shown, and can be closed later", async () => {
    const agent = new TestAgent(wardroom, "left");
    await agent.init();
    const first = await agent.start();
    const second = await agent.start();
    expect(second.openSessions).toMatchObject([{ id: first.sessionId, state: "open", startedBy: "Lead" }]);
    expect((await agent.listed())?.openSessions.map(({ id }) => id)).toEqual([second.sessionId, first.sessionId]);
    await agent.close(first.sessionId);
    const list = (state?: "open" | "closed", limit = 10, cursor?: string) =>
      agents.sessions.list(VIEWER, agent.params, { limit, cursor, state });
    expect((await list("open")).items.map(({ id }) => id)).toEqual([second.sessionId]);
    expect((await list("closed")).items).toMatchObject([{ id: first.sessionId, summary: "Looked around" }]);
    const page = await list(undefined, 1);
    expect(page.items.map(({ id }) => id)).toEqual([second.sessionId]);
    const rest = await list(undefined, 1, page.nextCursor ?? "");
    expect(rest).toMatchObject({ items: [{ id: first.sessionId }], nextCursor: null });
    await wardroom.reopen();
    ({ agents } = wardroom.services);
    await agent.close(second.sessionId);
    expect(await agent.read()).toMatchObject({ sessionCount: 2 });
  });
});

describe("a close", () => {
  const TEXT =
    "---\nagent: merge\nsession_count: 3\nlast_updated: 2026-01-01\n---\n\n<!-- mine -->\n\n## Notes\n- kept\n\n## Watch Points\n- The retry loop logs the whole document\n\n## Open Threads\n- Rename the flags\n- Ask again\n";

  it("previews what it would do, then does exactly that", async () => {
    const agent = new TestAgent(wardroom, "merge");
    await agent.put(TEXT);
    const { sessionId } = await agent.start();
    const said = {
      watchPoints: ["The retry loop logs the whole document on failure", "the retry LOOP logs the whole document."],
      closedThreads: ["ask again", "Rename flag"],
    };
    const preview = await agent.close(sessionId, said, true);
    expect(preview).toMatchObject({
      dryRun: true,
      session: { state: "open" },
      nearDuplicates: [{ section: "Watch Points", entry: { text: "The retry loop logs the whole document" } }],
      repeated: [{ text: "the retry LOOP logs the whole document." }],
      closedThreads: [{ text: "Ask again" }],
      unknownThreads: [{ text: "Rename flag", nearest: { text: "Rename the flags" } }],
      revision: null,
      etag: (await agent.read()).etag,
    });
    expect(await agent.text()).toBe(TEXT);
    const entry = preview.nearDuplicates[0]?.entry.id ?? "";
    const choice = { text: "The retry loop logs the whole document on failure", entry, choice: "replace" } as const;
    const closed = await agent.close(sessionId, { ...said, watchPoints: [choice] });
    expect(closed.merged).toMatchObject([{ choice: "replace" }]);
    expect(await agent.text()).toBe(
      TEXT.replace("session_count: 3", "session_count: 4")
        .replace("2026-01-01", today())
        .replace("whole document\n", "whole document on failure\n")
        .replace("- Ask again\n", "") +
        `\n## Session Log\n<!-- One-line entry per session: date · summary · outcome -->\n- ${today()} · Looked around · done\n`,
    );
    const { sessionId: later } = await agent.start();
    await refusal("conflict", agent.close(later, { watchPoints: [choice] }));
    expect((await agent.listed())?.openSessions).toMatchObject([{ id: later }]);
  });

  it("of broken frontmatter leaves it, says so, and does the rest", async () => {
    const agent = new TestAgent(wardroom, "broken");
    await agent.put("---\nagent: [\nsession_count: 3\n---\n## Watch Points\n- a\n");
    expect(await agent.read()).toMatchObject({ sessionCount: null, sections: [{ entries: [{ text: "a" }] }] });
    const started = await agent.start();
    expect(started.memory?.diagnostics[0]).toMatchObject({
      code: "bad_frontmatter",
      range: { start: { line: 3 } },
    });
    const closed = await agent.close(started.sessionId, { watchPoints: ["b"] });
    expect(closed.diagnostics).toMatchObject([{ code: "frontmatter_kept" }]);
    expect((await agent.text()).startsWith("---\nagent: [\nsession_count: 3\n---\n## Watch Points\n- a\n- b\n")).toBe(
      true,
    );
  });

  it("of a file that would take its lines in changes nothing, and the session stays open", async () => {
    const agent = new TestAgent(wardroom, "swallow");
    await agent.put("## Open Threads\n<!-- never closed\n");
    const { sessionId } = await agent.start();
    const { details } = await refusal("unparseable", agent.close(sessionId));
    const told = details.current?.diagnostics as { code: string; range: { start: { line: number } } }[];
    expect(told.find(({ code }) => code === "unclosed_block")?.range.start.line).toBe(2);
    expect(await agent.text()).toBe("## Open Threads\n<!-- never closed\n");
    await agent.put("## Open Threads\n<!-- closed -->\n");
    await agent.close(sessionId);
    expect(await agent.read()).toMatchObject({ sessionCount: 1 });
  });

  it("names what it has seen, if it wants to", async () => {
    const agent = new TestAgent(wardroom, "seen");
    await agent.init();
    const { sessionId } = await agent.start();
    const params = { ...agent.params, id: sessionId };
    await refusal("stale", agents.sessions.close(OWNER, params, closing(), ifMatch("0")));
    await refusal("invalid_input", agents.sessions.close(OWNER, params, closing({ summary: " " }), PLAIN_REQUEST));
    await agents.sessions.close(OWNER, params, closing(), ifMatch((await agent.read()).etag.replaceAll('"', "")));
  });
});

it("two at once both count, and nothing of either is lost", async () => {
  const agent = new TestAgent(wardroom, "race");
  await agent.put("---\nsession_count: 0\nlast_updated: 2026-01-01\n---\n## Open Threads\n- one thread\n");
  const started = [];
  for (let index = 0; index < 12; index++) started.push(await agent.start());
  const other = await wardroom.another();
  const close = (id: string, index: number) =>
    (index % 2 === 0 ? agents : other.services.agents).sessions.close(
      OWNER,
      { ...agent.params, id },
      closing({ findings: [`finding ${String(index)}`, "the same of all"], closedThreads: ["one thread"] }),
      PLAIN_REQUEST,
    );
  const closed = await Promise.all(started.map(({ sessionId }, index) => close(sessionId, index)));
  const memory = await agent.read();
  expect(memory).toMatchObject({ sessionCount: 12 });
  expect(memory.log).toHaveLength(12);
  const findings = memory.sections.find(({ name }) => name === "Accumulated Findings")?.entries.map(({ text }) => text);
  expect(findings?.sort()).toEqual(
    ["the same of all", ...started.map((_, index) => `finding ${String(index)}`)].sort(),
  );
  expect(closed.filter(({ closedThreads }) => closedThreads.length === 1)).toHaveLength(1);
  expect(closed.filter(({ unknownThreads }) => unknownThreads.length === 1)).toHaveLength(11);
  expect(closed.map(({ revision }) => revision).sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
    started.map((_, index) => index + 2),
  );
  expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true });
});

it("of one session at once, one closes it", async () => {
  const agent = new TestAgent(wardroom, "single");
  await agent.init();
  const { sessionId } = await agent.start();
  const other = await wardroom.another();
  const params = { ...agent.params, id: sessionId };
  const results = await Promise.allSettled(
    [agents, other.services.agents, agents, other.services.agents].map(({ sessions }) =>
      sessions.close(OWNER, params, closing(), PLAIN_REQUEST),
    ),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const result of results)
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "conflict" });
  expect(await agent.read()).toMatchObject({ sessionCount: 1 });
});

it("roles start and close the sessions of their own agent, in their name; others and viewers do not", async () => {
  const agent = new TestAgent(wardroom, "reviewer");
  await agent.init();
  const role = actingAs("reviewer-1");
  const { sessionId } = await agents.sessions.start(role, agent.params, PLAIN_REQUEST);
  const params = { ...agent.params, id: sessionId };
  const other = actingAs("implementer-1");
  await refusal("forbidden", agents.sessions.start(other, agent.params, PLAIN_REQUEST));
  await refusal("forbidden", agents.sessions.close(other, params, closing(), PLAIN_REQUEST));
  await refusal("forbidden", agents.sessions.start(VIEWER, agent.params, PLAIN_REQUEST));
  await refusal("forbidden", agents.sessions.close(VIEWER, params, closing(), PLAIN_REQUEST));
  await refusal("forbidden", agents.sessions.close(VIEWER, params, closing(), PLAIN_REQUEST, true));
  const closed = await agents.sessions.close(role, params, closing(), PLAIN_REQUEST);
  expect(closed.session).toMatchObject({ startedBy: "reviewer-1", closedBy: "reviewer-1" });
});

it("two roles that share a memory are offered, and may close, their own sessions alone", async () => {
  const agent = new TestAgent(wardroom, "builder");
  await agent.init();
  const [one, two] = [actingAs("builder-1"), actingAs("builder-2")];
  const first = await agents.sessions.start(one, agent.params, PLAIN_REQUEST);
  const second = await agents.sessions.start(two, agent.params, PLAIN_REQUEST);
  expect(second.openSessions).toEqual([]);
  const params = { ...agent.params, id: first.sessionId };
  const before = await agent.text();
  await refusal("forbidden", agents.sessions.close(two, params, closing(), PLAIN_REQUEST));
  await refusal("forbidden", agents.sessions.close(two, params, closing(), PLAIN_REQUEST, true));
  expect(await agent.text()).toBe(before);
  const offered = async (caller: typeof one) =>
    (await agents.sessions.start(caller, agent.params, PLAIN_REQUEST)).openSessions.map(({ id }) => id);
  expect(await offered(one)).toEqual([first.sessionId]);
  expect(await offered(OWNER)).toContain(second.sessionId);
  const closed = await agents.sessions.close(OWNER, params, closing(), PLAIN_REQUEST);
  expect(closed.session).toMatchObject({ startedBy: "builder-1", closedBy: "Lead" });
  expect(await agent.story()).toContain("builder-2: agent.started");
});

it("a role without an agent of its name is told which agent it works as, and how one begins", async () => {
  await new TestAgent(wardroom, "mason").init();
  const unknown = (agent: string) => agents.sessions.start(OWNER, { workspace: "demo", agent }, PLAIN_REQUEST);
  expect(await refusal("not_found", unknown("mason-2"))).toMatchObject({ details: { about: { agent: "mason" } } });
  expect(await refusal("not_found", unknown("glazier-1"))).toMatchObject({
    details: { about: { agent: "glazier-1" } },
  });
});
