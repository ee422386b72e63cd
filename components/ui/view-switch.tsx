import type { ReactNode } from "react";
import { say } from "@/lib/core/i18n/say";
import { cx } from "./cx";

interface ViewSwitchProps<View extends string> {
  /** What is switched, for who cannot see it. */
  label?: string;
  views: readonly View[];
  /** The one that is on; none while that is not known. */
  value: View | undefined;
  onChange: (view: View) => void;
  name: (view: View) => ReactNode;
  /** The one that a phone has no room for. */
  wide?: View;
  className?: string;
}

/** The ways one thing can be looked at, of which one is on. */
export function ViewSwitch<View extends string>(props: ViewSwitchProps<View>) {
  const { label = say("View"), views, value, onChange, name, wide, className } = props;
  return (
    <div role="group" aria-label={label} className={cx("bg-hover flex w-fit shrink-0 rounded-md p-0.5", className)}>
      {views.map((view) => (
        <button
          key={view}
          type="button"
          aria-pressed={view === value}
          onClick={() => onChange(view)}
          className={cx(
            "h-6 rounded-sm px-2 text-xs whitespace-nowrap select-none",
            view === value ? "bg-raised font-semibold shadow-[0_0_0_1px_var(--line)]" : "text-fg-2 hover:text-fg",
            view === wide && "max-sm:hidden",
          )}
        >
          {name(view)}
        </button>
      ))}
    </div>
  );
}
