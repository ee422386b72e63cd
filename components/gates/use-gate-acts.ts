import { call } from "@/lib/client/call";
import type { z } from "zod";
import { useChange } from "@/components/shell/use-change";
import type { SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/sessions";
import type { ConcludeGate, Gate } from "@/lib/contracts/gates";
import { say } from "@/lib/core/words/say";
import { sayVerdict } from "./verdict";

/** Opens, concludes and abandons gates, and says what came of it; each tells whether it was done. */
export function useGateActs(scope: SessionScope) {
  const { busy, run } = useChange([sessionKey(scope)]);

  return {
    busy,
    open: (phase: number) =>
      run({
        send: () => call("POST /sessions/{session}/gates", { params: scope, body: { phase } }),
        done: ({ gcVersion }) => ({
          title: say("Opened the gate of phase {phase}", { phase }),
          detail: say("The context is frozen at {gcVersion}.", { gcVersion }),
        }),
        failed: say("The gate was not opened"),
      }),
    conclude: (gate: Gate, body: z.input<typeof ConcludeGate>) =>
      run({
        send: () =>
          call("POST /sessions/{session}/gates/{gate}/conclude", { params: { ...scope, gate: gate.id }, body }),
        done: ({ record }) => ({
          title: say("Phase {phase}: {verdict}", { phase: gate.phase, verdict: sayVerdict(body.result) }),
          detail: say("Written to {record}.", { record }),
        }),
        failed: say("The gate was not concluded"),
      }),
    abandon: (gate: Gate) =>
      run({
        send: () => call("POST /sessions/{session}/gates/{gate}/abandon", { params: { ...scope, gate: gate.id } }),
        done: () => ({
          title: say("Abandoned the gate of phase {phase}", { phase: gate.phase }),
          detail: say("Publishing is unfrozen."),
        }),
        failed: say("The gate was not abandoned"),
      }),
  };
}

export type GateActs = ReturnType<typeof useGateActs>;
