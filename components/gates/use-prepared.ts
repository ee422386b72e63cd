"use client";
import { foreseen, useChange } from "@/components/shell/use-change";
import { gatesQuery, prepareGate } from "@/lib/client/gates";
import type { SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/sessions";
import type { Gate, PrepareGate } from "@/lib/contracts/gates";
import { say } from "@/lib/core/words/say";
import { NOTHING_PREPARED, type Conclusion } from "./gate-conclusion";

/** What is prepared for the open gate of a session, kept by the server: everybody who looks at it sees the same. */
export function usePrepared(scope: SessionScope, gate: Gate | undefined): [Conclusion, (change: PrepareGate) => void] {
  const { run } = useChange([sessionKey(scope)]);

  function change(next: PrepareGate): void {
    if (gate === undefined) return;
    const { result, criteria, archive } = next;
    const prepared = (before: Conclusion): Conclusion => ({
      result: result === undefined ? before.result : result,
      criteria: criteria ?? before.criteria,
      archive: archive ?? before.archive,
    });
    void run({
      foresee: [
        foreseen(gatesQuery(scope), (list) => ({
          ...list,
          items: list.items.map((each) =>
            each.id === gate.id ? { ...each, prepared: prepared(each.prepared ?? NOTHING_PREPARED) } : each,
          ),
        })),
      ],
      send: () => prepareGate(scope, gate.id, next),
      failed: say("Not kept"),
    });
  }

  return [gate?.prepared ?? NOTHING_PREPARED, change];
}
