import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import type { oas31 } from "zod-openapi";
import { openApi } from "@/app/api/routes";
import { commandOf } from "@/app/docs/api/command-of";

const METHODS = ["get", "post", "put", "patch", "delete"] as const;
const ORIGIN = "http://127.0.0.1:4100";

/** What a shell makes of a command. */
function wordsOf(command: string): string[] {
  const print = `f() { printf '%s\\0' "$@"; }; WARDROOM_TOKEN=secret; f ${command}`;
  return execFileSync("sh", ["-c", print], { encoding: "utf8" }).split("\0").slice(0, -1);
}

test("a shell reads each command as the operation with its examples, and what has none is left in braces", () => {
  const operations = Object.entries(openApi().paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item[method] === undefined ? [] : [{ path, method, operation: item[method] }])),
  );
  expect(operations.length).toBeGreaterThan(100);
  for (const { path, method, operation } of operations) {
    const words = wordsOf(commandOf(method, ORIGIN + path, operation));
    const [program, , verb, url = ""] = words;
    expect([program, verb]).toEqual(["curl", method]);
    expect(words.includes("Authorization: Bearer secret")).toBe(operation.security?.length !== 0);
    const required = (operation.parameters ?? []).flatMap((each) => ("in" in each && each.required ? [each] : []));
    for (const { name } of required.filter((each) => each.in === "query")) expect(url).toMatch(`${name}=`);
    const examples = required.filter(({ schema }) => schema !== undefined && "examples" in schema);
    for (const { name } of examples) expect(url).not.toContain(`{${name}}`);
    const body = operation.requestBody && "content" in operation.requestBody ? operation.requestBody.content : {};
    const example = body["application/json"]?.example as unknown;
    if (body["application/json"] !== undefined) expect(JSON.parse(words.at(-1) ?? "")).toEqual(example ?? {});
  }
});

test("a shell takes an address and a body apart again, whatever is in them", () => {
  const text = `it's "quoted" $HOME \\ \`date\` \n 끝`;
  const operation: oas31.OperationObject = {
    parameters: [
      { name: "session", in: "path", required: true, schema: { type: "string", examples: ["결제 1"] } },
      { name: "other", in: "path", required: true, schema: { type: "string" } },
      { name: "from", in: "query", required: true, schema: { type: "string", examples: ["a&b's"] } },
      { name: "limit", in: "query", schema: { type: "string", examples: ["9"] } },
    ],
    requestBody: { content: { "application/json": { example: { text } } } },
  };
  const words = wordsOf(commandOf("POST", `${ORIGIN}/s/{session}/{other}`, operation));
  expect(words[3]).toBe(`${ORIGIN}/s/${encodeURIComponent("결제 1")}/{other}?from=a%26b's`);
  expect(JSON.parse(words.at(-1) ?? "")).toEqual({ text });
});
