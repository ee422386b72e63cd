import { describe, expect, test } from "vitest";
import { METHODS, placeOf, type Method } from "@/lib/api/define-route";
import { routeTable } from "@/lib/api/dispatch";
import { TAGS } from "@/lib/api/openapi";
import { limitsOf } from "@/lib/api/testing/limits-of.fixture";
import { openApi, ROUTES } from "./routes";

const operations = ROUTES.map(({ spec }) => ({ name: spec.http, ...placeOf(spec), spec }));

function documented(address: string, method: Method) {
  const item = openApi().paths?.[address];
  const operation = item?.[method.toLowerCase() as "get"];
  if (operation === undefined) throw new Error(`${method} ${address} is not in the document`);
  return operation;
}

describe("the table of routes", () => {
  test("has no two routes of one method and address", () => {
    const doubled = ROUTES[0];
    expect(() => routeTable(doubled ? [...ROUTES, doubled] : [])).toThrow(`${doubled?.spec.http} is declared twice.`);
    expect(Object.keys(routeTable(ROUTES)).length).toBeGreaterThan(100);
  });

  test.each(operations)("$name says what it does and where it belongs", ({ address, method, spec }) => {
    expect(spec.summary).toMatch(/^[A-Z\d].{3,}[^.]$/); // One session
    expect(TAGS.map(({ name }) => name)).toContain(spec.tag);
    expect(documented(address, method).summary).toBe(spec.summary);
  });

  test.each(operations)("$name declares the parameters of its address", ({ address, spec }) => {
    const inAddress = [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(spec.params?.shape ?? {})).toEqual(inAddress);
  });
});

describe("an answer describes what is there, whatever that is", () => {
  test.each(operations)("$name refuses none", ({ spec }) => {
    expect(spec.response === null ? [] : limitsOf(spec.response)).toEqual([]);
  });
});

describe("the document", () => {
  test("has an operation for each method of each route", () => {
    const found = Object.entries(openApi().paths ?? {}).flatMap(([address, item]) =>
      METHODS.filter((method) => method.toLowerCase() in item).map((method) => `${method} ${address}`),
    );
    expect(found.sort()).toEqual(operations.map(({ name }) => name).sort());
  });

  test("names each operation once", () => {
    const ids = operations.map(({ address, method }) => documented(address, method).operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(operations)("$name needs a credential unless it is public", ({ address, method, spec }) => {
    const { security, responses } = documented(address, method);
    expect(security ?? openApi().security).toEqual(spec.access === "public" ? [] : [{ bearer: [] }, { cookie: [] }]);
    expect("401" in (responses ?? {})).toBe(spec.access !== "public" || spec.body !== undefined);
  });

  test("lets nobody in without a credential but to health and login", () => {
    const open = operations.filter(({ spec }) => spec.access === "public").map(({ name }) => name);
    expect(open.sort()).toEqual([
      "GET /api/health",
      "GET /api/health/live",
      "GET /api/health/ready",
      "POST /api/login",
      "POST /api/login/provider",
      "POST /api/login/provider/return",
    ]);
  });

  test.each(operations.filter(({ spec }) => spec.body !== undefined))(
    "$name shows a body that its contract accepts",
    ({ spec }) => {
      expect(spec.body?.safeParse(spec.examples?.[0]?.body).error).toBeUndefined();
    },
  );

  test("names the headers in which an MCP connection says what it is about, and those alone", () => {
    const names = (documented("/api/mcp", "POST").parameters ?? []).map((each) => {
      const [, component = ""] = "$ref" in each ? each.$ref.split("parameters/") : []; // #/components/parameters/ActAs
      return openApi().components?.parameters?.[component];
    });
    expect(names).toMatchObject([
      { name: "X-Wardroom-Role", in: "header" },
      { name: "X-Wardroom-Run", in: "header" },
      { name: "X-Wardroom-Workspace", in: "header" },
      { name: "X-Wardroom-Session", in: "header" },
    ]);
  });

  test("tells what beside JSON can be had", () => {
    const workspace = "/api/v1/workspaces/{workspace}";
    const types = (address: string) => {
      const answer: unknown = documented(address, "GET").responses?.["200"];
      return Object.keys((answer as { content: object }).content);
    };
    expect(types(`${workspace}/events`)).toEqual(["application/json", "application/jsonl", "text/csv"]);
    expect(types(`${workspace}/events/stream`)).toEqual(["text/event-stream"]);
    expect(types(`${workspace}/sessions/{session}/memory`)).toEqual(["application/json", "text/markdown"]);
  });
});
