import {
  type ComponentType,
  createElement,
  type FunctionComponent,
  lazy,
  type LazyExoticComponent,
  type ReactNode,
  Suspense,
  useLayoutEffect,
  useRef,
} from "react";
import { say } from "@/lib/core/i18n/say";
import { TYPING } from "@/components/ui/action-keys";

/** Between two attempts to fetch a part that did not come; milliseconds. */
const PAUSE = 1500;

/** Parts that nobody has asked for yet. */
const unfetched = new Set<() => Promise<unknown>>();
/** What waits for the page to be loaded. */
const wanted = new Set<() => void>();
let inUse = false;

/**
 * A component that is fetched when it is first shown, or as soon as the reader does anything on the page: then it is there
 * at once when it is wanted, also when the server is not. What a page shows from the beginning is there as the server drew it,
 * and gives way to the page itself. One that does not come is tried again until it does. `meanwhile` stands in its place.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
): FunctionComponent<Props> {
  const Part: ComponentType<Props> = unframedPart(load);
  return function LazyPart(props) {
    return createElement(Suspense, { fallback: meanwhile }, createElement(Part, props));
  };
}

/** The same where what stands in its place is known only as it is drawn: a Suspense around it says that. */
export function unframedPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  const fetchPart = () => {
    unfetched.delete(fetchPart);
    return persist(load);
  };
  unfetched.add(fetchPart);
  if (inUse) whenIdle(fetchUnfetched);
  return lazy(async () => {
    await pageLoaded();
    return { default: await fetchPart() };
  });
}

/** Waits until the page itself is loaded and has a moment to spare, or is in use. */
async function pageLoaded(): Promise<void> {
  if (typeof document === "undefined" || document.readyState === "complete" || inUse) return;
  await new Promise<void>((resolve) => {
    wanted.add(resolve);
    window.addEventListener("load", () => whenIdle(resolve), { once: true });
  });
}

/** Begins to fetch all parts once the reader uses the page: whoever only looks does not pay for them. Returns how to stop. */
export function fetchPartsInUse(): () => void {
  const stop = new AbortController();
  for (const sign of ["pointermove", "pointerdown", "keydown"]) {
    window.addEventListener(
      sign,
      () => {
        stop.abort();
        inUse = true;
        for (const begin of wanted) begin();
        whenIdle(fetchUnfetched);
      },
      { signal: stop.signal, passive: true },
    );
  }
  return () => stop.abort();
}

function fetchUnfetched(): void {
  // One that fails for good says so when it is shown.
  for (const fetchPart of unfetched) fetchPart().catch(() => undefined);
}

function whenIdle(act: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(act);
  else setTimeout(act);
}

async function persist<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let answered = false; ;) {
    try {
      return await load();
    } catch (error) {
      // A server that answers, and still has no such part, is another one than the one this page came from.
      const answers = await fetch("/api/health").then(
        (response) => response.ok,
        () => false,
      );
      if (answers && answered) throw error;
      answered = answers;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

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
