import type { Action } from "@/components/ui/action-registry";
import { say } from "@/lib/core/i18n/say";

/** Going up and down a list by key; `thing` is what one of its rows is. */
export function listMoves(thing: string, move: (step: 1 | -1) => void): Action[] {
  const inList = { group: "View", inPalette: false } as const;
  return [
    {
      ...inList,
      id: "list.next",
      label: say("Next {thing}", { thing }),
      keys: "j",
      otherKeys: ["arrowdown"],
      run: () => move(1),
    },
    {
      ...inList,
      id: "list.previous",
      label: say("Previous {thing}", { thing }),
      keys: "k",
      otherKeys: ["arrowup"],
      run: () => move(-1),
    },
  ];
}
