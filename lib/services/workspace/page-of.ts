import { partsOf } from "@/lib/core/text/lines";
import { AppError } from "@/lib/core/errors";

/** Which part of a list is wanted: so many items behind that of the cursor. */
export interface Page {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/**
 * The part of a whole list that a query asks for. The cursor is the key of the last item shown; one whose item is gone
 * is `invalid_input`.
 */
export function pageOf<T, L extends { items: T[] }>(
  list: L & { items: T[] },
  { limit, cursor }: Page,
  keyOf: (item: T) => string,
): L & { items: T[]; nextCursor: string | null } {
  return { ...list, ...cutPage(list.items, { limit, cursor }, keyOf) };
}

/** The same of the items alone. */
export function cutPage<T>(
  items: readonly T[],
  { limit, cursor }: Page,
  keyOf: (item: T) => string,
): { items: T[]; nextCursor: string | null } {
  const start = cursor === undefined ? 0 : items.findIndex((item) => keyOf(item) === cursor) + 1;
  if (cursor !== undefined && start === 0) {
    throw new AppError("invalid_input", "The cursor is not one of this list, or its item is gone.", {
      hint: "Use the nextCursor of the page before, or begin again without a cursor.",
    });
  }
  const end = limit === undefined ? items.length : start + limit;
  const last = items[end - 1];
  const nextCursor = end < items.length && last !== undefined ? keyOf(last) : null;
  return { items: items.slice(start, end), nextCursor };
}

/** The values of a field that names several, separated by commas; undefined when it names none. */
export function listOf(value: string | undefined): string[] | undefined {
  const parts = partsOf(value ?? "", ",");
  return parts.length === 0 ? undefined : parts;
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

/** A cursor that is a number, or null for the first page. Anything that no page gave out is `invalid_input`. */
export function readCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor); // 4711
  throw new AppError("invalid_input", "The cursor is not one of this list.", {
    hint: "Use the nextCursor of the page before.",
  });
}
