import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/core/errors";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { OUTSIDE_WRITERS } from "@/lib/services/testing/outside-writers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const TEXT =
  "# T\n\n## editor\n- [Finding] first\n\n## implementer-1\n- [Finding] one\n\n## implementer-2\n- [Finding] two\n";
const SAVES = 12;

describe("two busy agents and a program that", () => {
  it.each(Object.entries(OUTSIDE_WRITERS))("%s: nothing is lost", async (name, save) => {
    const wardroom = await TestWardroom.open();
    const session = await wardroom.session(name.replaceAll(" ", "-"), [], TEXT);
    let isOver = false;
    const acknowledged: string[] = [];
    const agent = async (role: string) => {
      for (let count = 0; !isOver; count++) {
        const text = `${role} line ${count}`;
        try {
          await wardroom.services.memory.add(actingAs(role), session.params, { tag: "Finding", text }, PLAIN_REQUEST);
          acknowledged.push(text);
        } catch (error) {
          // It found a file that was emptied and not filled again yet, so without the section: nothing was promised.
          if (!(error instanceof AppError) || error.code !== "not_found") throw error;
        }
      }
    };
    const saves: string[] = [];
    const editor = async () => {
      try {
        for (let count = 0; count < SAVES; count++) {
          await save(session.path, `- [Finding] save ${count}`);
          saves.push(`save ${count}`);
        }
      } finally {
        isOver = true;
      }
    };
    await Promise.all([agent("implementer-1"), agent("implementer-2"), editor()]);
    await wardroom.close(); // looks once more at every file that was replaced
    await wardroom.reopen();
    const history = new Set<string>();
    const { revisions } = wardroom.services;
    let cursor: string | undefined;
    do {
      const page = await revisions.list(OWNER, session.params, { limit: 500, cursor });
      for (const { revision, source } of page.items) {
        if (source !== "disk") continue;
        const { text } = await revisions.get(OWNER, { ...session.params, revision });
        for (const line of text.split("\n")) history.add(line);
      }
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    const text = await session.text();
    const lines = text.split("\n");
    expect(acknowledged).not.toEqual([]);
    expect(saves.filter((line) => !history.has(`- [Finding] ${line}`))).toEqual([]);
    const count = (line: string) => lines.filter((each) => each === `- [Finding] ${line}`).length;
    const missing = acknowledged.filter((line) => count(line) === 0);
    const { items } = await wardroom.services.repairs.list(OWNER, { workspace: "demo" }, { state: "proposed" });
    const proposed = new Set(items.flatMap((repair) => repair.lines.map((line) => line.replace("- [Finding] ", ""))));
    expect(missing.filter((line) => !proposed.has(line))).toEqual([]);
    expect([...acknowledged, ...saves].filter((line) => count(line) > 1)).toEqual([]);
    expect(await wardroom.services.events.verify(OWNER, { workspace: "demo" })).toMatchObject({ ok: true });
  });
});
