import type { Client } from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, it } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { connect, ERAS, refusal, use } from "@/lib/mcp/testing/client.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { OWNER_TOKEN, TestWardroom, type TestSession } from "@/lib/services/testing/test-wardroom.fixture";

const ITEM = { tag: "Finding", text: "The queue drops the last message" };

const wardroom = await TestWardroom.open();
serve(wardroom);
const one = await wardroom.session("one", ["implementer-1", "tester-1"]);
await wardroom.session("two", ["implementer-1"]);

async function tokenOf(role: string, session = one): Promise<string> {
  const { token } = await wardroom.services.tokens.mint(OWNER, { ...session.params, role }, PLAIN_REQUEST);
  return token;
}

async function as(role: string, session = one): Promise<Client> {
  return connect(await tokenOf(role, session), "modern");
}

function publish({ params }: TestSession, text: string) {
  return wardroom.services.context.publish(OWNER, params, { text }, { dryRun: false }, PLAIN_REQUEST);
}

describe.each(ERAS)("the official client of the %s era", (era) => {
  let client: Client;
  beforeAll(async () => {
    client = await connect(await tokenOf("implementer-1"), era);
  });

  it("is told who it talks to, how to go about it and which tools there are", async () => {
    expect(client.getServerVersion()).toMatchObject({ name: "wardroom" });
    expect(client.getInstructions()).toContain("`say`");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("more");
    for (const { name, inputSchema, annotations } of tools) {
      expect(name).toMatch(/^[a-z]{2,10}(-[a-z]{2,10})?$/);
      expect(inputSchema).toMatchObject({ type: "object" });
      expect(annotations).toMatchObject({ openWorldHint: false });
    }
    const readOnly = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name);
    expect(readOnly.sort()).toEqual(["inbox", "memory", "status"]);
    const destructive = tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name);
    expect(destructive).toEqual(["edit", "more"]);
    expect(JSON.stringify(tools)).not.toContain("$ref");
  });

  it("is told as a problem what it did wrong", async () => {
    const problem = await refusal("invalid_input", client, "say", { tag: "Nonsense", text: "x", extra: 1 });
    expect(problem.detail).toMatch(/^tag: Invalid option: expected one of Finding\|Pattern\|/);
    expect(problem.shown).toEqual([expect.stringContaining("extra")]);
    await refusal("conflict", client, "edit", { oldString: "nowhere", newString: "x" });
    await refusal("stale", client, "edit", { oldString: "a", newString: "x", etag: '"0"' });
    await refusal("forbidden", client, "memory", { session: "two" });
    await refusal("forbidden", client, "say", { ...ITEM, role: "tester-1" });
    await expect(client.callTool({ name: "nothing", arguments: {} })).rejects.toMatchObject({ code: -32602 });
  });
});

describe("the team memory", () => {
  it("is told since a revision: what is new, what stands otherwise, what is gone", async () => {
    const session = await wardroom.session("since", ["implementer-1", "implementer-2"]);
    const [client, other] = [await as("implementer-1", session), await as("implementer-2", session)];
    await use(client, "say", { tag: "Finding", text: "stays" });
    await use(client, "say", { tag: "Finding", text: "is edited" });
    await use(client, "say", { tag: "Finding", text: "goes" });
    await use(other, "say", { tag: "Question", text: "is resolved" });
    const read = async (args = {}) => (await use<string>(client, "memory", args)).split("\n").slice(1);
    const revision = Number(/ at revision (\d+), /.exec(await use<string>(client, "memory"))?.[1]);
    expect(await read({ since: revision })).toEqual(["Nothing."]);
    const edited = await session.item("is edited");
    await use(client, "edit", { oldString: "is edited", newString: "was edited" });
    await use(client, "edit", { oldString: "- [Finding] goes\n", newString: "" });
    await use(other, "say", { tag: "Finding", text: "is new" });
    const item = await session.item("is resolved");
    await wardroom.services.curation.resolve(OWNER, session.params, { item, resolution: "yes" }, PLAIN_REQUEST);
    const ofTwo = ["## implementer-2", `- [Question] is resolved (resolved: yes; ${item})`, "- [Finding] is new"];
    expect(await use<string>(client, "memory", { since: revision })).toContain(
      `since at revision ${revision + 4}, etag `,
    );
    expect(await read({ since: revision })).toEqual([
      "## implementer-1",
      `- [Finding] was edited (${edited})`,
      ...ofTwo,
      "Gone:",
      "- implementer-1: goes",
    ]);
    expect(await read({ since: revision, role: "implementer-2" })).toEqual(ofTwo);
    await refusal("invalid_input", client, "memory", { since: 10_000 });
    // Nothing found is no news where the name is misspelled.
    expect((await refusal("not_found", client, "memory", { role: "implementor-1" })).hint).toContain("implementer-1?");
    await refusal("not_found", client, "memory", { tag: "find" });
    expect(await read({ tag: "PATTERN" })).toEqual(["Nothing."]);
  });

  it("comes in pages that fit, whole together", async () => {
    const text = (n: number) => `- [Finding] ${String(n)} ${"word ".repeat(40)}${"漢字".repeat(20)}`;
    const items = Array.from({ length: 400 }, (_, n) => text(n)).join("\n");
    const session = await wardroom.session(
      "long",
      ["implementer-1"],
      `# TEAM-MEMORY — long\n\n## implementer-1\n\n${items}\n`,
    );
    const client = await as("implementer-1", session);
    const seen: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page: string = await use(client, "memory", cursor === undefined ? {} : { cursor });
      expect(Buffer.byteLength(page)).toBeLessThan(30_000);
      seen.push(...[...page.matchAll(/^- \[Finding\] (\d+) /gm)].map(([, n = ""]) => n));
      cursor = /^Goes on: memory {cursor: "(\w+)"}$/m.exec(page)?.[1];
      pages++;
    } while (cursor !== undefined);
    expect(pages).toBeGreaterThan(3);
    expect(seen).toEqual(Array.from({ length: 400 }, (_, n) => String(n)));
    await refusal("invalid_input", client, "memory", { cursor: "none" });
  });

  it("cuts an item that is too long for any answer, and says so", async () => {
    const session = await wardroom.session("huge", ["implementer-1"]);
    const client = await as("implementer-1", session);
    await use(client, "say", { tag: "Finding", text: "漢".repeat(20_000) });
    expect(await use<string>(client, "memory")).toMatch(
      /^- \[Finding\] 漢{1000,} \(cut: the resource has all of it; /m,
    );
  });
});

describe("context updates", () => {
  it("that are long are read on to their end", async () => {
    const session = await wardroom.session("informed-long", ["implementer-1"]);
    const client = await as("implementer-1", session);
    const lines = Array.from({ length: 2000 }, (_, n) => `- rule ${n} of this house 漢字`).join("\n");
    await publish(session, `# Context\n\n## Rules\n\n${lines}\n`);
    let text = "";
    let next: number | null = 1;
    let update: string | undefined;
    while (next !== null) {
      const args: Record<string, unknown> = update === undefined ? {} : { update, part: next };
      const { items }: { items: { id: string; text: string; next: number | null }[] } = await use(
        client,
        "updates",
        args,
      );
      const [item] = items;
      expect(Buffer.byteLength(item?.text ?? "")).toBeLessThanOrEqual(24_000);
      text += item?.text ?? "";
      next = item?.next ?? null;
      update = item?.id;
    }
    for (const line of lines.split("\n")) expect(text).toContain(`${line}\n`);
    await refusal("invalid_input", client, "updates", { update, part: 9000 });
    await refusal("not_found", client, "updates", { update: "nothing" });
  });
});

describe("a token that reaches several sessions", () => {
  it("names one, or is told which there are", async () => {
    const client = await connect(OWNER_TOKEN, "modern", { "x-wardroom-role": "Lead" });
    const { hint } = await refusal("invalid_input", client, "memory");
    expect(hint).toContain("one");
    expect(hint).toContain("two");
    expect(await use(client, "status")).toMatchObject({ you: "Lead", may: "lead", session: null, workspace: "demo" });
    expect(await use(client, "memory", { session: "two" })).toMatch(/^two at revision /);
    await refusal("not_found", client, "memory", { session: "none" });
    await refusal("not_found", client, "memory", { session: "two", workspace: "none" });
    await use(client, "say", { ...ITEM, role: "tester-1", session: "one" });
    const acting = await connect(OWNER_TOKEN, "modern", { "x-wardroom-role": "implementer-1" });
    await refusal("forbidden", acting, "say", { ...ITEM, role: "tester-1", session: "one" });
  });
});

describe("a connection that a team shares", () => {
  it("acts call by call as the role that was announced, and reads and relays otherwise", async () => {
    const session = await wardroom.session("shared", ["implementer-1", "implementer-2"]);
    const { token } = await wardroom.services.teamTokens.mint(OWNER, session.params, PLAIN_REQUEST);
    for (const [client, caller] of [
      [await connect(token, "modern"), token],
      [await connect(OWNER_TOKEN, "legacy"), OWNER_TOKEN],
    ] as const) {
      const where = { session: "shared" };
      const known = await wardroom.services.authentication.authenticate({ token: caller, source: "api", role: null });
      const announce = (toolUseId: string, role: string) =>
        wardroom.services.callers.announce(
          known,
          { workspace: "demo" },
          { toolUseId, role, session: "shared", agentId: null },
        );
      await announce("toolu_1", "implementer-1");
      await announce("toolu_2", "implementer-2");
      await use(client, "say", { ...ITEM, anyway: true, ...where }, "toolu_1");
      await use(client, "say", { ...ITEM, anyway: true, ...where }, "toolu_2");
      const read = await use<string>(client, "memory", where, "toolu_1");
      expect(read.match(/^## .+/gm)).toEqual(["## implementer-1", "## implementer-2"]);
      expect(await use(client, "status", where)).toMatchObject({ you: "unknown", may: "read and relay" });
      await use(client, "memory", where, "toolu_unknown");
      const left = await use(
        client,
        "say",
        { ...ITEM, anyway: true, ...where, role: "implementer-1" },
        "toolu_unknown",
      );
      expect(left).toMatchObject({ state: "relayed" });
      await refusal("invalid_input", client, "say", { ...ITEM, ...where });
      await refusal("forbidden", client, "edit", { oldString: "queue", newString: "x", ...where });
      await refusal("forbidden", client, "lost", { role: "implementer-1", ...where });
      await refusal("forbidden", client, "say", { ...ITEM, role: "implementer-2", ...where }, "toolu_1");
    }
    const story = await session.story();
    expect(story.filter((line) => line.startsWith("unknown: relay.created"))).toHaveLength(2);
  });
});

describe("a connection about another place than its token is of", () => {
  const PLACES = { workspace: { "x-wardroom-workspace": "mono" }, session: { "x-wardroom-session": "two" } };

  it.each(Object.entries(PLACES))("is refused by every tool where it names another %s", async (_, headers) => {
    const client = await connect(await tokenOf("implementer-1"), "modern", headers);
    const calls = {
      memory: {},
      inbox: {},
      status: {},
      relays: {},
      updates: {},
      say: ITEM,
      edit: { oldString: "a", newString: "b" },
    };
    const before = await one.text();
    for (const [name, given] of Object.entries(calls)) await refusal("forbidden", client, name, given);
    expect(await one.text()).toBe(before);
  });
});
