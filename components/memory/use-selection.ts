import { useCallback, useMemo, useState } from "react";
import type { Item } from "@/lib/contracts/memory";
import type { MemoryRow } from "./memory-rows";

/** Which items are chosen for an act on all of them. What the filter hides is chosen no more. */
export function useSelection(rows: readonly MemoryRow[]) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string>();

  const items = useMemo<Item[]>(
    () => (keys.size === 0 ? [] : rows.flatMap((row) => (row.kind === "item" && keys.has(row.key) ? [row.item] : []))),
    [rows, keys],
  );

  const clear = useCallback(() => setKeys(new Set()), []);

  /** Chooses an item or lets go of it; with `range`, all from the one before. */
  const toggle = useCallback(
    (key: string, range = false) => {
      const from = rows.findIndex((row) => row.key === last);
      const to = rows.findIndex((row) => row.key === key);
      setLast(key);
      setKeys((old) => {
        const next = new Set(old);
        if (range && from >= 0 && to >= 0) {
          for (const row of rows.slice(Math.min(from, to), Math.max(from, to) + 1)) {
            if (row.kind === "item") next.add(row.key);
          }
        } else if (!next.delete(key)) next.add(key);
        return next;
      });
    },
    [rows, last],
  );

  const selectAll = useCallback(
    () => setKeys(new Set(rows.flatMap((row) => (row.kind === "item" ? [row.key] : [])))),
    [rows],
  );

  return { keys, items, toggle, clear, selectAll };
}
