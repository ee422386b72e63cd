import { expect, it } from "vitest";
import { hintForTerminal } from "@/lib/cli/hint-words";

it.each([
  ["Create it with POST …/sessions {id, feature, roles}.", "Create it with wardroom session create <session>."],
  [
    "Add it with POST …/roles {id, type}; that answers its token too.",
    "Add it with wardroom session add-role <session> <role>; that answers its token too.",
  ],
  ["Mint a token for it with POST …/roles/tester-1/tokens.", "Mint a token for it in the dashboard."],
  ["List the versions with GET …/context/versions.", "List the versions with wardroom context status."],
  [
    "Start one with POST …/teams/a/sessions {mode, topic}, list them with GET, or not.",
    "Start one with wardroom knowledge start <topic>, list them with wardroom knowledge sessions, or not.",
  ],
  ["Publish one with PUT …/context.", "Publish one with wardroom context publish <file>."],
  [
    "Read it with GET …/agents/tester/memory; nothing was overwritten.",
    "Read it with wardroom memory show tester; nothing was overwritten.",
  ],
  [
    "It had one: POST …/agents/tester/memory/undo {revision: 3} brings it back.",
    "It had one: the dashboard's history brings it back.",
  ],
  [
    "Begin one with POST …/agents/tester/memory; closing does so too.",
    "Begin one with wardroom memory init tester; closing does so too.",
  ],
  ["Close an open one: GET …/agents/tester/sessions?state=open.", "Close an open one: wardroom agents."],
])("%s", (hint, shown) => {
  expect(hintForTerminal(hint)).toBe(shown);
});
