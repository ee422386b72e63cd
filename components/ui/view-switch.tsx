"use client";
import type { ReactNode } from "react";
import { cx } from "./cx";

interface ViewSwitchProps<View extends string> {
  views: readonly View[];
  value: View;
  onChange: (view: View) => void;
  /** What each view is called. */
  label: (view: View) => ReactNode;
  className?: string;
}

/** The ways one page can be looked at, of which one is on. */
export function ViewSwitch<View extends string>({ views, value, onChange, label, className }: ViewSwitchProps<View>) {
  return (
    <div role="group" aria-label="View" className={cx("bg-hover flex rounded-md p-0.5", className)}>
      {views.map((view) => (
        <button
          key={view}
          type="button"
          aria-pressed={view === value}
          onClick={() => onChange(view)}
          className={cx(
            "h-6 rounded-sm px-2 text-xs select-none",
            view === value ? "bg-raised font-semibold shadow-[0_0_0_1px_var(--line)]" : "text-fg-2 hover:text-fg",
          )}
        >
          {label(view)}
        </button>
      ))}
    </div>
  );
}
