"use client";
import { Button } from "@/components/ui/button";
import { useMay } from "@/components/ui/changes";
import { Kbd } from "@/components/ui/kbd";
import { ViewSwitch } from "@/components/ui/view-switch";
import { sayCount, sayNumber } from "@/lib/core/text/say-count";
import { GROUPINGS, type Grouping } from "./need-groups";
import { deedOfAct, keyOfAct, labelOfAct, type NeedAct } from "./need-words";

interface NeedsBarProps {
  count: number;
  unread: number;
  snoozed: number;
  showsSnoozed: boolean;
  grouping: Grouping;
  waiting: number;
  onShowLatest: () => void;
  onGroup: (by: Grouping) => void;
  onShowSnoozed: (shown: boolean) => void;
}

const GROUP_NAMES: Record<Grouping, string> = { kind: "Kind", session: "Session", urgency: "Urgency" };

/** What the list of needs is, how much is in it, and how it is grouped. */
export function NeedsBar(props: NeedsBarProps) {
  const { count, unread, snoozed, showsSnoozed, grouping, waiting, onShowLatest, onGroup, onShowSnoozed } = props;
  return (
    <div className="bg-bg sticky top-0 z-[2] flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 px-4 py-1">
      <h2 id="needs" className="font-semibold">
        {showsSnoozed ? "Snoozed" : "Needs you"}
      </h2>
      <span role="status" className="sr-only">
        {showsSnoozed ? `${sayNumber(count)} snoozed` : `${sayCount(count, "thing needs", "things need")} you`}
      </span>
      <span aria-hidden className="text-fg-3 text-xs">
        {count > 0 && sayNumber(count)}
        {!showsSnoozed && unread > 0 && unread < count && ` · ${sayNumber(unread)} unread`}
      </span>
      <span className="flex-1" />
      {waiting > 0 && (
        <Button size="small" look="primary" onClick={onShowLatest}>
          {sayCount(waiting, "update")} — show
        </Button>
      )}
      {(snoozed > 0 || showsSnoozed) && (
        <Button size="small" look="ghost" aria-pressed={showsSnoozed} onClick={() => onShowSnoozed(!showsSnoozed)}>
          {showsSnoozed ? "Back to what waits" : `${sayNumber(snoozed)} snoozed`}
        </Button>
      )}
      <ViewSwitch
        label="Group by"
        views={GROUPINGS}
        value={grouping}
        onChange={onGroup}
        name={(by) => GROUP_NAMES[by]}
      />
    </div>
  );
}

interface ChosenBarProps {
  count: number;
  acts: readonly NeedAct[];
  snoozed: boolean;
  onAct: (act: NeedAct) => void;
  onSnooze: () => void;
  onRead: () => void;
  onClear: () => void;
}

/** What can be done with all chosen needs at once; at the end of the screen while there are any. */
export function ChosenBar({ count, acts, snoozed, onAct, onSnooze, onRead, onClear }: ChosenBarProps) {
  const may = useMay();
  return (
    <div className="pointer-events-none sticky bottom-3 z-[2] flex justify-center px-2">
      <div
        role="toolbar"
        aria-label="Selected needs"
        className="animate-appear border-line-strong bg-raised shadow-pop pointer-events-auto flex max-w-full flex-wrap items-center gap-1.5 rounded-lg border py-1.5 ps-3 pe-1.5"
      >
        <span role="status">{count} selected</span>
        {acts
          .filter((act) => may(deedOfAct(act)))
          .map((act) => (
            <Button key={act} size="small" onClick={() => onAct(act)}>
              {labelOfAct(act)} <Kbd keys={keyOfAct(act)} className="text-fg-3 max-sm:hidden" />
            </Button>
          ))}
        <Button size="small" onClick={onSnooze}>
          {snoozed ? "Bring back" : "Snooze…"} <Kbd keys="s" className="text-fg-3 max-sm:hidden" />
        </Button>
        <Button size="small" onClick={onRead}>
          Read <Kbd keys="v" className="text-fg-3 max-sm:hidden" />
        </Button>
        <Button size="small" look="ghost" onClick={onClear}>
          Clear <Kbd keys="escape" className="text-fg-3 max-sm:hidden" />
        </Button>
      </div>
    </div>
  );
}
