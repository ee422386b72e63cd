import { defineOperation } from "@/lib/operations/define-operation";
import { AddViewer, Me, ViewerList, ViewerWithToken } from "@/lib/contracts/server";
import { ListQuery, pageOf } from "@/lib/operations/page";
import { BrowserParams, ViewerParams, WorkspaceParams } from "@/lib/contracts/params";
import { BrowserList, LoginAttempts } from "@/lib/contracts/browsers";
import { Done } from "@/lib/contracts/primitives";
import { AnnounceCaller, CallerAnnounced } from "@/lib/contracts/callers";

export const accessOperations = [
  defineOperation({
    id: "caller.read",
    http: "GET /api/v1/me",
    tools: ["status"],
    summary: "Who the credential is",
    tag: "Server",
    response: Me,
    run: ({ services, caller }) => services.authentication.describe(caller),
  }),
  defineOperation({
    id: "browser.list",
    http: "GET /browsers",
    commands: ["browser list"],
    summary: "Browsers that are signed in",
    tag: "Server",
    params: WorkspaceParams,
    query: ListQuery,
    response: BrowserList,
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.browsers.list(caller, params), query, ({ id }) => id),
  }),
  defineOperation({
    id: "browser.end",
    http: "DELETE /browsers/{browser}",
    commands: ["browser end <browser>"],
    summary: "Sign a browser out",
    tag: "Server",
    params: BrowserParams,
    response: Done,
    run: ({ services, caller, params, change }) => services.browsers.end(caller, params, change),
  }),
  defineOperation({
    id: "login.attempts",
    http: "GET /login-attempts",
    summary: "Sign-ins that failed lately",
    tag: "Server",
    params: WorkspaceParams,
    response: LoginAttempts,
    run: ({ services, caller, params }) => Promise.resolve(services.browsers.attempts(caller, params)),
  }),
  defineOperation({
    id: "viewer.list",
    http: "GET /viewers",
    summary: "Who may look at the workspace",
    tag: "Server",
    params: WorkspaceParams,
    query: ListQuery,
    response: ViewerList,
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.viewers.list(caller, params), query, ({ id }) => id),
  }),
  defineOperation({
    id: "viewer.add",
    http: "POST /viewers",
    summary: "Let somebody look, by a link",
    tag: "Server",
    params: WorkspaceParams,
    body: AddViewer,
    response: ViewerWithToken,
    status: 201,
    run: ({ services, caller, params, body, change }) => services.viewers.add(caller, params, body, change),
  }),
  defineOperation({
    id: "viewer.revoke",
    http: "DELETE /viewers/{viewer}",
    summary: "End a viewer's link",
    tag: "Server",
    params: ViewerParams,
    response: Done,
    run: ({ services, caller, params, change }) => services.viewers.revoke(caller, params, change),
  }),
  defineOperation({
    id: "caller.announce",
    http: "POST /callers",
    summary: "Say which role makes a tool call over a shared connection",
    tag: "Roles",
    params: WorkspaceParams,
    body: AnnounceCaller,
    response: CallerAnnounced,
    status: 201,
    run: ({ services, caller, params, body }) => services.callers.announce(caller, params, body),
  }),
];
