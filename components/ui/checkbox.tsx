import type { ComponentProps } from "react";
import { cx } from "./cx";

/**
 * A checkbox whose box is 14 px and whose target is 24. The browser's own control: long lists hold hundreds of them, and
 * a native one costs nothing.
 */
export function Checkbox({ className, ...props }: Omit<ComponentProps<"input">, "type">) {
  return (
    <span className={cx("relative inline-flex size-6 shrink-0 items-center justify-center", className)}>
      <input
        {...props}
        type="checkbox"
        className="peer absolute inset-0 m-0 size-full appearance-none rounded-sm disabled:pointer-events-none"
      />
      <span className="border-fg-3 bg-raised peer-checked:border-accent peer-checked:bg-accent pointer-events-none flex size-3.5 items-center justify-center rounded-[3px] border peer-disabled:opacity-50 peer-checked:[&>svg]:visible">
        <svg viewBox="0 0 10 10" aria-hidden className="text-on-accent invisible size-2.5">
          <path d="M1.5 5.2 4 7.5 8.5 2.6" fill="none" stroke="currentColor" strokeWidth="1.8" />
        </svg>
      </span>
    </span>
  );
}
