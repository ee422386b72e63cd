import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { connect, ERAS } from "@/lib/mcp/testing/client.fixture";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { OWNER_TOKEN, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const SECTION = "wardroom://{workspace}/sessions/{session}/memory/{role}";
const ITEM = "wardroom://{workspace}/sessions/{session}/items/{item}";

const wardroom = await TestWardroom.open();
serve(wardroom);
const one = await wardroom.session("one", ["implementer-1", "tester-1"]);
const two = await wardroom.session("two", ["researcher-1"]);

async function offered(
  client: Client,
  ref: string,
  argument: { name: string; value: string },
  chosen: Record<string, string> = {},
): Promise<string[]> {
  const { completion } = await client.complete({
    ref: ref.includes("://") ? { type: "ref/resource", uri: ref } : { type: "ref/prompt", name: ref },
    argument,
    context: { arguments: chosen },
  });
  return completion.values;
}

describe.each(ERAS)("what is typed in the %s era", (era) => {
  it("is completed to tags, whatever its case, those that begin with it first", async () => {
    const client = await connect(OWNER_TOKEN, era);
    expect(await offered(client, "say", { name: "tag", value: "find" })).toEqual(["Finding"]);
    const [first] = await offered(client, "say", { name: "tag", value: "de" });
    expect(first?.toLowerCase().startsWith("de")).toBe(true);
    expect(await offered(client, "say", { name: "tag", value: "" })).toContain("Question");
  });

  it("is completed to the roles and items of the session that was chosen", async () => {
    const client = await connect(OWNER_TOKEN, era);
    const at = { workspace: "demo", session: "one" };
    expect(await offered(client, SECTION, { name: "role", value: "tester" }, at)).toEqual(["tester-1"]);
    expect(await offered(client, SECTION, { name: "role", value: "res" }, { ...at, session: "two" })).toEqual([
      "researcher-1",
    ]);
    const added = { role: "implementer-1", tag: "Finding", text: `The ${era} queue drops its last message` } as const;
    await wardroom.services.memory.add(OWNER, one.params, added, PLAIN_REQUEST);
    const { sections } = await wardroom.services.memory.read(OWNER, one.params);
    const ids = sections.flatMap(({ items }) => items.map(({ id }) => id));
    for (const id of ids)
      expect(await offered(client, ITEM, { name: "item", value: id.slice(0, 8) }, at)).toEqual([id]);
    expect(ids.length).toBeGreaterThan(0);
    expect(await offered(client, SECTION, { name: "session", value: "o" }, at)).toEqual(["one", "two"]);
    expect(await offered(client, SECTION, { name: "workspace", value: "" })).toEqual(["demo"]);
  });

  it("is offered nothing that its caller may not read, that is not there, or that takes any words", async () => {
    const { token } = await wardroom.services.tokens.mint(
      OWNER,
      { ...two.params, role: "researcher-1" },
      PLAIN_REQUEST,
    );
    const researcher = await connect(token, era);
    const elsewhere = { workspace: "demo", session: "one" };
    expect(await offered(researcher, SECTION, { name: "role", value: "" }, elsewhere)).toEqual([]);
    expect(await offered(researcher, "status", { name: "role", value: "res" })).toEqual(["researcher-1"]);
    for (const [ref, name] of [
      ["say", "text"],
      ["say", "__proto__"],
      ["nothing", "tag"],
      ["wardroom://{workspace}/{role}", "role"],
    ] as const) {
      expect(await offered(researcher, ref, { name, value: "" }), `${ref} ${name}`).toEqual([]);
    }
    expect(await offered(researcher, SECTION, { name: "role", value: "" }, { session: "none" })).toEqual([]);
  });
});
