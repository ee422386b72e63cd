"use client";
import { useEffect, useState, type RefObject } from "react";
import type { Need } from "@/lib/contracts/needs";
import type { NeedGroup } from "./need-groups";

/** Which need the keys act on. Where it was settled, by anybody, the next one takes its place; nothing else moves it. */
export function useNeedCursor(
  groups: readonly NeedGroup[],
  list: RefObject<HTMLElement | null>,
  unfold: (id: string) => void,
) {
  const [cursor, setCursor] = useState<{ key: string; at: number }>();
  const shown = groups.flatMap(({ members }) => members);
  const chosen =
    cursor && (shown.find(({ key }) => key === cursor.key) ?? shown[Math.min(cursor.at, shown.length - 1)]);
  const current = chosen?.key;
  useEffect(() => {
    if (current === undefined) return;
    list.current?.querySelector(`[data-need="${CSS.escape(current)}"]`)?.scrollIntoView({ block: "nearest" });
  }, [current, list]);

  function choose(need: Need | undefined) {
    setCursor(need && { key: need.key, at: Math.max(0, shown.indexOf(need)) });
  }

  return {
    chosen,
    isSet: cursor !== undefined,
    choose,
    /** Folded rows are within reach: moving on from the last one shown unfolds them. Answers where the cursor goes. */
    move(step: 1 | -1): Need | undefined {
      const rows = groups.flatMap(({ all }) => all);
      const at = chosen ? rows.indexOf(chosen) + step : 0;
      let to = rows[Math.max(0, Math.min(rows.length - 1, at))];
      const group = groups.find(({ all }) => to !== undefined && all.includes(to));
      if (to === undefined || group === undefined) return undefined;
      if (!shown.includes(to)) {
        // Back over a fold, the last row that is shown comes first.
        if (step === 1) unfold(group.id);
        else to = group.members.at(-1) ?? to;
      }
      setCursor({ key: to.key, at: shown.includes(to) ? shown.indexOf(to) : shown.length });
      return to;
    },
  };
}
