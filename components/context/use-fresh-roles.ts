"use client";
import { useState } from "react";
import { useTinted } from "@/components/ui/use-tinted";
import type { AckMatrix } from "@/lib/contracts/context";

/** The roles whose state changed while the page was open, each for as long as its tint lasts. */
export function useFreshRoles(matrix: AckMatrix): ReadonlySet<string> {
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(() => statesOf(matrix));
  const [fresh, setFresh] = useTinted();
  const [seen, setSeen] = useState(matrix);

  if (seen !== matrix) {
    setSeen(matrix);
    const states = statesOf(matrix);
    const changed = [...states.keys()].filter((role) => states.get(role) !== known.get(role));
    setKnown(states);
    if (changed.length > 0) setFresh(new Set([...fresh, ...changed]));
  }
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
