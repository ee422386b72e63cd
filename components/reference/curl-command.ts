import type { Operation } from "./read-document";

/** Where an example is sent, and what stands for the parts of an address that have no example of their own. */
export interface CurlTarget {
  origin: string;
  workspace: string;
}

/**
 * A command that does the operation as it stands: required parameters with their examples, the body's example, and the
 * token from the environment. For POSIX shells.
 */
export function curlCommand(operation: Operation, { origin, workspace }: CurlTarget): string {
  const required = operation.parameters.filter((parameter) => parameter.required);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (braces, name: string) => {
    if (name === "workspace") return workspace;
    const example = required.find((parameter) => parameter.in === "path" && parameter.name === name)?.example;
    return typeof example === "string" ? encodeURIComponent(example) : braces;
  });
  const query = required
    .filter((parameter) => parameter.in === "query")
    .map(({ name, example }) => `${name}=${encodeURIComponent(typeof example === "string" ? example : "1")}`);
  const url = origin + path + (query.length === 0 ? "" : `?${query.join("&")}`);
  return [
    `curl ${operation.method === "GET" ? "" : `-X ${operation.method} `}${quote(url)}`,
    ...(operation.open ? [] : ['-H "Authorization: Bearer $WARDROOM_TOKEN"']),
    ...(operation.body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(operation.body.example ?? {}))}`]),
  ].join(" \\\n  ");
}

/** In single quotes, where nothing is special but the quote itself. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
