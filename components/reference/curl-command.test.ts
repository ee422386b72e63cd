import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlCommand } from "./curl-command";
import type { Operation } from "./read-document";

const TARGET = { origin: "http://127.0.0.1:4100", workspace: "demo" };

const READ: Operation = {
  id: "getDiff",
  method: "GET",
  path: "/w/{workspace}/s/{session}/diff/{other}",
  summary: "Diff",
  tag: "History",
  open: false,
  parameters: [
    { name: "session", in: "path", required: true, description: "", schema: {}, example: "결제 1" },
    { name: "other", in: "path", required: true, description: "", schema: {}, example: undefined },
    { name: "from", in: "query", required: true, description: "", schema: {}, example: undefined },
    { name: "limit", in: "query", required: false, description: "", schema: {}, example: undefined },
  ],
  body: undefined,
  answers: [],
  problems: [],
};

test("a read names the workspace, the examples and what is required", () => {
  expect(curlCommand(READ, TARGET).split(" \\\n  ")).toEqual([
    `curl 'http://127.0.0.1:4100/w/demo/s/${encodeURIComponent("결제 1")}/diff/{other}?from=1'`,
    '-H "Authorization: Bearer $WARDROOM_TOKEN"',
  ]);
});

test("an open operation is called without a token", () => {
  expect(curlCommand({ ...READ, open: true }, TARGET)).not.toContain("Authorization");
});

test("a shell takes a body apart again, whatever is in it", () => {
  const text = `it's "quoted" $HOME \\ \`date\` \n 끝`;
  const body = { schema: {}, required: true, example: { text } };
  const command = curlCommand({ ...READ, method: "POST", parameters: [], path: "/x", body }, TARGET);
  // The same words with a program that prints the last of them.
  const printed = execFileSync("sh", [
    "-c",
    command.replace("curl", 'f() { eval "last=\\${$#}"; printf %s "$last"; }; f'),
  ]);
  expect(JSON.parse(printed.toString("utf8"))).toEqual({ text });
});
