import { rm } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { VIEWER } from "@/lib/services/testing/callers.fixture";
import { ContextSession } from "@/lib/services/testing/context-session.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const FILE = "orchestration-plan.md";
const TABLE = "# Plan\r\n\r\n| role | GC |\r\n|---|---|\r\n| tester-1 | GC-v1 |\r\n- **implementer-1:** GC-v2";

const wardroom = await TestWardroom.open();

async function open(id: string) {
  const demo = await ContextSession.open(wardroom, id, ["implementer-1", "tester-1"]);
  return { demo, notes: async () => (await demo.service.matrix(VIEWER, demo.params)).plan };
}

describe("a plan", () => {
  it("is shown with the versions it names in its own words, and not touched", async () => {
    const { demo, notes } = await open("own-words");
    expect(await notes()).toBeUndefined();
    await demo.put(FILE, TABLE);
    expect(await notes()).toEqual({
      path: ".agent/teams/own-words/orchestration-plan.md",
      mentions: [
        { role: "tester-1", version: "GC-v1", line: 5 },
        { role: "implementer-1", version: "GC-v2", line: 6 },
      ],
      diagnostics: [],
    });
    expect(await demo.file(FILE)).toBe(TABLE);
  });

  it.each([
    ["bad_frontmatter", "---\nteammate_gc_versions: {tester-1: [\n---\n"],
    ["duplicate_key", "---\nowner: ada\nowner: bob\n---\n"],
    ["not_utf8", Buffer.from([0x2d, 0xff, 0x0a])],
  ])("with %s is told as such", async (code, plan) => {
    const { demo, notes } = await open(code);
    await demo.put(FILE, plan);
    expect((await notes())?.diagnostics[0]?.code).toBe(code);
  });

  it("that cannot be opened stops nothing else from being shown", async () => {
    const { demo, notes } = await open("folder");
    await demo.put(FILE, TABLE);
    await rm(`${demo.session.folder}/${FILE}`);
    await demo.put(`${FILE}/inside`, "x");
    expect(await notes()).toMatchObject({ mentions: [], diagnostics: [{ code: "unreadable", severity: "error" }] });
    expect((await demo.service.matrix(VIEWER, demo.params)).roles).toHaveLength(2);
  });
});
