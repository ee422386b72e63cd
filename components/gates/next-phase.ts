import type { GateList } from "@/lib/contracts/gates";

/** The phase whose gate comes next: the one after the highest that passed or was recorded; 1 at the beginning. */
export function nextPhase({ items, records }: Pick<GateList, "items" | "records">): number {
  const done = [
    ...items.filter((gate) => gate.state === "concluded" && gate.result !== "REJECTED").map((gate) => gate.phase),
    // "phase-3"
    ...records.map((record) => Number(/\d+/.exec(record.phase)?.[0] ?? 0)),
  ];
  return Math.min(999, Math.max(0, ...done) + 1);
}
