import { join } from "node:path";
import { readText } from "@/lib/hook/workspace";

/** A replica hears of its server at least twice within this time. Milliseconds. */
const FRESH = 120_000;
const MINUTE = 60_000;

/**
 * How the files of a checkout stand that a replica keeps in step, as one sentence; null where none does. They are read here and never
 * fetched, so whoever works from them has to know how old they are.
 */
export function sayCopyAge(root: string, now: number): string | null {
  const heardAt = heardOf(readText(join(root, ".wardroom/replica/standing.json")));
  if (heardAt === null) return null;
  const age = now - heardAt;
  if (age < FRESH) return "These files are a copy, in step with their server.";
  const minutes = Math.round(age / MINUTE);
  const old = minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
  return `These files are a copy, ${old} old: its replica hears nothing of the server.`;
}

/** When the server was heard of last, in milliseconds since 1970. */
function heardOf(text: string | null): number | null {
  try {
    const { heardAt } = JSON.parse(text ?? "") as { heardAt?: unknown };
    const time = typeof heardAt === "string" ? Date.parse(heardAt) : NaN;
    return Number.isNaN(time) ? null : time;
  } catch {
    return null;
  }
}
