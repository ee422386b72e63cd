import { listExtends } from "@/components/shell/list-moves";
import { actionsOf, useActions, type Action } from "@/components/ui/action-registry";
import type { Need } from "@/lib/contracts/needs";
import { say } from "@/lib/core/i18n/say";
import { actsOf, NEED_ACTS, type NeedAct } from "./need-words";
import type { Settle } from "./use-settle";

interface NeedActions {
  /** What the keys act on: all that is selected, else the row under the cursor. */
  targets: readonly Need[];
  snoozed: boolean;
  settle: Pick<Settle, "lastDone" | "undoLast">;
  on: {
    move: (step: 1 | -1, extend: boolean) => void;
    act: (act: NeedAct) => void;
    open: () => void;
    toggle: () => void;
    selectAll: () => void;
    selectGroup: () => void;
    snooze: () => void;
    assign: () => void;
    read: () => void;
    letGo: () => void;
  };
}

const NEED_ACT_NAMES = Object.keys(NEED_ACTS) as NeedAct[];

export function useNeedActions({ targets, snoozed, settle, on }: NeedActions): void {
  const possible = new Set(targets.flatMap((need) => actsOf(need)));
  const any = targets.length > 0;
  const acts = NEED_ACT_NAMES.map((act): Action => {
    const { key, deed, said } = NEED_ACTS[act];
    return {
      id: `need.${act}`,
      changes: deed,
      label: say(said),
      group: "Selection",
      // One key does the one thing that can be done now: `a` approves a relay and sees an edit.
      keys: key,
      enabled: possible.has(act),
      run: () => on.act(act),
    };
  });
  const inList = { group: "Selection", inPalette: false } as const;
  useActions([
    ...acts,
    ...listExtends((step) => on.move(step, true)),
    ...actionsOf(inList, {
      "need.next": { label: say("Next"), keys: "j", otherKeys: ["arrowdown"], run: () => on.move(1, false) },
      "need.previous": { label: say("Previous"), keys: "k", otherKeys: ["arrowup"], run: () => on.move(-1, false) },
      "need.select": { label: say("Select"), keys: "x", enabled: any, run: on.toggle },
    }),
    ...actionsOf("Selection", {
      "need.select-all": { label: say("Select everything that waits"), keys: "shift+x", run: on.selectAll },
      "need.select-group": { label: say("Select the group"), keys: "*", run: on.selectGroup },
      "need.snooze": { label: snoozed ? say("Bring back") : say("Snooze…"), keys: "s", enabled: any, run: on.snooze },
      "need.assign": { changes: "assign what waits", label: say("Assign…"), keys: "t", enabled: any, run: on.assign },
      "need.read": {
        label: targets.some(({ read }) => !read) ? say("Mark as read") : say("Mark as unread"),
        keys: "v",
        enabled: any,
        run: on.read,
      },
      "need.open": { label: say("Open it"), keys: "enter", enabled: any, run: on.open },
    }),
    { ...inList, id: "need.let-go", label: say("Clear selection"), keys: "escape", enabled: any, run: on.letGo },
    {
      id: "need.undo",
      label: settle.lastDone ? `Undo: ${settle.lastDone.title}` : say("Undo"),
      group: "Page",
      keys: "u",
      enabled: settle.lastDone !== undefined,
      run: settle.undoLast,
    },
  ]);
}
