import { listExtends, listMoves } from "@/components/shell/list-moves";
import { actionsOf, useActions, type Action } from "@/components/ui/action-registry";
import type { Item, Relay } from "@/lib/contracts/memory";
import { say, sentence } from "@/lib/core/i18n/say";
import type { ActiveRow } from "./memory-rows";
import type { PossibleAct } from "./item-acts";
import type { RelayAct } from "./relay-row";
import type { Curation } from "./use-curation";
import { MEMORY_VIEWS, type MemoryViewName } from "./use-memory-place";

interface MemoryActions {
  cursor: ActiveRow | undefined;
  /** What can be done to the chosen items, or else to the one under the cursor. */
  acts: readonly PossibleAct[];
  selectedCount: number;
  pendingRelay: Relay | undefined;
  peekOpen: boolean;
  view: MemoryViewName;
  curation: Curation;
  on: {
    move: (step: 1 | -1, extend: boolean) => void;
    moveToSection: (step: 1 | -1) => void;
    open: () => void;
    close: () => void;
    toggle: () => void;
    selectAll: () => void;
    act: (act: PossibleAct) => void;
    relay: (act: RelayAct) => void;
    add: () => void;
    prune: () => void;
    show: (view: MemoryViewName) => void;
  };
}

const VIEW_WORDS = {
  list: sentence("Show as a list"),
  board: sentence("Show as a board of roles"),
  file: sentence("Show the file"),
} as const;
const VIEW_KEYS = { list: "v l", board: "v b", file: "v f" } as const;

export function useMemoryActions({
  cursor,
  acts,
  selectedCount,
  pendingRelay,
  peekOpen,
  view,
  curation,
  on,
}: MemoryActions) {
  const name = (items: readonly Item[]) =>
    items.length === 1 ? say("the item") : say("{items} items", { items: items.length || "" }).trim();
  const item = cursor?.kind === "item" ? cursor.item : undefined;

  const ofItems = acts.map((act): Action => ({
    ...act,
    group: "Selection",
    label: say(act.entry, { items: name(act.items) }),
    enabled: act.isPossible,
    run: () => on.act(act),
  }));
  const selection: Action[] = actionsOf("Selection", {
    "relay.approve": {
      changes: "approve relays",
      label: pendingRelay ? say("Approve the relay of {role}", { role: pendingRelay.role }) : say("Approve the relay"),
      keys: "a",
      enabled: pendingRelay !== undefined,
      run: () => on.relay("approve"),
    },
    "relay.edit": {
      changes: "approve relays",
      label: say("Edit and approve the relay"),
      keys: "shift+a",
      enabled: pendingRelay !== undefined,
      run: () => on.relay("edit"),
    },
    "relay.settle": {
      changes: "settle relays",
      label: say("Settle the relay: true and done"),
      keys: "shift+s",
      enabled: pendingRelay !== undefined,
      run: () => on.relay("settle"),
    },
    "relay.reject": {
      changes: "reject relays",
      label: say("Reject the relay with a reason"),
      keys: "shift+r",
      enabled: pendingRelay !== undefined,
      run: () => on.relay("reject"),
    },
    "item.select": {
      label: say("Select or deselect the item"),
      keys: "x",
      enabled: item !== undefined,
      inPalette: false,
      run: on.toggle,
    },
    "item.select-all": { label: say("Select every item shown"), keys: "shift+x", run: on.selectAll },
  });

  const page: Action[] = [
    ...actionsOf("Page", {
      "memory.add": { changes: true, label: say("Add as Lead"), keys: "c", run: on.add },
      "memory.undo": {
        changes: "undo a revision of the team memory",
        label: curation.lastDone ? `Undo: ${curation.lastDone.title}` : say("Undo"),
        keys: "u",
        enabled: curation.lastDone !== undefined,
        run: curation.undoLast,
      },
      "memory.prune": { changes: "prune", label: say("Prune archived items"), run: on.prune },
    }),
    ...MEMORY_VIEWS.map((each) => ({
      id: `memory.view.${each}`,
      label: say(VIEW_WORDS[each]),
      group: "View" as const,
      keys: VIEW_KEYS[each],
      enabled: each !== view,
      run: () => on.show(each),
    })),
  ];

  const moving: Action[] = [
    ...listMoves(say("row"), (step) => on.move(step, false)),
    ...listExtends((step) => on.move(step, true)),
    ...actionsOf("View", {
      "list.next-section": {
        label: say("Next section"),
        keys: "]",
        inPalette: false,
        run: () => on.moveToSection(1),
      },
      "list.previous-section": {
        label: say("Previous section"),
        keys: "[",
        inPalette: false,
        run: () => on.moveToSection(-1),
      },
      "list.open": {
        label: say("Open the item"),
        keys: "enter",
        otherKeys: ["o"],
        enabled: item !== undefined,
        inPalette: false,
        run: on.open,
      },
      "list.close": {
        label: say("Close, or clear the selection"),
        keys: "escape",
        enabled: peekOpen || selectedCount > 0,
        inPalette: false,
        run: on.close,
      },
    }),
  ];

  useActions([...ofItems, ...selection, ...page, ...moving]);
}
