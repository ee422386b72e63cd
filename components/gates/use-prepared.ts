"use client";
import * as z from "zod";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { SessionScope } from "@/lib/client/paths";
import { GateResult } from "@/lib/contracts/gates";
import { NOTHING_PREPARED, type Conclusion } from "./gate-conclusion";

const Kept = z.object({
  gate: z.string(),
  result: z.string().nullable(),
  waivers: z.array(z.tuple([z.string(), z.string()])),
  criteria: z.array(z.object({ name: z.string(), met: z.boolean() })),
  kept: z.array(z.string()),
});

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
      write(key, JSON.stringify({ gate, result: result ?? null, waivers: [...waivers], criteria, kept: [...kept] }));
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
  const { success, data } = Kept.safeParse(tryJson(text));
  if (!success || data.gate !== gate) return NOTHING_PREPARED;
  const result = GateResult.safeParse(data.result).data;
  return { result, waivers: new Map(data.waivers), criteria: data.criteria, kept: new Set(data.kept) };
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
