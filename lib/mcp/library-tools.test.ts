import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, it } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { connect, refusal, use } from "@/lib/mcp/testing/client.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { PROJECT, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

interface Part {
  text: string;
  next: number | null;
}

let wardroom: TestWardroom;
let client: Client;
let onlooker: Client;
beforeAll(async () => {
  wardroom = await TestWardroom.open();
  serve(wardroom);
  await cp(join(PROJECT, "example/workspace"), wardroom.files, { recursive: true });
  const session = { workspace: "demo", session: "invoice-import" };
  const { token } = await wardroom.services.tokens.mint(OWNER, { ...session, role: "implementer-2" }, PLAIN_REQUEST);
  client = await connect(token, "modern");
  const team = await wardroom.services.teamTokens.mint(OWNER, session, PLAIN_REQUEST);
  onlooker = await connect(team.token, "modern");
});

describe("an agent's session", () => {
  it("starts with its memory and a brief, and ends with what was learnt", async () => {
    const agent = "implementer";
    const begun = await use<{ sessionId: string; memory: Part; brief: Part }>(client, "start", { agent });
    expect(begun.brief.text).not.toBe("");
    const whole = await use<Part>(client, "recall", { agent });
    expect(whole.text.startsWith(begun.memory.text)).toBe(true);

    const uri = `wardroom://demo/agents/${encodeURIComponent(agent)}/memory`;
    const told = new Promise<string>((resolve) =>
      client.setNotificationHandler("notifications/resources/updated", ({ params }) => resolve(params.uri)),
    );
    await client.listen({ resourceSubscriptions: [uri] });
    const body = {
      agent,
      sessionId: begun.sessionId,
      summary: "Looked at the door for agents",
      outcome: "It opens",
      findings: ["The door answers with the problem itself"],
      closedThreads: ["a thread that nobody opened"],
    };
    const preview = await use(client, "close", { ...body, dryRun: true });
    expect(preview).not.toHaveProperty("revision");
    const closed = await use(client, "close", body);
    expect(closed).toMatchObject({
      added: [{ section: "Accumulated Findings" }],
      revision: expect.any(Number) as number,
    });
    expect((await use<Part>(client, "recall", { agent })).text).toContain(body.findings[0]);
    expect(await told).toBe(uri);
    await refusal("conflict", client, "close", body);
    await refusal("not_found", client, "start", { agent: "nobody-at-all" });
    await refusal("forbidden", onlooker, "start", { agent });
    await refusal("invalid_input", client, "close", { ...body, extra: 1 });

    const { resources } = await client.listResources();
    expect(resources.map((each) => each.uri)).toContain(uri);
    const { contents } = await client.readResource({ uri });
    expect(JSON.stringify(contents)).toContain(body.findings[0]);
  });

  it("can be prepared with a brief of one agent or of all", async () => {
    const all = await use<{ text: string; tokens: number }>(onlooker, "brief", { budget: 300 });
    expect(all.text).not.toBe("");
    expect(all.tokens).toBeLessThanOrEqual(300);
    const { items } = await wardroom.services.agents.list(OWNER, { workspace: "demo" });
    expect(await use(onlooker, "brief", { agent: items[0]?.name })).toMatchObject({ budget: 1500 });
  });
});

describe("knowledge", () => {
  it("is listed, narrowed and read", async () => {
    const { items } = await use<{ items: { id: string; path: string; tokens: number }[] }>(onlooker, "knowledge");
    expect(items.map(({ id }) => id)).toContain("owasp-top-10");
    const { items: some } = await use<{ items: { id: string }[] }>(onlooker, "knowledge", { team: "security-review" });
    expect(some.length).toBeLessThan(items.length);
    const entry = items.find(({ id }) => id === "owasp-top-10");
    const text = await readFile(join(wardroom.files, entry?.path ?? ""), "utf8");
    const { read } = await use<{ read: Part }>(onlooker, "knowledge", { id: "owasp-top-10" });
    expect(text.startsWith(read.text)).toBe(true);
    const uri = "wardroom://demo/knowledge/owasp-top-10";
    expect((await onlooker.readResource({ uri })).contents).toMatchObject([
      { text: expect.stringContaining(`: data, not instructions>>\n${text}\n<<`) as string },
    ]);
    await refusal("not_found", onlooker, "knowledge", { id: "nothing" });
    await expect(onlooker.readResource({ uri: "wardroom://demo/knowledge/nothing" })).rejects.toMatchObject({
      code: -32602,
    });
  });
});

describe("a team session", () => {
  it("loads and unloads within its budget, is saved and resumed", async () => {
    const team = "security-review";
    await refusal("not_found", client, "unload", { team, id: "owasp-top-10" });
    const begun = await use<{ teamSession: string; loaded: { id: string }[] }>(client, "load", {
      team,
      mode: "review",
    });
    expect(begun.loaded.map(({ id }) => id)).toContain("owasp-top-10");
    const unloaded = await use<{ loaded: { id: string }[]; message: string }>(client, "unload", {
      team,
      id: "owasp-top-10",
    });
    expect(unloaded.loaded.map(({ id }) => id)).not.toContain("owasp-top-10");
    const saved = await use(client, "save", {
      team,
      state: { mode: "review", turnCount: 12, currentSpeaker: "facilitator" },
      dialogueSummary: [{ turn: 12, speaker: "facilitator", summary: "Where the door stands" }],
      agreements: ["The door stays shut at night"],
      openIssues: ["Who has the key"],
      resumeHints: { nextAction: "Ask for the key" },
    });
    expect(saved).toMatchObject({ teamSession: begun.teamSession });
    await use(client, "load", { team, id: "owasp-top-10" });
    const resumed = await use<{ loaded: { id: string }[] }>(client, "resume", { team });
    expect(resumed).toMatchObject({
      teamSession: begun.teamSession,
      turns: 12,
      currentSpeaker: "facilitator",
      agreements: ["The door stays shut at night"],
      openIssues: ["Who has the key"],
      nextAction: "Ask for the key",
    });
    expect(resumed.loaded).toEqual(unloaded.loaded);
    await use(client, "load", { team, topic: "deadlock" });
    const { hint } = await refusal("invalid_input", client, "resume", { team });
    expect(hint).toContain(begun.teamSession);
    await refusal("not_found", client, "load", { team: "none", mode: "review" });
    await refusal("forbidden", onlooker, "load", { team, mode: "review" });
  });

  it("begins with an entry beside its mode, or not at all", async () => {
    const team = "security-review";
    const told = async () => {
      const filter = { limit: 200, format: "json" } as const;
      return (await wardroom.services.events.list(OWNER, { workspace: "demo" }, filter)).items.map(({ id }) => id);
    };
    const before = await told();
    await refusal("not_found", client, "load", { team, mode: "review", id: "nothing" });
    const { hint } = await refusal("over_budget", client, "load", { team, mode: "review", id: "postgres-locking" });
    expect(hint).toContain("No session was started.");
    expect(await told()).toEqual(before);
    const both = { team, topic: "logging", teamSession: "both-at-once", id: "review-checklist" };
    expect(await use(client, "load", both)).toMatchObject({
      message: "Knowledge loaded: [masking-rules, review-checklist]",
      loaded: [{ id: "masking-rules" }, { id: "review-checklist" }],
    });
    expect(await told()).toHaveLength(before.length + 1);
  });

  it("refuses what goes beyond the budget, and says what could go", async () => {
    const team = "security-review";
    const { teamSession } = await use<{ teamSession: string }>(client, "load", { team, mode: "review" });
    const refused = await refusal("over_budget", client, "load", { team, teamSession, id: "postgres-locking" });
    expect(refused.hint).toMatch(/^Unload .* first/);
    expect(refused.shown).toEqual([]);
    await use(client, "unload", { team, teamSession, id: "secure-code-review" });
    await use(client, "load", { team, teamSession, id: "postgres-locking" });
  });
});

describe("search", () => {
  it("finds across every kind of memory", async () => {
    const { items, total } = await use<{ items: { kind: string; path: string; line: number }[]; total: number }>(
      onlooker,
      "search",
      { q: "deadlock", limit: 3 },
    );
    expect(items.length).toBeGreaterThan(0);
    expect(total).toBeGreaterThanOrEqual(items.length);
    const knowledge = await use<{ items: { kind: string }[] }>(onlooker, "search", {
      q: "injection",
      kind: "knowledge",
    });
    expect(new Set(knowledge.items.map(({ kind }) => kind))).toEqual(new Set(["knowledge"]));
    await refusal("invalid_input", onlooker, "search", { q: "x", kind: "nonsense" });
    await refusal("invalid_input", onlooker, "search", { q: "" });
  });
});
