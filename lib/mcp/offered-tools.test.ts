import type { Client } from "@modelcontextprotocol/client";
import { cp, rename } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { connect, refusal, use } from "@/lib/mcp/testing/client.fixture";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { OWNER_TOKEN, PROJECT, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { countTokens } from "@/lib/services/workspace/token-counter";

/** Tokens that the tools may take of each conversation, wherever there is knowledge too. */
const MOST = { role: 1500, lead: 2500 };

const wardroom = await TestWardroom.open();
serve(wardroom);
const session = await wardroom.session("one", ["implementer-1", "tester-1"]);

async function as(role: string): Promise<Client> {
  const { token } = await wardroom.services.tokens.mint(OWNER, { ...session.params, role }, PLAIN_REQUEST);
  return connect(token, "modern");
}

async function offered(client: Client) {
  const { tools } = await client.listTools();
  const told = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const more = told.find(({ name }) => name === "more")?.description ?? "";
  const others = [...more.matchAll(/^([a-z-]+)\((.*)\) ./gm)].map(([, name = "", fields = ""]) => ({ name, fields }));
  const names = [...told.flatMap(({ name }) => (name === "more" ? [] : [name])), ...others.map(({ name }) => name)];
  return { names, others, tokens: countTokens(JSON.stringify(told)), told };
}

/** Who is told of tools, in a workspace that has everything there is. */
async function everybody(): Promise<[string, Client, number][]> {
  const teams = await wardroom.services.teamTokens.mint(OWNER, session.params, PLAIN_REQUEST);
  return [
    ["a role", await as("implementer-1"), MOST.role],
    ["the owner as a role", await connect(OWNER_TOKEN, "modern", { "x-wardroom-role": "tester-1" }), MOST.role],
    ["the Lead", await as("Lead"), MOST.lead],
    ["the Lead of all sessions", await connect(OWNER_TOKEN, "modern", { "x-wardroom-role": "Lead" }), MOST.lead],
    ["a shared connection", await connect(OWNER_TOKEN, "modern"), MOST.lead],
    ["a team's connection", await connect(teams.token, "modern"), MOST.lead],
  ];
}

describe("the tools that are offered", () => {
  it("are to a role what a role uses, in few tokens", async () => {
    const { names, told } = await offered(await as("implementer-1"));
    expect(names).toEqual([
      ...["status", "inbox", "tell", "memory", "say", "edit", "ack"],
      ...["pair", "relays", "updates", "lost", "start", "close", "recall", "brief", "search"],
    ]);
    // Its token reaches one session, and acts for one role.
    expect(JSON.stringify(told)).not.toMatch(/"workspace":|"session":/);
    expect(told.find(({ name }) => name === "ack")?.inputSchema.properties).not.toHaveProperty("role");
  });

  it("are to the owner who acts as a role what that role uses", async () => {
    const client = await connect(OWNER_TOKEN, "modern", { "x-wardroom-role": "implementer-1" });
    const { names } = await offered(client);
    expect(names).toEqual(expect.arrayContaining(["inbox", "ack", "lost"]));
    expect(names).not.toContain("publish");
  });

  it("are to the Lead all that it takes to lead, in few tokens", async () => {
    const { names } = await offered(await as("Lead"));
    expect(names).toEqual(
      expect.arrayContaining(["publish", "approve", "reject", "resolve", "archive", "prune", "replace", "undo"]),
    );
    expect(names).toEqual(expect.arrayContaining(["gates", "gate-open", "gate-conclude"]));
    // A token of one session makes and restores none, and there is no knowledge yet.
    for (const name of ["session-create", "session-finish", "session-restore", "trash", "load"])
      expect(names).not.toContain(name);
    // It may be lent to the team, whose roles acknowledge.
    expect(names).toEqual(expect.arrayContaining(["ack", "lost"]));
  });

  it("name a session where the caller reaches several", async () => {
    const { told } = await offered(await connect(OWNER_TOKEN, "modern"));
    expect(told.find(({ name }) => name === "say")?.inputSchema.properties).toHaveProperty("session");
    expect(told.find(({ name }) => name === "ack")?.inputSchema.properties).toHaveProperty("role");
  });

  it("are to the owner as the Lead those of all sessions too, each with its session", async () => {
    const { names, others } = await offered(await connect(OWNER_TOKEN, "modern", { "x-wardroom-role": "Lead" }));
    expect(names).toEqual(
      expect.arrayContaining(["session-create", "session-finish", "session-restore", "trash", "publish"]),
    );
    // The Lead is sent no context, and is asked for no acknowledgement.
    for (const name of ["ack", "lost"]) expect(names).not.toContain(name);
    expect(others.find(({ name }) => name === "session-restore")?.fields).toMatch(/^session,/);
  });

  it("are there while the folder of the workspace is away", async () => {
    const other = await TestWardroom.open();
    serve(other);
    await rename(other.files, `${other.files}-away`);
    expect((await offered(await connect(OWNER_TOKEN, "modern"))).names).toContain("status");
    await rename(`${other.files}-away`, other.files);
    serve(wardroom);
  });

  it("are those of knowledge as soon as there is some", async () => {
    const other = await TestWardroom.open();
    serve(other);
    const names = async () => (await offered(await connect(OWNER_TOKEN, "modern"))).names;
    expect(await names()).not.toContain("knowledge");
    await cp(join(PROJECT, "example/workspace/.microai"), join(other.files, ".microai"), { recursive: true });
    expect(await names()).toEqual(expect.arrayContaining(["knowledge", "load", "unload", "save", "resume"]));
    serve(wardroom);
  });

  it("cost everybody few tokens, as the product counts them, in a workspace that has everything", async () => {
    await cp(join(PROJECT, "example/workspace/.microai"), join(wardroom.files, ".microai"), { recursive: true });
    for (const [who, client, most] of await everybody()) {
      const { tokens } = await offered(client);
      process.stdout.write(`tools/list of ${who}: ${tokens} tokens\n`);
      expect(tokens, who).toBeLessThanOrEqual(most);
    }
  });

  it("can be called by the one that stands for most of them, with an object or the JSON of one", async () => {
    const client = await as("implementer-1");
    for (const args of [{ q: "zzqqxx" }, '{"q":"zzqqxx"}'])
      expect(await use(client, "more", { tool: "search", args })).toMatchObject({ total: 0 });
    expect(await use(client, "more", { tool: "updates" })).toEqual({ items: [], more: 0 });
    await refusal("invalid_input", client, "more", { tool: "search", args: "no JSON" });
    await expect(use(client, "more", { tool: "serch" })).rejects.toThrow(/no tool serch.*search/);
    await expect(use(client, "more", {})).rejects.toThrow(/no tool more/);
  });
});

describe("the Lead over MCP", () => {
  it("leads a phase to its end", async () => {
    const lead = await as("Lead");
    const published = await use(lead, "publish", { text: "# Goal\n\nShip the importer\n" });
    expect(published).toMatchObject({ version: "GC-v1" });
    const role = await as("implementer-1");
    const update = await use<{ items: { version: string; total: number }[] }>(role, "updates");
    const { version = "", total = 0 } = update.items[0] ?? {};
    await use(role, "ack", { version, applied: total, total, action: "CONTINUE" });
    const said = await use(await as("tester-1"), "say", { tag: "Question", text: "Which rates apply abroad?" });
    const relays = await use<{ items: { id: string; state: string }[] }>(lead, "relays", { state: "pending" });
    for (const { id } of relays.items) await use(lead, "approve", { relay: id });
    const asked = await use<string>(lead, "memory", { tag: "Question" });
    const item = /\((\w+)\)$/m.exec(asked)?.[1] ?? String(said.id); // - [Question] Which rates … (15de695e0985)
    await use(lead, "resolve", { item, resolution: "Those of the day before" });
    expect(await use(lead, "archive", { items: [item] })).toHaveProperty("revision");
    const { revision } = await use<{ revision: number }>(lead, "unarchive", { items: [item] });
    await use(lead, "undo", { revision });
    const opened = await use<{ id: string; blockers: unknown[] }>(lead, "gate-open", { phase: 1 });
    await refusal("gate_open", lead, "gate-open", { phase: 2 });
    expect(await use(lead, "gate", { gate: opened.id })).toMatchObject({
      said: expect.stringContaining("gate open") as string,
    });
    const { blockers } = await use<{ blockers: { id: string }[] }>(lead, "gate", { gate: opened.id });
    const waivers = blockers.map(({ id }) => ({ id, reason: "Away until the next phase" }));
    const concluded = await use(lead, "gate-conclude", {
      gate: opened.id,
      result: "APPROVED",
      criteria: ["All tests pass"],
      waivers,
    });
    expect(concluded).toMatchObject({
      against: ["Nobody reported a result."],
      said: expect.stringMatching(/^Phase 1 PASSED/) as string,
    });
    expect(await use(lead, "prune", { dryRun: true, target: 0 })).toHaveProperty("items");
    expect(await use(lead, "publish", { text: "# Goal\n\nShip it twice\n", dryRun: true })).toMatchObject({
      version: "GC-v2",
    });
  });

  it("is refused what another role may not do, and told what is wrong with its arguments", async () => {
    const role = await as("implementer-1");
    await refusal("forbidden", role, "publish", { text: "# Goal\n" });
    const problem = await refusal("invalid_input", await as("Lead"), "archive", { note: "over" });
    expect(problem.detail).toMatch(/^items: /);
    expect((await refusal("invalid_input", await as("Lead"), "approve", { relay: 1 })).detail).toMatch(/^relay: /);
  });
});
