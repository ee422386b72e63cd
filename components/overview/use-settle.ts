"use client";
import { useChange } from "@/components/shell/use-change";
import { settledNeeds } from "@/components/memory/settled-needs";
import { faultsKey } from "@/lib/client/faults";

import { markNeeds, needsKey } from "@/lib/client/needs";
import { repairsKey } from "@/lib/client/repairs";
import { wordsOf } from "@/lib/client/request-error";
import { anySessionKey, sessionsQuery } from "@/lib/client/sessions";
import type { MarkNeeds, Need } from "@/lib/contracts/needs";
import { sayCount } from "@/lib/core/text/say-count";
import { sayDone, takeStep, type NeedStep } from "./need-steps";
import type { NeedAct } from "./need-words";

/** Of what can be undone by one key, only the newest is said. */
const KEYED = "need";

/**
 * Settles needs, one or many: shown at once, what was refused comes back and is said, and one Undo takes all of it back, the
 * last first.
 */
export function useSettle(workspace: string, see: NeedStep["see"]) {
  const change = useChange(
    [
      anySessionKey(workspace),
      sessionsQuery(workspace).queryKey,
      repairsKey(workspace),
      needsKey(workspace),
      faultsKey(workspace),
    ],
    { undoKey: "u" },
  );

  function settle(act: NeedAct, needs: readonly Need[], text?: string): Promise<boolean> {
    const step = { workspace, act, text, see };
    return change.run({
      foresee: [
        settledNeeds(
          workspace,
          needs.map(({ key }) => key),
        ),
      ],
      send: async () => {
        const done: Need[] = [];
        const undos: (() => Promise<unknown>)[] = [];
        let refused: unknown;
        for (const need of needs) {
          try {
            const undo = await takeStep(need, step);
            done.push(need);
            if (undo !== null) undos.push(undo);
          } catch (error) {
            refused ??= error;
          }
        }
        if (done.length === 0 && refused !== undefined) throw refused;
        return { done, undos, refused };
      },
      done: ({ done, undos, refused }) => {
        const left = needs.length - done.length;
        return {
          title: sayDone(act, done),
          key: KEYED,
          ...(left > 0 && { detail: `${sayCount(left, "other")} refused: ${wordsOf(refused).message}` }),
          ...(undos.length > 0 && { undo: () => inReverse(undos) }),
        };
      },
      failed: "Not done",
    });
  }

  /** Marks needs for the reader alone; said only where they leave the list. */
  function mark(needs: readonly Need[], marks: Omit<MarkNeeds, "keys">, said?: string): Promise<boolean> {
    const keys = needs.map(({ key }) => key);
    const before = { ...(marks.snoozedUntil !== undefined && { snoozedUntil: null }) };
    return change.run({
      foresee: said === undefined ? [] : [settledNeeds(workspace, keys)],
      send: () => markNeeds(workspace, { ...marks, keys }),
      done: () =>
        said === undefined
          ? undefined
          : { title: said, key: KEYED, undo: () => markNeeds(workspace, { ...before, keys }) },
      failed: "Not marked",
    });
  }

  return { ...change, settle, mark };
}

export type Settle = ReturnType<typeof useSettle>;

async function inReverse(undos: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const undo of undos.toReversed()) await undo();
}
