"use client";
import { useRouter } from "next/navigation";
import { listMoves } from "@/components/shell/list-moves";
import { useActions } from "@/components/ui/action-registry";
import type { SessionScope } from "@/lib/client/paths";
import type { Gate, GateBlocker } from "@/lib/contracts/gates";
import { addressOf } from "./blocker-list";
import { resultOf, type Conclusion } from "./gate-conclusion";
import type { GateQuestion } from "./gate-dialog";
import type { GateActs } from "./use-gate-acts";

interface GateActions {
  scope: SessionScope;
  gate: Gate | undefined;
  /** The blocker the keys act on. */
  blocker: GateBlocker | undefined;
  conclusion: Conclusion;
  move: (step: 1 | -1) => void;
  change: (next: Partial<Conclusion>) => void;
  acts: GateActs;
  ask: (question: GateQuestion) => void;
}

/** Everything that can be done on the page of the gates, offered to keys, palette, sheet and buttons alike. */
export function useGateActions({ scope, gate, blocker, conclusion, move, change, acts, ask }: GateActions): void {
  const router = useRouter();
  const waived = blocker !== undefined && conclusion.waivers.has(blocker.id);
  useActions([
    {
      id: "blocker.waive",
      changes: true,
      label: waived ? "Undo the waiver" : "Waive the blocker with a reason",
      group: "Selection",
      keys: "w",
      enabled: blocker !== undefined,
      run: () => {
        if (blocker === undefined) return;
        if (waived) change({ waivers: new Map([...conclusion.waivers].filter(([id]) => id !== blocker.id)) });
        else ask({ kind: "waive", blocker });
      },
    },
    {
      id: "list.open",
      label: "Go to the blocker",
      group: "Selection",
      keys: "enter",
      otherKeys: ["o"],
      enabled: blocker !== undefined,
      run: () => blocker && router.push(addressOf(scope, blocker)),
    },
    {
      id: "gate.open",
      changes: true,
      label: "Open a gate…",
      group: "Page",
      keys: "c",
      enabled: gate === undefined,
      run: () => ask({ kind: "open" }),
    },
    {
      id: "gate.conclude",
      changes: true,
      label: gate ? `Conclude the gate of phase ${gate.phase}…` : "Conclude the gate…",
      group: "Page",
      keys: "a",
      enabled: gate !== undefined && resultOf(gate, conclusion) !== undefined,
      run: () => ask({ kind: "conclude" }),
    },
    {
      id: "gate.abandon",
      changes: true,
      label: "Abandon the gate",
      group: "Page",
      enabled: gate !== undefined && !acts.busy,
      run: () => gate && void acts.abandon(gate),
    },
    ...listMoves("blocker", move),
  ]);
}
