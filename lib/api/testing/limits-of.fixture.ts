import { z } from "zod";

/**
 * Every place of a schema that refuses a text, a number or a list for more than its type: by length, by range, by form.
 * Values of an enumeration are ours alone and may be checked.
 */
export function limitsOf(schema: z.ZodType, path = "answer", seen = new Set<z.ZodType>()): string[] {
  if (seen.has(schema)) return [];
  const within = new Set(seen).add(schema);
  const { checks } = schema.def;
  const format = "format" in schema.def ? [String(schema.def.format)] : [];
  const own = [...(checks ?? []).map(({ _zod }) => _zod.def.check), ...format].map((limit) => `${path}: ${limit}`);
  const strict = schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodNever ? [`${path}: strict`] : [];
  const inner = partsOf(schema).flatMap(([name, part]) => limitsOf(part, `${path}${name}`, within));
  return [...own, ...strict, ...inner];
}

function partsOf(schema: z.ZodType): [string, z.ZodType][] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).map(([name, part]) => [`.${name}`, part as z.ZodType]);
  }
  if (schema instanceof z.ZodArray) return [["[]", schema.element as z.ZodType]];
  if (schema instanceof z.ZodRecord) return [["{}", schema.valueType as z.ZodType]];
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return [["", schema.unwrap() as z.ZodType]];
  if (schema instanceof z.ZodUnion) return schema.options.map((part) => ["", part as z.ZodType]);
  const plain = [z.ZodString, z.ZodNumber, z.ZodBoolean, z.ZodEnum, z.ZodLiteral, z.ZodUnknown, z.ZodNull];
  if (plain.some((kind) => schema instanceof kind)) return [];
  throw new Error(`an answer is made of plain parts, and not of ${schema.def.type}`);
}
