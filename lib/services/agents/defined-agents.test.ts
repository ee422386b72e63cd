import { describe, expect, it } from "vitest";
import { TestAgent } from "@/lib/services/testing/agents.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const wardroom = await TestWardroom.open();

describe("a session of an agent that is defined in a file", () => {
  it("starts blank without a memory, and its close begins one", async () => {
    const agent = new TestAgent(wardroom, "blank");
    await agent.define();
    const started = await agent.start();
    expect(started).toMatchObject({ memory: null, acknowledgement: expect.stringContaining("no memory") as string });
    await refusal("not_found", agent.read());
    const preview = await agent.close(started.sessionId, { findings: ["x"] }, true);
    expect(preview).toMatchObject({ dryRun: true, revision: null, diff: { from: 0, to: 1, removed: 0 } });
    await refusal("not_found", agent.read());
    const closed = await agent.close(started.sessionId, { findings: ["x"] });
    expect(closed).toMatchObject({ revision: 1, added: preview.added, diff: preview.diff });
    expect(await agent.read()).toMatchObject({ agent: "blank", sessionCount: 1, missing: [], diagnostics: [] });
  });

  it("still keeps what was learnt after the agent opted out, where there is a memory", async () => {
    const [known, blank] = [new TestAgent(wardroom, "late"), new TestAgent(wardroom, "late-blank")];
    await known.init();
    await blank.define();
    const [one, two] = [await known.start(), await blank.start()];
    await known.define("memory: disabled");
    await blank.define("memory: disabled");
    await known.close(one.sessionId);
    await refusal("conflict", blank.close(two.sessionId));
  });
});
