import { expect, it } from "vitest";
import { readPlan } from "@/lib/core/context/plan";
import { readVersion } from "@/lib/core/context/version";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT, ContextSession } from "@/lib/services/testing/context-session.fixture";
import { startDoomed } from "@/lib/services/testing/doomed.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

/** `npm run soak` kills at many more places. */
const ROUNDS = 3;

it("leaves a version published in all of its files or in none, wherever the process is killed", async () => {
  const wardroom = await TestWardroom.open();
  const demo = await ContextSession.open(wardroom, "killed", ["implementer-1", "tester-1"]);
  await demo.publish(CONTEXT);
  let acknowledged = 1;
  for (let round = 0; round < ROUNDS; round++) {
    await wardroom.close();
    const process = await startDoomed(wardroom.environment, async (open, print) => {
      const { services } = await open();
      const params = { workspace: "demo", session: "killed" };
      const lead = {
        kind: "owner",
        role: null,
        sessionKey: null,
        workspace: null,
        credentialId: "o",
        source: "api",
      } as const;
      const plain = { ifMatch: null, idempotency: undefined };
      const { text } = await services.context.read(lead, params);
      for (let n = 0; ; n++) {
        const next = text.replace(/\n## Risks\n[^]*$/, `\n## Risks\n- **R-1:** number ${n} of ${Date.now()}\n`); // "\n## Risks\n…"
        const { version } = await services.context.publish(lead, params, { text: next }, { dryRun: false }, plain);
        print(version);
      }
    });
    // Later each time, so that it dies at another place.
    await process.lines(2 + round);
    for (let turn = 0; turn < round * 7; turn++) await new Promise((resolve) => setImmediate(resolve));
    await process.kill();
    await wardroom.reopen();
    const { version, draft, text } = await demo.service.read(OWNER, demo.params);
    const number = Number(version.slice("GC-v".length));
    expect(draft).toBe(false);
    // What it said it had done is there.
    expect(number).toBeGreaterThanOrEqual(acknowledged + 2 + round);
    acknowledged = number;
    expect(readVersion((await demo.file("global-context.md")) ?? "")).toBe(version);
    expect(await demo.file("global-context.md")).toBe(text);
    expect(await demo.file("TEAM-MEMORY.md")).toContain(`- GC Version: ${version}\n`);
    const { lastDelta } = readPlan((await demo.file("orchestration-plan.md")) ?? "", ["implementer-1", "tester-1"]);
    for (const role of ["implementer-1", "tester-1"]) {
      expect(lastDelta[role]?.sentVersion).toBe(version);
      expect((await demo.update(role)).version).toBe(version);
    }
    const told = (await demo.session.story()).filter((line) => line.startsWith("Lead: context.published")).length;
    expect(told).toBe(Math.min(number, 500));
    expect((await wardroom.services.events.verify(OWNER, { workspace: "demo" })).ok).toBe(true);
  }
  const { actor } = await demo.session.last();
  expect(actor).toBe("Lead");
});
