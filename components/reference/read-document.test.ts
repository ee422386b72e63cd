import { describe, expect, test } from "vitest";
import type { oas31 } from "zod-openapi";
import { readOperations } from "./read-document";

const DOCUMENT: oas31.OpenAPIObject = {
  openapi: "3.1.1",
  info: { title: "Test", version: "1" },
  security: [{ bearer: [] }],
  paths: {
    "/things/{thing}": {
      post: {
        operationId: "postThing",
        summary: "Change a thing",
        tags: ["Things"],
        parameters: [
          { name: "thing", in: "path", required: true, schema: { type: "string", examples: ["a b"] } },
          { $ref: "#/components/parameters/Key" },
        ],
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" }, example: { text: "new" } } },
        },
        responses: {
          "201": { description: "Created", content: { "application/json": { schema: { type: "object" } } } },
          "409": { $ref: "#/components/responses/taken" },
        },
      },
    },
    "/health": { get: { security: [], responses: { "204": { description: "Well" } } } },
  },
  components: {
    parameters: { Key: { name: "Key", in: "header", schema: { type: "string" }, example: "k1" } },
    responses: {
      taken: {
        description: "Taken",
        content: { "application/problem+json": { examples: { conflict: {}, gate_open: {} } } },
      },
    },
  },
};

describe("an OpenAPI document", () => {
  test("is read as operations with every reference followed", () => {
    const [change, health] = readOperations(DOCUMENT);
    expect(change).toMatchObject({
      id: "postThing",
      method: "POST",
      open: false,
      parameters: [
        { name: "thing", required: true, example: "a b" },
        { name: "Key", in: "header", required: false, example: "k1" },
      ],
      body: { required: true, example: { text: "new" } },
      answers: [{ status: "201", description: "Created" }],
      problems: ["conflict", "gate_open"],
    });
    expect(health).toMatchObject({ method: "GET", open: true, body: undefined, problems: [] });
  });

  test("that refers to what is not in it is refused", () => {
    expect(() => readOperations({ ...DOCUMENT, components: {} })).toThrow("is not in the document");
  });
});
