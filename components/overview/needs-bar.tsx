import { Button } from "@/components/ui/button";
import { ViewSwitch } from "@/components/ui/view-switch";
import { say, sayNumber, sentence, type Sentence } from "@/lib/core/words/say";
import { GROUPINGS, type Grouping } from "./need-groups";

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

const GROUP_NAMES: Record<Grouping, Sentence> = {
  kind: sentence("Kind"),
  session: sentence("Session"),
  urgency: sentence("Urgency"),
};

/** What the list of needs is, how much is in it, and how it is grouped. */
export function NeedsBar(props: NeedsBarProps) {
  const { count, unread, snoozed, showsSnoozed, grouping, waiting, onShowLatest, onGroup, onShowSnoozed } = props;
  return (
    <div className="bg-bg sticky top-0 z-[2] flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 px-4 py-1">
      <h2 id="needs" className="font-semibold">
        {showsSnoozed ? say("Snoozed") : say("Needs you")}
      </h2>
      <span role="status" className="sr-only">
        {showsSnoozed
          ? say("{count, number} snoozed", { count })
          : say("{count, plural, one {# thing needs} other {# things need}} you", { count })}
      </span>
      <span aria-hidden className="text-fg-3 text-xs">
        {count > 0 && sayNumber(count)}
        {!showsSnoozed && unread > 0 && unread < count && say(" · {unread, number} unread", { unread })}
      </span>
      <span className="flex-1" />
      {waiting > 0 && (
        <Button size="small" look="primary" onClick={onShowLatest}>
          {say("{waiting, plural, one {# update} other {# updates}} — show", { waiting })}
        </Button>
      )}
      {(snoozed > 0 || showsSnoozed) && (
        <Button size="small" look="ghost" aria-pressed={showsSnoozed} onClick={() => onShowSnoozed(!showsSnoozed)}>
          {showsSnoozed ? say("Back to what waits") : say("{snoozed, number} snoozed", { snoozed })}
        </Button>
      )}
      <ViewSwitch
        label={say("Group by")}
        views={GROUPINGS}
        value={grouping}
        onChange={onGroup}
        name={(by) => say(GROUP_NAMES[by])}
      />
    </div>
  );
}
