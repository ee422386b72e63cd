import { defineRoute, methods } from "@/lib/api/define-route";
import { RevisionParams } from "@/lib/api/params";
import { RevisionText } from "@/lib/contracts/revisions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "One revision with its text",
    tag: "History",
    params: RevisionParams,
    response: RevisionText,
    handle: ({ services, caller, params }) => services.revisions.get(caller, params),
  }),
});
