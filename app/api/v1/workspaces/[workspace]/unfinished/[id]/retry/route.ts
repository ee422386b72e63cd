import { defineRoute, methods } from "@/lib/api/define-route";
import { UnfinishedParams } from "@/lib/api/params";
import { Done } from "@/lib/contracts/primitives";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Finish a change after all, in its author's name",
    tag: "Server",
    params: UnfinishedParams,
    response: Done,
    errors: ["conflict"],
    handle: ({ services, caller, params }) => services.unfinished.retry(caller, params),
  }),
});
