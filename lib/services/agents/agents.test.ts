import { chmod, chown, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { TestAgent } from "@/lib/services/testing/agents.fixture";
import { actingAs, ifMatch, once, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const DEMO = { workspace: "demo" };

const wardroom = await TestWardroom.open();
let { agents } = wardroom.services;

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(wardroom.files, path)), { recursive: true });
  await writeFile(join(wardroom.files, path), text);
}

describe("a memory begins", () => {
  it("with the standard structure, once", async () => {
    const agent = new TestAgent(wardroom, "begun");
    const begun = await agent.init();
    const { agent: name, project, missing, diagnostics, sessionCount, revision } = begun;
    expect({ name, project, missing, diagnostics, sessionCount, revision }).toEqual({
      name: "begun",
      project: "demo",
      missing: [],
      diagnostics: [],
      sessionCount: 0,
      revision: 1,
    });
    expect(begun.lastUpdated).toMatch(/^\d{4}-\d{2}-\d{2}$/); // 2026-11-20
    expect(await agent.read()).toEqual(begun);
    await agent.put("mine\n");
    await refusal("conflict", agent.init());
    expect(await agent.text()).toBe("mine\n");
    expect((await agent.story()).slice(0, 2)).toEqual(["Lead: agent.created", "disk: document.edited_outside"]);
  });

  it("with the project that most memories name", async () => {
    const own = await TestWardroom.open();
    for (const name of ["a", "b"]) await new TestAgent(own, name).put(`---\nproject: payables\n---\n`);
    await new TestAgent(own, "c").put("---\nproject: other\n---\n");
    const begun = await own.services.agents.init(OWNER, { ...DEMO, agent: "d" }, {}, PLAIN_REQUEST);
    expect(begun.project).toBe("payables");
    const first = await TestWardroom.open();
    expect(await first.services.agents.init(OWNER, { ...DEMO, agent: "a" }, {}, PLAIN_REQUEST)).toMatchObject({
      project: "demo",
    });
  });

  it("not of an agent that opted out, by exactly memory: disabled", async () => {
    const out = new TestAgent(wardroom, "out");
    await out.define("memory: disabled");
    const error = await refusal("conflict", out.init());
    expect(error.details).toMatchObject({ current: { definitions: [".claude/agents/out.md"] } });
    await refusal("conflict", out.start());
    await refusal("not_found", out.read());
    await expect(readdir(out.folder)).rejects.toThrow("ENOENT");
    const user = new TestAgent(wardroom, "user");
    await user.define("memory: user");
    await user.init();
    expect(await user.listed()).toMatchObject({ memory: "enabled", exists: true, definitions: [{ memory: "user" }] });
    await user.define("memory: disabled");
    expect(await user.read()).toMatchObject({ memory: "disabled" });
    await refusal("conflict", user.start());
  });

  it("once for one key, and a key is for one request", async () => {
    const params = { ...DEMO, agent: "keyed" };
    const first = await agents.init(OWNER, params, {}, once("k1"));
    expect(await agents.init(OWNER, params, {}, once("k1"))).toEqual(first);
    await refusal("idempotency_mismatch", agents.init(OWNER, params, {}, once("k1", "other")));
  });

  it("nowhere, with a reason, where something else stands or nobody may write", async () => {
    const own = await TestWardroom.open();
    await writeFile(join(own.files, ".kaizen"), "a file");
    const agent = new TestAgent(own, "a");
    await refusal("unparseable", agent.init());
    await rm(join(own.files, ".kaizen"));
    await mkdir(join(own.files, ".kaizen"));
    const error = await asNobody(own, join(own.files, ".kaizen"), () => refusal("unparseable", agent.init()));
    expect(error.message).toBe(".kaizen/agents/a/memory.md may not be written by this user.");
    await agent.init();
    expect(await agent.revisions()).toHaveLength(1);
    expect(await own.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true });
  });
});

/** Root may write anywhere, so it does this as somebody else; anybody else merely loses the right to write. */
async function asNobody<R>(own: TestWardroom, folder: string, action: () => Promise<R>): Promise<R> {
  const root = process.geteuid?.() === 0;
  if (root) {
    const paths = await readdir(own.folder, { recursive: true });
    for (const path of ["", ...paths]) await chown(join(own.folder, path), NOBODY, NOBODY);
    await chown(folder, 0, 0);
  }
  await chmod(folder, 0o555);
  if (root) process.seteuid?.(NOBODY);
  try {
    return await action();
  } finally {
    if (root) process.seteuid?.(0);
    await chmod(folder, 0o755);
  }
}
const NOBODY = 65_534;

describe("an edit", () => {
  const TEXT =
    "---\nagent: edited\n---\n\n## Watch Points\r\n- one\n<!-- kept -->\n\n## Mine\n- kept\n\n## Open Threads\n- two\n";

  it("changes its section and nothing else, and is a revision of its own", async () => {
    const agent = new TestAgent(wardroom, "edited");
    await agent.put(TEXT);
    const before = await agent.read();
    const added = await agents.edit(
      OWNER,
      agent.params,
      { section: "Open Threads", add: "three" },
      ifMatch(before.etag.replaceAll('"', "")),
    );
    expect(await agent.text()).toBe(`${TEXT}- three\n`);
    expect(added).toMatchObject({ revision: 2, sections: [{}, {}, { entries: [{ text: "two" }, { text: "three" }] }] });
    expect(await agent.read()).toEqual(added);
    const entry = added.sections[2]?.entries[0]?.id ?? "";
    await agents.edit(OWNER, agent.params, { entry, text: "2" }, PLAIN_REQUEST);
    await agents.edit(OWNER, agent.params, { section: "Open Threads", text: "- 2\n- 3" }, PLAIN_REQUEST);
    const last = await agents.edit(OWNER, agent.params, { section: "What Worked", add: "asking" }, PLAIN_REQUEST);
    expect(last.text).toBe(
      TEXT.replace(
        "\n\n## Watch",
        "\n\n## What Worked\n<!-- Approaches that produced good results in this project -->\n- asking\n\n## Watch",
      ).replace("- two\n", "- 2\n- 3\n"),
    );
    expect((await agent.revisions()).map(({ operation, actor }) => `${actor} ${operation}`)).toEqual([
      "disk found",
      ...["edit", "edit", "edit", "edit"].map((each) => `Lead ${each}`),
    ]);
    const same = await agents.edit(OWNER, agent.params, { section: "Open Threads", text: "- 2\n- 3" }, PLAIN_REQUEST);
    expect(same).toEqual(last);
    await refusal("conflict", agents.edit(OWNER, agent.params, { entry, text: "2" }, PLAIN_REQUEST));
    await refusal("stale", agents.edit(OWNER, agent.params, { entry, text: "2" }, ifMatch("0".repeat(64))));
    await refusal(
      "invalid_input",
      agents.edit(OWNER, agent.params, { section: "Open Threads", text: "## Mine" }, PLAIN_REQUEST),
    );
  });

  it("of the whole text needs to know what it replaces", async () => {
    const agent = new TestAgent(wardroom, "whole");
    const { etag } = await agent.init();
    await refusal(
      "invalid_input",
      Promise.resolve().then(() => agents.replace(OWNER, agent.params, { text: "x" }, PLAIN_REQUEST)),
    );
    await refusal("stale", agents.replace(OWNER, agent.params, { text: "x" }, ifMatch("0")));
    const now = ifMatch(etag.replaceAll('"', ""));
    await refusal(
      "invalid_input",
      Promise.resolve().then(() => agents.replace(OWNER, agent.params, { text: "\u0000" }, now)),
    );
    const replaced = await agents.replace(OWNER, agent.params, { text: "## Watch Points\n- x" }, now);
    expect(replaced).toMatchObject({ revision: 2, lines: 2, text: "## Watch Points\n- x" });
    expect(await agent.text()).toBe("## Watch Points\n- x");
  });

  it("in a file whose own structure would take it in is refused", async () => {
    const agent = new TestAgent(wardroom, "open");
    await agent.put("## Watch Points\n```\nnever closed\n");
    const error = await refusal(
      "unparseable",
      agents.edit(OWNER, agent.params, { section: "Watch Points", add: "a" }, PLAIN_REQUEST),
    );
    expect(error.message).toContain("line 2");
    await refusal(
      "unparseable",
      agents.edit(OWNER, agent.params, { section: "Open Threads", add: "a" }, PLAIN_REQUEST),
    );
  });
});

describe("a memory is cleared", () => {
  it("never without its name, and comes back with all its history", async () => {
    const agent = new TestAgent(wardroom, "cleared");
    await agent.init();
    await agents.edit(OWNER, agent.params, { section: "Watch Points", add: "a" }, PLAIN_REQUEST);
    const text = await agent.text();
    for (const confirm of [undefined, "", "Cleared", "yes", "true"]) {
      await refusal("invalid_input", agents.clear(OWNER, agent.params, confirm, PLAIN_REQUEST));
    }
    expect(await agent.text()).toBe(text);
    await refusal("stale", agents.clear(OWNER, agent.params, "cleared", ifMatch("0")));
    const cleared = await agents.clear(OWNER, agent.params, "cleared", once("clear"));
    expect(cleared).toEqual({ agent: "cleared", revision: 3, lines: text.split("\n").length - 1, entries: 1 });
    expect(await agents.clear(OWNER, agent.params, "cleared", once("clear"))).toEqual(cleared);
    await expect(agent.text()).rejects.toThrow("ENOENT");
    expect(await agent.listed()).toMatchObject({ exists: false });
    const gone = await refusal("not_found", agent.read());
    expect(gone.details.hint).toContain("undo revision 3 with {agent.undo}");
    await refusal("not_found", agents.clear(OWNER, agent.params, "cleared", PLAIN_REQUEST));
    expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true });

    await agents.revisions.undo(OWNER, agent.params, { revision: 3 }, PLAIN_REQUEST);
    expect(await agent.text()).toBe(text);
    await agents.clear(OWNER, agent.params, "cleared", PLAIN_REQUEST);
    const begun = await agent.init();
    expect(begun).toMatchObject({ revision: 6, diagnostics: [] });
    await agents.revisions.revert(OWNER, agent.params, { revision: 2 }, ifMatch("*"));
    expect(await agent.text()).toBe(text);
    expect((await agent.revisions()).map(({ operation }) => operation)).toEqual([
      "create",
      "edit",
      "clear",
      "undo",
      "clear",
      "create",
      "revert",
    ]);
    await wardroom.reopen();
    ({ agents } = wardroom.services);
    expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true });
  });
});

it("only the Lead of all may change what an agent remembers; others read", async () => {
  const agent = new TestAgent(wardroom, "access");
  await agent.init();
  const sessionLead = { ...OWNER, kind: "role", role: "Lead", sessionKey: 1, workspace: "demo" } as const;
  for (const caller of [VIEWER, actingAs("implementer-1"), sessionLead]) {
    expect((await agents.read(caller, agent.params)).agent).toBe("access");
    expect((await agents.list(caller, DEMO)).items.length).toBeGreaterThan(0);
    await refusal("forbidden", agents.init(caller, { ...DEMO, agent: "new" }, {}, PLAIN_REQUEST));
    await refusal("forbidden", agents.edit(caller, agent.params, { section: "Watch Points", add: "a" }, PLAIN_REQUEST));
    await refusal("forbidden", agents.replace(caller, agent.params, { text: "" }, ifMatch("*")));
    await refusal("forbidden", agents.clear(caller, agent.params, "access", PLAIN_REQUEST));
    await refusal("forbidden", agents.revisions.undo(caller, agent.params, { revision: 1 }, PLAIN_REQUEST));
    await refusal("forbidden", agents.revisions.revert(caller, agent.params, { revision: 1 }, ifMatch("*")));
  }
  const elsewhere = { ...VIEWER, workspace: "other" };
  await refusal("forbidden", agents.read(elsewhere, agent.params));
  await refusal("forbidden", agents.list(elsewhere, DEMO));
});

it("files that lie beside are left alone", async () => {
  await put(".kaizen/agents/beside/notes.md", "mine");
  const agent = new TestAgent(wardroom, "beside");
  await agent.init();
  await agents.clear(OWNER, agent.params, "beside", PLAIN_REQUEST);
  expect(await readdir(agent.folder)).toEqual(["notes.md"]);
});
