import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sayLeft, useBulk } from "@/components/shell/bulk";
import { useChange } from "@/components/shell/use-change";
import { faultsKey } from "@/lib/client/faults";

import { markNeeds, needsKey } from "@/lib/client/needs";
import { repairsKey } from "@/lib/client/repairs";
import { anySessionKey, sessionsQuery } from "@/lib/client/sessions";
import type { MarkNeeds, Need } from "@/lib/contracts/needs";
import { say } from "@/lib/core/words/say";
import { sayDone, takeStep, type NeedStep } from "./need-steps";
import type { NeedAct } from "./need-words";

/** Of what can be undone by one key, only the newest is said. */
const KEYED = "need";

/**
 * Settles needs, one or many: off the list at once (those in `leaving`), what was refused comes back and is said, and one Undo takes all of it back, the
 * last first.
 */
export function useSettle(workspace: string, see: NeedStep["see"]) {
  const client = useQueryClient();
  const bulk = useBulk();
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
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

  /** Takes needs off the list while something is done about them, until the list was read again after it. */
  async function without<Answer>(keys: readonly string[], done: Promise<Answer>): Promise<Answer> {
    const others = (before: ReadonlySet<string>) => [...before].filter((key) => !keys.includes(key));
    setLeaving((before) => new Set([...before, ...keys]));
    try {
      const answer = await done;
      await client.invalidateQueries({ queryKey: needsKey(workspace) });
      return answer;
    } finally {
      setLeaving((before) => new Set(others(before)));
    }
  }

  function settle(act: NeedAct, needs: readonly Need[], text?: string): Promise<boolean> {
    const step = { workspace, act, text, see };
    const run = change.run({
      send: () => bulk.each(needs, (need) => takeStep(need, step)),
      done: ({ done, undo, ...rest }) => ({
        title: sayDone(act, done),
        key: KEYED,
        ...sayLeft(rest),
        undo,
      }),
      failed: say("Not done"),
    });
    return without(
      needs.map(({ key }) => key),
      run,
    );
  }

  /** Marks needs for the reader alone; said only where they leave the list. */
  function mark(needs: readonly Need[], marks: Omit<MarkNeeds, "keys">, said?: string): Promise<boolean> {
    const keys = needs.map(({ key }) => key);
    const before = { ...(marks.snoozedUntil !== undefined && { snoozedUntil: null }) };
    const run = change.run({
      send: () => markNeeds(workspace, { ...marks, keys }),
      done: () =>
        said === undefined
          ? undefined
          : { title: said, key: KEYED, undo: () => markNeeds(workspace, { ...before, keys }) },
      failed: say("Not marked"),
    });
    return said === undefined ? run : without(keys, run);
  }

  return { ...change, progress: bulk.progress, leaving, settle, mark };
}

export type Settle = ReturnType<typeof useSettle>;
