import type { oas31 } from "zod-openapi";

export type Schema = oas31.SchemaObject | oas31.ReferenceObject;

/** An input beside the body. */
export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description: string;
  schema: Schema;
  example: unknown;
}

/** An answer when all is well. */
export interface Answer {
  status: string;
  description: string;
  /** Of its JSON; undefined when it has none. */
  schema: Schema | undefined;
  example: unknown;
}

/** One method of one address, references followed, as the page shows it. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  summary: string;
  tag: string;
  /** Answers without a credential. */
  open: boolean;
  parameters: Parameter[];
  body: { schema: Schema; example: unknown; required: boolean } | undefined;
  answers: Answer[];
  /** Codes of the problems it may answer. */
  problems: string[];
}

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

/** Every operation of an OpenAPI document, in its order. */
export function readOperations(document: oas31.OpenAPIObject): Operation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [readOperation(document, path, method, operation)];
    }),
  );
}

function readOperation(
  document: oas31.OpenAPIObject,
  path: string,
  method: string,
  operation: oas31.OperationObject,
): Operation {
  const responses = Object.entries((operation.responses ?? {}) as Record<string, Referable<oas31.ResponseObject>>).map(
    ([status, response]) => ({ status, response: follow<oas31.ResponseObject>(document, response) }),
  );
  const done = responses.filter(({ status }) => status.startsWith("2"));
  const failed = responses.filter(({ status }) => !status.startsWith("2"));
  return {
    id: operation.operationId ?? `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? "",
    tag: operation.tags?.[0] ?? "",
    open: operation.security?.length === 0,
    parameters: (operation.parameters ?? []).map((each) =>
      readParameter(follow<oas31.ParameterObject>(document, each)),
    ),
    body: readBody(operation.requestBody && follow<oas31.RequestBodyObject>(document, operation.requestBody)),
    answers: done.map(({ status, response }) => {
      const json = response.content?.["application/json"];
      return { status, description: response.description, schema: json?.schema, example: json?.example as unknown };
    }),
    problems: failed.flatMap(({ response }) =>
      Object.keys(response.content?.["application/problem+json"]?.examples ?? {}),
    ),
  };
}

function readParameter(parameter: oas31.ParameterObject): Parameter {
  const schema = parameter.schema ?? {};
  return {
    name: parameter.name,
    in: parameter.in,
    required: parameter.required ?? false,
    description: parameter.description ?? "",
    schema,
    example: (parameter.example as unknown) ?? (isReference(schema) ? undefined : (schema.examples?.[0] as unknown)),
  };
}

function readBody(body: oas31.RequestBodyObject | undefined): Operation["body"] {
  const json = body?.content["application/json"];
  if (json?.schema === undefined) return undefined;
  return { schema: json.schema, example: json.example as unknown, required: body?.required ?? false };
}

type Referable<Part> = Part | oas31.ReferenceObject;

/** What a reference into the document's components stands for; anything else is answered as it is. */
function follow<Part extends object>(document: oas31.OpenAPIObject, part: Referable<Part>): Part {
  if (!("$ref" in part)) return part;
  // #/components/responses/not_found
  const [, , kind = "", name = ""] = part.$ref.split("/");
  const components = document.components as Record<string, Record<string, Part>> | undefined;
  const found = components?.[kind]?.[name];
  if (found === undefined) throw new Error(`${part.$ref} is not in the document`);
  return found;
}

/** Whether a schema only names another one. */
export function isReference(schema: Schema): schema is oas31.ReferenceObject {
  return typeof schema.$ref === "string";
}

/** The name at the end of a reference: `#/components/schemas/Item` is `Item`. */
export function nameOfReference(reference: oas31.ReferenceObject): string {
  return reference.$ref.split("/").at(-1) ?? "";
}
