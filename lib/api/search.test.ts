import { beforeEach, expect, it } from "vitest";
import { SearchResults } from "@/lib/contracts/search";
import { call, problem, serve } from "@/lib/api/testing/api.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const SEARCH = "/api/v1/workspaces/demo/search";
let wardroom: TestWardroom;

beforeEach(async () => {
  wardroom = await TestWardroom.open();
  serve(wardroom);
});

it("finds over HTTP for whoever may read, and each token only in its own session", async () => {
  const tokens: string[] = [];
  for (const session of ["a", "b"]) {
    const { params } = await wardroom.session(session, ["implementer-1"]);
    const item = { tag: "Finding", text: `청구서 of ${session}` } as const;
    await wardroom.services.memory.add(OWNER, params, item, PLAIN_REQUEST);
    const role = { ...params, role: "implementer-1" };
    tokens.push((await wardroom.services.tokens.mint(OWNER, role, PLAIN_REQUEST)).token);
  }
  const find = async (token?: string) => {
    const answer = await call(
      "GET",
      `${SEARCH}?q=${encodeURIComponent("청구")}&kind=item`,
      token === undefined ? {} : { token },
    );
    expect(answer.status).toBe(200);
    return SearchResults.parse(await answer.json()).items.map(({ session }) => session);
  };
  expect((await find()).sort()).toEqual(["a", "b"]);
  expect(await find(tokens[1])).toEqual(["b"]);
  expect(await find(tokens[0])).toEqual(["a"]);
});

it("refuses what nobody can search by", async () => {
  await problem("unauthenticated", call("GET", `${SEARCH}?q=x`, { token: null }));
  await problem("invalid_input", call("GET", SEARCH));
  await problem("invalid_input", call("GET", `${SEARCH}?q=x&kind=items`));
  await problem("invalid_input", call("GET", `${SEARCH}?q=x&limit=0`));
  await problem("invalid_input", call("GET", `${SEARCH}?q=x&sort=y`));
  await problem("not_found", call("GET", "/api/v1/workspaces/other/search?q=x"));
  await problem("method_not_allowed", call("POST", SEARCH, { body: {} }));
});
