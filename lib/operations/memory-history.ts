import {
  ETAG,
  LINE_CHANGE,
  REVISION_REF,
  CHANGED,
  REVISION_TEXT,
  REVISION_LIST,
  DIFF,
} from "@/lib/operations/example-values";
import { defineOperation } from "@/lib/operations/define-operation";
import { RevisionParams, SessionParams } from "@/lib/contracts/params";
import { Blame, BlameQuery } from "@/lib/contracts/blame";
import { Diff, DiffQuery, RevertMemory, RevisionList, RevisionRef, RevisionText } from "@/lib/contracts/revisions";
import { Changed } from "@/lib/contracts/memory";
import { Paging } from "@/lib/contracts/primitives";

export const memoryHistoryOperations = [
  defineOperation({
    id: "memory.blame",
    http: "GET /sessions/{session}/memory/blame",
    commands: ["history blame"],
    summary: "Who wrote each line of the team memory",
    tag: "History",
    params: SessionParams,
    query: BlameQuery,
    response: Blame,
    examples: [
      {
        params: { session: "invoice-import" },
        query: { from: "9", to: "9" },
        command: ["history", "blame", "--from", "9", "--to", "9"],
        answer: {
          revision: 42,
          etag: ETAG,
          lines: [{ line: 9, text: "- [Finding] SAP files use more than one currency", ...LINE_CHANGE, changes: 2 }],
        },
      },
    ],
    run: ({ services, caller, params, query }) => services.memory.blame(caller, params, query),
  }),
  defineOperation({
    id: "memory.diff",
    http: "GET /sessions/{session}/memory/diff",
    commands: ["history diff <from> [to]"],
    summary: "What changed between two revisions",
    tag: "History",
    params: SessionParams,
    query: DiffQuery,
    response: Diff,
    examples: [{ params: { session: "invoice-import" }, query: { from: "41", to: "42" }, answer: DIFF }],
    run: ({ services, caller, params, query }) => services.revisions.diff(caller, params, query),
  }),
  defineOperation({
    id: "memory.revert",
    http: "POST /sessions/{session}/memory/revert",
    commands: ["history revert <revision>"],
    summary: "Bring back the text of a revision: the whole, one item or one section",
    tag: "History",
    params: SessionParams,
    body: RevertMemory,
    response: Changed,
    examples: [{ params: { session: "invoice-import" }, body: REVISION_REF, answer: CHANGED }],
    run: ({ services, caller, params, body, change }) => services.revisions.revert(caller, params, body, change),
  }),
  defineOperation({
    id: "memory.revisions",
    http: "GET /sessions/{session}/memory/revisions",
    commands: ["history list"],
    summary: "Revisions, newest first",
    tag: "History",
    params: SessionParams,
    query: Paging,
    response: RevisionList,
    examples: [{ params: { session: "invoice-import" }, answer: REVISION_LIST, command: ["history", "list", "--all"] }],
    run: ({ services, caller, params, query }) => services.revisions.list(caller, params, query),
  }),
  defineOperation({
    id: "memory.revision",
    http: "GET /sessions/{session}/memory/revisions/{revision}",
    commands: ["history show <revision>"],
    summary: "One revision with its text",
    tag: "History",
    params: RevisionParams,
    response: RevisionText,
    examples: [{ params: { session: "invoice-import", revision: "42" }, answer: REVISION_TEXT }],
    run: ({ services, caller, params }) => services.revisions.get(caller, params),
  }),
  defineOperation({
    id: "memory.undo",
    http: "POST /sessions/{session}/memory/undo",
    leadTool: { name: "undo", destroys: true },
    commands: ["history undo <revision>"],
    summary: "Take one revision back",
    tag: "History",
    params: SessionParams,
    body: RevisionRef,
    response: Changed,
    examples: [{ params: { session: "invoice-import" }, body: REVISION_REF, answer: CHANGED }],
    run: ({ services, caller, params, body, change }) => services.revisions.undo(caller, params, body, change),
  }),
];
