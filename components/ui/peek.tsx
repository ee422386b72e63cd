import { X } from "./icons";
import type { ReactNode } from "react";
import { say } from "@/lib/core/i18n/say";
import { IconButton } from "./button";
import { cx } from "./cx";

interface PeekProps {
  label: string;
  heading: ReactNode;
  /** It takes the larger share of the room, and all of it where there is none beside it. */
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** More about what is selected, docked at the right and not modal; over the content where there is no room beside it. */
export function Peek({ label, heading, wide = false, onClose, children }: PeekProps) {
  return (
    <aside
      aria-label={label}
      className={cx(
        "border-line bg-bg flex flex-col border-s max-lg:fixed max-lg:inset-y-0 max-lg:end-0 max-lg:z-30",
        wide
          ? "min-w-0 max-lg:start-0 max-lg:border-0 lg:flex-[1.4]"
          : "max-lg:shadow-pop w-[360px] shrink-0 max-lg:w-[min(420px,100vw)]",
      )}
    >
      <header className="border-line flex h-11 shrink-0 items-center gap-2 border-b ps-4 pe-2 max-sm:ps-3">
        <div className="flex min-w-0 flex-1 items-baseline gap-2">{heading}</div>
        <IconButton icon={X} size="icon" label={say("Close")} title={say("Close (esc)")} onClick={onClose} />
      </header>
      <div
        tabIndex={0}
        role="group"
        aria-label={label}
        className="relative flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4 outline-offset-[-2px] max-sm:p-3"
      >
        {children}
      </div>
    </aside>
  );
}

/** The place of a peek that is on its way: what stands beside it need not move again when it comes. */
export function PeekSpace() {
  return <div aria-hidden className="border-line w-[360px] shrink-0 border-s max-lg:hidden" />;
}
