import { describe, expect, it } from "vitest";
import { httpOf } from "@/lib/operations/define-operation";
import { OPERATIONS } from "@/lib/operations/operations";

const named = OPERATIONS.map((operation) => ({ ...operation, ...httpOf(operation) }));

describe("the table of operations", () => {
  it("has each id and each address once", () => {
    for (const of of ["id", "http"] as const) {
      const all = OPERATIONS.map((operation) => operation[of]);
      expect(all.filter((each, index) => all.indexOf(each) !== index)).toEqual([]);
    }
    expect(OPERATIONS.length).toBeGreaterThan(120);
  });

  it.each(named)("names $id as a thing and what is done with it", ({ id, tag }) => {
    expect(id).toMatch(tag === "Search" ? /^search$/ : /^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/); // team-session.start
  });

  it.each(named)("has $id read with GET and change with everything else", ({ method, body, conditional }) => {
    if (method === "GET") expect({ body, conditional }).toEqual({ body: undefined, conditional: undefined });
  });
});
