import { expect, it } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { connect, refusal, use } from "@/lib/mcp/testing/client.fixture";
import { TestAgent } from "@/lib/services/testing/agents.fixture";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const wardroom = await TestWardroom.open();
serve(wardroom);

interface Started {
  sessionId: string;
  openSessions: { id: string; startedBy: string }[];
}

it("keeps apart the sessions of two roles that share an agent's memory", async () => {
  const agent = new TestAgent(wardroom, "builder");
  await agent.init();
  const session = await wardroom.session("shared", ["builder-1", "builder-2"]);
  const clientOf = async (role: string) => {
    const { token } = await wardroom.services.tokens.mint(OWNER, { ...session.params, role }, PLAIN_REQUEST);
    return connect(token, "modern");
  };
  const [one, two] = [await clientOf("builder-1"), await clientOf("builder-2")];
  const first = await use<Started>(one, "start", { agent: "builder" });
  const second = await use<Started>(two, "start", { agent: "builder" });
  expect(second).not.toHaveProperty("openSessions");
  const closing = { agent: "builder", summary: "Built it", outcome: "It stands" };
  await refusal("forbidden", two, "close", { ...closing, sessionId: first.sessionId });
  const again = await use<Started>(one, "start", { agent: "builder" });
  expect(again.openSessions).toMatchObject([{ id: first.sessionId, startedBy: "builder-1" }]);
  await use(one, "close", { ...closing, sessionId: first.sessionId });
  expect(await agent.story()).toEqual(
    expect.arrayContaining(["builder-1: agent.started", "builder-2: agent.started", "builder-1: agent.closed"]),
  );
});

it("keeps apart the roles of one name in two team sessions", async () => {
  const agent = new TestAgent(wardroom, "tester");
  await agent.init();
  const clientIn = async (id: string) => {
    const session = await wardroom.session(id, ["tester-1"]);
    const { token } = await wardroom.services.tokens.mint(
      OWNER,
      { ...session.params, role: "tester-1" },
      PLAIN_REQUEST,
    );
    return { token, client: await connect(token, "modern") };
  };
  const [one, two] = [await clientIn("payments"), await clientIn("refunds")];
  const first = await use<Started>(one.client, "start", { agent: "tester" });
  const second = await use<Started>(two.client, "start", { agent: "tester" });
  expect(second).not.toHaveProperty("openSessions");
  const closing = { agent: "tester", summary: "Tested it", outcome: "It holds" };
  await refusal("forbidden", two.client, "close", { ...closing, sessionId: first.sessionId });
  const again = await use<Started>(one.client, "start", { agent: "tester" });
  expect(again.openSessions).toMatchObject([{ id: first.sessionId, startedBy: "tester-1" }]);
  // The command closes the only one that its own team session has open.
  const close = ["memory", "close", "tester", "--summary", "Tested it", "--outcome", "It holds", "--token", two.token];
  expect(await wardroomCli(wardroom, close)).toMatchObject({ code: 0 });
  expect(await wardroomCli(wardroom, close)).toMatchObject({ code: 4 });
  await use(one.client, "close", { ...closing, sessionId: again.sessionId });
  await use(one.client, "close", { ...closing, sessionId: first.sessionId });
});
