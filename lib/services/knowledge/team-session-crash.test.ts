import { expect, it } from "vitest";
import { readSessionsFile } from "@/lib/core/knowledge/sessions-file";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { startDoomed } from "@/lib/services/testing/doomed.fixture";
import { TestTeams } from "@/lib/services/testing/team.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const ROUNDS = 3;

it("resumes a session after its process was killed, wherever that was", async () => {
  const wardroom = await TestWardroom.open();
  const teams = await TestTeams.make(wardroom);
  const { session } = await teams.start("dev-security", { id: "killed", mode: "review", checkpointEvery: 3 });
  await session.run("*load: estimation");
  for (let round = 0; round < ROUNDS; round++) {
    const { turns: before } = await session.get();
    await wardroom.close();
    const process = await startDoomed(wardroom.environment, async (open, print) => {
      const { services } = await open();
      const params = { workspace: "demo", team: "dev-security", session: "killed" };
      const lead = {
        kind: "owner",
        role: null,
        sessionKey: null,
        workspace: null,
        credentialId: "o",
        source: "api",
      } as const;
      const plain = { ifMatch: null, idempotency: undefined };
      const nothing = { turns: 1, agreements: [], openIssues: [], closedIssues: [] };
      for (;;) {
        const { turns } = await services.teams.get(lead, params);
        const body = { ...nothing, speaker: "a", summary: `turn ${turns + 1}`, nextAction: `turn ${turns + 2}` };
        print(String((await services.teams.report(lead, params, body, plain)).turns));
      }
    });
    // Later each time, so that it dies at another place.
    await process.lines(4 + round);
    for (let turn = 0; turn < round * 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    await process.kill();
    await wardroom.reopen();

    const kept = await session.get();
    // What it said it had done is there, in the files as well.
    expect(kept.turns).toBeGreaterThanOrEqual(before + 4 + round);
    expect(kept.dialogueSummary.at(-1)).toEqual({ turn: kept.turns, speaker: "a", summary: `turn ${kept.turns}` });
    const { sessions } = readSessionsFile((await teams.memory("dev-security", "sessions.yaml")) ?? "");
    expect(sessions).toMatchObject([{ sessionId: "killed", turns: kept.turns, status: "active" }]);
    expect(await teams.memory("dev-security", "context.md")).toContain(`- Turns: ${kept.turns}\n`);
    const checkpoints = await session.checkpoints();
    expect(checkpoints.filter(({ verified }) => !verified)).toEqual([]);
    expect(checkpoints.map(({ state }) => state?.turnCount)).toEqual(
      checkpoints.map((_, index) => 3 * (checkpoints.length - index)),
    );

    const resumed = await session.run("*resume");
    expect(resumed.turns).toBe(checkpoints[0]?.state?.turnCount);
    expect(kept.turns - resumed.turns).toBeLessThan(3);
    expect(resumed.loaded.map(({ id }) => id)).toEqual(["owasp-top-10", "secure-code-review", "estimation"]);
    expect(resumed.nextAction).toBe(`turn ${resumed.turns + 1}`);
    expect(await wardroom.services.events.verify(OWNER, { workspace: "demo" })).toMatchObject({ ok: true });
  }
});
