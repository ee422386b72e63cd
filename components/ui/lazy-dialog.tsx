import { useLayoutEffect, useRef, type ComponentType, type FunctionComponent } from "react";
import { say } from "@/lib/core/words/say";
import { TYPING } from "./action-keys";
import { lazyPart } from "./lazy-part";

/**
 * A dialog that is fetched when it is first shown. Keys belong to it from the one that opens it: what is typed while it is on its way stands in
 * its first field then, and the page does nothing with it.
 */
export function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>): FunctionComponent<Props> {
  return lazyPart(load, <DialogComing />);
}

/** Takes the keys while a dialog is fetched. */
function DialogComing() {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const { current } = field;
    current?.focus();
    return () => handOver(current?.value ?? "");
  }, []);
  return (
    <div role="dialog" aria-busy aria-label={say("Loading…")} className="sr-only">
      <input ref={field} aria-label={say("Loading…")} />
    </div>
  );
}

/** Puts a text into the field that a dialog gives the focus to. */
function handOver(text: string): void {
  if (text === "") return;
  const stop = new AbortController();
  const take = ({ target }: FocusEvent) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (!isField || target.closest("[role=dialog]") === null || !target.matches(TYPING)) return;
    stop.abort();
    target.setRangeText(text, 0, 0, "end");
    // React reads a field when an input event says that it changed.
    target.dispatchEvent(new InputEvent("input", { bubbles: true, data: text }));
  };
  document.addEventListener("focusin", take, { signal: stop.signal });
}
