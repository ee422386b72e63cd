import { describe, expect, it } from "vitest";
import { setVersion } from "@/lib/core/context/version";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT, ContextSession } from "@/lib/services/testing/context-session.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const { modesOf } = ContextSession;
const V2 = CONTEXT.replace(
  "\n\n## Constraints",
  "\n| D-3 | Decision number 3 | it was asked for | P2 |\n\n## Constraints",
);
const open = (id: string, roles = ["implementer-1", "tester-1"]) => ContextSession.open(wardroom, id, roles);

const wardroom = await TestWardroom.open();

describe("a file found", () => {
  it("with a version is at that version, and nobody is sent it by somebody reading it", async () => {
    const demo = await open("found");
    const FOUND = setVersion(CONTEXT, "GC-v7");
    await demo.put("global-context.md", FOUND);
    const listed = async () => (await wardroom.services.sessions.list(OWNER, { workspace: "demo" })).items;
    expect((await listed()).find(({ id }) => id === "found")?.gcVersion).toBe("GC-v7");
    const read = await demo.service.read(OWNER, demo.params);
    expect(read).toMatchObject({ version: "GC-v7", draft: false, published: null });
    expect((await demo.session.story()).at(-1)).toBe("disk: context.found GC-v7");
    const { items } = await demo.service.list(OWNER, demo.params);
    expect(items).toMatchObject([{ version: "GC-v7", actor: "disk", sentTo: [], confirmedBy: [] }]);
    const { roles } = await demo.service.matrix(OWNER, demo.params);
    expect(roles.map(({ cells }) => cells[0]?.state)).toEqual(["none", "none"]);
    expect(await demo.file("orchestration-plan.md")).toBeNull();
    await refusal("not_found", demo.service.get(OWNER, { ...demo.params, version: "GC-v6" }));
    expect((await demo.service.get(OWNER, { ...demo.params, version: "7" })).text).toBe(FOUND);
  });

  it("with a version goes to every teammate once it is published as it is, and the next one as a delta", async () => {
    const demo = await open("found-sent");
    await demo.put("global-context.md", setVersion(CONTEXT, "GC-v7"));
    const published = await demo.publish(CONTEXT);
    expect(published).toMatchObject({ version: "GC-v7", changed: false });
    expect(modesOf(published)).toEqual(["implementer-1 full FC-3", "tester-1 full FC-3"]);
    expect((await demo.publish(CONTEXT)).deliveries).toEqual([]);
    expect(await demo.update("tester-1")).toMatchObject({ version: "GC-v7", mode: "full", reason: "FC-3" });
    await demo.ack("implementer-1", 7);
    expect(modesOf(await demo.publish(V2))).toEqual(["implementer-1 delta -", "tester-1 full FC-3"]);
    expect(await demo.file("global-context.md")).toBe(setVersion(V2, "GC-v8"));
  });

  it("with a version is what the next one follows when publishing is the first that happens", async () => {
    const demo = await open("found-late");
    await demo.put("global-context.md", setVersion(CONTEXT, "GC-v3"));
    expect((await demo.publish(V2)).version).toBe("GC-v4");
    expect(await demo.update("tester-1")).toMatchObject({ version: "GC-v4" });
    expect((await demo.session.story()).slice(-2)).toEqual([
      "disk: context.found GC-v3",
      "Lead: context.published GC-v4",
    ]);
  });

  it("with two versions is at the last of them", async () => {
    const demo = await open("found-twice");
    await demo.put("global-context.md", "---\nversion: GC-v5\nversion: GC-v3\n---\n# C\n");
    const { version, diagnostics } = await demo.service.read(OWNER, demo.params);
    expect(version).toBe("GC-v3");
    expect(diagnostics).toMatchObject([{ code: "duplicate_key", range: { start: { line: 3 } } }]);
  });

  it.each([
    ["no version", "# C\n- x: 1\n", "---\nversion: GC-v1\n---\n# C\n- x: 1\n"],
    ["GC-v0", "---\nversion: GC-v0\n---\n# C\n", "---\nversion: GC-v1\n---\n# C\n"],
    ["a version of another form", "---\nversion: 2.0\n---\n# C\n", "---\nversion: GC-v1\n---\n# C\n"],
    ["frontmatter that is no YAML", "---\n: [\nversion: GC-v2x\n---\n# C\n", null],
  ])("with %s is a draft at GC-v0", async (what, text, after) => {
    const demo = await open(`found-${what.replaceAll(/\W/g, "-")}`);
    await demo.put("global-context.md", text);
    expect(await demo.service.read(OWNER, demo.params)).toMatchObject({
      version: "GC-v0",
      draft: true,
      published: null,
    });
    await refusal("conflict", demo.publish(text));
    expect(await demo.file("global-context.md")).toBe(text);
    expect((await demo.publishOver(text)).version).toBe("GC-v1");
    if (after !== null) expect(await demo.file("global-context.md")).toBe(after);
  });
});
