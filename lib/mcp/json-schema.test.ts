import { expect, it } from "vitest";
import { z } from "zod";
import { objectSchema } from "@/lib/mcp/json-schema";

it("tells every part where it is used, with one type each, and keeps properties that are called like keywords", () => {
  const Name = z.string().min(1).meta({ id: "JsonSchemaTestName", description: "A name" });
  const schema = z.strictObject({ id: Name, type: Name.nullable(), list: z.array(Name).default([]) });
  const name = { type: "string", minLength: 1, description: "A name" };
  expect(objectSchema(schema, "input")).toEqual({
    type: "object",
    additionalProperties: false,
    properties: {
      id: name,
      type: { anyOf: [name, { type: "null" }] },
      list: { type: "array", items: name, default: [] },
    },
    required: ["id", "type"],
  });
  expect(objectSchema(z.object({ at: z.string().nullable().meta({ description: "When" }) }), "output")).toMatchObject({
    properties: { at: { description: "When", anyOf: [{ type: "string" }, { type: "null" }] } },
  });
});
