"use client";
import { useEffect, useState } from "react";
import type { AckMatrix } from "@/lib/contracts/context";

/** As long as the tint takes to fade. */
const TINT = 2400;

/** The roles whose state changed while the page was open, each for as long as its tint lasts. */
export function useFreshRoles(matrix: AckMatrix): ReadonlySet<string> {
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(() => statesOf(matrix));
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const [seen, setSeen] = useState(matrix);

  if (seen !== matrix) {
    setSeen(matrix);
    const states = statesOf(matrix);
    const changed = [...states.keys()].filter((role) => states.get(role) !== known.get(role));
    setKnown(states);
    if (changed.length > 0) setFresh(new Set([...fresh, ...changed]));
  }

  useEffect(() => {
    if (fresh.size === 0) return;
    const timer = setTimeout(() => setFresh(new Set()), TINT);
    return () => clearTimeout(timer);
  }, [fresh]);
  return fresh;
}

function statesOf({ roles }: AckMatrix): Map<string, string> {
  return new Map(
    roles.map(({ role, confirmed, cells }) => [
      role,
      `${confirmed} ${cells.map((cell) => `${cell.version} ${cell.state}`).join()}`,
    ]),
  );
}
