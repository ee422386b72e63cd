import {
  Claimed,
  ClaimsTaken,
  MakeClaim,
  TakeClaims,
  Nudge,
  Presence,
  SendNudge,
  SetState,
  StateLine,
} from "@/lib/contracts/presence";
import { Done } from "@/lib/contracts/primitives";
import { operationsOf } from "@/lib/operations/define-operation";

const define = operationsOf("Inbox");

/** What one role takes of a terminal's answer. */
const cut = (text: string) => (text.length <= 80 ? text : `${text.slice(0, 79)}…`);

export const presenceOperations = [
  define({
    id: "team.read",
    http: "GET /sessions/{session}/team",
    leadTool: { name: "team" },
    commands: ["team"],
    ownCommand: {
      examples: ["team"],
      print: ({ roles, version, nudges }, { line, time }) => {
        const lines = roles.map(({ role, sign, shown, confirmed, state, claims }) => {
          const read =
            role === "Lead" ? version : `${confirmed ?? "-"}${shown === confirmed ? "" : `, shown ${shown ?? "-"}`}`;
          const held = claims.map(({ what, silentSince }) => `${silentSince === null ? "" : "silent, "}claims ${what}`);
          const works = [state?.text, ...held].filter((each) => each !== undefined);
          return cut(line([role, time(sign), read, ...works].join(" · ")));
        });
        const sent = nudges.flatMap(({ role, text, readAt }) =>
          readAt === null ? [cut(`Nudge to ${role}, not read: ${line(text)}`)] : [],
        );
        return [...lines, ...sent].join("\n");
      },
    },
    summary: "Who is there: signs, state lines, claims, versions seen",
    response: Presence,
    run: ({ services, caller, params }) => services.presence.team(caller, params),
  }),
  define({
    id: "state.set",
    http: "POST /sessions/{session}/state",
    tools: ["tell"],
    commands: ["state [role] [text...]"],
    summary: "Say how far one is, in one line that takes the place of the last",
    body: SetState,
    response: StateLine,
    examples: [
      {
        body: { text: "GC-v5: the parser, 3 min" },
        as: "implementer-2",
        command: 'state implementer-2 "GC-v5: the parser, 3 min"',
        tool: { state: "GC-v5: the parser, 3 min" },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.presence.state(caller, params, body, change),
  }),
  define({
    id: "claim.make",
    http: "POST /sessions/{session}/claims",
    tools: ["tell"],
    commands: ["claim [role] [what...]"],
    summary: "Say what one works on, so that nobody does the same",
    body: MakeClaim,
    response: Claimed,
    status: 201,
    examples: [
      {
        body: { what: "vendor/kv for traps", minutes: 10 },
        as: "implementer-2",
        command: 'claim implementer-2 "vendor/kv for traps"',
        tool: { claim: "vendor/kv for traps" },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.presence.claim(caller, params, body, change),
  }),
  define({
    id: "claim.end",
    http: "POST /sessions/{session}/claims/{claim}/end",
    commands: ["claim [role] [what...]"],
    summary: "End a claim before its time",
    response: Done,
    examples: [{ command: "claim Lead --done" }],
    run: ({ services, caller, params, change }) => services.presence.endClaim(caller, params, change),
  }),
  define({
    id: "claim.take",
    http: "POST /sessions/{session}/claims/take",
    commands: ["claim take <from> <to>"],
    ownCommand: {
      says: "give the claims of a role that is silent to another one",
      arguments: { from: "whose they are", to: "who goes on with them" },
      examples: ["claim take implementer-2 implementer-1"],
      print: ({ claims }, { paint, line }) =>
        `${paint.good("Taken over")}: ${claims.map(({ what }) => line(what)).join("; ")}`,
    },
    summary: "Give the claims of a silent role to another",
    body: TakeClaims,
    response: ClaimsTaken,
    examples: [
      {
        body: { from: "implementer-2", to: "implementer-1" },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.presence.takeClaims(caller, params, body, change),
  }),
  define({
    id: "nudge.send",
    http: "POST /sessions/{session}/nudges",
    tools: ["tell"],
    commands: ["nudge <role> <text...>"],
    ownCommand: {
      arguments: { role: "to whom" },
      examples: [
        'nudge tester-1 "GC-v3 waits for you since noon"',
        'nudge implementer-2 "server.js is yours again" --as implementer-1',
      ],
      print: ({ role }, { paint }) =>
        `${paint.good("Sent")}: ${role} reads it with its next call. When: wardroom team.`,
    },
    summary: "Send one role a line that it reads with its next call",
    body: SendNudge,
    response: Nudge,
    status: 201,
    examples: [
      {
        body: { role: "implementer-1", text: "GC-v5 waits for you since noon" },
        tool: { to: "implementer-1", nudge: "GC-v5 waits for you since noon" },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.presence.nudge(caller, params, body, change),
  }),
];
