import { expect, it } from "vitest";
import { hintForPage } from "@/lib/client/hint-words";

it("names the page on which the next step is taken, in place of the call", () => {
  const next = [
    { operation: "gate.list", arguments: {}, call: "GET …/gates" },
    { operation: "token.mint", arguments: { role: "tester-1" }, call: "POST …/roles/tester-1/tokens" },
  ];
  const hint = "List them with GET …/gates, or mint a token with POST …/roles/tester-1/tokens.";
  expect(hintForPage({ hint, next })).toBe("List them with the Gates page, or mint a token with the Settings page.");
  expect(hintForPage({ hint: "Ask the Lead." })).toBe("Ask the Lead.");
  expect(hintForPage({})).toBeUndefined();
});
