import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { SearchQuery, type SearchResult } from "@/lib/contracts/search";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { ContextSession } from "@/lib/services/testing/context-session.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const WORKSPACE = { workspace: "demo" };
let wardroom: TestWardroom;

beforeEach(async () => {
  wardroom = await TestWardroom.open();
});

async function find(q: string, more: Record<string, unknown> = {}, caller: Caller = OWNER): Promise<SearchResult[]> {
  return (await wardroom.services.search.find(caller, WORKSPACE, SearchQuery.parse({ q, ...more }))).items;
}

async function add(session: string, text: string, tag: "Finding" | "Warning" = "Finding"): Promise<void> {
  const params = { workspace: "demo", session };
  await wardroom.services.memory.add(actingAs("implementer-1"), params, { tag, text }, PLAIN_REQUEST);
}

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(wardroom.files, path)), { recursive: true });
  await writeFile(join(wardroom.files, path), text);
}

/** How many rounds of the committer there were so far. */
async function rounds(): Promise<number> {
  const text = await wardroom.runtime.metrics.text({
    workspaces: 1,
    listeners: 0,
    lastEvent: 0,
    databaseBytes: 0,
    pools: [],
  });
  return Number(/^wardroom_batch_changes_count (\d+)$/m.exec(text)?.[1]);
}

describe("what was written a moment ago", () => {
  it("is found at once, with its place, by whatever way it came", async () => {
    const session = await wardroom.session("retry-queue", ["implementer-1"]);
    await add("retry-queue", "The lease outlives its worker by thirty seconds");
    const [found] = await find("lease work");
    const id = await session.item("The lease outlives its worker by thirty seconds");
    expect(found).toMatchObject({
      kind: "item",
      session: "retry-queue",
      role: "implementer-1",
      tag: "Finding",
      state: "active",
      path: ".agent/teams/retry-queue/TEAM-MEMORY.md",
      link: `/demo/sessions/retry-queue/memory?state=all&item=${id}`,
    });
    expect((await session.text()).split("\n")[(found?.line ?? 0) - 1]).toContain("outlives");
    const { text, matches } = found?.snippet ?? { text: "", matches: [] };
    expect(matches.map(({ start, end }) => text.slice(start, end))).toEqual(["lease", "work"]);
  });

  it("is found as it reads now: changed, archived, and not once it is gone", async () => {
    const session = await wardroom.session("a", ["implementer-1"]);
    await add("a", "Suppliers send the ledger twice");
    expect(await find("ledger")).toHaveLength(1);
    const edit = { oldString: "the ledger twice", newString: "the journal twice" };
    await wardroom.services.memory.edit(actingAs("implementer-1"), session.params, edit, PLAIN_REQUEST);
    expect(await find("ledger")).toEqual([]);
    const items = [await session.item("Suppliers send the journal twice")];
    await wardroom.services.curation.archive(OWNER, session.params, { items }, PLAIN_REQUEST);
    expect(await find("journal")).toMatchObject([{ state: "archived" }]);
    expect(await find("journal", { state: "active" })).toEqual([]);
  });

  it("is found after an edit made outside, as soon as that is seen", async () => {
    const session = await wardroom.session("a", ["implementer-1"]);
    await find("anything");
    await session.put((await session.text()).replace("## implementer-1\n", "## implementer-1\n- [Finding] by hand\n"));
    await wardroom.services.memory.read(OWNER, session.params);
    expect(await find("hand")).toMatchObject([{ role: "implementer-1" }]);
  });

  it("is found in many sessions that were never opened, which are recorded some at a time", async () => {
    const names = Array.from({ length: 40 }, (_, index) => `s${index}`);
    for (const name of names)
      await put(`.agent/teams/${name}/TEAM-MEMORY.md`, "## Lead\n- [Finding] a quiet harbour\n");
    const before = await rounds();
    await wardroom.services.search.warm();
    const results = await wardroom.services.search.find(OWNER, WORKSPACE, SearchQuery.parse({ q: "harbour" }));
    expect(results).toMatchObject({ total: 40, index: { complete: true, documents: 40, read: 40 } });
    // One by one it would be forty.
    expect((await rounds()) - before).toBeLessThan(20);
    expect((await wardroom.services.events.list(OWNER, WORKSPACE, { limit: 100, format: "json" })).items).toHaveLength(
      40,
    );
  });

  it("is found when another process wrote it", async () => {
    await wardroom.session("a", ["implementer-1"]);
    await find("anything");
    const other = await wardroom.another();
    const params = { workspace: "demo", session: "a" };
    await other.services.memory.add(OWNER, params, { tag: "Finding", text: "from elsewhere" }, PLAIN_REQUEST);
    await add("a", "from here");
    expect((await find("from")).map(({ snippet }) => snippet.text).sort()).toEqual(["from elsewhere", "from here"]);
  });
});

describe("how words are found", () => {
  it("by their beginning, with a typing error, and in any order", async () => {
    await wardroom.session("a", ["implementer-1"]);
    await add("a", "Acknowledgements overdue are pinged by retryQueue");
    for (const q of ["ackn", "acknowlegements", "pinged acknowledgements", "queue", "retryqueue", "PINGED"]) {
      expect(await find(q), q).toHaveLength(1);
    }
    expect(await find("acknowledgements zebra")).toHaveLength(1);
    expect(await find("zebra")).toEqual([]);
  });

  it("in Korean, within a word, with its particles, and in NFD as in NFC", async () => {
    await wardroom.session("a", ["implementer-1"]);
    await add("a", "재시도대기열을 비우기 전에 청구서를 확인한다");
    for (const q of [
      "재시도",
      "대기열",
      "시도대",
      "청구서",
      "청구",
      "열",
      "재시도대기욜을",
      "청구서".normalize("NFD"),
    ]) {
      expect(await find(q), q).toHaveLength(1);
    }
    const [found] = await find("대기열");
    const { text, matches } = found?.snippet ?? { text: "", matches: [] };
    expect(matches.map(({ start, end }) => text.slice(start, end))).toEqual(["대기열"]);
    expect(await find("영수증")).toEqual([]);
  });

  it("as a phrase first, then apart, also where what is apart says the words more often", async () => {
    await wardroom.session("a", ["implementer-1"]);
    await add("a", "deadline of the retry, retry after the deadline, deadline and retry");
    await add(
      "a",
      "The whole team agreed on a longer retry deadline for all suppliers of the second region, as was asked",
    );
    await add(
      "a",
      "retry-deadline is the name of the setting that nobody but the two of us has ever had to change so far",
    );
    const found = (await find("Retry deadline")).map(({ snippet }) => snippet.text.slice(0, 14));
    expect(found.slice(0, 2).sort()).toEqual(["The whole team", "retry-deadline"]);
    expect(found).toHaveLength(3);
  });

  it("with nothing marked but what matched", async () => {
    await wardroom.session("a", ["implementer-1"]);
    await add("a", "청구 금액을 청구서에서 구서로 옮긴다");
    const [found] = await find("청구서");
    const { text, matches } = found?.snippet ?? { text: "", matches: [] };
    expect(matches.map(({ start, end }) => [start, text.slice(start, end)])).toEqual([[7, "청구서"]]);
  });

  it("of a time alone", async () => {
    await wardroom.session("a", ["implementer-1"]);
    await add("a", "written today");
    const [found] = await find("written");
    const at = found?.at ?? "";
    const later = new Date(Date.parse(at) + 1).toISOString();
    expect(await find("written", { since: at, until: later })).toHaveLength(1);
    expect(await find("written", { since: at.slice(0, 10) })).toHaveLength(1);
    expect(await find("written", { since: later })).toEqual([]);
    expect(await find("written", { until: at })).toEqual([]);
    expect(SearchQuery.safeParse({ q: "written", since: "yesterday" }).success).toBe(false);
  });

  it("page after page, the same order each time", async () => {
    await wardroom.session("a", ["implementer-1"]);
    for (let count = 0; count < 5; count++) await add("a", `page ${"of words ".repeat(count)}`);
    const first = await wardroom.services.search.find(OWNER, WORKSPACE, SearchQuery.parse({ q: "page", limit: 3 }));
    expect(first).toMatchObject({ total: 5, nextCursor: "3", index: { complete: true } });
    const rest = await find("page", { limit: 3, cursor: first.nextCursor });
    expect([...first.items, ...rest].map(({ line }) => line).sort()).toHaveLength(5);
    await refusal("invalid_input", find("page", { cursor: "x" }));
    await refusal("invalid_input", find("page", { kind: "items" }));
  });
});

describe("every kind of memory", () => {
  it("is read, and told apart by kind", async () => {
    await wardroom.session("a", ["implementer-1"]);
    await add("a", "injection in a team memory");
    await put(
      ".kaizen/agents/tester/memory.md",
      "---\nagent: tester\n---\n# x\n\n## Watch Points\n<!-- injection in a comment -->\n- injection in an agent's memory\n- other\n",
    );
    await put(
      ".microai/knowledge/shared/owasp-top-10.md",
      "# OWASP\n\n## A03\nAbout injection\n```\n## injection\n```\n",
    );
    await put(".microai/knowledge/shared/registry.yaml", "knowledge:\n  owasp-top-10:\n    description: injection\n");
    await put(".microai/agents/teams/sec/memory/learnings.md", "## 2026-11\n- injection learnt\n");
    const found = await find("injection");
    expect(found.map(({ kind, path, line }) => `${kind} ${path}:${line}`).sort()).toEqual([
      "agent .kaizen/agents/tester/memory.md:8",
      "item .agent/teams/a/TEAM-MEMORY.md:11",
      "knowledge .microai/knowledge/shared/owasp-top-10.md:4",
      "knowledge .microai/knowledge/shared/registry.yaml:2",
      "team .microai/agents/teams/sec/memory/learnings.md:2",
    ]);
    expect(await find("injection", { kind: "agent,team" })).toHaveLength(2);
    expect(await find("injection", { role: "SEC" })).toMatchObject([{ kind: "team" }]);
    expect(await find("injection", { tag: "finding" })).toMatchObject([{ kind: "item" }]);
    expect(await find("injection", { session: "a" })).toMatchObject([{ kind: "item" }]);
  });

  it("is followed through contexts and what their earlier versions said", async () => {
    const session = await ContextSession.open(wardroom, "a", ["implementer-1"]);
    await session.publish("# C\n\n## Scope\nOnly invoices\n\n## Risks\nnone\n");
    expect(await find("invoices")).toMatchObject([{ kind: "context", state: "active" }]);
    await session.publish("# C\n\n## Scope\nOnly receipts\n\n## Risks\nnone\n");
    expect(await find("invoices")).toMatchObject([
      { title: expect.stringContaining("GC-v1") as string, state: "replaced" },
    ]);
    expect(await find("receipts")).toMatchObject([{ state: "active", line: 7 }]);
    expect(await find("none", { kind: "context" })).toHaveLength(1);
    await session.publish("# C\n\n## Risks\nsome\n");
    expect((await find("only", { kind: "context" })).map(({ state }) => state)).toEqual(["replaced", "replaced"]);
  });

  it("goes on being found where a file is broken, binary, too long, or leads out", async () => {
    await put("elsewhere.md", "x");
    await put(".microai/knowledge/shared/a.md", "word one");
    await writeFile(join(wardroom.files, ".microai/knowledge/shared/b.md"), Buffer.from([0x77, 0xff, 0xfe]));
    await symlink("/etc/hostname", join(wardroom.files, ".microai/knowledge/shared/c.md"));
    await put(".microai/knowledge/shared/d.yaml", "a: [word");
    await put(".microai/knowledge/shared/not-named.yaml", "a: word");
    await put(".microai/knowledge/shared/registry.yaml", "knowledge:\n  - {id: d, path: ./d.yaml}\n");
    await put(".microai/knowledge/shared/e.md", `${"filler ".repeat(750_000)} beyond`);
    expect((await find("word")).map(({ path }) => path.slice(-6)).sort()).toEqual(
      ["d/a.md", "d/d.yaml"].map((p) => p.slice(-6)).sort(),
    );
    expect(await find("beyond")).toEqual([]);
  });
});

describe("what nobody may find", () => {
  it("is a deleted session, also while its folder's end is not known yet; restored, it is found again", async () => {
    const session = await wardroom.session("a", ["implementer-1"]);
    await add("a", "gone tomorrow");
    expect(await find("tomorrow")).toHaveLength(1);
    await wardroom.services.sessions.remove(OWNER, session.params, PLAIN_REQUEST);
    expect(await find("tomorrow")).toEqual([]);
    await wardroom.services.sessions.restore(OWNER, session.params, PLAIN_REQUEST);
    expect(await find("tomorrow")).toHaveLength(1);
    await rm(session.folder, { recursive: true });
    expect(await find("tomorrow")).toEqual([]);
  });

  it("is another session than the token's, and another workspace", async () => {
    for (const id of ["a", "b"]) {
      await wardroom.session(id, ["implementer-1"]);
      await add(id, `secret of ${id}`);
    }
    const { params } = await wardroom.session("c", ["implementer-1"]);
    const key = (await ownKey(params.session)) ?? -1;
    const token: Caller = { ...OWNER, kind: "role", role: "implementer-1", sessionKey: key, workspace: "demo" };
    await add("c", "secret of c");
    expect((await find("secret", {}, token)).map(({ session }) => session)).toEqual(["c"]);
    expect(await find("secret", {}, VIEWER)).toHaveLength(3);
    await refusal("forbidden", find("secret", {}, { ...VIEWER, workspace: "other" }));
  });

  async function ownKey(session: string): Promise<number | undefined> {
    const { token } = await wardroom.services.tokens.mint(
      OWNER,
      { workspace: "demo", session, role: "implementer-1" },
      PLAIN_REQUEST,
    );
    return (
      (await wardroom.services.authentication.authenticate({ token, source: "api", role: null })).sessionKey ??
      undefined
    );
  }
});

describe("what there is to narrow to", () => {
  it("is counted by every filter, each as if it had no value of its own", async () => {
    await wardroom.session("a", ["implementer-1"]);
    await wardroom.session("b", ["implementer-1"]);
    await add("a", "The ledger closes at night");
    await add("a", "The ledger refuses two currencies", "Warning");
    await add("b", "The ledger is read twice");
    const query = SearchQuery.parse({ q: "ledger", session: "a", tag: "Warning" });
    const { total, facets } = await wardroom.services.search.find(OWNER, WORKSPACE, query);
    expect(total).toBe(1);
    expect(facets).toEqual({
      kind: [{ value: "item", count: 1 }],
      role: [{ value: "implementer-1", count: 1 }],
      tag: [
        { value: "Finding", count: 1 },
        { value: "Warning", count: 1 },
      ],
      state: [{ value: "active", count: 1 }],
      session: [{ value: "a", count: 1 }],
    });
  });

  it("never tells of a session that the caller may not see", async () => {
    const { params } = await wardroom.session("a", ["implementer-1"]);
    await wardroom.session("b", ["implementer-1"]);
    await add("a", "The ledger closes at night");
    await add("b", "The ledger is read twice");
    const { token } = await wardroom.services.tokens.mint(OWNER, { ...params, role: "implementer-1" }, PLAIN_REQUEST);
    const caller = await wardroom.services.authentication.authenticate({ token, source: "api", role: null });
    const { facets } = await wardroom.services.search.find(caller, WORKSPACE, SearchQuery.parse({ q: "ledger" }));
    expect(facets.session).toEqual([{ value: "a", count: 1 }]);
  });
});

it("looks for any of the words where a filter leaves nothing that has all, and narrows what it counts", async () => {
  await wardroom.session("a", ["implementer-1"]);
  await add("a", "The queue of invoices");
  await put(".microai/knowledge/shared/queues.md", "# Q\n\nThe queue is reviewed before invoices\n");
  const words = { q: "queue reviewed invoices", kind: "item" };
  const found = await wardroom.services.search.find(OWNER, WORKSPACE, SearchQuery.parse(words));
  expect(found).toMatchObject({ total: 1, items: [{ kind: "item" }] });
  expect(await find("queue reviewed invoices")).toMatchObject([{ kind: "knowledge" }]);
  expect(await find("queue reviewed invoices", { kind: "item", cursor: "1" })).toEqual([]);
});

it("goes through what is due a fixed number of times, however many documents there are", async () => {
  const names = Array.from({ length: 320 }, (_, index) => `.microai/knowledge/shared/due-${index}.md`);
  for (const name of names) await put(name, "# Harbour\n\nquiet\n");
  const taken = await countTaken(() => wardroom.services.search.warm());
  expect(await find("quiet")).not.toEqual([]);
  // Once to know what is due, and once to read it; they are read some at a time, ten times in all.
  for (const name of names) expect(taken.get(name), name).toBeLessThanOrEqual(2);
});

/** How often each value was taken out of any set while `work` ran. */
async function countTaken(work: () => Promise<void>): Promise<Map<unknown, number>> {
  const taken = new Map<unknown, number>();
  const own = Object.getOwnPropertyDescriptor(Set.prototype, Symbol.iterator) ?? {};
  function* counted(this: Set<unknown>) {
    for (const each of this.values()) {
      taken.set(each, (taken.get(each) ?? 0) + 1);
      yield each;
    }
  }
  Object.defineProperty(Set.prototype, Symbol.iterator, { ...own, value: counted });
  try {
    await work();
  } finally {
    Object.defineProperty(Set.prototype, Symbol.iterator, own);
  }
  return taken;
}

it("ranks a phrase first whatever its accents", async () => {
  await wardroom.session("a", ["implementer-1"]);
  await add("a", "A bar that is a café, a bar near a café, and a café with a bar");
  await add("a", "One Café Bar stands in the longer text about the receipts of the whole month of May");
  expect((await find("cafe bar"))[0]?.snippet.text).toContain("One Café Bar");
});

it("ranks what a line says before whose line it is", async () => {
  await wardroom.session("cart", ["implementer-1"]);
  await wardroom.session("mail", ["implementer-1"]);
  for (const text of ["Retries stop after three", "Lock it", "Totals are rounded"]) await add("cart", text);
  const long = `${"Prices are kept in cents so that nothing is lost when they add up. ".repeat(8)}The cart keeps them too`;
  await add("mail", long);
  await put(
    ".microai/knowledge/notes.md",
    "# Notes\n\n## Coupons\n\nEach is used once.\n\n## Other\n\nCoupons expire.\n",
  );
  expect((await find("cart")).map(({ session }) => session)).toEqual(["mail", "cart", "cart", "cart"]);
  expect((await find("cart lock"))[0]?.snippet.text).toBe("Lock it");
  // A heading is the passage's own.
  expect((await find("coupons"))[0]?.title).toContain("Coupons");
});
