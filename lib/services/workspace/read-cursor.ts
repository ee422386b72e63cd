import { AppError } from "@/lib/core/errors";

/** A cursor that is a number, or null for the first page. Anything that no page gave out is `invalid_input`. */
export function readCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor); // 4711
  throw new AppError("invalid_input", "The cursor is not one of this list.", {
    hint: "Use the nextCursor of the page before.",
  });
}
