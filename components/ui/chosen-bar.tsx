import { say } from "@/lib/core/i18n/say";
import { Button } from "./button";
import { cx } from "./cx";
import { Kbd } from "./kbd";

export interface ChosenAct {
  label: string;
  keys?: string | undefined;
  run: () => void;
}

interface ChosenBarProps {
  label: string;
  count: number;
  acts: readonly ChosenAct[];
  onClear: () => void;
  /** It floats over the end of a list that scrolls by itself, and has room for larger buttons. */
  floats?: boolean;
}

export function ChosenBar({ label, count, acts, onClear, floats = false }: ChosenBarProps) {
  const size = floats ? "medium" : "small";
  const hint = cx("text-fg-3", !floats && "max-sm:hidden");
  return (
    <div
      className={cx(
        "pointer-events-none flex justify-center px-2",
        floats ? "absolute inset-x-0 bottom-4 z-10" : "sticky bottom-3 z-[2]",
      )}
    >
      <div
        role="toolbar"
        aria-label={label}
        className={cx(
          "animate-appear border-line-strong bg-raised shadow-pop pointer-events-auto flex items-center rounded-lg border py-1.5 ps-3 pe-1.5",
          floats ? "gap-2" : "max-w-full flex-wrap gap-1.5",
        )}
      >
        <span role="status">{say("{count} selected", { count })}</span>
        {acts.map(({ label: said, keys, run }) => (
          <Button key={said} size={size} onClick={run}>
            {said} {keys && <Kbd keys={keys} className={hint} />}
          </Button>
        ))}
        <Button size={size} look="ghost" onClick={onClear}>
          {say("Clear")} <Kbd keys="escape" className={hint} />
        </Button>
      </div>
    </div>
  );
}
