import {
  CheckpointSaved,
  TeamCommandDone,
  TeamSessionResumed,
  TeamSessionStarted,
  type TeamSession,
} from "@/lib/contracts/team-sessions";
import { refused, shown, type Known, type RestCall, type Step, type ToolCall } from "@/lib/parity/step.fixture";

const OF_PERSON = "a person's, at the dashboard";
const BY_OBSERVER = "told by the team's observer";
const team = "security-review";
const T = `/teams/${team}`;

const loadedSet = (session: TeamSession & { message: string; warnings: string[] }) => ({
  teamSession: session.id,
  message: session.message,
  loaded: session.loaded.map(({ id, path, tokens, summary }) => ({ id, path, tokens, summary })),
  tokens: session.tokens,
  left: session.budget.left,
  warnings: session.warnings,
});

/** A command of the team's observers, in the session of these steps. */
const command =
  (written: string, more: object = {}) =>
  ({ teamSession }: Known): RestCall => [
    "POST",
    `${T}/sessions/${teamSession}/commands`,
    { command: written, ...more },
  ];

const load = (args: ToolCall["args"]): ToolCall =>
  shown("load", args, TeamCommandDone, (done) => ({ ...loadedSet(done), skipped: [] }));

const below =
  (what: string, body: object) =>
  ({ teamSession }: Known): RestCall => ["POST", `${T}/sessions/${teamSession}/${what}`, body];

/** A session of a team: what it has loaded within its budget, where it stands, and how it is gone on with. */
export const TEAM_SESSION_STEPS: readonly Step[] = [
  {
    name: "load into a session that is not named where none is active",
    rest: "an address names it",
    mcp: refused("load", () => ({ team, id: "owasp-top-10" })),
    cli: () => ["knowledge", "load", "-t", team, "owasp-top-10"],
    code: "not_found",
  },
  {
    name: "begin a session",
    rest: () => ["POST", `${T}/sessions`, { mode: "review", topic: "a deadlock" }],
    mcp: shown(
      "load",
      () => ({ team, mode: "review", topic: "a deadlock" }),
      TeamSessionStarted,
      (begun) => ({
        ...loadedSet(begun),
        skipped: begun.skipped,
      }),
    ),
    cli: () => ["knowledge", "start", "-t", team, "--mode", "review", "a deadlock"],
    keep: ({ teamSession, id }) => ({ teamSession: teamSession ?? id }),
  },
  {
    name: "begin one with too long a topic",
    rest: () => ["POST", `${T}/sessions`, { topic: "x".repeat(2001) }],
    mcp: refused("load", () => ({ team, topic: "x".repeat(2001) })),
    cli: () => ["knowledge", "start", "-t", team, "x".repeat(2001)],
    code: "invalid_input",
  },
  {
    name: "begin one of a team that there is not",
    rest: () => ["POST", "/teams/nobody/sessions", { mode: "review" }],
    mcp: refused("load", () => ({ team: "nobody", mode: "review" })),
    cli: () => ["knowledge", "start", "-t", "nobody", "--mode", "review"],
    code: "not_found",
  },
  {
    name: "begin one with an entry that there is not",
    rest: "starts and loads in two calls",
    mcp: refused("load", () => ({ team, mode: "review", id: "nothing" })),
    cli: "starts and loads in two commands",
    code: "not_found",
  },
  {
    name: "look at what is loaded",
    rest: command("*knowledge"),
    mcp: load(({ teamSession }) => ({ team, teamSession })),
    cli: () => ["knowledge", "loaded", "-t", team],
  },
  {
    name: "load beyond the budget",
    rest: command("*load: postgres-locking"),
    mcp: refused("load", () => ({ team, id: "postgres-locking" })),
    cli: () => ["knowledge", "load", "-t", team, "postgres-locking"],
    code: "over_budget",
  },
  {
    name: "load what there is not",
    rest: command("*load: nothing"),
    mcp: refused("load", () => ({ team, id: "nothing" })),
    cli: () => ["knowledge", "load", "-t", team, "nothing"],
    code: "not_found",
  },
  {
    name: "load into a session that there is not",
    rest: () => ["POST", `${T}/sessions/nowhere/commands`, { command: "*load: owasp-top-10" }],
    mcp: refused("load", () => ({ team, teamSession: "nowhere", id: "owasp-top-10" })),
    cli: () => ["knowledge", "load", "-t", team, "-s", "nowhere", "owasp-top-10"],
    code: "not_found",
  },
  {
    name: "unload",
    rest: command("*unload: owasp-top-10"),
    mcp: shown("unload", () => ({ team, id: "owasp-top-10" }), TeamCommandDone, loadedSet),
    cli: () => ["knowledge", "unload", "-t", team, "owasp-top-10"],
  },
  {
    name: "unload what is not loaded",
    rest: command("*unload: owasp-top-10"),
    mcp: refused("unload", ({ teamSession }) => ({ team, teamSession, id: "owasp-top-10" })),
    cli: ({ teamSession = "" }) => ["knowledge", "unload", "-t", team, "-s", teamSession, "owasp-top-10"],
    code: "not_found",
  },
  {
    name: "load",
    rest: command("*load: owasp-top-10", { force: false }),
    mcp: load(({ teamSession }) => ({ team, teamSession, id: "owasp-top-10" })),
    cli: ({ teamSession = "" }) => ["knowledge", "load", "-t", team, "-s", teamSession, "owasp-top-10"],
  },
  {
    name: "load beyond the budget all the same",
    rest: command("*load: postgres-locking", { force: true }),
    mcp: OF_PERSON,
    cli: () => ["knowledge", "load", "-t", team, "postgres-locking", "--force"],
  },
  {
    name: "look at it anew",
    rest: command("*reload"),
    mcp: BY_OBSERVER,
    cli: () => ["knowledge", "reload", "-t", team],
  },
  {
    name: "report a turn",
    rest: below("turns", { turns: 2, speaker: "facilitator", summary: "Began", openIssues: ["Who has the key"] }),
    mcp: BY_OBSERVER,
    cli: () => [
      ...[
        "knowledge",
        "turn",
        "-t",
        team,
        "-n",
        "2",
        "--speaker",
        "facilitator",
        "--issue",
        "Who has the key",
        "Began",
      ],
    ],
  },
  {
    name: "report another",
    rest: below("turns", {
      ...{ agreements: ["Keys are kept"], closedIssues: ["Who has the key"], openIssues: ["Who rotates it"] },
      nextAction: "Ask",
    }),
    mcp: BY_OBSERVER,
    cli: () => [
      ...["knowledge", "turn", "-t", team, "--agreed", "Keys are kept", "--settled", "Who has the key"],
      ...["--issue", "Who rotates it", "--next", "Ask"],
    ],
  },
  {
    name: "note what was learnt",
    rest: below("learnings", { text: "Ask for the query log first" }),
    mcp: BY_OBSERVER,
    cli: () => ["knowledge", "learnt", "-t", team, "Ask for the query log first"],
  },
  {
    name: "save a checkpoint",
    rest: below("checkpoints", {
      state: { currentSpeaker: "facilitator" },
      agreements: ["Keys rotate"],
      resumeHints: { nextAction: "Ask for it" },
    }),
    mcp: shown(
      "save",
      () => ({
        team,
        state: { currentSpeaker: "facilitator" },
        agreements: ["Keys rotate"],
        resumeHints: { nextAction: "Ask for it" },
      }),
      CheckpointSaved,
      ({ file, path, created, loaded, warnings }) => ({
        // Its file is named after it.
        teamSession: file.replace(/\.yaml$/, ""), // security-review-2026-02-09-001.yaml
        ...{ file, path, created, loaded, warnings },
      }),
    ),
    cli: () => [
      ...["knowledge", "checkpoint", "-t", team, "--speaker", "facilitator", "--agreed", "Keys rotate"],
      ...["--next", "Ask for it"],
    ],
    keep: ({ file }) => ({ checkpoint: file }),
  },
  {
    name: "save one with a field too many",
    rest: below("checkpoints", { mood: "good" }),
    mcp: refused("save", ({ teamSession }) => ({ team, teamSession, mood: "good" })),
    cli: "has its own options",
    code: "invalid_input",
  },
  {
    name: "resume",
    rest: below("resume", {}),
    mcp: shown(
      "resume",
      () => ({ team }),
      TeamSessionResumed,
      ({ resumed, ...session }) => ({
        ...loadedSet(session),
        checkpoint: resumed.checkpoint,
        mode: resumed.state.mode,
        turns: resumed.state.turnCount,
        currentSpeaker: resumed.state.currentSpeaker,
        dialogueSummary: resumed.dialogueSummary,
        agreements: resumed.agreements,
        openIssues: resumed.openIssues,
        nextAction: resumed.nextAction,
        skipped: resumed.skipped,
        faults: resumed.faults.map(({ file, message }) => `${file}: ${message}`),
        changes: resumed.changes.map(({ message }) => message),
      }),
    ),
    cli: () => ["knowledge", "resume", "-t", team],
  },
  {
    name: "resume from a checkpoint that there is not",
    rest: below("resume", { checkpoint: "none.yaml" }),
    mcp: refused("resume", ({ teamSession }) => ({ team, teamSession, checkpoint: "none.yaml" })),
    cli: ({ teamSession = "" }) => ["knowledge", "resume", "-t", team, "-s", teamSession, "none.yaml"],
    code: "not_found",
  },
  {
    name: "resume a session that there is not",
    rest: () => ["POST", `${T}/sessions/nowhere/resume`, {}],
    mcp: refused("resume", () => ({ team, teamSession: "nowhere" })),
    cli: () => ["knowledge", "resume", "-t", team, "-s", "nowhere"],
    code: "not_found",
  },
  {
    name: "save a session that there is not",
    rest: () => ["POST", `${T}/sessions/nowhere/checkpoints`, {}],
    mcp: refused("save", () => ({ team, teamSession: "nowhere" })),
    cli: () => ["knowledge", "checkpoint", "-t", team, "-s", "nowhere"],
    code: "not_found",
  },
  {
    name: "begin another by a name",
    rest: () => ["POST", `${T}/sessions`, { mode: "incident", id: "sec-9" }],
    mcp: shown(
      "load",
      () => ({ team, mode: "incident", teamSession: "sec-9" }),
      TeamSessionStarted,
      (begun) => ({
        ...loadedSet(begun),
        skipped: begun.skipped,
      }),
    ),
    cli: () => ["knowledge", "start", "-t", team, "--mode", "incident", "--id", "sec-9"],
  },
  {
    name: "begin another by the same name",
    rest: () => ["POST", `${T}/sessions`, { mode: "incident", id: "sec-9" }],
    mcp: refused("load", () => ({ team, mode: "incident", teamSession: "sec-9" })),
    cli: () => ["knowledge", "start", "-t", team, "--mode", "incident", "--id", "sec-9"],
    code: "conflict",
  },
  {
    name: "load into a session that is not named where two are active",
    rest: "an address names it",
    mcp: refused("load", () => ({ team, id: "owasp-top-10" })),
    cli: () => ["knowledge", "load", "-t", team, "owasp-top-10"],
    code: "invalid_input",
  },
  {
    name: "begin one with a budget, and no checkpoints",
    rest: () => ["POST", `${T}/sessions`, { topic: "deadlock", id: "sec-10", budget: 900, checkpointEvery: null }],
    mcp: BY_OBSERVER,
    cli: () => ["knowledge", "start", "-t", team, "--id", "sec-10", "-b", "900", "--no-checkpoints", "deadlock"],
  },
  {
    name: "give one up",
    rest: () => ["POST", `${T}/sessions/sec-9/end`, { status: "abandoned", learnings: [] }],
    mcp: BY_OBSERVER,
    cli: () => ["knowledge", "end", "-t", team, "-s", "sec-9", "--abandoned"],
  },
  {
    name: "end it",
    rest: below("end", { outcome: "Two changes", status: "completed", learnings: ["Logs first"] }),
    mcp: BY_OBSERVER,
    cli: ({ teamSession = "" }) => [
      ...["knowledge", "end", "-t", team, "-s", teamSession, "Two changes", "--learnt", "Logs first"],
    ],
  },
  {
    name: "unload from one that is over",
    rest: command("*unload: owasp-top-10"),
    mcp: refused("unload", ({ teamSession }) => ({ team, teamSession, id: "owasp-top-10" })),
    cli: ({ teamSession = "" }) => ["knowledge", "unload", "-t", team, "-s", teamSession, "owasp-top-10"],
    code: "conflict",
  },
];
