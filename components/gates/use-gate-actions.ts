import { useRouter } from "next/navigation";
import { listExtends, listMoves } from "@/components/shell/list-moves";
import { actionsOf, deedsOf, useActions } from "@/components/ui/action-registry";
import type { SessionScope } from "@/lib/client/paths";
import type { Gate, GateBlocker, PrepareGate } from "@/lib/contracts/gates";
import { say } from "@/lib/core/i18n/say";
import { addressOf, type Settling, sortBlockers } from "./blocker-list";
import { criteriaOf, refusalOf, resultOf, type Conclusion } from "./gate-conclusion";
import type { BlockerActs, GateActs } from "@/components/gates/use-gate-acts";
import { sayVerdict } from "./verdict";
import type { GateQuestion } from "./gate-dialog";

interface GateActions {
  scope: SessionScope;
  gate: Gate | undefined;
  /** The blockers the keys act on: all that are selected, else the one under the cursor. */
  targets: readonly GateBlocker[];
  conclusion: Conclusion;
  undo: Pick<BlockerActs, "lastDone" | "undoLast">;
  change: (next: PrepareGate) => void;
  acts: GateActs;
  ask: (question: GateQuestion) => void;
  settling: Settling;
  on: {
    move: (step: 1 | -1, extend: boolean) => void;
    moveGroup: (step: 1 | -1) => void;
    toggle: () => void;
    selectAll: () => void;
    selectGroup: () => void;
    clear: () => void;
  };
}

const RESULT_KEYS = [
  ["1", "APPROVED"],
  ["2", "CONDITIONAL_PASS"],
  ["3", "REJECTED"],
] as const;

export function useGateActions(given: GateActions): void {
  const { scope, gate, targets, conclusion, undo, change, acts, ask, settling, on } = given;
  const router = useRouter();
  const { standing, waived, items, behind } = sortBlockers(targets);
  const [first] = targets;
  const ofSelection = { group: "Selection", changes: true } as const;
  const inList = { group: "View", inPalette: false } as const;
  const isOpen = gate !== undefined;
  const criteria = gate ? criteriaOf(gate, conclusion) : [];
  const unmet = criteria.find(({ met }) => !met);
  useActions([
    ...actionsOf(ofSelection, {
      "blocker.waive": {
        label: standing.length === 0 && waived.length > 0 ? say("Undo the waiver") : say("Waive with a reason"),
        keys: "w",
        enabled: targets.length > 0,
        run: () => (standing.length > 0 ? settling.waive(standing) : settling.unwaive(waived)),
      },
      "blocker.resolve": {
        label: say("Resolve with a note"),
        keys: "r",
        enabled: items.length > 0,
        run: () => settling.resolve(items),
      },
      "blocker.ping": {
        label: say("Ping who is behind"),
        keys: "n",
        enabled: behind.length > 0,
        run: () => settling.ping(behind),
      },
    }),
    ...actionsOf("Selection", {
      "blocker.select": { label: say("Select"), keys: "x", enabled: isOpen, run: on.toggle },
      "blocker.select-all": { label: say("Select every blocker"), keys: "shift+x", enabled: isOpen, run: on.selectAll },
      "blocker.select-group": { label: say("Select the group"), keys: "*", enabled: isOpen, run: on.selectGroup },
    }),
    {
      ...inList,
      id: "blocker.clear",
      label: say("Clear selection"),
      keys: "escape",
      enabled: targets.length > 0,
      run: on.clear,
    },
    {
      id: "list.open",
      label: say("Go to the blocker"),
      group: "Selection",
      keys: "enter",
      otherKeys: ["o"],
      enabled: first !== undefined,
      run: () => first && router.push(addressOf(scope, first)),
    },
    ...RESULT_KEYS.map(([keys, result]) => ({
      id: `gate.result.${result}`,
      changes: true,
      label: say("Choose {result}", { result: sayVerdict(result) }),
      group: "Page" as const,
      keys,
      enabled: gate !== undefined && refusalOf(gate, conclusion, result).length === 0,
      run: () => change({ result }),
    })),
    ...deedsOf(true, "Page", {
      "gate.criterion": {
        label: unmet ? say("Mark as met: {name}", { name: unmet.name }) : say("Mark the next criterion as met"),
        keys: "m",
        enabled: unmet !== undefined,
        run: () =>
          change({ criteria: criteria.map((each) => (each === unmet ? { name: each.name, met: true } : each)) }),
      },
      "gate.undo": {
        label: undo.lastDone ? say("Undo: {title}", { title: undo.lastDone.title }) : say("Undo"),
        keys: "u",
        enabled: undo.lastDone !== undefined,
        run: undo.undoLast,
      },
      "gate.open": {
        label: say("Open a gate…"),
        keys: "c",
        enabled: gate === undefined,
        run: () => ask({ kind: "open" }),
      },
      "gate.conclude": {
        label: gate ? say("Conclude the gate of phase {phase}…", { phase: gate.phase }) : say("Conclude the gate…"),
        keys: "a",
        enabled: gate !== undefined && resultOf(gate, conclusion) !== undefined,
        run: () => ask({ kind: "conclude" }),
      },
      "gate.abandon": {
        label: say("Abandon the gate"),
        enabled: gate !== undefined && !acts.busy,
        run: () => gate && void acts.abandon(gate),
      },
    }),
    ...listMoves(say("blocker"), (step) => on.move(step, false)),
    ...listExtends((step) => on.move(step, true)),
    ...actionsOf(inList, {
      "group.next": { label: say("Next group"), keys: "]", enabled: isOpen, run: () => on.moveGroup(1) },
      "group.previous": { label: say("Previous group"), keys: "[", enabled: isOpen, run: () => on.moveGroup(-1) },
    }),
  ]);
}
