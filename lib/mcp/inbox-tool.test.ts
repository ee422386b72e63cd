import { describe, expect, it } from "vitest";
import { answer } from "@/app/api/answer";
import { HOST, serve } from "@/lib/api/testing/api.fixture";
import { connect, ERAS, use } from "@/lib/mcp/testing/client.fixture";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const wardroom = await TestWardroom.open();
serve(wardroom);
const session = await wardroom.session("one", ["implementer-1", "implementer-2"]);

const say = (text: string) =>
  wardroom.services.memory.add(actingAs("implementer-2"), session.params, { tag: "Warning", text }, PLAIN_REQUEST);
const tokenOf = async () =>
  (await wardroom.services.tokens.mint(OWNER, { ...session.params, role: "implementer-1" }, PLAIN_REQUEST)).token;

describe("the inbox over MCP", () => {
  it.each(ERAS)("moves the mark with the answer that its client got, and with no other (%s)", async (era) => {
    const token = await tokenOf();
    const client = await connect(token, era);
    const read = (args = {}) => use<string>(client, "inbox", args);
    // The first answer of a conversation says what stands.
    await read();
    await say(`The clock jumps (${era})`);
    expect(await read()).toContain(`The clock jumps (${era})`);
    expect(await read()).toBe("No news.");
    await say(`Rows pile up (${era})`);
    // A client that is gone before it has read the answer.
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "inbox", arguments: {} } };
    const response = await answer(
      new Request(`http://${HOST}/api/mcp`, {
        method: "POST",
        headers: {
          host: HOST,
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...(era === "legacy" && { "mcp-protocol-version": "2025-11-25" }),
          ...(client.transport?.sessionId !== undefined && { "mcp-session-id": client.transport.sessionId }),
        },
        body: JSON.stringify(call),
      }),
    );
    expect(response.status).toBe(200);
    await response.body?.cancel();
    expect(await read()).toContain(`Rows pile up (${era})`);
    expect(await read()).toBe("No news.");
    expect(await read({ again: true })).toContain(`Rows pile up (${era})`);
  });
});
