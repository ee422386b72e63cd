"use client";
import { useEffect } from "react";
import { listActions, type Action } from "./action-registry";
import { belongsToFocus, nameStroke } from "./key-stroke";

/** How long "g" waits for its second stroke. */
const SEQUENCE_TIME = 1200;

function findAction(keys: string): Action | undefined {
  return listActions().find(
    (action) => action.enabled !== false && (action.keys === keys || action.otherKeys?.includes(keys)),
  );
}

function beginsSequence(stroke: string): boolean {
  return listActions().some((action) => action.keys?.startsWith(`${stroke} `));
}

/** Turns key presses into actions, anywhere on the page, unless they belong to what has focus. Mounted once. */
export function ActionKeys() {
  useEffect(() => {
    let first = "";
    let timer: ReturnType<typeof setTimeout> | undefined;

    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing) return;
      const stroke = nameStroke(event);
      if (belongsToFocus(event.target, stroke)) return;
      const action = (first && findAction(`${first} ${stroke}`)) || findAction(stroke);
      clearTimeout(timer);
      first = "";
      if (action) {
        event.preventDefault();
        action.run();
      } else if (beginsSequence(stroke)) {
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
