import type { ReactNode } from "react";
import { cx } from "./cx";

export function Chip({
  on,
  title,
  onClick,
  children,
}: {
  on: boolean;
  title?: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      title={title}
      aria-pressed={on}
      onClick={onClick}
      className={cx(
        "inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full border px-2 text-xs whitespace-nowrap select-none",
        on ? "bg-accent-soft text-accent border-transparent font-semibold" : "border-line text-fg-2 hover:bg-hover",
      )}
    >
      {children}
    </button>
  );
}
