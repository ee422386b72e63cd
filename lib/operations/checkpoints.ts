import {
  CheckpointList,
  CheckpointSaved,
  ResumeTeamSession,
  SaveCheckpoint,
  TeamSessionResumed,
} from "@/lib/contracts/team-sessions";
import { TeamSessionParams } from "@/lib/contracts/params";
import { operationsOf } from "@/lib/operations/define-operation";
import { ListQuery } from "@/lib/operations/page";
import { pageOf } from "@/lib/services/workspace/page-of";
import { showTeamSession } from "@/lib/operations/show-team-session";

const define = operationsOf("Teams");

export const checkpointsOperations = [
  define({
    id: "checkpoint.list",
    http: "GET /teams/{team}/sessions/{session}/checkpoints",
    commands: ["knowledge checkpoints"],
    ownCommand: {
      says: "the checkpoints of a session, the newest first, each validated",
      examples: ["knowledge checkpoints", "knowledge checkpoints -s dev-qa-2026-02-09-001"],
      print: ({ items }, { paint, line, time, table }) =>
        items.length === 0
          ? "The session has no checkpoint yet."
          : table(items, [
              { title: "CHECKPOINT", value: ({ file }) => line(file), style: paint.name },
              {
                title: "STATE",
                value: ({ fault, newestGood }) => (fault !== null ? fault.kind : newestGood ? "newest good" : "good"),
                style: (text, { valid }) => (valid ? paint.good : paint.bad)(text),
              },
              { title: "TURN", value: ({ state }) => String(state?.turnCount ?? "-"), align: "right" },
              {
                title: "SAVED",
                value: ({ created }) => time(Number.isNaN(Date.parse(created ?? "")) ? null : created),
                style: paint.faint,
              },
              {
                title: "NEXT",
                value: ({ fault, nextAction }) => line(fault?.message ?? nextAction ?? "-"),
                shrinks: true,
              },
            ]),
    },
    summary: "The checkpoints of a session, each validated",
    params: TeamSessionParams,
    query: ListQuery,
    response: CheckpointList,
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.teams.checkpoints.list(caller, params), query, ({ file }) => file),
  }),
  define({
    id: "checkpoint.save",
    http: "POST /teams/{team}/sessions/{session}/checkpoints",
    tools: ["save"],
    commands: ["knowledge checkpoint"],
    summary: "Save where a session stands",
    params: TeamSessionParams,
    body: SaveCheckpoint,
    response: CheckpointSaved,
    status: 201,
    examples: [
      {
        body: {
          state: { currentSpeaker: "developer" },
          agreements: ["Every query is parameterised"],
          openIssues: ["Who reviews the stored procedures?"],
          resumeHints: { nextAction: "Architect proposes a query layer" },
        },
        command:
          'knowledge checkpoint --speaker developer --agreed "Every query is parameterised" --issue "Who reviews the stored procedures?" --next "Architect proposes a query layer"',
      },
    ],
    run: ({ services, caller, params, body, change }) => services.teams.checkpoints.save(caller, params, body, change),
  }),
  define({
    id: "team-session.resume",
    http: "POST /teams/{team}/sessions/{session}/resume",
    tools: ["resume"],
    commands: ["knowledge resume [checkpoint]"],
    ownCommand: {
      says: "resume from the newest valid checkpoint, or from the one you name",
      arguments: { checkpoint: "its file or its number" },
      examples: ["knowledge resume", "knowledge resume 2 -s dev-qa-2026-02-09-001"],
      notes: ({ warnings }) => warnings,
      print: (answer, { paint, line }) => {
        const agreed = answer.resumed.agreements.map((text) => `${line(`agreed: ${text}`)}\n`);
        const open = answer.resumed.openIssues.map((text) => `${line(`open: ${text}`)}\n`);
        return showTeamSession(answer, { paint, line }, [...agreed, ...open].join(""));
      },
    },
    summary: "Go on from the newest good checkpoint, or from the one that is named",
    params: TeamSessionParams,
    body: ResumeTeamSession,
    response: TeamSessionResumed,
    errors: ["unparseable"],
    examples: [
      {
        body: { checkpoint: "security-review-2026-02-09-001.2.yaml" },
      },
    ],
    run: ({ services, caller, params, body, change }) =>
      services.teams.checkpoints.resume(caller, params, body, change),
  }),
];
