import { defineRoute, methods } from "@/lib/api/define-route";
import { SessionParams } from "@/lib/api/params";
import { AddItem, ItemAdded, ItemRelayed } from "@/lib/contracts/memory";
import { z } from "zod";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Add an item; from a relay role it waits for the Lead",
    tag: "Memory",
    params: SessionParams,
    body: AddItem,
    response: z.union([ItemAdded, ItemRelayed]),
    status: (answer) => ("relay" in answer ? 202 : 201),
    statuses: [201, 202],
    handle: ({ services, caller, params, body, change }) => services.memory.add(caller, params, body, change),
  }),
});
