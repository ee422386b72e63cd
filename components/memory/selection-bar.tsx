import { Changes } from "@/components/ui/changes";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { say } from "@/lib/core/words/say";

interface SelectionBarProps {
  count: number;
  canArchive: boolean;
  canUnarchive: boolean;
  onArchive: () => void;
  onUnarchive: () => void;
  onClear: () => void;
}

/** What can be done with all chosen items at once; floats over the end of the list while there are any. */
export function SelectionBar({ count, canArchive, canUnarchive, onArchive, onUnarchive, onClear }: SelectionBarProps) {
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-4 z-10 flex justify-center px-2">
      <div
        role="toolbar"
        aria-label={say("Selected items")}
        className="animate-appear border-line-strong bg-raised shadow-pop pointer-events-auto flex items-center gap-2 rounded-lg border py-1.5 ps-3 pe-1.5"
      >
        <span role="status">{say("{count} selected", { count })}</span>
        <Changes deed="archive items">
          {canArchive && (
            <Button onClick={onArchive}>
              {say("Archive")} <Kbd keys="e" className="text-fg-3" />
            </Button>
          )}
          {canUnarchive && <Button onClick={onUnarchive}>{say("Unarchive")}</Button>}
        </Changes>
        <Button look="ghost" onClick={onClear}>
          {say("Clear")} <Kbd keys="escape" className="text-fg-3" />
        </Button>
      </div>
    </div>
  );
}
