import { z } from "zod";

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
