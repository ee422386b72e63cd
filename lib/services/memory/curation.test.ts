import { describe, expect, it } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, ifMatch, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const wardroom = await TestWardroom.open();
const { curation } = wardroom.services;

const TEXT = `# TEAM-MEMORY — x

## Lead

## implementer-1
- [Finding] one
  - its own bullet
- [Pattern] two

## tester-1 (Phase 2)
- [Question] why?
`;

describe("archiving", () => {
  it("marks items with their bodies, with a note, and takes the marks off without a trace", async () => {
    const session = await wardroom.session("archive", [], TEXT);
    const ids = [await session.item("one"), await session.item("why?")];
    const changed = await curation.archive(OWNER, session.params, { items: ids, note: "phase 1" }, PLAIN_REQUEST);
    expect(await session.text()).toBe(
      TEXT.replace("- [Finding]", "- [ARCHIVED — phase 1] [Finding]").replace(
        "- [Question]",
        "- [ARCHIVED — phase 1] [Question]",
      ),
    );
    expect(changed).toMatchObject({
      revision: 3,
      etag: `"${await session.hash()}"`,
      items: [
        { id: ids[0], state: "archived" },
        { id: ids[1], state: "archived" },
      ],
    });
    expect(await session.last()).toMatchObject({
      operation: "archive",
      actor: "Lead",
      roles: ["implementer-1", "tester-1"],
      detail: { items: ids, count: 2, note: "phase 1" },
    });
    await refusal("conflict", curation.archive(OWNER, session.params, { items: ids }, PLAIN_REQUEST));
    await curation.unarchive(OWNER, session.params, { items: ids }, PLAIN_REQUEST);
    expect(await session.text()).toBe(TEXT);
  });

  it("marks a whole section with what is in it, once what is open was listed and is meant", async () => {
    const session = await wardroom.session("section", [], TEXT);
    const body = { role: "Tester-1", note: "Phase 2 Complete" };
    const asked = await refusal("open_items", curation.archive(OWNER, session.params, body, PLAIN_REQUEST));
    expect(asked.details.current).toMatchObject({ role: "tester-1", open: [{ tag: "Question", text: "why?" }] });
    expect(await session.text()).toBe(TEXT);
    await curation.archive(OWNER, session.params, { ...body, includeOpen: true }, PLAIN_REQUEST);
    const { sections } = await wardroom.services.memory.read(VIEWER, session.params);
    expect(sections.map(({ role, state }) => `${role} ${state}`)).toEqual([
      "Lead active",
      "implementer-1 active",
      "tester-1 archived",
    ]);
    const [before, after] = [TEXT.split("\n"), (await session.text()).split("\n")];
    expect(after.filter((line, index) => line !== before[index])).toEqual([
      "## tester-1 (Phase 2) [ARCHIVED — Phase 2 Complete]",
      "- [ARCHIVED — with section] [Question] why?",
    ]);
    expect(await session.last()).toMatchObject({ operation: "archive section", roles: ["tester-1"] });
    await refusal("not_found", curation.archive(OWNER, session.params, { role: "tester-2" }, PLAIN_REQUEST));
  });

  it("closes a section to every writer until it is brought back with its items", async () => {
    const { memory, relays } = wardroom.services;
    const session = await wardroom.session("closed", [], TEXT);
    const add = { tag: "Finding", text: "late", role: "implementer-1" } as const;
    const relayed = await memory.add(
      actingAs("tester-1"),
      session.params,
      { tag: "Finding", text: "left" },
      PLAIN_REQUEST,
    );
    for (const role of ["implementer-1", "tester-1"]) {
      await curation.archive(OWNER, session.params, { role, includeOpen: true }, PLAIN_REQUEST);
    }
    const closed = await session.text();
    await refusal("conflict", memory.add(actingAs("implementer-1"), session.params, add, PLAIN_REQUEST));
    await refusal("conflict", memory.add(OWNER, session.params, add, PLAIN_REQUEST));
    const edit = { oldString: "two", newString: "three" };
    await refusal("conflict", memory.edit(actingAs("implementer-1"), session.params, edit, PLAIN_REQUEST));
    const relay = { ...session.params, relay: "relay" in relayed ? relayed.relay.id : "" };
    await refusal("conflict", relays.approve(OWNER, relay, {}, PLAIN_REQUEST));
    expect(await session.text()).toBe(closed);

    for (const role of ["implementer-1", "tester-1"]) {
      await curation.unarchive(OWNER, session.params, { role }, PLAIN_REQUEST);
    }
    expect(await session.text()).toBe(TEXT);
    expect(await session.last()).toMatchObject({ operation: "unarchive section", roles: ["tester-1"] });
    await relays.approve(OWNER, relay, {}, PLAIN_REQUEST);
    expect(await session.text()).toBe(`${TEXT}- [Finding] left\n`);
  });
});

describe("resolving", () => {
  it("strikes the item through with its resolution, once", async () => {
    const session = await wardroom.session("resolve", [], TEXT);
    const body = { item: await session.item("why?"), resolution: "the cache" };
    await curation.resolve(OWNER, session.params, body, PLAIN_REQUEST);
    expect(await session.text()).toBe(TEXT.replace("[Question] why?", "~~[Question] why?~~ → the cache"));
    expect(await session.last()).toMatchObject({ operation: "resolve", detail: { resolution: "the cache" } });
    const again = await refusal("conflict", curation.resolve(OWNER, session.params, body, PLAIN_REQUEST));
    expect(again.details.current).toMatchObject({ role: "tester-1", changedBy: "Lead", revision: 3 });
    await curation.unarchive(OWNER, session.params, { items: [body.item] }, PLAIN_REQUEST);
    expect(await session.text()).toBe(TEXT);
  });

  it("is a conflict, never a guess, when the item changed meanwhile", async () => {
    const session = await wardroom.session("changed", [], TEXT);
    const item = await session.item("two");
    await session.put(TEXT.replace("two", "two and a half"));
    await refusal("conflict", curation.resolve(OWNER, session.params, { item, resolution: "x" }, PLAIN_REQUEST));
    await refusal("conflict", curation.archive(OWNER, session.params, { items: [item] }, PLAIN_REQUEST));
    expect(await session.text()).toBe(TEXT.replace("two", "two and a half"));
  });
});

describe("replacing a teammate", () => {
  it("keeps the section, gives the successor one with the same rights, and ends the tokens", async () => {
    const { sessions, memory, authentication } = wardroom.services;
    const session = await wardroom.session("replace", ["implementer-1"]);
    const { role } = await sessions.addRole(OWNER, session.params, { id: "x-1", type: "integrator" }, PLAIN_REQUEST);
    expect(role).toMatchObject({ id: "x-1", type: "integrator", access: "direct" });
    const { token } = await wardroom.services.tokens.mint(OWNER, { ...session.params, role: "x-1" }, PLAIN_REQUEST);
    await memory.add(actingAs("x-1"), session.params, { tag: "Finding", text: "kept" }, PLAIN_REQUEST);

    await curation.replaceRole(OWNER, session.params, { role: "x-1", by: "x-2" }, PLAIN_REQUEST);
    expect((await session.text()).endsWith("## [REPLACED] x-1\n- [Finding] kept\n\n## x-2\n")).toBe(true);
    const { roles } = await sessions.get(OWNER, session.params);
    expect(roles.find(({ id }) => id === "x-1")).toMatchObject({ state: "replaced", items: 1 });
    expect(roles.find(({ id }) => id === "x-2")).toMatchObject({
      state: "active",
      type: "integrator",
      access: "direct",
    });
    await refusal("unauthenticated", authentication.authenticate({ token, source: "api", role: null }));
    const add = { tag: "Finding", text: "late" } as const;
    await refusal("conflict", memory.add(actingAs("x-1"), session.params, add, PLAIN_REQUEST));
    await refusal("conflict", curation.replaceRole(OWNER, session.params, { role: "x-1", by: "x-3" }, PLAIN_REQUEST));
    await refusal("not_found", curation.replaceRole(OWNER, session.params, { role: "y", by: "x-3" }, PLAIN_REQUEST));
    for (const by of ["Lead", "Meta", "..", "r".repeat(300)]) {
      await refusal("invalid_input", curation.replaceRole(OWNER, session.params, { role: "x-2", by }, PLAIN_REQUEST));
    }
  });

  it("leaves a successor that is a teammate already its own type", async () => {
    const session = await wardroom.session("successor", ["implementer-1", "tester-1"]);
    const body = { role: "implementer-1", by: "tester-1" };
    await curation.replaceRole(OWNER, session.params, body, PLAIN_REQUEST);
    const { roles } = await wardroom.services.sessions.get(OWNER, session.params);
    expect(roles.at(-1)).toMatchObject({ id: "tester-1", type: "tester", access: "relay" });
  });
});

describe("pruning", () => {
  const ARCHIVED = Array.from({ length: 20 }, (_, index) => `- [ARCHIVED] [Finding] old ${String(index)}\n`).join("");
  const LONG = `${TEXT}${ARCHIVED}- [Finding] stays\n`;

  it("previews, then deletes exactly what was previewed", async () => {
    const session = await wardroom.session("prune", [], LONG);
    const preview = await curation.prune(OWNER, session.params, { dryRun: true, target: 15 }, PLAIN_REQUEST);
    expect(preview.keeps).toEqual({ open: 1, active: 3, enough: 3 });
    expect(preview).toMatchObject({ linesBefore: 32, linesAfter: 15, etag: `"${await session.hash()}"` });
    expect(preview.items).toHaveLength(17);
    expect(preview.items[0]).toMatchObject({ text: "old 0" });
    expect(preview.tokensSaved).toBeGreaterThan(50);
    expect(await session.text()).toBe(LONG);

    const request = ifMatch(preview.etag.replaceAll('"', ""));
    const done = await curation.prune(OWNER, session.params, { dryRun: false, target: 15 }, request);
    expect(done).toEqual({ ...preview, revision: 3, etag: `"${await session.hash()}"` });
    expect(await session.text()).toBe(`${TEXT}${ARCHIVED.split("\n").slice(17).join("\n")}- [Finding] stays\n`);
    expect(await session.last()).toMatchObject({ operation: "prune", detail: { count: 17 } });
    await refusal("stale", curation.prune(OWNER, session.params, { dryRun: false, target: 0 }, request));
  });

  it("needs the preview it carries out, and the Lead", async () => {
    const session = await wardroom.session("no-prune", [], LONG);
    const body = { dryRun: false, target: 15 };
    await refusal("invalid_input", curation.prune(OWNER, session.params, body, PLAIN_REQUEST));
    await refusal("forbidden", curation.prune(actingAs("implementer-1"), session.params, body, PLAIN_REQUEST));
    expect(await session.text()).toBe(LONG);
  });

  it("has nothing to do in a short file, and makes no revision of it", async () => {
    const session = await wardroom.session("short", [], TEXT);
    const answer = await curation.prune(
      OWNER,
      session.params,
      { dryRun: false, target: 500 },
      ifMatch(await session.hash()),
    );
    expect(answer).toMatchObject({ items: [], linesBefore: 11, linesAfter: 11, tokensSaved: 0 });
    expect(answer.revision).toBeUndefined();
    expect(await session.revisions()).toHaveLength(2);
  });
});

it("is the Lead's alone", async () => {
  const session = await wardroom.session("lead-only", [], TEXT);
  const item = await session.item("one");
  for (const caller of [actingAs("implementer-1"), actingAs("tester-1"), VIEWER]) {
    await refusal("forbidden", curation.archive(caller, session.params, { items: [item] }, PLAIN_REQUEST));
    await refusal("forbidden", curation.archive(caller, session.params, { role: "implementer-1" }, PLAIN_REQUEST));
    await refusal("forbidden", curation.unarchive(caller, session.params, { role: "implementer-1" }, PLAIN_REQUEST));
    await refusal("forbidden", curation.resolve(caller, session.params, { item, resolution: "x" }, PLAIN_REQUEST));
    await refusal("forbidden", curation.unarchive(caller, session.params, { items: [item] }, PLAIN_REQUEST));
    const body = { role: "implementer-1", by: "implementer-2" };
    await refusal("forbidden", curation.replaceRole(caller, session.params, body, PLAIN_REQUEST));
  }
  expect(await session.text()).toBe(TEXT);
});
