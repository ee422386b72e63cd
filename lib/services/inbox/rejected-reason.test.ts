import { expect, it } from "vitest";
import { call, serve } from "@/lib/api/testing/api.fixture";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import type { Relay, RelayList } from "@/lib/contracts/memory";
import { answerIn, connect } from "@/lib/mcp/testing/client.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { OWNER_TOKEN, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const REASON = "Measured before the fix of GC-v2";

it.each([
  ["an agent that has looked before", true],
  ["an agent that looks for the first time", false],
])("tells %s once why its relay was rejected, over the command and over MCP", async (_, hasLooked) => {
  const wardroom = await TestWardroom.open();
  serve(wardroom);
  const { params } = await wardroom.session("one", ["tester-1", "tester-2"]);
  const client = await connect(OWNER_TOKEN, "modern", { "x-wardroom-role": "tester-2" });
  const overMcp = () => client.callTool({ name: "inbox", arguments: { session: "one" } });
  if (hasLooked) {
    await wardroomCli(wardroom, ["inbox", "tester-1", "--as", "tester-1"]);
    await overMcp();
  }
  const at = "/api/v1/workspaces/demo/sessions/one";
  for (const role of ["tester-1", "tester-2"]) {
    const said = await call("POST", `${at}/memory/items`, {
      body: { tag: "Finding", text: `The page is slow for ${role}` },
      headers: { "x-wardroom-role": role },
    });
    expect(said.status).toBe(202);
  }
  const { items } = (await (await call("GET", `${at}/relays`)).json()) as RelayList;
  const reject = ({ id }: Relay) =>
    wardroom.services.relays.reject(OWNER, { ...params, relay: id }, { reason: REASON }, PLAIN_REQUEST);
  for (const relay of items) await reject(relay);

  const command = await wardroomCli(wardroom, ["inbox", "tester-1", "--as", "tester-1"]);
  expect(command.out).toContain("The page is slow for tester-1");
  expect(command.out).toContain(REASON);

  expect((await wardroomCli(wardroom, ["inbox", "tester-1", "--as", "tester-1"])).out).not.toContain(REASON);

  const { content } = await overMcp();
  const [first] = content;
  const told = answerIn(first?.type === "text" ? first.text : "");
  expect(JSON.stringify(told)).toContain("The page is slow for tester-2");
  expect(JSON.stringify(told)).toContain(REASON);
});
