"use client";
import { useState } from "react";
import { useTinted } from "@/components/ui/use-tinted";
import type { MemoryRow } from "./memory-rows";

/** The rows that came since the page was opened, each for as long as its tint lasts. */
export function useFresh(rows: readonly MemoryRow[], scope: string): ReadonlySet<string> {
  const [known, setKnown] = useState<{ scope: string; keys: ReadonlySet<string> }>();
  const [fresh, setFresh] = useTinted();

  if (known?.scope !== scope) {
    // What the filter newly lets through is not new: with another filter, knowing begins again.
    setKnown({ scope, keys: new Set(rows.map((row) => row.key)) });
    setFresh(new Set());
  } else {
    const came = rows.filter((row) => !known.keys.has(row.key)).map((row) => row.key);
    if (came.length > 0) {
      setKnown({ scope, keys: new Set([...known.keys, ...came]) });
      setFresh(new Set([...fresh, ...came]));
    }
  }
  return fresh;
}
