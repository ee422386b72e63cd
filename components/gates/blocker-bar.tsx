import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
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

/** What can be done with all chosen blockers at once; at the end of the screen while there are any. */
export function BlockerBar({ blockers, onWaive, onUnwaive, onResolve, onPing, onClear }: BlockerBarProps) {
  const { standing, waived, items, behind } = sortBlockers(blockers);
  return (
    <div className="pointer-events-none sticky bottom-3 z-[2] flex justify-center px-2">
      <div
        role="toolbar"
        aria-label={say("Selected blockers")}
        className="animate-appear border-line-strong bg-raised shadow-pop pointer-events-auto flex max-w-full flex-wrap items-center gap-1.5 rounded-lg border py-1.5 ps-3 pe-1.5"
      >
        <span role="status">{say("{blockers} selected", { blockers: blockers.length })}</span>
        {standing.length > 0 && (
          <Button size="small" onClick={() => onWaive(standing)}>
            {say("Waive…")} <Kbd keys="w" className="text-fg-3 max-sm:hidden" />
          </Button>
        )}
        {standing.length === 0 && waived.length > 0 && (
          <Button size="small" onClick={() => onUnwaive(waived)}>
            {say("Undo waiver")} <Kbd keys="w" className="text-fg-3 max-sm:hidden" />
          </Button>
        )}
        {items.length > 0 && (
          <Button size="small" onClick={() => onResolve(items)}>
            {say("Resolve…")} <Kbd keys="r" className="text-fg-3 max-sm:hidden" />
          </Button>
        )}
        {behind.length > 0 && (
          <Button size="small" onClick={() => onPing(behind)}>
            {say("Ping")} <Kbd keys="n" className="text-fg-3 max-sm:hidden" />
          </Button>
        )}
        <Button size="small" look="ghost" onClick={onClear}>
          {say("Clear")} <Kbd keys="escape" className="text-fg-3 max-sm:hidden" />
        </Button>
      </div>
    </div>
  );
}

/** Blockers by what can be done about them. */
export function sortBlockers(blockers: Blockers) {
  return {
    standing: blockers.filter(({ waived }) => waived === null),
    waived: blockers.filter(({ waived }) => waived !== null),
    items: blockers.filter(({ kind }) => kind !== "behind"),
    behind: blockers.filter(({ kind }) => kind === "behind"),
  };
}
