import { sayCount } from "@/lib/core/text/say-count";

/** What waits for a reader, as one line after the answer of any other call: `GC-v3 and 2 items wait: wardroom inbox`. */
export function waitsLine({ version, items }: { version: string | null; items: number }, inbox: string): string | null {
  const what = [...(version === null ? [] : [version]), ...(items === 0 ? [] : [sayCount(items, "item")])];
  if (what.length === 0) return null;
  return `${what.join(" and ")} ${what.length === 1 && items < 2 ? "waits" : "wait"}: ${inbox}`;
}
