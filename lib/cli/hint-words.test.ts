import { expect, it } from "vitest";
import { hintForTerminal } from "@/lib/cli/report-error";
import { problemOf } from "@/lib/api/problem";
import { AppError, type ErrorDetails } from "@/lib/core/errors";

const told = (details: ErrorDetails) => hintForTerminal(problemOf(new AppError("conflict", "No.", details), "/api"));

it.each<[ErrorDetails, string]>([
  [{ hint: "List the relays with {relay.list}." }, "List the relays with wardroom relay list."],
  [{ hint: "Read it with {agent.memory}.", about: { agent: "tester" } }, "Read it with wardroom memory show tester."],
  [{ hint: "Send it with {item.add}." }, "Send it with wardroom say <role> <tag> <text...>."],
  [{ hint: "List them with {login.attempts}." }, "List them with the dashboard."],
  [
    { hint: "Start with {agent.start}, list with {agent.list}." },
    "Start with wardroom memory start <agent>, list with wardroom agents.",
  ],
  [
    { hint: "Read it with {agent.memory}.", about: { agent: "code reviewer" } },
    "Read it with wardroom memory show 'code reviewer'.",
  ],
  [
    { hint: "Go on with {team-session.resume}.", about: { team: "dev", session: "arch-001" } },
    "Go on with wardroom knowledge resume --team dev --team-session arch-001.",
  ],
  [{ hint: "Look with {gate.list}.", about: { session: "one" } }, "Look with wardroom gate list --session one."],
  [{ hint: "Ask the Lead." }, "Ask the Lead."],
])("a hint names the command that takes the next step: %o", async (details, hint) => {
  expect(await told(details)).toBe(hint);
});

it("leaves a step of a newer server as it was told", async () => {
  const next = [{ operation: "thing.do", arguments: {}, call: "POST …/things" }];
  const hint = "Do it with POST …/things.";
  expect(await hintForTerminal({ code: "conflict", hint, next })).toBe(hint);
});

it("says how a token is given where none came, and where the shapes of a command are told", async () => {
  expect(await hintForTerminal({ code: "unauthenticated", hint: "Send Authorization: Bearer <token>." })).toContain(
    "--token",
  );
  const shapes = { code: "invalid_input", hint: "Correct what `errors` names; /docs/api shows every shape." } as const;
  expect(await hintForTerminal(shapes, "wardroom say <role>")).toBe("wardroom say <role>");
  expect(await hintForTerminal({ code: "conflict" })).toBeUndefined();
});
