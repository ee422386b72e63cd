import type { Context } from "@/lib/core/context/context-model";
import type { SpanEdit } from "@/lib/core/context/edit-lines";
import { ELLIPSIS } from "@/lib/core/context/locate-line";

/** A part of a text, as far as a change names it: the whole span, or a fragment between marks of omission. */
export interface Span {
  line: number;
  from: number;
  to: number;
}

/** The edit that makes the old side of a span the new one, where the span reads as the old side says. */
export function spanWithin(context: Context, span: Span, old: string, fresh: string): SpanEdit | null {
  const text = (context.lines[span.line] ?? "").slice(span.from, span.to);
  if (text === old || (text.trim() === old.trim() && old.trim() !== "")) return { ...span, text: fresh };
  const fragment = readFragment(old, fresh);
  if (fragment !== null) {
    const at = onlyPlace(text, fragment);
    if (at === null) return null;
    return { line: span.line, from: span.from + at, to: span.from + at + fragment.old.length, text: fragment.fresh };
  }
  const begins = old.endsWith(ELLIPSIS) && old.length > 1 && text.startsWith(old.slice(0, -1));
  return begins ? { ...span, text: fresh } : null;
}

/** A part of a text that a change names, and what it becomes. */
export interface Fragment {
  old: string;
  fresh: string;
  /** Whether text may stand before and behind it. */
  openStart: boolean;
  openEnd: boolean;
}

/**
 * `…old… → …new…`, both sides with the same marks of omission; null for anything else. Only read: deltas that version 0.1.0
 * wrote have this form, and may still stand in messages and transcripts of teams. A change is written with its whole line now.
 */
export function readFragment(old: string, fresh: string): Fragment | null {
  const openStart = old.startsWith(ELLIPSIS) && fresh.startsWith(ELLIPSIS);
  const openEnd =
    old.endsWith(ELLIPSIS) && fresh.endsWith(ELLIPSIS) && old.length > 1 && fresh.length > (openStart ? 1 : 0);
  if (!openStart && !openEnd) return null;
  const cut = (text: string): string => text.slice(openStart ? 1 : 0, openEnd ? -1 : undefined);
  const inner = cut(old);
  return inner === "" ? null : { old: inner, fresh: cut(fresh), openStart, openEnd };
}

/** Where a fragment stands in a text, if at one place only. */
function onlyPlace(text: string, { old, openStart, openEnd }: Fragment): number | null {
  if (!openStart) return text.startsWith(old) ? 0 : null;
  if (!openEnd) return text.endsWith(old) ? text.length - old.length : null;
  const at = text.indexOf(old);
  return at === -1 || text.includes(old, at + 1) ? null : at;
}
