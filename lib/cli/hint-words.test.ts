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
  [
    "Unload a first (*unload: a), or load it with force: true as a person.",
    "Unload a first (wardroom knowledge unload a), or load it with --force as a person.",
  ],
  ["Write *load: {knowledge-id}.", "Write wardroom knowledge load <knowledge>."],
  ["Resume it first (*resume), or start another.", "Resume it first (wardroom knowledge resume), or start another."],
  ["Leave force out, unload something first.", "Leave --force out, unload something first."],
  [
    "Resume it with POST …/sessions/a-1/resume, or leave the id out to be given a free one.",
    "Resume it with wardroom knowledge resume -s a-1, or leave --id out to be given a free one.",
  ],
  ["Leave X-Wardroom-Role out; the token says it.", "Leave --as out; the token says it."],
  [
    "Send Authorization: Bearer <token> with a role token from the Lead, or the owner's token.",
    "Give a role token from the Lead, or the owner's token with --token or WARDROOM_TOKEN.",
  ],
  [
    "Send Authorization: Bearer <token>, or open the login address that the server printed.",
    "Give one with --token or WARDROOM_TOKEN.",
  ],
  ["Use it under /api/v1/workspaces/shop.", "Use it with --workspace shop."],
  [
    "Read the context (draft: true), and publish with If-Match: its ETag.",
    "Read the context with wardroom context show --json, and publish with --if-match and its etag.",
  ],
  ["Name a teammate with ?role=; the Lead itself is sent none.", "Name a teammate; the Lead itself is sent none."],
  ["Close an open one: GET …/agents/tester/sessions?state=open.", "Close an open one: wardroom agents."],
])("%s", (hint, shown) => {
  expect(hintForTerminal(hint)).toBe(shown);
});
