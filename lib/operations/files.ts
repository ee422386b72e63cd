import { defineOperation } from "@/lib/operations/define-operation";
import { FileList, FileListQuery, FileQuery, FileText } from "@/lib/contracts/files";
import { WorkspaceParams } from "@/lib/contracts/params";

const MEMORY = ".agent/teams/invoice-import/TEAM-MEMORY.md";

export const filesOperations = [
  defineOperation({
    id: "file.list",
    http: "GET /files",
    commands: ["file list"],
    ownCommand: true,
    summary: "Every document of the workspace by path: sessions, agents, teams and knowledge",
    tag: "Files",
    params: WorkspaceParams,
    query: FileListQuery,
    response: FileList,
    examples: [
      {
        query: { q: "team-memory", limit: "1" },
        answer: { items: [{ path: MEMORY }], total: 1, nextCursor: null },
        command: ["file", "list", "--q", "team-memory", "--limit", "1"],
      },
    ],
    run: ({ services, caller, params, query }) => services.files.list(caller, params, query),
  }),
  defineOperation({
    id: "file.read",
    http: "GET /files/text",
    commands: ["file show <path>"],
    summary: "A document as it lies on the disk",
    tag: "Files",
    params: WorkspaceParams,
    query: FileQuery,
    response: FileText,
    examples: [
      {
        query: { path: MEMORY },
        answer: { path: MEMORY, text: "# TEAM-MEMORY — invoice-import\n", isUtf8: true, problem: null },
        command: ["file", "show", MEMORY],
      },
    ],
    run: ({ services, caller, params, query }) => services.files.read(caller, params, query),
  }),
];
