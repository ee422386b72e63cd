/** A message about something that just happened, with at most one thing to do about it. */
export interface ToastMessage {
  title: string;
  detail?: string;
  tone?: "plain" | "bad";
  action?: { label: string; keys?: string; run: () => void } | { label: string; href: string };
  /** Of messages with the same key only the newest stays. */
  key?: string | undefined;
  /** Milliseconds until it goes; 0 keeps it until it is closed. */
  timeout?: number;
}

type Listener = (message: ToastMessage) => void;

const waiting: ToastMessage[] = [];
let listener: Listener | undefined;
let wake: (() => void) | undefined;

/** Shows a message. It may be called before the region that shows messages has been loaded: none is lost. */
export function toast(message: ToastMessage): void {
  if (listener) {
    listener(message);
    return;
  }
  waiting.push(message);
  wake?.();
}

/** Connects the region that shows messages; returns how to disconnect it. Messages that waited are shown at once. */
export function showToasts(show: Listener): () => void {
  listener = show;
  for (const message of waiting.splice(0)) show(message);
  return () => {
    listener = undefined;
  };
}

/** Calls back once the first message waits, so that the region is loaded only when it is needed. */
export function onFirstToast(callback: () => void): () => void {
  wake = callback;
  if (waiting.length > 0) callback();
  return () => {
    wake = undefined;
  };
}
