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
