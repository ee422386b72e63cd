import { defineRoute, methods } from "@/lib/api/define-route";
import { ItemParams } from "@/lib/api/params";
import { ItemLife } from "@/lib/contracts/memory";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "One item and its life",
    tag: "Memory",
    params: ItemParams,
    response: ItemLife,
    handle: ({ services, caller, params }) => services.memory.life(caller, params),
  }),
});
