import { Toast as Base } from "@base-ui/react/toast";
import { X } from "./icons";
import { Link } from "@/components/ui/link";
import { useEffect, useRef } from "react";
import { buttonClass } from "./button";
import { cx } from "./cx";
import { Kbd } from "./kbd";
import { showToasts, type ToastMessage } from "./toast-queue";
import { say } from "@/lib/core/i18n/say";

/** Long enough to read a sentence and reach for Undo; hovering or focusing stops the clock. */
const TIMEOUT = 7000;

/** Pixels. */
const HEADER = 48;

/** The corner where messages appear. It is announced politely and reached with F6. */
export function ToastRegion() {
  return (
    <Base.Provider timeout={TIMEOUT} limit={4}>
      <Base.Portal>
        <Base.Viewport
          ref={keepClear}
          className="fixed end-3 bottom-0 z-[70] flex w-[380px] max-w-[calc(100vw-24px)] flex-col gap-2 pb-3 outline-none empty:hidden data-[at=top]:top-12 data-[at=top]:bottom-auto"
        >
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

/** What a message must not cover besides the focused control: the row that keys act on, and a dialog's buttons. */
const IN_USE = "main [aria-current=true], [role=dialog] footer";

/** Keeps the messages off what is being used: they lie over the end of the page, or below its header where that is free of it. */
function keepClear(region: HTMLElement | null) {
  if (region === null) return;
  const stop = new AbortController();
  const place = () => {
    const focused = document.activeElement ?? document.body;
    // Nothing moves under the pointer.
    if (region.matches(":hover") || region.contains(focused)) return;
    const used = [focused, focused.closest("[role=row], li, tr") ?? focused, ...document.querySelectorAll(IN_USE)];
    // What has the focus as a whole, such as a list, is larger than what is used of it.
    const boxes = used.map((each) => each.getBoundingClientRect()).filter(({ height }) => height < innerHeight / 2);
    const covers = (from: number) => boxes.some(({ top, bottom }) => bottom > from && top < from + region.offsetHeight);
    region.dataset["at"] = covers(innerHeight - region.offsetHeight) && !covers(HEADER) ? "top" : "bottom";
  };
  const observer = new ResizeObserver(place);
  observer.observe(region);
  for (const sign of ["focusin", "keyup", "pointerup", "scroll"])
    document.addEventListener(sign, place, { signal: stop.signal, capture: true, passive: true });
  return () => {
    observer.disconnect();
    stop.abort();
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
