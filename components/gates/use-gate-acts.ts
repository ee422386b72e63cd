"use client";
import type { z } from "zod";
import { useChange } from "@/components/shell/use-change";
import { abandonGate, concludeGate, openGate } from "@/lib/client/gates";
import type { SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/sessions";
import type { ConcludeGate, Gate } from "@/lib/contracts/gates";
import { sayVerdict } from "./verdict";

/** Opens, concludes and abandons gates, and says what came of it; each tells whether it was done. */
export function useGateActs(scope: SessionScope) {
  const { busy, run } = useChange([sessionKey(scope)]);

  return {
    busy,
    open: (phase: number) =>
      run({
        send: () => openGate(scope, phase),
        done: ({ gcVersion }) => ({
          title: `Opened the gate of phase ${phase}`,
          detail: `The context is frozen at ${gcVersion}.`,
        }),
        failed: "The gate was not opened",
      }),
    conclude: (gate: Gate, body: z.input<typeof ConcludeGate>) =>
      run({
        send: () => concludeGate(scope, gate.id, body),
        done: ({ record }) => ({
          title: `Phase ${gate.phase}: ${sayVerdict(body.result)}`,
          detail: `Written to ${record}.`,
        }),
        failed: "The gate was not concluded",
      }),
    abandon: (gate: Gate) =>
      run({
        send: () => abandonGate(scope, gate.id),
        done: () => ({
          title: `Abandoned the gate of phase ${gate.phase}`,
          detail: "Publishing is unfrozen.",
        }),
        failed: "The gate was not abandoned",
      }),
  };
}

export type GateActs = ReturnType<typeof useGateActs>;
