import { useSyncExternalStore } from "react";
import { NEED_KINDS, type NeedKind } from "@/lib/core/inbox/needs";

/** Of what this browser notifies its reader, and when not. */
export interface DesktopChoice {
  kinds: NeedKind[];
  /** By the reader's own clock: "22:00". */
  quiet: { from: string; to: string } | null;
}

const KEY = "wardroom-notifications";
const listeners = new Set<() => void>();
let known: { text: string | null; choice: DesktopChoice | null } = { text: null, choice: null };

/** What this browser was set to notify of; null while it is off. Follows other tabs. */
export function useDesktopChoice(): DesktopChoice | null {
  return useSyncExternalStore(subscribe, read, () => null);
}

/** Sets it, in every tab of this browser; null turns it off. */
export function chooseDesktop(choice: DesktopChoice | null): void {
  if (choice === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, JSON.stringify(choice));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** The same object for as long as nothing changes. */
function read(): DesktopChoice | null {
  const text = localStorage.getItem(KEY);
  if (text !== known.text) known = { text, choice: text === null ? null : parse(text) };
  return known.choice;
}

/** What cannot be read was written by another version, and counts as off. */
function parse(text: string): DesktopChoice | null {
  try {
    const { kinds, quiet } = JSON.parse(text) as Partial<DesktopChoice>;
    const isClock = (clock: unknown) => typeof clock === "string" && /^\d\d:\d\d$/.test(clock);
    return {
      kinds: NEED_KINDS.filter((kind) => kinds?.includes(kind)),
      quiet: quiet && isClock(quiet.from) && isClock(quiet.to) ? { from: quiet.from, to: quiet.to } : null,
    };
  } catch {
    return null;
  }
}
