import { defineRoute, methods } from "@/lib/api/define-route";
import { wantsMarkdown } from "@/lib/api/accept";
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
      const { bytes, etag } = await services.memory.readBytes(caller, params);
      return new Response(new Uint8Array(bytes), {
        headers: { "content-type": "text/markdown; charset=utf-8", etag, "cache-control": "no-store" },
      });
    },
  }),
});
