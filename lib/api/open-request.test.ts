import { expect, it } from "vitest";
import { whileOpen } from "@/lib/api/open-request";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

it.each(["application/json", "text/event-stream"])(
  "follows an answer as %s until all of it was taken",
  async (type) => {
    const { runtime } = await TestWardroom.open();
    const { authentication } = runtime.services;
    const client = new AbortController();
    const request = new Request("http://127.0.0.1/api/mcp");
    const opening = {
      request,
      connection: { address: null, sentAll: client.signal },
      caller: { ...OWNER, credentialId: "a token" },
      runtime,
    };
    let seen: AbortSignal | undefined;
    const answer = await whileOpen(opening, (signal) => {
      seen = signal;
      return Promise.resolve(new Response("{}", { headers: { "content-type": type } }));
    });
    expect(authentication.openRequests()).toBe(1);
    client.abort();
    expect(seen?.aborted).toBe(true);
    expect(await answer.text()).toBe("{}");
    expect(authentication.openRequests()).toBe(0);
  },
);
