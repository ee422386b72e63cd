import { expect, it } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { OWNER_TOKEN, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const wardroom = await TestWardroom.open();

const knock = (token: string, role: string | null = null) =>
  wardroom.services.authentication.authenticate({ token, source: "api", role });

const mint = (session: string, role: string) =>
  wardroom.services.tokens.mint(OWNER, { workspace: "demo", session, role }, PLAIN_REQUEST);

it("stands for one role of one session until it is revoked", async () => {
  const session = await wardroom.session("one", ["implementer-1"]);
  await wardroom.session("two", ["implementer-1"]);
  const { token, tokenId, role } = await mint("one", "Implementer-1");
  expect(role).toMatchObject({ id: "implementer-1", access: "direct" });
  const caller = await knock(token);
  const { memory, authentication, tokens } = wardroom.services;
  expect(await authentication.describe(caller)).toEqual({
    kind: "role",
    person: null,
    role: "implementer-1",
    session: "one",
    workspace: "demo",
  });
  await memory.add(caller, session.params, { tag: "Finding", text: "x" }, PLAIN_REQUEST);
  expect(await session.last()).toMatchObject({ actor: "implementer-1", source: "api" });
  const elsewhere = { workspace: "demo", session: "two" };
  await refusal("forbidden", memory.read(caller, elsewhere));
  await refusal("forbidden", memory.add(caller, elsewhere, { tag: "Finding", text: "x" }, PLAIN_REQUEST));
  await refusal("forbidden", memory.read(caller, { workspace: "other", session: "one" }));

  const params = { ...session.params, role: "Implementer-1", token: tokenId };
  expect(await tokens.revoke(OWNER, params, PLAIN_REQUEST)).toEqual({ done: true });
  expect(await tokens.revoke(OWNER, params, PLAIN_REQUEST)).toEqual({ done: true });
  await refusal("unauthenticated", knock(token));
  expect((await session.story()).filter((line) => line.includes("token."))).toEqual([
    "Lead: token.minted implementer-1",
    "Lead: token.revoked implementer-1",
  ]);
});

it("is listed without its secret, with its last use", async () => {
  const session = await wardroom.session("listed", ["implementer-1", "tester-1"]);
  const { token, tokenId } = await mint("listed", "tester-1");
  await mint("listed", "implementer-1");
  await knock(token);
  await wardroom.services.authentication.flush();
  const { items } = await wardroom.services.tokens.list(OWNER, session.params);
  expect(items.map(({ role, createdBy, revokedAt }) => [role, createdBy, revokedAt])).toEqual([
    ["implementer-1", "Lead", null],
    ["tester-1", "Lead", null],
  ]);
  expect(items.find(({ id }) => id === tokenId)?.lastUsedAt).toMatch(/Z$/);
  expect(JSON.stringify(items)).not.toContain(token.slice(-20));
});

it("is handed out and revoked by the Lead, for roles there are", async () => {
  const session = await wardroom.session("rights", ["implementer-1", "tester-1"]);
  const { tokens, curation } = wardroom.services;
  const { tokenId } = await mint("rights", "tester-1");
  const params = { ...session.params, role: "tester-1" };
  for (const caller of [actingAs("implementer-1"), VIEWER]) {
    await refusal("forbidden", tokens.mint(caller, params, PLAIN_REQUEST));
    await refusal("forbidden", tokens.revoke(caller, { ...params, token: tokenId }, PLAIN_REQUEST));
    await refusal("forbidden", tokens.list(caller, session.params));
  }
  await refusal("not_found", mint("rights", "nobody"));
  await refusal("not_found", tokens.revoke(OWNER, { ...params, token: "none" }, PLAIN_REQUEST));
  const wrongRole = { ...session.params, role: "implementer-1", token: tokenId };
  await refusal("not_found", tokens.revoke(OWNER, wrongRole, PLAIN_REQUEST));
  await curation.replaceRole(OWNER, session.params, { role: "tester-1", by: "tester-2" }, PLAIN_REQUEST);
  await refusal("conflict", mint("rights", "tester-1"));
  await refusal("not_found", tokens.mint(OWNER, { ...params, session: "none" }, PLAIN_REQUEST));
});

it("is nothing that can be guessed or altered", async () => {
  await wardroom.session("guess", ["implementer-1"]);
  const { token } = await mint("guess", "implementer-1");
  const last = token.endsWith("A") ? "B" : "A";
  const altered = [
    `${token}x`,
    token.slice(0, -1),
    `${token.slice(0, -2)}${last}${last}`,
    token.replace("wr_", "wr_0"),
  ];
  for (const wrong of ["", "x", "owner", "wr__", ...altered, `${OWNER_TOKEN}x`]) {
    await refusal("unauthenticated", knock(wrong));
  }
  await refusal("forbidden", knock(token, "implementer-2"));
});

it("lets the owner act as a role and be held to its rights", async () => {
  expect(await knock(OWNER_TOKEN)).toMatchObject({ kind: "owner", role: null });
  expect(await knock(OWNER_TOKEN, "Tester-1")).toMatchObject({ kind: "owner", role: "tester-1" });
  expect(await knock(OWNER_TOKEN, "lead")).toMatchObject({ kind: "owner", role: null });
  await refusal("invalid_input", knock(OWNER_TOKEN, "../x"));
});

it("ends when its time is over, and when another process revokes it", async () => {
  const session = await wardroom.session("expiry", ["implementer-1"]);
  const expiring = await mint("expiry", "implementer-1");
  const database = await wardroom.openDatabase();
  await database.transaction((queries) =>
    queries.credential.update({ where: { id: expiring.tokenId }, data: { expiresAt: new Date(Date.now() - 1000) } }),
  );
  await database.close();
  const error = await refusal("unauthenticated", knock(expiring.token));
  expect(error.message).toMatch(/expired/);

  const { token, tokenId } = await mint("expiry", "implementer-1");
  await knock(token);
  const other = await wardroom.another();
  const revoked = new Promise<void>((resolve, reject) => {
    wardroom.services.events
      .subscribe(OWNER, { workspace: "demo" }, (event) => {
        if (event.action === "token.revoked") resolve();
      })
      .catch(reject);
  });
  await wardroom.runtime.watch((reason) => {
    throw reason;
  });
  await other.services.tokens.revoke(
    OWNER,
    { ...session.params, role: "implementer-1", token: tokenId },
    PLAIN_REQUEST,
  );
  await revoked;
  await refusal("unauthenticated", knock(token));
});
