"use client";
import { useState } from "react";
import type { GateBlocker } from "@/lib/contracts/gates";

/** Which blocker the keys act on: the first, until the reader moves. */
export function useBlockerCursor(blockers: readonly GateBlocker[]) {
  const [chosen, setChosen] = useState<string>();
  const ids = blockers.map((each) => each.id);
  const cursor = chosen !== undefined && ids.includes(chosen) ? chosen : ids[0];

  function move(step: 1 | -1): void {
    const at = cursor === undefined ? -1 : ids.indexOf(cursor);
    const next = ids[Math.min(ids.length - 1, Math.max(0, at + step))];
    if (next === undefined) return;
    setChosen(next);
    document.querySelector(`[data-blocker="${CSS.escape(next)}"]`)?.scrollIntoView({ block: "nearest" });
  }

  return { cursor, setCursor: setChosen, move };
}
