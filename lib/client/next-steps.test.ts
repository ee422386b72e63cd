import { expect, it } from "vitest";
import { hintForPage, stepsForPage } from "@/lib/client/next-steps";

const SESSION = "/api/v1/workspaces/my%20demo/sessions/checkout/memory/items";
const next = [
  { operation: "gate.list", arguments: {}, call: "GET …/gates" },
  { operation: "token.mint", arguments: { role: "tester-1" }, call: "POST …/roles/tester-1/tokens" },
];

it("names the page on which the next step is taken, in place of the call", () => {
  const hint = "List them with GET …/gates, or mint a token with POST …/roles/tester-1/tokens.";
  expect(hintForPage({ hint, next })).toBe("List them with the Gates page, or mint a token with the Settings page.");
  expect(hintForPage({ hint: "Ask the Lead." })).toBe("Ask the Lead.");
  expect(hintForPage({})).toBeUndefined();
});

it("leads to the page of what the request was about", () => {
  expect(stepsForPage({ instance: SESSION, next })).toEqual([
    { operation: "gate.list", label: "Open Gates", href: "/my%20demo/sessions/checkout/gates" },
    { operation: "token.mint", label: "Open Settings", href: "/my%20demo/settings?session=checkout" },
  ]);
});

it("leads to what the step itself names, where that is another", () => {
  const step = (operation: string, given: Record<string, string>) => [{ operation, arguments: given, call: "" }];
  const hrefs = (instance: string, operation: string, given: Record<string, string> = {}) =>
    stepsForPage({ instance, next: step(operation, given) }).map(({ href }) => href);
  expect(hrefs(SESSION, "relay.list", { session: "other" })).toEqual(["/my%20demo/sessions/other/memory"]);
  expect(hrefs("/api/v1/workspaces/w/agents", "agent.init", { agent: "backend" })).toEqual(["/w/agents/backend"]);
  expect(hrefs("/api/v1/workspaces/w/teams/t/sessions/s/turns", "team-session.resume")).toEqual([
    "/w/knowledge/teams/t/sessions/s",
  ]);
});

it("leads nowhere while it is not known whose page it is", () => {
  expect(stepsForPage({ instance: "/api/v1/workspaces/w/sessions", next: next.slice(0, 1) })).toEqual([]);
  expect(stepsForPage({ instance: "/api/v1/workspaces/w/teams/t/sessions/s", next: next.slice(0, 1) })).toEqual([]);
  expect(stepsForPage({ instance: "/api/v1/me", next })).toEqual([]);
});
