"use client";
import type { z } from "zod";
import { useActing } from "@/components/shell/use-acting";
import { abandonGate, concludeGate, openGate } from "@/lib/client/mutations/gates";
import type { SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/queries/session";
import type { ConcludeGate, Gate } from "@/lib/contracts/gates";
import { sayVerdict } from "./verdict";

/** Opens, concludes and abandons gates, and says what came of it; each tells whether it was done. */
export function useGateActs(scope: SessionScope) {
  const { busy, run } = useActing(sessionKey(scope));

  return {
    busy,
    open: (phase: number) =>
      run(async () => {
        const { gcVersion } = await openGate(scope, phase);
        return { title: `Opened the gate of phase ${phase}`, detail: `The context is frozen at ${gcVersion}.` };
      }, "The gate was not opened"),
    conclude: (gate: Gate, body: z.input<typeof ConcludeGate>) =>
      run(async () => {
        const { record } = await concludeGate(scope, gate.id, body);
        return { title: `Phase ${gate.phase}: ${sayVerdict(body.result)}`, detail: `Written to ${record}.` };
      }, "The gate was not concluded"),
    abandon: (gate: Gate) =>
      run(async () => {
        await abandonGate(scope, gate.id);
        return { title: `Abandoned the gate of phase ${gate.phase}`, detail: "The context may be published again." };
      }, "The gate was not abandoned"),
  };
}

export type GateActs = ReturnType<typeof useGateActs>;
