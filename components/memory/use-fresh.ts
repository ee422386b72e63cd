"use client";
import { useEffect, useState } from "react";
import type { MemoryRow } from "./memory-rows";

/** As long as the tint takes to fade. */
const TINT = 2400;

/** The rows that came since the page was opened, each for as long as its tint lasts. */
export function useFresh(rows: readonly MemoryRow[], scope: string): ReadonlySet<string> {
  const [known, setKnown] = useState<{ scope: string; keys: ReadonlySet<string> }>();
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());

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

  useEffect(() => {
    if (fresh.size === 0) return;
    const timer = setTimeout(() => setFresh(new Set()), TINT);
    return () => clearTimeout(timer);
  }, [fresh]);
  return fresh;
}
