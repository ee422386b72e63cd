import { defineRoute, methods } from "@/lib/api/define-route";
import { markdownResponse, wantsMarkdown } from "@/lib/api/accept";
import { SessionParams } from "@/lib/api/params";
import { Memory, MemoryFilter } from "@/lib/contracts/memory";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "The team memory; as Markdown on request",
    tag: "Memory",
    params: SessionParams,
    query: MemoryFilter,
    response: Memory,
    media: { "text/markdown": "With `Accept: text/markdown`: the file's own bytes." },
    handle: async ({ services, caller, params, query, request }) => {
      if (!wantsMarkdown(request)) return services.memory.read(caller, params, query);
      return markdownResponse(await services.memory.readBytes(caller, params));
    },
  }),
});
