import { defineOperation } from "@/lib/operations/define-operation";
import { ListQuery, pageOf } from "@/lib/operations/page";
import { Storage, WorkspaceList } from "@/lib/contracts/server";
import { UnfinishedParams, WorkspaceParams } from "@/lib/contracts/params";
import { UnfinishedList } from "@/lib/contracts/unfinished";
import { Done } from "@/lib/contracts/primitives";

export const workspacesOperations = [
  defineOperation({
    id: "workspace.list",
    http: "GET /api/v1/workspaces",
    summary: "The workspaces the caller may reach",
    tag: "Server",
    query: ListQuery,
    response: WorkspaceList,
    run: async ({ services, caller, query }) =>
      pageOf(await services.workspaces.list(caller), query, ({ name }) => name),
  }),
  defineOperation({
    id: "workspace.storage",
    http: "GET /storage",
    summary: "Where the workspace and its history lie",
    tag: "Server",
    params: WorkspaceParams,
    response: Storage,
    run: ({ services, caller, params }) => services.storage.read(caller, params),
  }),
  defineOperation({
    id: "change.list",
    http: "GET /unfinished",
    commands: ["unfinished list"],
    summary: "Changes that could not be finished after a crash, and what to do about each",
    tag: "Server",
    params: WorkspaceParams,
    query: ListQuery,
    response: UnfinishedList,
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.unfinished.list(caller, params), query, ({ id }) => String(id)),
  }),
  defineOperation({
    id: "change.discard",
    http: "DELETE /unfinished/{id}",
    commands: ["unfinished discard <id>"],
    summary: "Discard an unfinished change",
    tag: "Server",
    params: UnfinishedParams,
    response: Done,
    run: ({ services, caller, params, change }) => services.unfinished.discard(caller, params, change),
  }),
  defineOperation({
    id: "change.retry",
    http: "POST /unfinished/{id}/retry",
    commands: ["unfinished retry <id>"],
    summary: "Finish a change after all, in its author's name",
    tag: "Server",
    params: UnfinishedParams,
    response: Done,
    errors: ["conflict"],
    run: ({ services, caller, params }) => services.unfinished.retry(caller, params),
  }),
];
