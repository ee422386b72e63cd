import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import type { oas31 } from "zod-openapi";
import { curlCommand } from "./curl-command";

const TARGET = { origin: "http://127.0.0.1:4100", workspace: "demo" };

const DOCUMENT: oas31.OpenAPIObject = {
  openapi: "3.1.1",
  info: { title: "Test", version: "1" },
  components: {
    parameters: {
      Other: { name: "other", in: "path", required: true, schema: {} },
      From: { name: "from", in: "query", required: true, schema: {} },
    },
  },
};

const READ: oas31.OperationObject = {
  parameters: [
    { name: "session", in: "path", required: true, schema: { type: "string", examples: ["결제 1"] } },
    { $ref: "#/components/parameters/Other" },
    { $ref: "#/components/parameters/From" },
    { name: "limit", in: "query", schema: {} },
  ],
};
const read = { path: "/w/{workspace}/s/{session}/diff/{other}", method: "GET", operation: READ, document: DOCUMENT };

test("a read names the workspace, the examples and what is required", () => {
  expect(curlCommand(read, TARGET).split(" \\\n  ")).toEqual([
    `curl 'http://127.0.0.1:4100/w/demo/s/${encodeURIComponent("결제 1")}/diff/{other}?from=1'`,
    '-H "Authorization: Bearer $WARDROOM_TOKEN"',
  ]);
});

test("an open operation is called without a token", () => {
  expect(curlCommand({ ...read, operation: { ...READ, security: [] } }, TARGET)).not.toContain("Authorization");
});

test("a reference to what is not in the document is refused", () => {
  const { components: _none, ...empty } = DOCUMENT;
  expect(() => curlCommand({ ...read, document: empty }, TARGET)).toThrow("is not in the document");
});

test("a shell takes a body apart again, whatever is in it", () => {
  const text = `it's "quoted" $HOME \\ \`date\` \n 끝`;
  const operation = { requestBody: { required: true, content: { "application/json": { example: { text } } } } };
  const command = curlCommand({ path: "/x", method: "POST", operation, document: DOCUMENT }, TARGET);
  // The same words with a program that prints the last of them.
  const printed = execFileSync("sh", [
    "-c",
    command.replace("curl", 'f() { eval "last=\\${$#}"; printf %s "$last"; }; f'),
  ]);
  expect(JSON.parse(printed.toString("utf8"))).toEqual({ text });
});
