import { Toast as Base } from "@base-ui/react/toast";
import { X } from "lucide-react";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { buttonClass } from "./button";
import { cx } from "./cx";
import { Kbd } from "./kbd";
import { showToasts, type ToastMessage } from "./toast-queue";
import { say } from "@/lib/core/words/say";

/** Long enough to read a sentence and reach for Undo; hovering or focusing stops the clock. */
const TIMEOUT = 7000;

/** The corner where messages appear. It is announced politely and reached with F6. */
export function ToastRegion() {
  return (
    <Base.Provider timeout={TIMEOUT} limit={4}>
      <Base.Portal>
        <Base.Viewport
          ref={makeRoom}
          className="fixed end-3 bottom-0 z-[70] flex w-[380px] max-w-[calc(100vw-24px)] flex-col gap-2 pb-3 outline-none empty:hidden"
        >
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

/** Pages and dialogs end above the messages (`--toast-room`), so that these never cover anything that can be pressed. */
function makeRoom(region: HTMLElement | null) {
  if (region === null) return;
  const root = document.documentElement;
  const observer = new ResizeObserver(() => {
    root.style.setProperty("--toast-room", `${region.childElementCount === 0 ? 0 : region.offsetHeight}px`);
  });
  observer.observe(region);
  return () => {
    observer.disconnect();
    root.style.removeProperty("--toast-room");
  };
}

function Toasts() {
  const { toasts, add, close } = Base.useToastManager<ToastMessage>();

  const byKey = useRef(new Map<string, string>());

  useEffect(
    () =>
      showToasts((message) => {
        const { key } = message;
        const older = key === undefined ? undefined : byKey.current.get(key);
        if (older !== undefined) close(older);
        const id = add({
          title: message.title,
          description: message.detail,
          data: message,
          priority: message.tone === "bad" ? "high" : "low",
          ...(message.timeout !== undefined && { timeout: message.timeout }),
        });
        if (key !== undefined) byKey.current.set(key, id);
      }),
    [add, close],
  );

  return toasts.map((item) => (
    <Base.Root
      key={item.id}
      toast={item}
      swipeDirection={["right", "down"]}
      // Base UI hides an error that it reads out from screen readers, with its buttons: here only the words are hidden.
      aria-hidden={false}
      className={cx(
        "bg-raised shadow-pop rounded-lg border transition duration-150 data-[ending-style]:opacity-0 data-[limited]:hidden data-[starting-style]:translate-y-2 data-[starting-style]:opacity-0",
        item.data?.tone === "bad" ? "border-bad" : "border-line-strong",
      )}
    >
      <Base.Content className="flex items-start gap-2 p-2.5 ps-3">
        <div className="min-w-0 flex-1 py-0.5">
          <Base.Title aria-hidden={item.data?.tone === "bad"} className="written font-semibold" />
          <Base.Description aria-hidden={item.data?.tone === "bad"} className="written text-fg-2" />
        </div>
        <ToastAction message={item.data} onClose={() => close(item.id)} />
        <Base.Close
          aria-hidden={false}
          aria-label={say("Close")}
          className={buttonClass({ look: "ghost", size: "icon-small" })}
        >
          <X size={14} aria-hidden />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ));
}

function ToastAction({ message, onClose }: { message: ToastMessage | undefined; onClose: () => void }) {
  const action = message?.action;
  if (!action) return null;
  if ("href" in action) {
    return (
      <Link href={action.href} onClick={onClose} className={buttonClass({ size: "small" })}>
        {action.label}
      </Link>
    );
  }
  return (
    // Every message is seen as a whole here, none behind another: its buttons are there for everyone.
    <Base.Close aria-hidden={false} onClick={action.run} className={buttonClass({ size: "small" })}>
      {action.label}
      {action.keys && <Kbd keys={action.keys} className="text-fg-3" />}
    </Base.Close>
  );
}
