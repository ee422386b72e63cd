"use client";
import { useState } from "react";
import type { AckMatrix } from "@/lib/contracts/context";
import { actCalledFor } from "./cell-acts";
import { currentCell } from "./foresee-matrix";

/** Which role the keys act on: the first that needed something when the page was opened, until the reader moves. */
export function useMatrixCursor(matrix: AckMatrix) {
  const roles = matrix.roles.map((each) => each.role);
  // What becomes overdue meanwhile does not draw the keys away from the row the reader looks at.
  const [chosen, setChosen] = useState(() =>
    roles.find((role) => actCalledFor(currentCell(matrix, role)) !== undefined),
  );
  const cursor = chosen !== undefined && roles.includes(chosen) ? chosen : roles[0];

  function move(step: 1 | -1): void {
    const at = cursor === undefined ? -1 : roles.indexOf(cursor);
    const next = roles[Math.min(roles.length - 1, Math.max(0, at + step))];
    if (next === undefined) return;
    setChosen(next);
    // The row scrolls into view only when the reader moves to it.
    document.querySelector(`[data-role="${CSS.escape(next)}"]`)?.scrollIntoView({ block: "nearest" });
  }

  return { cursor, setCursor: setChosen, move };
}
