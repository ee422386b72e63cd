import { z } from "zod";

/** A JSON Schema of an object, as tools declare their arguments. */
export interface ObjectSchema {
  type: "object";
  [keyword: string]: unknown;
}

/** What a call that breaks it is refused for with a sentence that says how: told beforehand, it would stand in every conversation. */
const LIMITS = ["minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems", "pattern"];

/** Words of the reference that say no more than the name of an argument does. */
const SAID_BY_NAME = [
  "Opaque item id",
  "Role id",
  "Sequence of a revision, from 1",
  "Name of an agent: one folder name",
  "GC-v and a number",
];

/**
 * The JSON Schema of a tool's arguments as a client is told it: each named part written where it is used, because several clients
 * follow no references; with descriptions, and without names that mean nothing there, and without their limits.
 */
export function objectSchema(schema: z.ZodObject): ObjectSchema {
  const { $schema: _, $defs, ...root } = z.toJSONSchema(schema, { io: "input" });
  const definitions = ($defs ?? {}) as Record<string, unknown>;
  const whole = { ...(inline(root, definitions) as Record<string, unknown>), type: "object" as const };
  return withoutLimits(whole) as ObjectSchema;
}

/** A property may be called like a limit: it is told by a schema, and a limit by a value. */
function isLimit(key: string, value: unknown): boolean {
  // Left out, it is nothing: no list, no number of seconds, not asked for.
  if (key === "default") return value === 0 || value === false || (Array.isArray(value) && value.length === 0);
  if (key === "examples") return Array.isArray(value);
  if (key === "additionalProperties") return value === false;
  if (key === "description") return SAID_BY_NAME.includes(String(value));
  return LIMITS.includes(key) && typeof value !== "object";
}

function withoutLimits(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLimits);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, each]) => !isLimit(key, each))
      .map(([key, each]) => [key, withoutLimits(each)]),
  );
}

function inline(value: unknown, definitions: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((each) => inline(each, definitions));
  if (typeof value !== "object" || value === null) return value;
  const { $ref, id: _, ...rest } = value as Record<string, unknown>;
  if (Array.isArray(rest.type)) return inline(oneTypeEach(rest), definitions);
  // #/$defs/GcVersion
  const named = typeof $ref === "string" ? definitions[$ref.replace("#/$defs/", "")] : undefined;
  const whole = named === undefined ? rest : { ...(named as object), ...rest };
  if (named !== undefined) return inline(whole, definitions);
  return Object.fromEntries(
    Object.entries(whole).map(([key, each]) => [
      key,
      key === "properties" ? inlineProperties(each, definitions) : inline(each, definitions),
    ]),
  );
}

/** Several types at once as a choice between schemas of one type: some clients' dialects know no other way. */
function oneTypeEach({ description, type, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const anyOf = (type as unknown[]).map((each) => (each === "null" ? { type: each } : { type: each, ...rest }));
  return { ...(description !== undefined && { description }), anyOf };
}

/** Of properties the names are data: one may be called `id`. */
function inlineProperties(properties: unknown, definitions: Record<string, unknown>): unknown {
  return Object.fromEntries(
    Object.entries(properties as object).map(([name, each]) => [name, inline(each, definitions)]),
  );
}
