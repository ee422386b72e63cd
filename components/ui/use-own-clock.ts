"use client";
import { useSyncExternalStore } from "react";
import { whenIdle } from "./when-idle";

let awake = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!awake && listeners.size === 1) whenIdle(wake);
  return () => listeners.delete(listener);
}

function wake(): void {
  awake = true;
  for (const listener of listeners) listener();
}

/**
 * Whether moments can be told by the reader's own clock and calendar. The server does not know them: a page is drawn by UTC,
 * and turns to the reader's time when it has come to rest.
 */
export function useOwnClock(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => awake,
    () => false,
  );
}
