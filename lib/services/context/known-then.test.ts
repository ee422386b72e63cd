import { describe, expect, it } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT, ContextSession } from "@/lib/services/testing/context-session.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

/** Four items of change: two decisions, a constraint, and the goal. */
const V2 = CONTEXT.replace(
  "\n\n## Constraints",
  "\n| D-3 | Leases are renewed by the worker | an import may take long | P2 |\n| D-4 | Counts are kept a day | for the page | P2 |\n\n## Constraints",
)
  .replace("after six hours", "after four hours")
  .replace("without a person", "without anybody");

const wardroom = await TestWardroom.open();

/** A session whose roles have confirmed GC-v1. */
async function open(id: string, roles = ["implementer-1", "tester-1"]): Promise<ContextSession> {
  const demo = await ContextSession.open(wardroom, id, roles);
  await demo.publish(CONTEXT);
  for (const role of roles) await demo.ack(role, 1);
  return demo;
}
const lose = (demo: ContextSession, role: string) =>
  demo.service.reportLost(actingAs(role), demo.params, { role, status: "CONTEXT_LOST" }, PLAIN_REQUEST);

describe("what a role knew", () => {
  it("is what it had confirmed at that moment, through losses and respawns", async () => {
    const demo = await open("known", ["tester-1"]);
    const moments: Record<string, string> = {};
    const known = async (role: string, at?: string) => {
      const { version, text } = await demo.service.known(OWNER, demo.params, { role, at });
      return `${version ?? "nothing"} ${text.length}`;
    };
    const expected: Record<string, string> = {};
    const remember = async (name: string) => {
      expected[name] = await known("tester-1");
      moments[name] = new Date().toISOString();
      // The next thing happens at another moment.
      while (new Date().toISOString() === moments[name]) await new Promise((resolve) => setImmediate(resolve));
    };
    await remember("first");
    await demo.publish(V2);
    await remember("sent only");
    await demo.ack("tester-1", 2);
    await remember("second");
    await lose(demo, "tester-1");
    await remember("lost");
    await demo.ack("tester-1", 2);
    await remember("again");
    await wardroom.services.curation.replaceRole(
      OWNER,
      demo.params,
      { role: "tester-1", by: "tester-2" },
      PLAIN_REQUEST,
    );
    await wardroom.services.curation.replaceRole(
      OWNER,
      demo.params,
      { role: "tester-2", by: "tester-1" },
      PLAIN_REQUEST,
    );
    await remember("respawned");
    const versions = Object.fromEntries(Object.entries(expected).map(([name, text]) => [name, text.split(" ")[0]]));
    expect(versions).toEqual({
      first: "GC-v1",
      "sent only": "GC-v1",
      second: "GC-v2",
      lost: "nothing",
      again: "GC-v2",
      respawned: "nothing",
    });
    for (const [name, at] of Object.entries(moments)) expect(await known("tester-1", at), name).toBe(expected[name]);
    expect(await known("Tester-1", moments["second"])).toBe(expected["second"]);
    const then = await demo.service.known(OWNER, demo.params, { role: "tester-1", at: moments["first"] });
    expect(then).toMatchObject({
      behind: 0,
      text: (await demo.service.get(OWNER, { ...demo.params, version: "1" })).text,
    });
    const unread = await demo.service.known(OWNER, demo.params, { role: "tester-1", at: moments["sent only"] });
    expect(unread.behind).toBe(1);
    expect(await known("tester-1", "2020-01-01T00:00:00Z")).toBe("nothing 0");
  });
});
