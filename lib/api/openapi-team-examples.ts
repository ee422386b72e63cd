import type { z } from "zod";
import * as teams from "@/lib/contracts/team-sessions";

const AT = "2026-02-09T10:00:00.000Z";
const HASH = "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752";
const OWASP = ".microai/knowledge/shared/owasp-top-10.md";
const MEMORY = ".microai/agents/teams/dev-security/memory";
const FILE = "dev-security-2026-02-09-001.yaml";

const LOADED: teams.SessionKnowledge = {
  id: "owasp-top-10",
  path: OWASP,
  hash: HASH,
  tokens: 2912,
  why: "mode review, keyword injection",
  summary: false,
  forced: false,
};

const TURN: teams.DialogueTurn = { turn: 5, speaker: "developer", summary: "Presented the requirements" };

const STATE: teams.SessionState = { mode: "review", turnCount: 5, currentSpeaker: "developer" };

const SESSION: teams.TeamSession = {
  id: "dev-security-2026-02-09-001",
  team: "dev-security",
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

const CHANGE: teams.KnowledgeChange = {
  id: "owasp-top-10",
  path: OWASP,
  change: "changed",
  tokensBefore: 2912,
  tokensAfter: 3012,
  message: "owasp-top-10 has changed, now 100 tokens larger (3012).",
};

const FAULT: teams.CheckpointFault = {
  file: FILE,
  kind: "checksum",
  message: "Its checksum does not fit: the file was changed, or damaged, after it was saved.",
  line: null,
};

const RESUMED: teams.Resumed = {
  checkpoint: "dev-security-2026-02-09-001.2.yaml",
  created: AT,
  state: STATE,
  dialogueSummary: [TURN],
  agreements: SESSION.agreements,
  openIssues: SESSION.openIssues,
  nextAction: SESSION.nextAction,
  restored: ["owasp-top-10"],
  skipped: [],
  changes: [],
  faults: [FAULT],
};

const SAVED: teams.CheckpointSaved = {
  file: FILE,
  path: `${MEMORY}/checkpoints/${FILE}`,
  kept: "dev-security-2026-02-09-001.2.yaml",
  created: AT,
  checksum: HASH,
  loaded: ["owasp-top-10"],
  warnings: [],
};

const MESSAGE = "Knowledge loaded: [owasp-top-10]";

/** Values of the contracts about sessions of teams, for `EXAMPLES`. */
export const TEAM_EXAMPLES: readonly (readonly [z.ZodType, unknown])[] = [
  [teams.TeamSession, SESSION],
  [
    teams.TeamSessionList,
    {
      items: [
        {
          id: SESSION.id,
          known: true,
          mode: "review",
          topic: SESSION.topic,
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
  ],
  [teams.StartTeamSession, { mode: "review", topic: "SQL injection in the import", checkpointEvery: 10 }],
  [teams.TeamSessionStarted, { ...SESSION, message: MESSAGE, warnings: [], skipped: [] }],
  [teams.ConfigureTeamSession, { checkpointEvery: 5 }],
  [teams.TeamCommand, { command: "*load: owasp-top-10", force: false }],
  [
    teams.TeamCommandDone,
    { ...SESSION, message: MESSAGE, warnings: [], command: "reload", changes: [CHANGE], resumed: null },
  ],
  [
    teams.SaveCheckpoint,
    {
      state: STATE,
      dialogueSummary: [TURN],
      agreements: SESSION.agreements,
      openIssues: SESSION.openIssues,
      resumeHints: { nextAction: SESSION.nextAction },
    },
  ],
  [teams.CheckpointSaved, SAVED],
  [
    teams.CheckpointList,
    {
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
  ],
  [teams.ResumeTeamSession, { checkpoint: "dev-security-2026-02-09-001.2.yaml" }],
  [teams.TeamSessionResumed, { ...SESSION, message: MESSAGE, warnings: [], resumed: RESUMED }],
  [
    teams.ReportTurns,
    {
      turns: 1,
      speaker: "developer",
      summary: "Presented the requirements",
      agreements: ["Every query is parameterised"],
      openIssues: [],
      closedIssues: [],
      nextAction: "Architect proposes a query layer",
    },
  ],
  [teams.TurnsReported, { ...SESSION, message: "Turn 5.", warnings: [], checkpoint: SAVED }],
  [teams.EndTeamSession, { outcome: "Approved", status: "completed", learnings: ["Ask for the query log first"] }],
  [
    teams.TeamSessionEnded,
    { ...SESSION, status: "completed", endedAt: AT, outcome: "Approved", message: "Ended.", warnings: [] },
  ],
  [teams.AddLearning, { text: "Ask for the query log first" }],
  [
    teams.LearningAdded,
    { path: `${MEMORY}/learnings.md`, line: "- 2026-02-09: Ask for the query log first", warnings: [] },
  ],
  [
    teams.TeamMemory,
    {
      team: "dev-security",
      context: {
        path: `${MEMORY}/context.md`,
        text: "# Active context — dev-security\n…",
        sections: [{ name: "Next Action", text: "- Architect proposes a query layer" }],
      },
      learnings: {
        path: `${MEMORY}/learnings.md`,
        text: "## 2026-02\n- 2026-02-09: Ask for the query log first\n",
        months: [{ month: "2026-02", items: ["2026-02-09: Ask for the query log first"] }],
      },
      sessions: { path: `${MEMORY}/sessions.yaml`, text: "- session_id: …\n", diagnostics: [] },
      olderSessions: null,
      warnings: [],
    },
  ],
];
