"use client";
import { useState } from "react";
import type { Need } from "@/lib/contracts/needs";

/** Which needs are chosen for one act on all of them, by the order in which they are listed. What was settled is chosen no more. */
export function useNeedSelection(listed: readonly Need[]) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string>();
  const needs = listed.filter(({ key }) => keys.has(key));

  return {
    keys,
    needs,
    /** Chooses a need or lets go of it; with `range`, all from the one chosen before. */
    toggle(need: Need, range = false) {
      const from = listed.findIndex(({ key }) => key === anchor);
      const to = listed.indexOf(need);
      setAnchor(need.key);
      const next = new Set(keys);
      if (range && from >= 0 && to >= 0) {
        for (const { key } of listed.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(key);
      } else if (!next.delete(need.key)) next.add(need.key);
      setKeys(next);
    },
    /** Chooses these in addition; where all are chosen already, lets go of them. */
    toggleAll(all: readonly Need[]) {
      const next = new Set(keys);
      const isChosen = all.every(({ key }) => keys.has(key));
      for (const { key } of all) {
        if (isChosen) next.delete(key);
        else next.add(key);
      }
      setKeys(next);
    },
    add(more: readonly Need[]) {
      setKeys(new Set([...keys, ...more.map(({ key }) => key)]));
    },
    clear() {
      setKeys(new Set());
      setAnchor(undefined);
    },
  };
}

export type NeedSelection = ReturnType<typeof useNeedSelection>;
