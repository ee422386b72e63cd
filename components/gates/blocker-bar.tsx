import { ChosenBar } from "@/components/ui/chosen-bar";
import type { GateBlocker } from "@/lib/contracts/gates";
import { say } from "@/lib/core/words/say";

type Blockers = readonly GateBlocker[];

interface BlockerBarProps {
  blockers: Blockers;
  onWaive: (blockers: Blockers) => void;
  onUnwaive: (blockers: Blockers) => void;
  onResolve: (blockers: Blockers) => void;
  onPing: (blockers: Blockers) => void;
  onClear: () => void;
}

export function BlockerBar({ blockers, onWaive, onUnwaive, onResolve, onPing, onClear }: BlockerBarProps) {
  const { standing, waived, items, behind } = sortBlockers(blockers);
  const acts = [
    items.length > 0 && { label: say("Resolve…"), keys: "r", run: () => onResolve(items) },
    behind.length > 0 && { label: say("Ping"), keys: "n", run: () => onPing(behind) },
    standing.length > 0 && { label: say("Waive…"), keys: "w", run: () => onWaive(standing) },
    standing.length === 0 &&
      waived.length > 0 && { label: say("Undo waiver"), keys: "w", run: () => onUnwaive(waived) },
  ].filter((act) => act !== false);
  return <ChosenBar label={say("Selected blockers")} count={blockers.length} acts={acts} onClear={onClear} />;
}

export function sortBlockers(blockers: Blockers) {
  return {
    standing: blockers.filter(({ waived }) => waived === null),
    waived: blockers.filter(({ waived }) => waived !== null),
    items: blockers.filter(({ kind }) => kind !== "behind"),
    behind: blockers.filter(({ kind }) => kind === "behind"),
  };
}
