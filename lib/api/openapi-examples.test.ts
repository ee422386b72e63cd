import { expect, test } from "vitest";
import { EXAMPLES } from "@/lib/api/openapi-examples";

test.each([...EXAMPLES].map(([schema, example]) => ({ id: schema.meta()?.id ?? "list", schema, example })))(
  "the example of $id is what the contract says, with nothing beside it",
  ({ schema, example }) => {
    expect(schema.parse(example)).toEqual(example);
  },
);
