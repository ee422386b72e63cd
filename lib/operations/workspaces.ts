import { operationsOf } from "@/lib/operations/define-operation";
import { ListQuery } from "@/lib/operations/page";
import { pageOf } from "@/lib/services/workspace/page-of";
import { Storage, WorkspaceList } from "@/lib/contracts/server";
import { UnfinishedParams } from "@/lib/contracts/params";
import { UnfinishedList } from "@/lib/contracts/repairs";
import { Done } from "@/lib/contracts/primitives";
import { ProjectChanges, ProjectSetup, SetUpProject, SetupUndone } from "@/lib/contracts/setup";

const define = operationsOf("Server");

export const workspacesOperations = [
  define({
    id: "workspace.list",
    http: "GET /api/v1/workspaces",
    summary: "The workspaces the caller may reach",
    query: ListQuery,
    response: WorkspaceList,
    run: async ({ services, caller, query }) =>
      pageOf(await services.workspaces.list(caller), query, ({ name }) => name),
  }),
  define({
    id: "workspace.storage",
    http: "GET /storage",
    summary: "Where the workspace and its history lie",
    response: Storage,
    run: ({ services, caller, params }) => services.storage.read(caller, params),
  }),
  define({
    id: "change.list",
    http: "GET /unfinished",
    commands: ["unfinished list"],
    ownCommand: {
      says: "list them with their reasons",
      byDefault: true,
      examples: ["unfinished", "unfinished list --json"],
      print: ({ items }, { paint, line, time, table }) => {
        if (items.length === 0) return "No unfinished changes.";
        const shown = table(items, [
          { title: "ID", value: ({ id }) => String(id), align: "right", style: paint.faint },
          { title: "TIME", value: ({ createdAt }) => time(createdAt), style: paint.faint },
          { title: "WHO", value: ({ changes }) => line(changes[0]?.actor ?? "-"), style: paint.name },
          { title: "FILE", value: ({ changes }) => line(changes[0]?.path ?? "-") },
          { title: "REASON", value: ({ reason }) => line(reason), shrinks: true },
        ]);
        return `${shown}Nobody was told that these changes were made.\nFinish one: wardroom unfinished retry <id>\nForget one: wardroom unfinished discard <id>`;
      },
    },
    summary: "Changes that could not be finished after a crash, and what to do about each",
    query: ListQuery,
    response: UnfinishedList,
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.unfinished.list(caller, params), query, ({ id }) => String(id)),
  }),
  define({
    id: "change.discard",
    http: "DELETE /unfinished/{id}",
    commands: ["unfinished discard <id>"],
    ownCommand: {
      says: "forget one; its files stay as they are; asks first",
      arguments: { id: "from the list" },
      examples: ["unfinished discard 12", "unfinished discard 12 --yes"],
      confirm: ({ id }) => `Change ${id} is forgotten. Its files stay as they are.`,
      print: (_, { paint, given: { id } }) => `${paint.good("Discarded")} change ${id}.`,
    },
    summary: "Discard an unfinished change",
    params: UnfinishedParams,
    response: Done,
    run: ({ services, caller, params, change }) => services.unfinished.discard(caller, params, change),
  }),
  define({
    id: "change.retry",
    http: "POST /unfinished/{id}/retry",
    commands: ["unfinished retry <id>"],
    ownCommand: {
      says: "finish one after all, in its author's name",
      arguments: { id: "from the list" },
      examples: ["unfinished retry 12"],
      print: (_, { paint, given: { id } }) => `${paint.good("Finished")} change ${id}.`,
    },
    summary: "Finish a change after all, in its author's name",
    params: UnfinishedParams,
    response: Done,
    errors: ["conflict"],
    once: true,
    run: ({ services, caller, params }) => services.unfinished.retry(caller, params),
  }),
];

export const setupOperations = [
  define({
    id: "setup.read",
    http: "GET /setup",
    summary: "What the project has of each agents' client, and what was set up last",
    response: ProjectSetup,
    errors: ["forbidden"],
    run: ({ services, caller, params }) => services.setup.read(caller, params),
  }),
  define({
    id: "setup.apply",
    http: "POST /setup",
    summary: "Put agents' clients and the protocol into the project; a dry run shows every file's diff",
    body: SetUpProject,
    response: ProjectChanges,
    errors: ["unparseable", "conflict"],
    examples: [
      {
        body: { clients: ["opencode"], protocol: false, dryRun: true },
      },
    ],
    once: true,
    run: ({ services, caller, params, body, change }) => services.setup.apply(caller, params, body, change),
  }),
  define({
    id: "setup.undo",
    http: "POST /setup/undo",
    summary: "Undo what was set up last: each file is as it was, byte for byte",
    response: SetupUndone,
    once: true,
    run: ({ services, caller, params }) => services.setup.undo(caller, params),
  }),
];
