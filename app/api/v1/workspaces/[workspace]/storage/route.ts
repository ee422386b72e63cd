import { defineRoute, methods } from "@/lib/api/define-route";
import { WorkspaceParams } from "@/lib/api/params";
import { Storage } from "@/lib/contracts/server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Where the workspace and its history lie",
    tag: "Server",
    params: WorkspaceParams,
    response: Storage,
    handle: ({ services, caller, params }) => services.storage.read(caller, params),
  }),
});
