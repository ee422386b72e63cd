import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "./icons";
import type { ReactNode, RefObject } from "react";
import { say } from "@/lib/core/i18n/say";
import { buttonClass } from "./button";
import { cx } from "./cx";

export interface DialogProps {
  title: string;
  description?: ReactNode;
  onClose: () => void;
  children: ReactNode;
  /** The row of buttons at the end, the main one last. */
  footer?: ReactNode;
  width?: "narrow" | "wide";
  initialFocus?: RefObject<HTMLElement | null>;
  /** Its content is long and has nothing to press: it takes the focus itself, so that keys can scroll it. */
  toRead?: boolean;
}

/** A question that has to be answered before going on, for as long as it is drawn; focus is kept inside and given back afterwards. */
export function Dialog({ title, description, onClose, children, footer, width, initialFocus, toRead }: DialogProps) {
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="bg-veil fixed inset-0 z-40 transition-opacity duration-100 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-50 flex items-start justify-center overflow-y-auto p-3 pt-[10vh] max-sm:pt-3">
          <Base.Popup
            {...(initialFocus && { initialFocus })}
            className={cx(
              "border-line-strong bg-raised shadow-pop relative flex max-h-full w-full flex-col rounded-lg border outline-none",
              "transition duration-100 data-[ending-style]:opacity-0 data-[starting-style]:translate-y-1 data-[starting-style]:opacity-0",
              toRead && "has-[>[tabindex]:focus-visible]:border-accent",
              width === "wide" ? "max-w-[760px]" : "max-w-[520px]",
            )}
          >
            <header className="flex items-start gap-3 ps-4 pe-11 pt-3.5">
              <div className="min-w-0 flex-1">
                <Base.Title className="text-base font-semibold">{title}</Base.Title>
                {description && <Base.Description className="text-fg-2 mt-0.5">{description}</Base.Description>}
              </div>
            </header>
            <div
              {...(toRead && { tabIndex: 0, role: "group", "aria-label": title })}
              className={cx(
                "min-h-0 overflow-y-auto px-4 py-3.5",
                toRead ? "focus-visible:outline-none" : "focus-visible:-outline-offset-2",
              )}
            >
              {children}
            </div>
            {footer && (
              <footer className="border-line flex flex-wrap items-center justify-end gap-2 border-t px-4 py-3">
                {footer}
              </footer>
            )}
            {/* Last, so that opening gives the focus to the first field and not to this. */}
            <Base.Close
              aria-label={say("Close")}
              className={cx(buttonClass({ look: "ghost", size: "icon-small" }), "absolute end-3 top-3")}
            >
              <X size={16} aria-hidden />
            </Base.Close>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
