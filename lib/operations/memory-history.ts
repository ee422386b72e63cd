import { nameRun, sayDoer } from "@/lib/core/history/signed-by";
import { operationsOf } from "@/lib/operations/define-operation";
import {
  Blame,
  BlameQuery,
  Diff,
  DiffQuery,
  RevertMemory,
  type Revision,
  RevisionList,
  RevisionRef,
  RevisionText,
} from "@/lib/contracts/revisions";
import { Changed } from "@/lib/contracts/memory";
import { Paging } from "@/lib/contracts/primitives";
import { MomentQuery, SessionMoment } from "@/lib/contracts/moments";
import { Insights, InsightsQuery } from "@/lib/contracts/insights";

const define = operationsOf("History");

/** What a revision did, and to which other one: `undo 12`. */
export function sayOperation({ operation, detail }: Revision): string {
  const other = operation === "undo" ? detail["undone"] : operation === "revert" ? detail["to"] : undefined;
  return typeof other === "number" ? `${operation} ${other}` : operation;
}

/** A revision for each part of it: where edits of the file came together, one for each section, by who announced it. */
function splitRevision(revision: Revision): Revision[] {
  const { parts = [] } = revision;
  return parts.length === 0
    ? [revision]
    : parts.map(({ section, by }) => ({ ...revision, actor: by, roles: [section] }));
}

export const memoryHistoryOperations = [
  define({
    id: "memory.blame",
    http: "GET /sessions/{session}/memory/blame",
    commands: ["history blame"],
    summary: "Who wrote each line of the team memory",
    query: BlameQuery,
    response: Blame,
    examples: [
      {
        query: { from: "9", to: "9" },
        command: "history blame --from 9 --to 9",
      },
    ],
    run: ({ services, caller, params, query }) => services.memory.blame(caller, params, query),
  }),
  define({
    id: "memory.diff",
    http: "GET /sessions/{session}/memory/diff",
    commands: ["history diff <from> [to]"],
    summary: "What changed between two revisions",
    query: DiffQuery,
    response: Diff,
    examples: [{ query: { from: "41", to: "42" } }],
    run: ({ services, caller, params, query }) => services.revisions.diff(caller, params, query),
  }),
  define({
    id: "memory.revert",
    http: "POST /sessions/{session}/memory/revert",
    commands: ["history revert <revision>"],
    summary: "Bring back the text of a revision: the whole, one item or one section",
    body: RevertMemory,
    response: Changed,
    examples: [{ body: { revision: 41 } }],
    run: ({ services, caller, params, body, change }) => services.revisions.revert(caller, params, body, change),
  }),
  define({
    id: "memory.revisions",
    http: "GET /sessions/{session}/memory/revisions",
    commands: ["history list"],
    ownCommand: {
      says: "revisions of the team memory, newest first",
      options: { limit: ["-n, --limit <count>", "so many at most", 20] },
      switches: { "--all": "all of them" },
      examples: ["history list", "history list --session checkout --all --json"],
      print: ({ items, nextCursor }, { paint, line, time, table }) => {
        const shown = table(items.flatMap(splitRevision), [
          { title: "REVISION", value: ({ revision }) => String(revision), align: "right", style: paint.name },
          { title: "TIME", value: ({ at }) => time(at), style: paint.faint },
          { title: "WHO", value: (revision) => line(sayDoer(revision)) },
          { title: "BY", value: ({ source }) => source },
          { title: "LINES", value: ({ lines }) => String(lines), align: "right" },
          { title: "ROLES", value: ({ roles }) => line(roles.join(", ")) || "-" },
          { title: "WHAT", value: (revision) => line(sayOperation(revision)), shrinks: true },
        ]);
        return nextCursor === null ? shown : `${shown}${paint.faint("There are older ones: --all shows them")}`;
      },
    },
    summary: "Revisions, newest first",
    query: Paging,
    response: RevisionList,
    examples: [{ command: "history list --all" }],
    run: ({ services, caller, params, query }) => services.revisions.list(caller, params, query),
  }),
  define({
    id: "memory.revision",
    http: "GET /sessions/{session}/memory/revisions/{revision}",
    commands: ["history show <revision>"],
    summary: "One revision with its text",
    response: RevisionText,
    run: ({ services, caller, params }) => services.revisions.get(caller, params),
  }),
  define({
    id: "memory.undo",
    http: "POST /sessions/{session}/memory/undo",
    deed: "undo a revision of the team memory",
    leadTool: { name: "undo", destroys: true },
    commands: ["history undo <revision>"],
    summary: "Take one revision back",
    body: RevisionRef,
    response: Changed,
    examples: [{ body: { revision: 41 } }],
    run: ({ services, caller, params, body, change }) => services.revisions.undo(caller, params, body, change),
  }),
];

export const momentOperations = [
  define({
    id: "moment.read",
    http: "GET /sessions/{session}/moment",
    commands: ["session at <session>"],
    ownCommand: {
      says: "the session as it was at a time: who knew what, and what had changed by then",
      options: {
        at: ["--at <time>", "a date or time (UTC) such as 2026-11-24T14:32Z; now when left out"],
        since: ["--since <time>", "mark what changed after it; when left out, after you last looked"],
        run: ["--run <id>", "what one conversation alone knew, as `wardroom run list` prints it"],
      },
      examples: ["session at checkout --at 2026-11-24T14:32:00Z", "session at checkout --since 2026-11-24"],
      print: ({ at, since, memory, context, roles }, { paint, line, time, table }) => {
        const changes = memory.sections.flatMap(({ role, items }) =>
          items.flatMap(({ change, text }) =>
            change === null ? [] : [`${change === "added" ? "+" : "~"} ${paint.name(role)} ${line(text)}\n`],
          ),
        );
        const gone = memory.gone.map(({ role, text }) => `- ${paint.name(role)} ${line(text)}\n`);
        const all = [...changes, ...gone].join("") || "Nothing.\n";
        const head = `${time(at)}: memory revision ${memory.revision}, context ${context.version ?? "not published"}\n`;
        // Each role, and below it the runs that were in it.
        const rows = roles.flatMap(({ role, version, behind, waiting, runs, ...at }) => [
          { who: line(role), knew: version, at: at.confirmedAt, behind: String(behind), rest: waiting ?? "-" },
          ...runs.map(({ id, confirmed, confirmedAt, shown, ended }) => ({
            ...{ who: `  ${line(nameRun(id))}`, knew: confirmed, at: confirmedAt, behind: "" },
            rest: `shown ${shown ?? "nothing"}${ended === null ? "" : `, ended ${time(ended)}`}`,
          })),
        ]);
        const known = table(rows, [
          { title: "ROLE", value: ({ who }) => who, style: paint.name },
          { title: "KNEW", value: ({ knew }) => knew ?? "-" },
          { title: "BEHIND", value: ({ behind }) => behind, align: "right" },
          { title: "CONFIRMED", value: ({ at }) => time(at), style: paint.faint },
          { title: "WAITING FOR", value: ({ rest }) => rest },
        ]);
        const news = since === null ? "" : `\nChanged since ${time(since)}:\n${all}`;
        return `${head}\n${roles.length === 0 ? "No roles yet.\n" : known}${news}`;
      },
    },
    summary: "The session as it was at a time, and what changed by then",
    query: MomentQuery,
    response: SessionMoment,
    examples: [
      {
        query: { at: "2026-11-20T06:42:00.000Z", since: "2026-11-19" },
      },
    ],
    run: ({ services, caller, params, query }) => services.moments.read(caller, params, query),
  }),
];

export const insightOperations = [
  define({
    id: "insight.read",
    http: "GET /sessions/{session}/insights",
    commands: ["session insights <session>"],
    ownCommand: true,
    summary: "What a session comes to in numbers: activity, length, ACK times, gates, tokens",
    query: InsightsQuery,
    response: Insights,
    examples: [
      {
        query: { show: "tokens", days: 7 },
      },
    ],
    run: ({ services, caller, params, query }) => services.insights.read(caller, params, query),
  }),
];
