import { expect, it } from "vitest";
import { z } from "zod";
import { objectSchema } from "@/lib/mcp/define-tool";

it("tells every part where it is used, with one type each, and keeps properties that are called like keywords", () => {
  const Name = z.string().min(1).meta({ id: "JsonSchemaTestName", description: "A name" });
  const schema = z.strictObject({ id: Name, type: Name.nullable(), list: z.array(Name).default([]) });
  const name = { type: "string", description: "A name" };
  expect(objectSchema(schema)).toEqual({
    type: "object",
    properties: {
      id: name,
      type: { anyOf: [name, { type: "null" }] },
      list: { type: "array", items: name },
    },
    required: ["id", "type"],
  });
  expect(objectSchema(z.object({ at: z.string().nullable().meta({ description: "When" }) }))).toMatchObject({
    properties: { at: { description: "When", anyOf: [{ type: "string" }, { type: "null" }] } },
  });
});

it("tells no limits of an input, and keeps properties that are called like one", () => {
  const schema = z.strictObject({
    minimum: z.int().min(1).max(9),
    text: z
      .string()
      .max(5)
      .meta({ examples: ["a"] }),
  });
  expect(objectSchema(schema).properties).toEqual({ minimum: { type: "integer" }, text: { type: "string" } });
});
