import { TEAM_MEMORY } from "@/lib/operations/example-values";
import {
  type SessionKnowledge,
  type DialogueTurn,
  type CheckpointFault,
  type SessionState,
  type KnowledgeChange,
  type Resumed,
  AddLearning,
  CheckpointList,
  CheckpointSaved,
  ConfigureTeamSession,
  EndTeamSession,
  LearningAdded,
  ReportTurns,
  ResumeTeamSession,
  SaveCheckpoint,
  StartTeamSession,
  TeamCommand,
  TeamCommandDone,
  TeamSession,
  TeamSessionEnded,
  TeamSessionList,
  TeamSessionResumed,
  TeamSessionStarted,
  TurnsReported,
} from "@/lib/contracts/team-sessions";
import { defineOperation } from "@/lib/operations/define-operation";
import { ListQuery, pageOf } from "@/lib/operations/page";
import { TeamParams, TeamSessionParams } from "@/lib/contracts/params";

const AT = "2026-02-09T10:00:00.000Z";

const OWASP = ".microai/knowledge/shared/owasp-top-10.md";

const HASH = "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752";

const LOADED: SessionKnowledge = {
  id: "owasp-top-10",
  path: OWASP,
  hash: HASH,
  tokens: 2912,
  why: "mode review, keyword injection",
  summary: false,
  forced: false,
};

const TURN: DialogueTurn = { turn: 5, speaker: "developer", summary: "Presented the requirements" };

const FILE = "security-review-2026-02-09-001.yaml";

const TEAM_SESSION: TeamSession = {
  id: "security-review-2026-02-09-001",
  team: "security-review",
  mode: "review",
  topic: "SQL injection in the import",
  status: "active",
  startedBy: "Lead",
  startedAt: AT,
  endedAt: null,
  turns: 5,
  currentSpeaker: "developer",
  loaded: [LOADED],
  tokens: 2912,
  budget: { limit: 5000, from: "index", warnAt: 4000, left: 2088, warning: null },
  dialogueSummary: [TURN],
  agreements: ["Every query is parameterised"],
  openIssues: ["Who reviews the stored procedures?"],
  nextAction: "Architect proposes a query layer",
  checkpointEvery: 10,
  lastCheckpoint: { file: FILE, turn: 5, at: AT },
  outcome: null,
};

const MESSAGE = "Knowledge loaded: [owasp-top-10]";

const SAVED: CheckpointSaved = {
  file: FILE,
  path: `${TEAM_MEMORY}/checkpoints/${FILE}`,
  kept: "security-review-2026-02-09-001.2.yaml",
  created: AT,
  checksum: HASH,
  loaded: ["owasp-top-10"],
  warnings: [],
};

const FAULT: CheckpointFault = {
  file: FILE,
  kind: "checksum",
  message: "Its checksum does not fit: the file was changed, or damaged, after it was saved.",
  line: null,
};

const STATE: SessionState = { mode: "review", turnCount: 5, currentSpeaker: "developer" };

const TEAM_CHANGE: KnowledgeChange = {
  id: "owasp-top-10",
  path: OWASP,
  change: "changed",
  tokensBefore: 2912,
  tokensAfter: 3012,
  message: "owasp-top-10 has changed, now 100 tokens larger (3012).",
};

const RESUMED: Resumed = {
  checkpoint: "security-review-2026-02-09-001.2.yaml",
  created: AT,
  state: STATE,
  dialogueSummary: [TURN],
  agreements: TEAM_SESSION.agreements,
  openIssues: TEAM_SESSION.openIssues,
  nextAction: TEAM_SESSION.nextAction,
  restored: ["owasp-top-10"],
  skipped: [],
  changes: [],
  faults: [FAULT],
};

export const teamSessionsOperations = [
  defineOperation({
    id: "team-session.list",
    http: "GET /teams/{team}/sessions",
    commands: ["knowledge sessions"],
    summary: "The sessions of a team",
    tag: "Teams",
    params: TeamParams,
    query: ListQuery,
    response: TeamSessionList,
    examples: [
      {
        params: { team: "security-review" },
        answer: {
          items: [
            {
              id: TEAM_SESSION.id,
              known: true,
              mode: "review",
              topic: TEAM_SESSION.topic,
              status: "active",
              date: "2026-02-09",
              turns: 5,
              loaded: ["owasp-top-10"],
              outcome: null,
              checkpoints: 3,
            },
          ],
          diagnostics: [],
          nextCursor: null,
        },
      },
    ],
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.teams.sessions(caller, params), query, ({ id }) => id),
  }),
  defineOperation({
    id: "team-session.start",
    http: "POST /teams/{team}/sessions",
    tools: ["load"],
    commands: ["knowledge start [topic...]"],
    summary: "Start a session with what its mode and topic load",
    tag: "Teams",
    params: TeamParams,
    body: StartTeamSession,
    response: TeamSessionStarted,
    status: 201,
    examples: [
      {
        params: { team: "security-review" },
        body: { mode: "review", topic: "SQL injection in the import", checkpointEvery: 10 },
        answer: { ...TEAM_SESSION, message: MESSAGE, warnings: [], skipped: [] },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.teams.start(caller, params, body, change),
  }),
  defineOperation({
    id: "team-session.read",
    http: "GET /teams/{team}/sessions/{session}",
    commands: ["knowledge loaded"],
    summary: "One session with all that is needed to go on with it",
    tag: "Teams",
    params: TeamSessionParams,
    response: TeamSession,
    examples: [
      { params: { team: "security-review", session: "security-review-2026-02-09-001" }, answer: TEAM_SESSION },
    ],
    run: ({ services, caller, params }) => services.teams.get(caller, params),
  }),
  defineOperation({
    id: "team-session.configure",
    http: "PATCH /teams/{team}/sessions/{session}",
    summary: "Choose after how many turns a checkpoint is saved",
    tag: "Teams",
    params: TeamSessionParams,
    body: ConfigureTeamSession,
    response: TeamSession,
    examples: [
      {
        params: { team: "security-review", session: "security-review-2026-02-09-001" },
        body: { checkpointEvery: 5 },
        answer: TEAM_SESSION,
      },
    ],
    run: ({ services, caller, params, body, change }) => services.teams.configure(caller, params, body, change),
  }),
  defineOperation({
    id: "checkpoint.list",
    http: "GET /teams/{team}/sessions/{session}/checkpoints",
    commands: ["knowledge checkpoints"],
    summary: "The checkpoints of a session, each validated",
    tag: "Teams",
    params: TeamSessionParams,
    query: ListQuery,
    response: CheckpointList,
    examples: [
      {
        params: { team: "security-review", session: "security-review-2026-02-09-001" },
        answer: {
          items: [
            {
              file: FILE,
              path: SAVED.path,
              valid: false,
              newestGood: false,
              verified: false,
              fault: FAULT,
              created: null,
              state: null,
              dialogueSummary: [],
              agreements: [],
              openIssues: [],
              nextAction: null,
              loaded: [],
              diagnostics: [],
            },
          ],
          nextCursor: null,
        },
      },
    ],
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.teams.checkpoints.list(caller, params), query, ({ file }) => file),
  }),
  defineOperation({
    id: "checkpoint.save",
    http: "POST /teams/{team}/sessions/{session}/checkpoints",
    tools: ["save"],
    commands: ["knowledge checkpoint"],
    summary: "Save where a session stands",
    tag: "Teams",
    params: TeamSessionParams,
    body: SaveCheckpoint,
    response: CheckpointSaved,
    status: 201,
    examples: [
      {
        params: { team: "security-review", session: "security-review-2026-02-09-001" },
        body: {
          state: STATE,
          dialogueSummary: [TURN],
          agreements: TEAM_SESSION.agreements,
          openIssues: TEAM_SESSION.openIssues,
          resumeHints: { nextAction: TEAM_SESSION.nextAction },
        },
        answer: SAVED,
      },
    ],
    run: ({ services, caller, params, body, change }) => services.teams.checkpoints.save(caller, params, body, change),
  }),
  defineOperation({
    id: "team-session.command",
    http: "POST /teams/{team}/sessions/{session}/commands",
    tools: ["load", "unload"],
    commands: ["knowledge load <knowledge>", "knowledge unload <knowledge>", "knowledge reload"],
    summary: "Give a command: *load, *unload, *knowledge, *resume or *reload",
    tag: "Teams",
    params: TeamSessionParams,
    body: TeamCommand,
    response: TeamCommandDone,
    errors: ["over_budget", "unparseable"],
    examples: [
      {
        params: { team: "security-review", session: "security-review-2026-02-09-001" },
        body: { command: "*load: owasp-top-10", force: false },
        answer: {
          ...TEAM_SESSION,
          message: MESSAGE,
          warnings: [],
          command: "reload",
          changes: [TEAM_CHANGE],
          resumed: null,
        },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.teams.command(caller, params, body, change),
  }),
  defineOperation({
    id: "team-session.end",
    http: "POST /teams/{team}/sessions/{session}/end",
    commands: ["knowledge end [outcome...]"],
    summary: "End a session with its outcome and what was learnt",
    tag: "Teams",
    params: TeamSessionParams,
    body: EndTeamSession,
    response: TeamSessionEnded,
    examples: [
      {
        params: { team: "security-review", session: "security-review-2026-02-09-001" },
        body: { outcome: "Approved", status: "completed", learnings: ["Ask for the query log first"] },
        answer: {
          ...TEAM_SESSION,
          status: "completed",
          endedAt: AT,
          outcome: "Approved",
          message: "Ended.",
          warnings: [],
        },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.teams.end(caller, params, body, change),
  }),
  defineOperation({
    id: "learning.add",
    http: "POST /teams/{team}/sessions/{session}/learnings",
    commands: ["knowledge learnt <text...>"],
    summary: "Note what the team learnt",
    tag: "Teams",
    params: TeamSessionParams,
    body: AddLearning,
    response: LearningAdded,
    status: 201,
    errors: ["unparseable"],
    examples: [
      {
        params: { team: "security-review", session: "security-review-2026-02-09-001" },
        body: { text: "Ask for the query log first" },
        answer: {
          path: `${TEAM_MEMORY}/learnings.md`,
          line: "- 2026-02-09: Ask for the query log first",
          warnings: [],
        },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.teams.learn(caller, params, body, change),
  }),
  defineOperation({
    id: "team-session.resume",
    http: "POST /teams/{team}/sessions/{session}/resume",
    tools: ["resume"],
    commands: ["knowledge resume [checkpoint]"],
    summary: "Go on from the newest good checkpoint, or from the one that is named",
    tag: "Teams",
    params: TeamSessionParams,
    body: ResumeTeamSession,
    response: TeamSessionResumed,
    errors: ["unparseable"],
    examples: [
      {
        params: { team: "security-review", session: "security-review-2026-02-09-001" },
        body: { checkpoint: "security-review-2026-02-09-001.2.yaml" },
        answer: { ...TEAM_SESSION, message: MESSAGE, warnings: [], resumed: RESUMED },
      },
    ],
    run: ({ services, caller, params, body, change }) =>
      services.teams.checkpoints.resume(caller, params, body, change),
  }),
  defineOperation({
    id: "team-session.turns",
    http: "POST /teams/{team}/sessions/{session}/turns",
    commands: ["knowledge turn [summary...]"],
    summary: "Report turns that passed; a checkpoint may be saved with them",
    tag: "Teams",
    params: TeamSessionParams,
    body: ReportTurns,
    response: TurnsReported,
    examples: [
      {
        params: { team: "security-review", session: "security-review-2026-02-09-001" },
        body: {
          turns: 1,
          speaker: "developer",
          summary: "Presented the requirements",
          agreements: ["Every query is parameterised"],
          openIssues: [],
          closedIssues: [],
          nextAction: "Architect proposes a query layer",
        },
        answer: { ...TEAM_SESSION, message: "Turn 5.", warnings: [], checkpoint: SAVED },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.teams.report(caller, params, body, change),
  }),
];
