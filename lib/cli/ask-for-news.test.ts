import { afterEach, expect, it } from "vitest";
import { answer } from "@/app/api/answer";
import { HOST, serve } from "@/lib/api/testing/api.fixture";
import { ERRORS } from "@/lib/core/errors";
import { BreakingLine } from "@/lib/soak/breaking-line.fixture";
import { runOn } from "@/lib/soak/fuzz-command.fixture";
import { actingAs } from "@/lib/services/testing/callers.fixture";
import { OWNER_TOKEN, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";

afterEach(() => {
  globalThis.wardroomRuntime = undefined;
});

function here(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set("host", HOST);
  return new Request(request, { headers });
}

it("a wait outlives its server, and without one it is a sentence at once", async () => {
  const wardroom = await TestWardroom.open();
  serve(wardroom);
  const { params } = await wardroom.session("one", ["implementer-1", "implementer-2"]);
  let deaths = 0;
  const line = await BreakingLine.open({
    answer: (request) => {
      const isWait = new URL(request.url).searchParams.has("wait");
      return isWait && deaths++ < 2 ? Promise.reject(new Error("the server died")) : answer(here(request));
    },
    abandon: () => Promise.resolve(),
  });
  const terminal = { url: line.url, ownerToken: OWNER_TOKEN, cwd: wardroom.files, data: wardroom.data };
  const read = () => runOn(terminal, ["inbox", "implementer-1", "--session", "one", "--wait", "30"], OWNER_TOKEN);
  const say = (text: string) =>
    wardroom.services.memory.add(actingAs("implementer-2"), params, { tag: "Warning", text }, PLAIN_REQUEST);
  await say("Said while the server was away");
  const { out, ...ended } = await read();
  expect(ended).toEqual({ code: 0, err: "" });
  expect(deaths).toBe(3);
  expect(out).toContain("Said while the server was away");
  await line.close();
  const { code, err } = await read();
  expect(code).not.toBe(0);
  expect(code).not.toBe(ERRORS.internal.exit);
  expect(err).toContain("No Wardroom answers at");
});
