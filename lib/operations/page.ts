import { z } from "zod";
import { AppError } from "@/lib/core/errors";

/** Paging of a list that is short enough to come whole: without a limit it does. */
export const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).optional(),
  cursor: z.string().max(400).optional(),
});

/**
 * The part of a whole list that a query asks for. The cursor is the key of the last item shown; one whose item is gone
 * is `invalid_input`.
 */
export function pageOf<T, L extends { items: T[] }>(
  list: L & { items: T[] },
  { limit, cursor }: z.infer<typeof ListQuery>,
  keyOf: (item: T) => string,
): L & { items: T[]; nextCursor: string | null } {
  const { items } = list;
  const start = cursor === undefined ? 0 : items.findIndex((item) => keyOf(item) === cursor) + 1;
  if (cursor !== undefined && start === 0) {
    throw new AppError("invalid_input", "The cursor is not one of this list, or its item is gone.", {
      hint: "Use the nextCursor of the page before, or begin again without a cursor.",
    });
  }
  const end = limit === undefined ? items.length : start + limit;
  const last = items[end - 1];
  const nextCursor = end < items.length && last !== undefined ? keyOf(last) : null;
  return { ...list, items: items.slice(start, end), nextCursor };
}
