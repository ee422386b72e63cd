import { useEffect } from "react";
import { flushSync } from "react-dom";
import { type Action, listActions } from "./action-registry";

/** What is known of a key press; the browser's KeyboardEvent is one. */
interface KeyPress {
  key: string;
  code: string;
  metaKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/**
 * Names a key press the way actions write their keys: "e", "shift+e", "mod+k", "?", "arrowdown". `mod` is ⌘ or Ctrl.
 * Where the layout writes no Latin letters (a Korean one gives "ㅓ" for J), the key's place on the keyboard counts.
 */
export function nameStroke(press: KeyPress): string {
  // "KeyJ" → "j"
  const letter = /^Key([A-Z])$/.exec(press.code)?.[1]?.toLowerCase();
  const latin = press.key.length > 1 || press.key.charCodeAt(0) < 128;
  const key = (latin ? press.key : (letter ?? press.key)).toLowerCase();
  const parts = [];
  if (press.metaKey || press.ctrlKey) parts.push("mod");
  if (press.altKey) parts.push("alt");
  // Shift is part of how a sign such as "?" is typed, but of a letter it makes another stroke.
  if (press.shiftKey && (key.length > 1 || /^[a-z]$/.test(key))) parts.push("shift");
  parts.push(key === " " ? "space" : key);
  return parts.join("+");
}

/** What is typed into. */
export const TYPING =
  "input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable=true]";

/** Keys that a slider with focus needs itself. */
const MOVES_SLIDER = /^(arrow|page|home|end)/;

const OVERLAYS = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/** Whether a press belongs to what has focus (a text being typed, a dialog, a menu, a button's Enter) and not to the page. */
export function belongsToFocus(target: EventTarget | null, stroke: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(OVERLAYS)) return true;
  if (target.closest(TYPING)) return !stroke.startsWith("mod+");
  if (target.closest("input[type=range]") && MOVES_SLIDER.test(stroke)) return true;
  if (stroke === "enter" || stroke === "space") return target.closest("button, a, summary, input") !== null;
  return false;
}

/** Whether a press is for a dialog that has not taken the focus yet: its first field gets it then. */
function belongsToDialog(target: EventTarget | null): boolean {
  const dialog = [...document.querySelectorAll("[role=dialog]:not([aria-modal=false])")].at(-1);
  if (dialog === undefined || target !== document.body) return false;
  dialog.querySelector<HTMLElement>(TYPING)?.focus();
  return true;
}

/** How long "g" waits for its second stroke. */
const SEQUENCE_TIME = 1200;

function findAction(keys: string): Action | undefined {
  return listActions().find(
    (action) => action.enabled !== false && (action.keys === keys || action.otherKeys?.includes(keys)),
  );
}

/** Turns key presses into actions, anywhere on the page, unless they belong to what has focus. Mounted once. */
export function ActionKeys() {
  useEffect(() => {
    let first = "";
    let timer: ReturnType<typeof setTimeout> | undefined;

    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing) return;
      const stroke = nameStroke(event);
      if (belongsToFocus(event.target, stroke) || belongsToDialog(event.target)) return;
      const action = (first && findAction(`${first} ${stroke}`)) || findAction(stroke);
      clearTimeout(timer);
      first = "";
      if (action) {
        event.preventDefault();
        // Before the next key comes: that may be for what this one opens.
        flushSync(action.run);
      } else if (listActions().some((action) => action.keys?.startsWith(`${stroke} `))) {
        first = stroke;
        timer = setTimeout(() => {
          first = "";
        }, SEQUENCE_TIME);
      }
    }

    window.addEventListener("keydown", onKeyDown);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("keydown", onKeyDown);
    };
  }, []);
  return null;
}
