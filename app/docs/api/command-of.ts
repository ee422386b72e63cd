import type { oas31 } from "zod-openapi";

/** A command for POSIX shells with the examples of the body and of what the address needs; what has none stays in braces. */
export function commandOf(
  method: string,
  url: string,
  { parameters = [], requestBody, security }: oas31.OperationObject,
): string {
  const needed = parameters.flatMap((each) => ("in" in each && each.in !== "header" && each.required ? [each] : []));
  const values = new Map(
    needed.map(({ name, schema }) => {
      const [example] = schema && "examples" in schema ? (schema.examples as unknown[]) : [];
      return [name, typeof example === "string" ? encodeURIComponent(example) : `{${name}}`];
    }),
  );
  const asked = needed.filter((each) => each.in === "query").map(({ name }) => `${name}=${values.get(name) ?? ""}`);
  const address = url.replaceAll(/\{(\w+)\}/g, (braces, name: string) => values.get(name) ?? braces); // {session}
  const body = requestBody && "content" in requestBody ? requestBody.content["application/json"] : undefined;
  return [
    `curl -X ${method} ${quote(address + (asked.length > 0 ? `?${asked.join("&")}` : ""))}`,
    ...(security?.length === 0 ? [] : [`-H "Authorization: Bearer $WARDROOM_TOKEN"`]),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(body.example ?? {}))}`]),
  ].join(" \\\n  ");
}

/** In single quotes, where nothing is special but the quote itself. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
