import { AppError } from "@/lib/core/errors";
import { withholdSecrets } from "@/lib/core/text/find-secrets";

/**
 * Bytes of UTF-8 that one answer of a tool may take as JSON. Clients warn beyond 10,000 tokens; prose and JSON take three
 * bytes a token and more, other scripts about three bytes a character and a token each.
 */
export const ANSWER_BYTES = 24_000;

/** Bytes that one text within an answer may take, so that several fit. */
export const TEXT_BYTES = 16_000;

const encoder = new TextEncoder();

/** Bytes that a value takes in an answer. */
export function bytesOf(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).byteLength;
}

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/**
 * As many items behind the cursor's as fit into one answer, one at least. The cursor is the key of the last item shown;
 * `invalid_input` when its item is gone.
 */
export function pageOf<T>(all: readonly T[], cursor: string | undefined, keyOf: (item: T) => string): Page<T> {
  const start = cursor === undefined ? 0 : all.findIndex((item) => keyOf(item) === cursor) + 1;
  if (cursor !== undefined && start === 0) {
    throw new AppError("invalid_input", "The cursor is not one of this list, or its item is gone.", {
      hint: "Use the nextCursor of the page before with the same filter, or begin again without a cursor.",
      errors: [{ path: "cursor", message: "is not known" }],
    });
  }
  let bytes = 0;
  let end = start;
  for (; end < all.length; end++) {
    bytes += bytesOf(all[end]);
    if (bytes > ANSWER_BYTES && end > start) break;
  }
  const last = all[end - 1];
  return { items: all.slice(start, end), nextCursor: end < all.length && last !== undefined ? keyOf(last) : null };
}

/** The part of a text from `from` on that fits, and where the rest begins; null when nothing is left. No half of a secret is in it. */
export function cutText(whole: string, from = 0, limit = TEXT_BYTES): { text: string; next: number | null } {
  const text = withholdSecrets(whole);
  // Every code unit takes a byte at least: what lies beyond could not fit.
  let part = text.slice(from, from + limit);
  while (encoder.encode(part).byteLength > limit) part = part.slice(0, Math.floor(part.length * 0.75));
  const isCut = from + part.length < text.length;
  // A surrogate whose other half is in the next part would be no text.
  if (isCut && /[\uD800-\uDBFF]$/.test(part)) part = part.slice(0, -1); // "…\uD83D"
  return { text: part, next: isCut ? from + part.length : null };
}

/**
 * The answer with its longest list cut by half, again and again, until it fits; `cut` says that one was. A page whose items were cut goes on
 * behind the last that is left.
 */
export function fitAnswer<T extends Record<string, unknown>>(answer: T): T & { cut?: true } {
  if (bytesOf(answer) <= ANSWER_BYTES) return answer;
  const fitting = structuredClone(answer) as T & { cut?: true };
  while (bytesOf(fitting) > ANSWER_BYTES) {
    const [longest] = listsIn(fitting).sort((a, b) => bytesOf(b) - bytesOf(a));
    if (longest === undefined) break;
    longest.length = Math.ceil(longest.length / 2);
  }
  const { items } = fitting as { items?: unknown };
  const last =
    Array.isArray(items) && items.length < (answer.items as unknown[]).length ? (items.at(-1) as unknown) : undefined;
  const page = "nextCursor" in fitting && last !== undefined ? { nextCursor: (last as { id: string }).id } : {};
  return { ...fitting, ...page, cut: true };
}

/** Every list of more than one thing, however deep. */
function listsIn(value: unknown): unknown[][] {
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) && value.length > 1 ? [value as unknown[]] : [];
  return [...own, ...Object.values(value).flatMap(listsIn)];
}
