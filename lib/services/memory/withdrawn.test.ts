import { describe, expect, it } from "vitest";
import type { AddItem, ItemAdded } from "@/lib/contracts/memory";
import { KnowledgeQuery } from "@/lib/contracts/knowledge";
import { SearchQuery } from "@/lib/contracts/search";
import { diagnoseResting } from "@/lib/core/memory/withdrawn";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const CART = { workspace: "demo", session: "cart" };
const LEAD: Caller = { ...OWNER, source: "cli" };
const [ONE, TESTER, NEW] = ["implementer-1", "tester-1", "implementer-2"].map((role) => actingAs(role)) as [
  Caller,
  Caller,
  Caller,
];
const SAID = "The reconciliation ledger closes at 17:40 Zurich time";
const HOLDS = "The reconciliation ledger closes at 18:10 Zurich time";
const NOW = { wait: 0, again: "false", all: "false" } as const;
const AGENT = `---\nagent: tester\nproject: demo\n---\n# Memory\n\n## Accumulated Findings\n- ${SAID}\n`;
const REGISTRY = "knowledge:\n  ledger:\n    path: ledger.md\n    tokens_estimate: 20\n    description: The ledger\n";

async function say(caller: Caller, text: string, more: Partial<AddItem> = {}) {
  const body = { tag: "Finding", text, ...more } as const;
  return ((await wardroom.services.memory.add(caller, CART, body, PLAIN_REQUEST)) as ItemAdded).item;
}

async function news(caller: Caller) {
  const answer = await wardroom.services.inbox.read(caller, CART, NOW, new AbortController().signal);
  await wardroom.services.inbox.seen(caller, CART, { mark: answer.mark ?? "" });
  return answer;
}

const find = (q: string) => wardroom.services.search.find(LEAD, { workspace: "demo" }, SearchQuery.parse({ q }));

const wardroom = await TestWardroom.open();
await wardroom.session("cart", ["implementer-1", "tester-1"]);
await wardroom.copy.put(".kaizen/agents/tester/memory.md", AGENT);
await wardroom.copy.put(".microai/knowledge/shared/registry.yaml", REGISTRY);
await wardroom.copy.put(".microai/knowledge/shared/ledger.md", `# Ledger\n\n- 2026-02-09: ${SAID}.\n`);
const gone: ItemAdded["item"] = await say(ONE, SAID);
const text = `# Global Context — cart\n\n## Scope\n- Batches end before the ledger does (${gone.id.slice(0, 8)})\n- ${SAID}\n`;
await wardroom.services.context.publish(LEAD, CART, { text }, { dryRun: false }, PLAIN_REQUEST);
await find("ledger");
for (const reader of [LEAD, ONE, TESTER]) await news(reader);

describe("what rests on a line that was replaced", () => {
  it("is told once to the Lead, and to who works as the agent", async () => {
    const next = await say(ONE, HOLDS, { replaces: gone.id });
    expect(next.text).toBe(HOLDS);
    const places = ["context.md:7", "context.md:8", "tester/memory.md:8", "ledger.md:3"];
    const { also } = await news(LEAD);
    for (const place of places) expect(also.join("\n")).toContain(`${place} rests on ${gone.id}`);
    const tester = (await news(TESTER)).also.join("\n");
    expect(tester).toContain("tester/memory.md:8 rests on");
    expect(tester).not.toContain("ledger.md");
    for (const reader of [LEAD, TESTER]) expect((await news(reader)).also.join("\n")).not.toContain("rests on");
  });

  it("is marked in the context, the agent's memory and the knowledge, with what holds now", async () => {
    const { context, agents, knowledge } = wardroom.services;
    const read = [
      (await context.read(LEAD, CART)).diagnostics,
      (await agents.read(LEAD, { workspace: "demo", agent: "tester" })).diagnostics,
      (await knowledge.list(LEAD, { workspace: "demo" }, KnowledgeQuery.parse({}))).diagnostics,
    ].map((all) => all.filter(({ code }) => code === "rests_on_withdrawn"));
    expect(read.map(({ length }) => length)).toEqual([2, 1, 1]);
    for (const { message } of read.flat()) expect(message).toContain(`Now implementer-1: ${HOLDS}`);
  });

  it("is never delivered again, and found with its correction alone", async () => {
    await wardroom.services.curation.replaceRole(
      LEAD,
      CART,
      { role: "implementer-1", by: "implementer-2" },
      PLAIN_REQUEST,
    );
    const told = await news(NEW);
    expect(told.entries.map(({ text }) => text).join("\n")).not.toContain(SAID);
    const { items } = await find("17:40 Zurich");
    const found = items.filter(({ kind }) => kind === "item");
    expect(found).toMatchObject([{ state: "archived", now: { text: HOLDS } }]);
    const body = { tag: "Finding", text: "The ledger of the reconciliation closes at 17:45 Zurich time" } as const;
    const { related = [] } = (await wardroom.services.memory.add(TESTER, CART, body, PLAIN_REQUEST)) as ItemAdded;
    expect(related.map(({ id }) => id)).not.toContain(gone.id.slice(0, 8));
  });

  it("is marked no longer once the line stands again", async () => {
    const { curation, context } = wardroom.services;
    await curation.unarchive(LEAD, CART, { items: [gone.id] }, PLAIN_REQUEST);
    expect((await context.read(LEAD, CART)).diagnostics).toEqual([]);
  });
});

it("takes no line for another: short words and parts of ids are chance", () => {
  const line = { id: "ab12cd07ef34", role: "tester-1", text: "Done", now: null };
  for (const text of ["Done", "- Done.", "ab12cd0", "xab12cd07", "ab12cd08"])
    expect(diagnoseResting(text, [line])).toEqual([]);
  expect(diagnoseResting("See ab12cd07.", [line])).toMatchObject([{ range: { start: { line: 1 } } }]);
});
