import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { TestAgent } from "@/lib/services/testing/agents.fixture";
import { ifMatch, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const DEMO = { workspace: "demo" };

const wardroom = await TestWardroom.open();
const { agents } = wardroom.services;

describe("the history of a memory", () => {
  it("shows, compares and brings back any text, and takes one revision back", async () => {
    const agent = new TestAgent(wardroom, "history");
    await agent.init();
    for (const add of ["a", "b"])
      await agents.edit(OWNER, agent.params, { section: "Watch Points", add }, PLAIN_REQUEST);
    const { revisions } = agents;
    expect(await revisions.diff(VIEWER, agent.params, { from: 1, to: 3 })).toMatchObject({ added: 2, removed: 0 });
    expect((await revisions.get(VIEWER, { ...agent.params, revision: 2 })).text).toContain("- a\n");
    const undone = await revisions.undo(OWNER, agent.params, { revision: 2 }, PLAIN_REQUEST);
    expect(undone).toMatchObject({ revision: 4, etag: (await agent.read()).etag });
    expect((await agent.read()).text).not.toContain("- a\n");
    await refusal("conflict", revisions.undo(OWNER, agent.params, { revision: 2 }, PLAIN_REQUEST));
    await refusal("invalid_input", revisions.revert(OWNER, agent.params, { revision: 3 }, PLAIN_REQUEST));
    await revisions.revert(OWNER, agent.params, { revision: 3 }, ifMatch("*"));
    expect((await agent.read()).text).toContain("- a\n- b\n");
    expect(await agent.story()).toEqual([
      "Lead: agent.created",
      "Lead: agent.edited",
      "Lead: agent.edited",
      "Lead: agent.undone",
      "Lead: agent.reverted",
    ]);
  });

  it("has a removal outside too, which can be taken back although the folder is gone", async () => {
    const agent = new TestAgent(wardroom, "removed");
    await agent.init();
    const text = await agent.text();
    await rm(agent.folder, { recursive: true });
    await wardroom.services.events.verify(OWNER, DEMO);
    expect(await agent.listed()).toBeUndefined();
    expect((await agent.revisions()).at(-1)).toMatchObject({ actor: "disk", operation: "removed outside" });
    await agents.revisions.undo(OWNER, agent.params, { revision: 2 }, PLAIN_REQUEST);
    expect(await agent.text()).toBe(text);
  });

  it("has edits made outside while nobody looked, as the disk's", async () => {
    const agent = new TestAgent(wardroom, "outside");
    await agent.put("## Watch Points\n- a\n");
    await wardroom.services.events.verify(OWNER, DEMO);
    await agent.put("## Watch Points\n- b\n");
    await wardroom.services.events.verify(OWNER, DEMO);
    expect(await agent.revisions()).toMatchObject([
      { actor: "disk", operation: "found" },
      { actor: "disk", operation: "edited outside" },
    ]);
  });

  it("has them as soon as they are seen, while somebody watches", async () => {
    const own = await TestWardroom.open();
    await mkdir(join(own.files, ".kaizen/agents"), { recursive: true });
    const faults: unknown[] = [];
    await own.runtime.watch((error) => faults.push(error));
    const seen = new Promise<string>((resolve) => {
      void own.services.events.subscribe(OWNER, DEMO, (event) => resolve(`${event.actor} ${event.target}`));
    });
    await new TestAgent(own, "watched").put("## Watch Points\n- a\n");
    expect(await seen).toBe("disk .kaizen/agents/watched/memory.md");
    expect(faults).toEqual([]);
  });
});
