import type { Action } from "@/components/ui/action-registry";

/** Going up and down a list by key; `thing` is what one of its rows is. */
export function listMoves(thing: string, move: (step: 1 | -1) => void): Action[] {
  const inList = { group: "View", inPalette: false } as const;
  return [
    {
      ...inList,
      id: "list.next",
      label: `Next ${thing}`,
      keys: "j",
      otherKeys: ["arrowdown"],
      run: () => move(1),
    },
    {
      ...inList,
      id: "list.previous",
      label: `Previous ${thing}`,
      keys: "k",
      otherKeys: ["arrowup"],
      run: () => move(-1),
    },
  ];
}
