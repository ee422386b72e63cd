import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { ItemAdded } from "@/lib/contracts/memory";
import { PROTOCOL_SECTION, putMarkedSection } from "@/lib/core/protocol/plan-init";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { closing, TestAgent } from "@/lib/services/testing/agents.fixture";
import { TestWardroom, type TestSession } from "@/lib/services/testing/test-wardroom.fixture";

const CART = { workspace: "demo", session: "cart" };
let wardroom: TestWardroom;
let session: TestSession;

beforeEach(async () => {
  wardroom = await TestWardroom.open();
  session = await wardroom.session("cart", ["implementer-1", "implementer-2"]);
});

async function say(role: string, text: string): Promise<ItemAdded> {
  const caller = role === "Lead" ? OWNER : actingAs(role);
  const said = { tag: "Decision", text } as const;
  return (await wardroom.services.memory.add(caller, CART, said, PLAIN_REQUEST)) as ItemAdded;
}

async function archive(...items: string[]): Promise<void> {
  await wardroom.services.curation.archive(OWNER, CART, { items }, PLAIN_REQUEST);
}

/** What the index holds, whatever numbers its lines have. */
async function indexed() {
  const line = `JOIN "Line" ON "Line"."id" = "line" JOIN "Page" ON "Page"."id" = "pageId"`;
  return {
    lines: await wardroom.sql(
      `SELECT "path", "key", "role", "state", "at", "words" FROM "Words" ${line} ORDER BY 1, 2`,
    ),
    terms: await wardroom.sql(`SELECT "key", "term" FROM "Term" ${line} ORDER BY 1, 2`),
    holds: await wardroom.sql(`SELECT "path", "holds", "lines" FROM "Page" ORDER BY 1`),
  };
}

describe("whoever writes", () => {
  it("is shown the standing line of another about the same, and nothing where nothing is near", async () => {
    expect(await say("Lead", "Use Jest for unit tests")).not.toHaveProperty("related");
    expect(await say("implementer-1", "The checkout page is rendered on the server")).not.toHaveProperty("related");
    expect(await say("implementer-2", "Use Vitest for unit tests")).toMatchObject({
      related: [{ role: "Lead", tag: "Decision", text: "Use Jest for unit tests" }],
    });
  });

  it("is not shown its own lines, nor what was archived", async () => {
    const { item } = await say("implementer-1", "retryQueue drops a job after 3 attempts");
    expect(await say("implementer-1", "retryQueue drops no job that has a deadline")).not.toHaveProperty("related");
    await archive(item.id);
    const said = await say("implementer-2", "retryQueue keeps a job for 5 attempts");
    expect(said.related).toMatchObject([{ text: expect.stringContaining("deadline") }]);
  });

  it("is shown them as well when it publishes a context, and when an agent closes with what it learnt", async () => {
    const { context, agents } = wardroom.services;
    await say("implementer-1", "Use Jest for unit tests");
    const text = "# Context\n\n## Decisions\n- Use Vitest for unit tests\n";
    const dry = await context.publish(OWNER, CART, { text }, { dryRun: true }, PLAIN_REQUEST);
    expect(dry).not.toHaveProperty("related");
    const published = await context.publish(OWNER, CART, { text }, { dryRun: false }, PLAIN_REQUEST);
    expect(published.related).toMatchObject([{ role: "implementer-1", text: "Use Jest for unit tests" }]);
    const closes = async (agent: string, finding: string) => {
      const own = new TestAgent(wardroom, agent);
      await own.init();
      return own.close((await own.start()).sessionId, { ...closing(), findings: [finding] });
    };
    expect(await closes("tester", "retryQueue drops a job after 3 attempts")).not.toHaveProperty("related");
    await agents.read(OWNER, { workspace: "demo", agent: "tester" });
    const { related } = await closes("writer", "retryQueue keeps a job for 5 attempts");
    expect(related).toMatchObject([{ role: "tester" }]);
  });

  it("is shown what the project's own files say, but not what Wardroom wrote there, nor a file that a link leads to", async () => {
    const folder = wardroom.files;
    const own = "# Shop\n\n- Use pnpm, never npm\n";
    await writeFile(join(folder, "AGENTS.md"), putMarkedSection(own, PROTOCOL_SECTION, "AGENTS.md"));
    await mkdir(join(folder, "memory-bank"));
    await writeFile(join(folder, "memory-bank/tech.md"), "# Tech\n\n- Unit tests run in Jest\n");
    await writeFile(join(folder, "..", "secret.md"), "- The deploy key opens the vault\n");
    await symlink(join(folder, "../secret.md"), join(folder, "memory-bank/leak.md"));
    expect(await say("implementer-2", "Unit tests run in Vitest")).toMatchObject({
      related: [{ id: "memory-bank/tech.md:3", role: "memory-bank/tech.md", text: "Unit tests run in Jest" }],
    });
    const said = await say("implementer-1", "npm is what I use, not pnpm");
    expect(said.related).toMatchObject([{ id: "AGENTS.md:3" }]);
    expect(await say("implementer-1", "The deploy key opens the vault")).not.toHaveProperty("related");
    expect(await say("implementer-2", "Show me an inbox before each step")).not.toHaveProperty("related");
  });

  it("may name a line by the beginning of its id", async () => {
    const { item } = await say("Lead", "Use Jest for unit tests");
    const { related } = await say("implementer-2", "Use Vitest for unit tests");
    expect(item.id.startsWith(String(related?.[0]?.id))).toBe(true);
    const short = { ...CART, item: String(related?.[0]?.id) };
    expect(await wardroom.services.confirmations.same(actingAs("implementer-1"), short, PLAIN_REQUEST)).toMatchObject({
      id: item.id,
    });
    await archive(short.item);
    expect(await session.text()).toMatch(/\[ARCHIVED\] \[Decision\] .*Use Jest/);
  });
});

describe("the index", () => {
  it("holds after any change what it would hold if it were made anew", async () => {
    const { item } = await say("Lead", "Use Jest for unit tests");
    await say("implementer-1", "`src/cart.ts` keeps prices in cents");
    await say("implementer-2", "재시도 대기열은 30초마다 비운다");
    const reworded = { item: item.id, newString: "Use Vitest for unit tests" };
    await wardroom.services.memory.edit(OWNER, CART, reworded, PLAIN_REQUEST);
    await archive((await say("implementer-1", "The cart page needs no script")).item.id);
    await session.put((await session.text()).replace("cents", "euros"));
    await say("implementer-1", "The cart has at most 40 lines");
    const found = await indexed();
    expect(found.lines.filter(({ state }) => state === "active")).toHaveLength(4);
    expect(JSON.stringify(found.terms)).not.toMatch(/[~=](?:jest|cent|script)"/);
    for (const table of ["Term", "Words", "Line", "Page"]) await wardroom.sql(`DELETE FROM "${table}"`);
    await wardroom.reopen();
    await wardroom.services.search.warm();
    expect(await indexed()).toEqual(found);
  });

  it("lets go of a text in the transaction that redacts it", async () => {
    await say("Lead", "The key of the shop is tulip-4711-secret");
    await say("implementer-1", "The cart page needs no script");
    expect(JSON.stringify(await indexed())).toContain("4711");
    await wardroom.services.redactions.redact(
      OWNER,
      { workspace: "demo" },
      { text: "tulip-4711-secret", reason: "It was pasted" },
    );
    expect(JSON.stringify(await indexed())).not.toMatch(/4711|tulip/);
  });
});
