import type { z } from "zod";
import { AppError } from "@/lib/core/errors";
import { fieldFaults } from "@/lib/contracts/field-faults";

/** What a caller gave, as a contract reads it; `invalid_input` with the fault of each field. `where` stands in its sentence. */
export function parseInput<S extends z.ZodType>(schema: S, given: unknown, where: string, hint: string): z.infer<S> {
  const { data, error } = schema.safeParse(given, { reportInput: true });
  if (error === undefined) return data;
  const errors = fieldFaults(error);
  const [first] = errors;
  const detail = first === undefined ? "" : ` ${first.path === "" ? "" : `${first.path}: `}${first.message}`;
  throw new AppError("invalid_input", `Something in ${where} is not valid.${detail}`, { hint, errors });
}
