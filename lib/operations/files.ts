import { operationsOf } from "@/lib/operations/define-operation";
import {
  FileChanges,
  FileChangesQuery,
  FileList,
  FileListQuery,
  FileQuery,
  FileText,
  PushedFile,
  PushFile,
} from "@/lib/contracts/files";
import { Done } from "@/lib/contracts/primitives";
import { AnnounceReplica, ReplicaList } from "@/lib/contracts/replicas";

const define = operationsOf("Files");

const RATES = ".microai/knowledge/shared/rates.md";

const MEMORY = ".agent/teams/invoice-import/TEAM-MEMORY.md";

export const filesOperations = [
  define({
    id: "file.list",
    http: "GET /files",
    commands: ["file list"],
    ownCommand: true,
    summary: "Every document of the workspace by path: sessions, agents, teams and knowledge",
    query: FileListQuery,
    response: FileList,
    examples: [{ query: { q: "team-memory", limit: "1" } }],
    run: ({ services, caller, params, query }) => services.files.list(caller, params, query),
  }),
  define({
    id: "file.read",
    http: "GET /files/text",
    commands: ["file show <path>"],
    ownCommand: {
      arguments: { path: "in the workspace" },
      examples: ["file show .agent/teams/invoice-import/orchestration-plan.md"],
      print: ({ text, problem }, { text: safe }) => safe(problem ?? text),
    },
    summary: "A document as it lies on the disk",
    query: FileQuery,
    response: FileText,
    examples: [
      {
        query: { path: MEMORY },
      },
    ],
    run: ({ services, caller, params, query }) => services.files.read(caller, params, query),
  }),
  define({
    id: "file.changes",
    http: "GET /files/changes",
    summary: "Which documents that a team shares have changed after a mark; waits for it on request",
    query: FileChangesQuery,
    response: FileChanges,
    waits: true,
    examples: [
      {
        query: { after: "812" },
      },
    ],
    run: ({ services, caller, params, query, signal }) => services.files.changes(caller, params, query, signal),
  }),
  define({
    id: "file.push",
    http: "PUT /files/text",
    summary: "Take what was edited in a checkout elsewhere, joined with what came meanwhile",
    body: PushFile,
    response: PushedFile,
    errors: ["conflict", "unparseable"],
    examples: [
      {
        body: {
          path: RATES,
          text: "# TEAM-RATES — invoice-import\n",
          base: null,
          replica: "7d1f4c0a92be5361",
          machine: "mia-laptop",
        },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.files.push(caller, params, body, change),
  }),
];

export const replicasOperations = [
  define({
    id: "replica.list",
    http: "GET /replicas",
    commands: ["replica list"],
    ownCommand: true,
    summary: "Checkouts elsewhere that are kept in step: whose, how far behind, with which conflicts",
    response: ReplicaList,
    run: ({ services, caller, params }) => services.replicas.list(caller, params),
  }),
  define({
    id: "replica.announce",
    http: "PUT /replicas/{replica}",
    summary: "Say how a checkout stands that is kept in step",
    body: AnnounceReplica,
    response: Done,
    examples: [{ body: { machine: "mia-laptop", mark: 815, waiting: 0, conflicts: [], pushedAt: null } }],
    once: true,
    run: ({ services, caller, params, body }) => services.replicas.announce(caller, params, body),
  }),
];
