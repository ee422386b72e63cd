import { useCallback, useState, useSyncExternalStore } from "react";

const PREFIX = "wardroom:draft:";

/** What was read or written since the page was loaded: all of it where the browser stores nothing. */
const texts = new Map<string, string | null>();
const listeners = new Set<() => void>();

/**
 * A text while it is written: this browser alone keeps it, through a reload, a crash and a server that is away, until it is sent and set to
 * what it began with, or the reader signs out. `about` says what it is about by ids, and holds no text that could be redacted.
 */
export function useDraft(about: string, now = ""): [string, (text: string) => void] {
  const [initial] = useState(now);
  // What was written over other words than those there now would take theirs away.
  const key = initial === "" ? about : `${about} ${markOf(initial)}`;
  const text = useSyncExternalStore(
    subscribe,
    () => readDraft(key) ?? initial,
    () => initial,
  );
  const write = useCallback((next: string) => keepDraft(key, next === initial ? null : next), [key, initial]);
  return [text, write];
}

function markOf(text: string): string {
  let mark = 0;
  for (let at = 0; at < text.length; at++) mark = (Math.imul(mark, 31) + text.charCodeAt(at)) | 0;
  return mark.toString(36);
}

/** What was written and not sent; null where nothing was. */
export function readDraft(key: string): string | null {
  const known = texts.get(key);
  if (known !== undefined) return known;
  const kept = inStorage((storage) => storage.getItem(PREFIX + key)) ?? null;
  texts.set(key, kept);
  return kept;
}

/** Keeps a text; null forgets it. */
export function keepDraft(key: string, text: string | null): void {
  texts.set(key, text);
  inStorage((storage) => (text === null ? storage.removeItem(PREFIX + key) : storage.setItem(PREFIX + key, text)));
  for (const tell of listeners) tell();
}

/** Forgets every text: the browser may be somebody else's next. */
export function forgetDrafts(): void {
  const kept = inStorage((storage) => Object.keys(storage).filter((name) => name.startsWith(PREFIX))) ?? [];
  for (const name of kept) keepDraft(name.slice(PREFIX.length), null);
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** Undefined where the browser has no storage, lets nobody at it, or has no room left. */
function inStorage<Answer>(act: (storage: Storage) => Answer): Answer | undefined {
  try {
    return act(localStorage);
  } catch {
    return undefined;
  }
}
