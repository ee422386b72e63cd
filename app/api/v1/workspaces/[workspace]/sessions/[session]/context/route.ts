import { defineRoute, methods } from "@/lib/api/define-route";
import { markdownResponse, wantsMarkdown } from "@/lib/api/accept";
import { SessionParams } from "@/lib/api/params";
import { Context, PublishContext, PublishQuery, Published } from "@/lib/contracts/context";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "The global context; as Markdown on request",
    tag: "Context",
    params: SessionParams,
    response: Context,
    media: { "text/markdown": "With `Accept: text/markdown`: the file's own bytes." },
    handle: async ({ services, caller, params, request }) => {
      if (!wantsMarkdown(request)) return services.context.read(caller, params);
      return markdownResponse(await services.context.readBytes(caller, params));
    },
  }),
  PUT: defineRoute({
    summary: "Publish the next version, or preview it",
    tag: "Context",
    params: SessionParams,
    query: PublishQuery,
    body: PublishContext,
    response: Published,
    errors: ["gate_open"],
    handle: ({ services, caller, params, query, body, change }) =>
      services.context.publish(caller, params, body, { dryRun: query.dryRun === "true" }, change),
  }),
});
