import { expect, it } from "vitest";
import { call, serve } from "@/lib/api/testing/api.fixture";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { ItemLife } from "@/lib/contracts/memory";
import { connect } from "@/lib/mcp/testing/client.fixture";
import { actingAs } from "@/lib/services/testing/callers.fixture";
import { OWNER_TOKEN, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";

it("every door tells the same life of an item, from its first word on", async () => {
  const wardroom = await TestWardroom.open();
  serve(wardroom);
  const session = await wardroom.session("one", ["implementer-1"]);
  const caller = actingAs("implementer-1");
  const { memory } = wardroom.services;
  await memory.add(caller, session.params, { tag: "Finding", text: "fonts load twice" }, PLAIN_REQUEST);
  await memory.edit(caller, session.params, { oldString: "twice", newString: "two times" }, PLAIN_REQUEST);
  await session.put((await session.text()).replace("two times", "again and again"));
  await memory.read(caller, session.params);
  const item = (await session.items())[0]?.id ?? "";

  const path = `/api/v1/workspaces/demo/sessions/one/memory/items/${item}`;
  const { changes } = ItemLife.parse(await (await call("GET", path)).json());
  const said = (text: string) => `- [Finding] ${text}`;
  expect(changes.map((each) => [each.actor, each.certainty, each.said?.trim() ?? null])).toEqual([
    ["disk", "unknown", said("fonts load two times")],
    ["implementer-1", "certain", said("fonts load twice")],
    ["implementer-1", "certain", null],
  ]);

  const client = await connect(OWNER_TOKEN, "modern");
  const { contents } = await client.readResource({ uri: `wardroom://demo/sessions/one/items/${item}` });
  const lines = (contents[0] as { text: string }).text.split("\n").slice(-4, -1);
  expect(lines.map((line) => line.split("\t")).map(([who, , , before = null]) => [who, before])).toEqual([
    ["implementer-1", null],
    ["implementer-1", said("fonts load twice")],
    ["unknown (on disk)", said("fonts load two times")],
  ]);

  const words = ["history", "blame", "--item", item, "--session", "one"];
  const printed = await wardroomCli(wardroom, words);
  expect([printed.code, printed.err]).toEqual([0, ""]);
  expect(printed.out.split("\n").slice(1, 4)).toEqual([
    expect.stringMatching(/implementer-1 .* add/),
    expect.stringMatching(/implementer-1 .* edit .*fonts load twice/),
    expect.stringMatching(/unknown \(on disk\) .*fonts load two times/),
  ]);
  const json = await wardroomCli(wardroom, [...words, "--json"]);
  expect(ItemLife.parse(JSON.parse(json.out)).changes).toEqual(changes);
});
