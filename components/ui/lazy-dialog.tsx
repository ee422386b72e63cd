import { useLayoutEffect, useRef, type ComponentType, type FunctionComponent } from "react";
import { say } from "@/lib/core/words/say";
import { TYPING } from "./action-keys";
import { lazyPart } from "./lazy-part";

/**
 * A dialog that is fetched when it is first shown. Keys belong to it from the one that opens it: what is typed while it is on its way stands in
 * its first field then, is sent if it was sent, and the page does nothing with it.
 */
export function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>): FunctionComponent<Props> {
  return lazyPart(load, <DialogComing />);
}

/** Takes the keys while a dialog is fetched. */
function DialogComing() {
  const field = useRef<HTMLInputElement>(null);
  const sent = useRef(false);
  useLayoutEffect(() => {
    const { current } = field;
    current?.focus();
    return () => handOver(current?.value ?? "", sent.current);
  }, []);
  return (
    <div role="dialog" aria-busy aria-label={say("Loading…")} className="sr-only">
      <input
        ref={field}
        aria-label={say("Loading…")}
        onKeyDown={({ key, ctrlKey, metaKey }) => {
          sent.current = key === "Enter" && (ctrlKey || metaKey);
        }}
      />
    </div>
  );
}

/** Fills the focused field of a dialog and submits its form. */
function handOver(text: string, sent: boolean): void {
  if (text === "") return;
  const stop = new AbortController();
  const take = ({ target }: FocusEvent) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (!isField || target.closest("[role=dialog]") === null || !target.matches(TYPING)) return;
    stop.abort();
    target.setRangeText(text, 0, 0, "end");
    // React reads a field when an input event says that it changed.
    target.dispatchEvent(new InputEvent("input", { bubbles: true, data: text }));
    // Once the form has been drawn with it.
    if (sent) requestAnimationFrame(() => target.form?.requestSubmit());
  };
  document.addEventListener("focusin", take, { signal: stop.signal });
}
