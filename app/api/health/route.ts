import { defineRoute, methods } from "@/lib/api/define-route";
import { health } from "@/lib/api/health";
import { Health } from "@/lib/contracts/server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Whether the server is ready",
    tag: "Server",
    access: "public",
    response: Health,
    status: ({ status }) => (status === "ok" ? 200 : 503),
    handle: ({ runtime }) => health(runtime),
  }),
});
