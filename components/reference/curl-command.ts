import type { oas31 } from "zod-openapi";

/** Where an example is sent, and what stands for the parts of an address that have no example of their own. */
export interface CurlTarget {
  origin: string;
  workspace: string;
}

interface Call {
  path: string;
  method: string;
  operation: oas31.OperationObject;
  document: oas31.OpenAPIObject;
}

/**
 * A command that does the operation as it stands: required parameters with their examples, the body's example, and the
 * token from the environment. For POSIX shells.
 */
export function curlCommand({ path, method, operation, document }: Call, { origin, workspace }: CurlTarget): string {
  const required = (operation.parameters ?? [])
    .map((each) => follow<oas31.ParameterObject>(each, document))
    .filter((parameter) => parameter.required);
  const address = path.replaceAll(/\{(\w+)\}/g, (braces, name: string) => {
    if (name === "workspace") return workspace;
    const given = required.find((parameter) => parameter.in === "path" && parameter.name === name);
    const example = given && exampleOf(given);
    return typeof example === "string" ? encodeURIComponent(example) : braces;
  });
  const query = required
    .filter((parameter) => parameter.in === "query")
    .map((parameter) => [parameter.name, exampleOf(parameter)] as const)
    .map(([name, example]) => `${name}=${encodeURIComponent(typeof example === "string" ? example : "1")}`);
  const url = origin + address + (query.length === 0 ? "" : `?${query.join("&")}`);
  const body = operation.requestBody && follow<oas31.RequestBodyObject>(operation.requestBody, document);
  const json = body?.content["application/json"];
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quote(url)}`,
    ...(operation.security?.length === 0 ? [] : ['-H "Authorization: Bearer $WARDROOM_TOKEN"']),
    ...(json === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(json.example ?? {}))}`]),
  ].join(" \\\n  ");
}

function exampleOf({ example, schema }: oas31.ParameterObject): unknown {
  return (
    example ??
    (schema !== undefined && "examples" in schema ? (schema.examples as unknown[] | undefined)?.[0] : undefined)
  );
}

/** What a reference into the document's components stands for; anything else is answered as it is. */
function follow<Part extends object>(part: Part | oas31.ReferenceObject, document: oas31.OpenAPIObject): Part {
  if (!("$ref" in part)) return part;
  // #/components/parameters/Key
  const [, , kind = "", name = ""] = part.$ref.split("/");
  const found = (document.components as Record<string, Record<string, Part>> | undefined)?.[kind]?.[name];
  if (found === undefined) throw new Error(`${part.$ref} is not in the document`);
  return found;
}

/** In single quotes, where nothing is special but the quote itself. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
