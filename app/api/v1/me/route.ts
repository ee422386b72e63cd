import { defineRoute, methods } from "@/lib/api/define-route";
import { Me } from "@/lib/contracts/server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Who the credential is",
    tag: "Server",
    response: Me,
    handle: ({ services, caller }) => services.authentication.describe(caller),
  }),
});
