import { defineRoute, methods } from "@/lib/api/define-route";
import { SessionParams } from "@/lib/api/params";
import { AttributeEdit, EditAttributed } from "@/lib/contracts/attributions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Say which role made an edit outside Wardroom",
    tag: "Memory",
    params: SessionParams,
    body: AttributeEdit,
    response: EditAttributed,
    conditional: true,
    handle: ({ services, caller, params, body, change }) =>
      services.attributions.attribute(caller, params, body, change),
  }),
});
