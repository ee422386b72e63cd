import { expect, test } from "vitest";
import { webhookMessage, type ToldNeed } from "@/lib/core/inbox/needs";

test("a message has a line for each session, with kinds and roles", () => {
  const needs: ToldNeed[] = [
    { kind: "relay", session: "checkout", role: "researcher-1" },
    { kind: "relay", session: "checkout", role: "researcher-1" },
    { kind: "conflict", session: "checkout", role: "<tester>&1" },
    { kind: "broken", session: null, role: null },
  ];
  expect(webhookMessage("team", needs)).toEqual({
    text: [
      "Wardroom, team: 4 things need you",
      "• checkout: 1 conflict, 2 relays (researcher-1, &lt;tester&gt;&amp;1)",
      "• Files of no session: 1 file with errors",
    ].join("\n"),
  });
});

test("a message of very many sessions and roles stays short", () => {
  const needs = Array.from({ length: 1000 }, (_, at): ToldNeed => {
    return { kind: "question", session: `session-${at % 30}`, role: `implementer-${at}` };
  });
  const { text } = webhookMessage("team", needs);
  expect(text.split("\n")).toHaveLength(22);
  expect(text).toContain(
    "(implementer-0, implementer-30, implementer-60, implementer-90, implementer-120 and 29 more)",
  );
  expect(text).toContain("… and 10 more sessions");
});
