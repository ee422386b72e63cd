import { AppError } from "@/lib/core/errors";

/** The values of a field that names several, separated by commas; undefined when it names none. */
export function listOf(value: string | undefined): string[] | undefined {
  const parts = value
    ?.split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return parts === undefined || parts.length === 0 ? undefined : parts;
}

/** The same of a field whose values are known, in lower case. Errors: invalid_input for any other. */
export function listOfKnown(field: string, value: string | undefined, known: readonly string[]): string[] | undefined {
  const parts = listOf(value)?.map((part) => part.toLowerCase());
  const unknown = parts?.find((part) => !known.includes(part));
  if (unknown === undefined) return parts;
  throw new AppError("invalid_input", `There is no ${field} ${unknown}.`, {
    hint: `Give ${known.join(", ")}; comma-separated.`,
    errors: [{ path: field, message: `none of ${known.join(", ")}` }],
  });
}
