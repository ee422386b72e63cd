import { showTeamSession } from "@/lib/operations/show-team-session";
import {
  AddLearning,
  ConfigureTeamSession,
  EndTeamSession,
  LearningAdded,
  ReportTurns,
  StartTeamSession,
  TeamCommand,
  TeamCommandDone,
  TeamSession,
  TeamSessionEnded,
  TeamSessionList,
  TeamSessionStarted,
  TurnsReported,
} from "@/lib/contracts/team-sessions";
import { operationsOf } from "@/lib/operations/define-operation";
import { ListQuery } from "@/lib/operations/page";
import { pageOf } from "@/lib/services/workspace/page-of";
import { TeamSessionParams } from "@/lib/contracts/params";

const define = operationsOf("Teams");

export const teamSessionsOperations = [
  define({
    id: "team-session.list",
    http: "GET /teams/{team}/sessions",
    commands: ["knowledge sessions"],
    ownCommand: {
      examples: ["knowledge sessions --team dev-security"],
      print: ({ items }, { paint, line, table }) =>
        items.length === 0
          ? "The team has no session yet."
          : table(items, [
              { title: "SESSION", value: ({ id }) => line(id), style: paint.name },
              { title: "STATUS", value: ({ status }) => line(status) },
              { title: "DATE", value: ({ date }) => line(date ?? "-"), style: paint.faint },
              { title: "TURNS", value: ({ turns }) => String(turns), align: "right" },
              { title: "CHECKPOINTS", value: ({ checkpoints }) => String(checkpoints), align: "right" },
              { title: "TOPIC", value: ({ mode, topic }) => line(topic ?? mode ?? "-"), shrinks: true },
            ]),
    },
    summary: "The sessions of a team",
    query: ListQuery,
    response: TeamSessionList,
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.teams.sessions(caller, params), query, ({ id }) => id),
  }),
  define({
    id: "team-session.start",
    http: "POST /teams/{team}/sessions",
    tools: ["load"],
    commands: ["knowledge start [topic...]"],
    ownCommand: {
      arguments: { topic: "words of the topic" },
      options: {
        mode: ["-m, --mode <mode>", "the mode of the session"],
        budget: ["-b, --budget <tokens>", "another budget than the team's; a larger one is a person's"],
        id: ["--id <id>", "the id of the session; chosen when left out"],
        checkpointEvery: ["--every <turns>", "save a checkpoint after so many turns; 10 when left out"],
      },
      switches: { "--no-checkpoints": "save none by itself" },
      examples: ["knowledge start --team dev-security --mode review SQL injection in the import"],
      fill: ({ switches }) => (switches.has("--no-checkpoints") ? { checkpointEvery: null } : {}),
      notes: ({ warnings }) => warnings,
      print: (started, { paint, line }) => {
        const skipped = started.skipped.map(({ id, why }) => `${paint.warn("skipped")} ${line(`${id}: ${why}`)}\n`);
        return showTeamSession(started, { paint, line }, skipped.join(""));
      },
    },
    summary: "Start a session with what its mode and topic load",
    body: StartTeamSession,
    response: TeamSessionStarted,
    status: 201,
    examples: [
      {
        body: { mode: "review", topic: "SQL injection in the import", checkpointEvery: 10 },
        tool: { team: "security-review", mode: "review", topic: "SQL injection in the import" },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.teams.start(caller, params, body, change),
  }),
  define({
    id: "team-session.read",
    http: "GET /teams/{team}/sessions/{session}",
    commands: ["knowledge loaded"],
    summary: "One session with all that is needed to go on with it",
    params: TeamSessionParams,
    response: TeamSession,
    run: ({ services, caller, params }) => services.teams.get(caller, params),
  }),
  define({
    id: "team-session.configure",
    http: "PATCH /teams/{team}/sessions/{session}",
    summary: "Choose after how many turns a checkpoint is saved",
    params: TeamSessionParams,
    body: ConfigureTeamSession,
    response: TeamSession,
    examples: [{ body: { checkpointEvery: 5 } }],
    run: ({ services, caller, params, body, change }) => services.teams.configure(caller, params, body, change),
  }),
  define({
    id: "team-session.command",
    http: "POST /teams/{team}/sessions/{session}/commands",
    tools: ["load", "unload"],
    commands: ["knowledge load <knowledge>", "knowledge unload <knowledge>", "knowledge reload"],
    summary: "Give a command: *load, *unload, *knowledge, *resume or *reload",
    params: TeamSessionParams,
    body: TeamCommand,
    response: TeamCommandDone,
    errors: ["over_budget", "unparseable"],
    examples: [
      {
        body: { command: "*load: owasp-top-10", force: false },
        command: "knowledge load owasp-top-10",
        tool: { id: "owasp-top-10", team: "security-review" },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.teams.command(caller, params, body, change),
  }),
  define({
    id: "team-session.end",
    http: "POST /teams/{team}/sessions/{session}/end",
    commands: ["knowledge end [outcome...]"],
    ownCommand: {
      says: "end a session with its outcome",
      arguments: { outcome: "how it came out" },
      options: { learnings: ["--learnt <words>", "what the team learnt; may be given several times"] },
      switches: { "--abandoned": "it was given up" },
      examples: ['knowledge end "Approved with two changes" --learnt "Ask for the query log first"'],
      fill: ({ switches }) => ({ status: switches.has("--abandoned") ? "abandoned" : "completed" }),
      notes: ({ warnings }) => warnings,
      print: (ended, terminal) => showTeamSession(ended, terminal),
    },
    summary: "End a session with its outcome and what was learnt",
    params: TeamSessionParams,
    body: EndTeamSession,
    response: TeamSessionEnded,
    examples: [
      {
        body: { outcome: "Approved", status: "completed", learnings: ["Ask for the query log first"] },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.teams.end(caller, params, body, change),
  }),
  define({
    id: "learning.add",
    http: "POST /teams/{team}/sessions/{session}/learnings",
    commands: ["knowledge learnt <text...>"],
    ownCommand: {
      arguments: { text: "the text, or - for standard input" },
      examples: ['knowledge learnt "Ask for the query log first"'],
      print: ({ path, line: noted }, { paint, line }) => `${paint.good("Noted")} in ${path}: ${line(noted)}`,
    },
    summary: "Note what the team learnt",
    params: TeamSessionParams,
    body: AddLearning,
    response: LearningAdded,
    status: 201,
    errors: ["unparseable"],
    examples: [
      {
        body: { text: "Ask for the query log first" },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.teams.learn(caller, params, body, change),
  }),
  define({
    id: "team-session.turns",
    http: "POST /teams/{team}/sessions/{session}/turns",
    commands: ["knowledge turn [summary...]"],
    ownCommand: {
      arguments: { summary: "what was said, or - for input" },
      options: {
        turns: ["-n, --count <turns>", "how many turns passed; 1 when left out"],
        speaker: ["--speaker <name>", "who said it"],
        agreements: ["--agreed <words>", "an agreement; may be given several times"],
        openIssues: ["--issue <words>", "an open issue; may be given several times"],
        closedIssues: ["--settled <words>", "an open issue that is settled, as it was written"],
        nextAction: ["--next <words>", "the next action"],
      },
      examples: ['knowledge turn --speaker developer "Presented the requirements" --next "Propose a design"'],
      notes: ({ warnings }) => warnings,
      print: (reported, terminal) => showTeamSession(reported, terminal),
    },
    summary: "Report turns that passed; a checkpoint may be saved with them",
    params: TeamSessionParams,
    body: ReportTurns,
    response: TurnsReported,
    examples: [
      {
        body: {
          turns: 1,
          speaker: "developer",
          summary: "Presented the requirements",
          agreements: ["Every query is parameterised"],
          openIssues: [],
          closedIssues: [],
          nextAction: "Architect proposes a query layer",
        },
        command:
          'knowledge turn "Presented the requirements" --speaker developer --agreed "Every query is parameterised" --next "Architect proposes a query layer"',
      },
    ],
    run: ({ services, caller, params, body, change }) => services.teams.report(caller, params, body, change),
  }),
];
