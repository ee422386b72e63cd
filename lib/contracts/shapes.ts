import { z } from "zod";

/** What is read or answered, with the name that it has in the document. */
export function shape<T extends z.ZodRawShape>(id: string, fields: T) {
  return z.object(fields).meta({ id });
}

/** What is sent: a field that is not of it is refused. */
export function body<T extends z.ZodRawShape>(id: string, fields: T) {
  return z.strictObject(fields).meta({ id });
}

/** A part of a list, and where the next one begins. */
export function listOf<T extends z.ZodType>(item: T, id?: string) {
  const list = z.object({ items: z.array(item), nextCursor: z.string().nullable() });
  return id === undefined ? list : list.meta({ id });
}

/**
 * The form of an id, a time or a number in answers: what a request may give, without its limits. Files and histories hold
 * what no request could have written, and an answer that tells of it must not fail on it.
 */
export function asFound(given: z.ZodNumber): z.ZodNumber;
export function asFound(given: z.ZodString | z.ZodStringFormat): z.ZodString;
export function asFound(given: z.ZodNumber | z.ZodString | z.ZodStringFormat): z.ZodNumber | z.ZodString {
  const { id: _, ...meta } = z.globalRegistry.get(given) ?? {};
  if (given instanceof z.ZodNumber) return z.number().meta({ ...meta, type: "integer" });
  return z.string().meta(given.format === "datetime" ? { ...meta, format: "date-time" } : meta);
}

/** A whole number of something, in answers. */
export const Count = asFound(z.int());
