import { defineRoute, methods } from "@/lib/api/define-route";
import { SessionParams } from "@/lib/api/params";
import { Changed, EditMemory } from "@/lib/contracts/memory";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Replace a text that occurs once, within the own section",
    tag: "Memory",
    params: SessionParams,
    body: EditMemory,
    response: Changed,
    handle: ({ services, caller, params, body, change }) => services.memory.edit(caller, params, body, change),
  }),
});
