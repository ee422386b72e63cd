import { actionsOf, useActions, type Action } from "@/components/ui/action-registry";
import type { Need } from "@/lib/contracts/needs";
import { say, sentence, type Sentence } from "@/lib/core/i18n/say";
import { actsOf, deedOfAct, keyOfAct, type NeedAct } from "./need-words";
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

/** What each act does, as the sheet of keys says it. */
const SAID: Record<NeedAct, Sentence> = {
  "put-back": sentence("Put back dropped lines"),
  dismiss: sentence("Dismiss: leave the file as it was saved"),
  approve: sentence("Approve the relay"),
  edit: sentence("Edit and approve the relay"),
  settle: sentence("Settle the relay: true and done"),
  reject: sentence("Reject the relay with a reason"),
  resolve: sentence("Resolve it with a note"),
  archive: sentence("Archive it"),
  first: sentence("The first line holds"),
  second: sentence("The second line holds"),
  both: sentence("Both lines hold"),
  see: sentence("Mark as seen"),
  look: sentence("View it"),
  prune: sentence("Prune the memory"),
  fix: sentence("Fix the file as proposed"),
  hide: sentence("Dismiss the warning about the file"),
  ping: sentence("Ping the teammate: the deadline begins again"),
  resend: sentence("Send again what was unclear"),
  full: sentence("Send the full text"),
  guide: sentence("Send guidance"),
};

const ACTS = Object.keys(SAID) as NeedAct[];

export function useNeedActions({ targets, snoozed, settle, on }: NeedActions): void {
  const possible = new Set(targets.flatMap((need) => actsOf(need)));
  const any = targets.length > 0;
  const acts = ACTS.map((act): Action => ({
    id: `need.${act}`,
    changes: deedOfAct(act),
    label: say(SAID[act]),
    group: "Selection",
    // One key does the one thing that can be done now: `a` approves a relay and sees an edit.
    keys: keyOfAct(act),
    enabled: possible.has(act),
    run: () => on.act(act),
  }));
  const inList = { group: "Selection", inPalette: false } as const;
  useActions([
    ...acts,
    ...actionsOf(inList, {
      "need.next": { label: say("Next"), keys: "j", otherKeys: ["arrowdown"], run: () => on.move(1, false) },
      "need.previous": { label: say("Previous"), keys: "k", otherKeys: ["arrowup"], run: () => on.move(-1, false) },
      "need.extend-next": {
        label: say("Select down to the next"),
        keys: "shift+j",
        otherKeys: ["shift+arrowdown"],
        run: () => on.move(1, true),
      },
      "need.extend-previous": {
        label: say("Select up to the previous"),
        keys: "shift+k",
        otherKeys: ["shift+arrowup"],
        run: () => on.move(-1, true),
      },
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
