import { operationsOf } from "@/lib/operations/define-operation";
import {
  KnowledgeDiffQuery,
  KnowledgeDocument,
  KnowledgeHistoryQuery,
  RestoreKnowledge,
} from "@/lib/contracts/knowledge";
import { Diff, RevisionList, RevisionText } from "@/lib/contracts/revisions";
import { Changed } from "@/lib/contracts/memory";

const define = operationsOf("Knowledge");

const RESTORE = { path: ".microai/knowledge/shared/registry.yaml", revision: 4 };

export const knowledgeHistoryOperations = [
  define({
    id: "knowledge.diff",
    http: "GET /knowledge/history/diff",
    commands: ["knowledge diff <path> <from> <to>"],
    ownCommand: true,
    summary: "What changed between two revisions of a document of knowledge",
    query: KnowledgeDiffQuery,
    response: Diff,
    examples: [{ query: { path: ".microai/knowledge/shared/registry.yaml", from: "3", to: "4" } }],
    run: ({ services, caller, params, query: { path, ...range } }) =>
      services.knowledge.history.diff(caller, { ...params, path }, range),
  }),
  define({
    id: "knowledge.revert",
    http: "POST /knowledge/history/revert",
    commands: ["knowledge revert <path> <revision>"],
    ownCommand: true,
    summary: "Bring an earlier text of a document of knowledge back",
    body: RestoreKnowledge,
    response: Changed,
    examples: [
      {
        body: RESTORE,
        command: "knowledge revert .microai/knowledge/shared/registry.yaml 4 --if-match etag",
      },
    ],
    run: ({ services, caller, params, body: { path, revision }, change }) =>
      services.knowledge.history.revert(caller, { ...params, path }, { revision }, change),
  }),
  define({
    id: "knowledge.revisions",
    http: "GET /knowledge/history/revisions",
    commands: ["knowledge revisions <path>"],
    ownCommand: true,
    summary: "The revisions of a registry, an index or a file of knowledge, newest first",
    query: KnowledgeHistoryQuery,
    response: RevisionList,
    examples: [{ query: { path: ".microai/knowledge/shared/registry.yaml" } }],
    run: ({ services, caller, params, query: { path, ...page } }) =>
      services.knowledge.history.list(caller, { ...params, path }, page),
  }),
  define({
    id: "knowledge.revision",
    http: "GET /knowledge/history/revisions/{revision}",
    commands: ["knowledge revision <path> <revision>"],
    ownCommand: true,
    summary: "One revision with the whole text after it",
    query: KnowledgeDocument,
    response: RevisionText,
    examples: [{ query: { path: ".microai/knowledge/shared/registry.yaml" } }],
    run: ({ services, caller, params, query }) => services.knowledge.history.get(caller, { ...params, ...query }),
  }),
  define({
    id: "knowledge.undo",
    http: "POST /knowledge/history/undo",
    commands: ["knowledge undo <path> <revision>"],
    ownCommand: true,
    summary: "Take one revision of a document of knowledge back",
    body: RestoreKnowledge,
    response: Changed,
    examples: [{ body: RESTORE }],
    run: ({ services, caller, params, body: { path, revision }, change }) =>
      services.knowledge.history.undo(caller, { ...params, path }, { revision }, change),
  }),
];
