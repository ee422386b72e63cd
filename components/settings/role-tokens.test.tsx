import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { readPage } from "@/components/testing/read-page.fixture";
import { tokensQuery } from "@/lib/client/sessions";
import type { Role, Token } from "@/lib/contracts/sessions";
import { RoleTokens } from "./credentials";

const SCOPE = { workspace: "w", session: "s" };
const ROLE: Role = {
  ...{ id: "tester-1", type: null, access: "direct", state: "active" },
  ...{ items: 0, readRevision: null, readAt: null },
};
const AT = "2026-02-09T10:00:00.000Z";

function tokenOf(id: string, revokedAt: string | null): Token {
  return { id, role: "tester-1", createdAt: AT, createdBy: "Lead", lastUsedAt: null, revokedAt };
}

/** What is said of a role with so many tokens that are valid and revoked. */
function read(valid: number, revoked: number): string {
  const client = new QueryClient();
  const items = [
    ...Array.from({ length: valid }, (_, index) => tokenOf(`valid-${index}`, null)),
    ...Array.from({ length: revoked }, (_, index) => tokenOf(`revoked-${index}`, AT)),
  ];
  client.setQueryData(tokensQuery(SCOPE).queryKey, { items, nextCursor: null });
  return readPage(<RoleTokens scope={SCOPE} roles={[ROLE]} />, { client });
}

test("a role lists its valid tokens, says when it has none, and counts the revoked ones", () => {
  for (const valid of [0, 1, 2])
    for (const revoked of [0, 1, 3]) {
      const told = read(valid, revoked);
      expect(told.split("Revoke…").length - 1, told).toBe(valid);
      expect(told.includes("no token")).toBe(valid === 0);
      expect(/(\d+) revoked/.exec(told)?.[1]).toBe(revoked === 0 ? undefined : String(revoked));
    }
});
