import { afterAll, expect, it } from "vitest";
import type { Database } from "@/lib/db/database";
import { LiveFeed } from "@/lib/services/commit/live-feed";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { CredentialBook } from "@/lib/services/workspace/credential-book";

const ROLE = { workspace: "demo", session: "one", role: "implementer-1" };

const wardroom = await TestWardroom.open();
await wardroom.session("one", ["implementer-1"]);
const database: Database = await wardroom.openDatabase();
// Nothing is changed through it here, and nothing is heard from others.
const live = new LiveFeed(() => Promise.resolve([]));
const book = new CredentialBook({ database, committer: undefined as never, clock: () => new Date() }, live);
afterAll(async () => {
  book.close();
  await database.close();
});

const mint = () => wardroom.services.tokens.mint(OWNER, ROLE, PLAIN_REQUEST);
const revoke = (token: string) => wardroom.services.tokens.revoke(OWNER, { ...ROLE, token }, PLAIN_REQUEST);

it("remembers a credential that holds, until it is told of its end", async () => {
  const { tokenId } = await mint();
  expect(await book.get(tokenId)).toMatchObject({ id: tokenId, revokedAt: null });
  await revoke(tokenId);
  expect(await book.get(tokenId)).toMatchObject({ id: tokenId });
  book.end(tokenId);
  await expect(book.get(tokenId)).rejects.toThrow("was revoked");
  expect(await book.isValid(tokenId)).toBe(false);
});

it("does not remember a credential as one that holds when one ends while it is looked up", async () => {
  const { tokenId } = await mint();
  const looked = book.get(tokenId);
  book.end(tokenId);
  await looked;
  await revoke(tokenId);
  await expect(book.get(tokenId)).rejects.toThrow("was revoked");
});
