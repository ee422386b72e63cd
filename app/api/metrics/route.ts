import { defineRoute, methods } from "@/lib/api/define-route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "What this server has counted, for Prometheus",
    tag: "Server",
    response: null,
    media: { "text/plain": "Metrics in the Prometheus text format." },
    handle: async ({ services, caller }) => {
      const { text, contentType } = await services.storage.metrics(caller);
      return new Response(text, { headers: { "content-type": contentType, "cache-control": "no-store" } });
    },
  }),
});
