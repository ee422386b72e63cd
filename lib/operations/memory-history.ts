import { doerOf } from "@/lib/core/history/signed-by";
import {
  ETAG,
  LINE_CHANGE,
  REVISION_REF,
  CHANGED,
  REVISION_TEXT,
  REVISION_LIST,
  DIFF,
} from "@/lib/operations/example-values";
import { operationsOf } from "@/lib/operations/define-operation";
import { Blame, BlameQuery } from "@/lib/contracts/blame";
import {
  type Revision,
  Diff,
  DiffQuery,
  RevertMemory,
  RevisionList,
  RevisionRef,
  RevisionText,
} from "@/lib/contracts/revisions";
import { Changed } from "@/lib/contracts/memory";
import { Paging } from "@/lib/contracts/primitives";

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
        answer: {
          revision: 42,
          etag: ETAG,
          lines: [{ line: 9, text: "- [Finding] SAP files use more than one currency", ...LINE_CHANGE, changes: 2 }],
        },
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
    examples: [{ query: { from: "41", to: "42" }, answer: DIFF }],
    run: ({ services, caller, params, query }) => services.revisions.diff(caller, params, query),
  }),
  define({
    id: "memory.revert",
    http: "POST /sessions/{session}/memory/revert",
    commands: ["history revert <revision>"],
    summary: "Bring back the text of a revision: the whole, one item or one section",
    body: RevertMemory,
    response: Changed,
    examples: [{ body: REVISION_REF, answer: CHANGED }],
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
          { title: "WHO", value: (revision) => line(doerOf(revision)) },
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
    examples: [{ answer: REVISION_LIST, command: "history list --all" }],
    run: ({ services, caller, params, query }) => services.revisions.list(caller, params, query),
  }),
  define({
    id: "memory.revision",
    http: "GET /sessions/{session}/memory/revisions/{revision}",
    commands: ["history show <revision>"],
    summary: "One revision with its text",
    response: RevisionText,
    examples: [{ answer: REVISION_TEXT }],
    run: ({ services, caller, params }) => services.revisions.get(caller, params),
  }),
  define({
    id: "memory.undo",
    http: "POST /sessions/{session}/memory/undo",
    leadTool: { name: "undo", destroys: true },
    commands: ["history undo <revision>"],
    summary: "Take one revision back",
    body: RevisionRef,
    response: Changed,
    examples: [{ body: REVISION_REF, answer: CHANGED }],
    run: ({ services, caller, params, body, change }) => services.revisions.undo(caller, params, body, change),
  }),
];
