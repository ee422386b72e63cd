"use client";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { SessionScope } from "@/lib/client/paths";
import type { GateResult } from "@/lib/contracts/gates";
import { NOTHING_PREPARED, type Conclusion } from "./gate-conclusion";

/** What is kept of a conclusion, and for which gate. */
interface Kept {
  gate: string;
  result: GateResult | null;
  waivers: [string, string][];
  criteria: { name: string; met: boolean }[];
  kept: string[];
}

const listeners = new Set<() => void>();
/** For a browser that lets us keep nothing: what was prepared lives as long as the page does. */
const unkept = new Map<string, string>();

/**
 * What the Lead has prepared for the open gate of a session, kept through a reload of the page. What was prepared for
 * one gate is not carried over to the next.
 */
export function usePrepared(
  { workspace, session }: SessionScope,
  gate: string | undefined,
): [Conclusion, (change: Partial<Conclusion>) => void] {
  const key = `wardroom:gate:${workspace}/${session}`;
  const text = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => null,
  );
  const conclusion = useMemo(() => parse(text, gate), [text, gate]);
  const change = useCallback(
    (next: Partial<Conclusion>) => {
      if (gate === undefined) return;
      const { result, waivers, criteria, kept } = { ...parse(read(key), gate), ...next };
      write(key, JSON.stringify(keptOf(gate, { result, waivers, criteria, kept })));
    },
    [key, gate],
  );
  return [conclusion, change];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(key: string): string | null {
  try {
    return unkept.get(key) ?? sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
    unkept.delete(key);
  } catch {
    unkept.set(key, text);
  }
  for (const listener of listeners) listener();
}

function parse(text: string | null, gate: string | undefined): Conclusion {
  if (text === null || gate === undefined) return NOTHING_PREPARED;
  try {
    const kept: unknown = JSON.parse(text);
    if (!isKept(kept) || kept.gate !== gate) return NOTHING_PREPARED;
    const { result, waivers, criteria } = kept;
    return { result: result ?? undefined, waivers: new Map(waivers), criteria, kept: new Set(kept.kept) };
  } catch {
    return NOTHING_PREPARED;
  }
}

function keptOf(gate: string, { result, waivers, criteria, kept }: Conclusion): Kept {
  return { gate, result: result ?? null, waivers: [...waivers], criteria: [...criteria], kept: [...kept] };
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== "object" || value === null) return false;
  const { gate, waivers, criteria, kept } = value as Record<string, unknown>;
  return typeof gate === "string" && [waivers, criteria, kept].every(Array.isArray);
}
