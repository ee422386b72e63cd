import type { SessionScope } from "@/lib/client/paths";

/** An edit under way: the file it began with, and the text as the editor holds it. */
export interface Edit {
  /** The file's text; empty when there was none. */
  base: string;
  /** The file's ETag; absent when there was none. */
  etag: string | undefined;
  text: string;
}

const keyOf = ({ workspace, session }: SessionScope) => `wardroom:context:${workspace}/${session}`;

/** Keeps an edit through a reload of the page; a browser that does not let us keeps nothing. */
export function keepUnsent(scope: SessionScope, edit: Edit | undefined): void {
  try {
    if (edit === undefined) sessionStorage.removeItem(keyOf(scope));
    else sessionStorage.setItem(keyOf(scope), JSON.stringify(edit));
  } catch {
    // Full, or not allowed: the edit lives as long as the page does.
  }
}

/** The edit that was under way when the page was left; undefined when there was none. */
export function findUnsent(scope: SessionScope): Edit | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(scope)) ?? "null");
    return isEdit(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function isEdit(value: unknown): value is Edit {
  if (typeof value !== "object" || value === null) return false;
  const { base, text } = value as Record<string, unknown>;
  return typeof base === "string" && typeof text === "string";
}
