import { type Action, actionsOf } from "@/components/ui/action-registry";
import { say } from "@/lib/core/i18n/say";

/** Going up and down a list by key; `thing` is what one of its rows is. */
export function listMoves(thing: string, move: (step: 1 | -1) => void): Action[] {
  return actionsOf(
    { group: "View", inPalette: false },
    {
      "list.next": { label: say("Next {thing}", { thing }), keys: "j", otherKeys: ["arrowdown"], run: () => move(1) },
      "list.previous": {
        label: say("Previous {thing}", { thing }),
        keys: "k",
        otherKeys: ["arrowup"],
        run: () => move(-1),
      },
    },
  );
}

/** Choosing the rows that one moves over. */
export function listExtends(extend: (step: 1 | -1) => void): Action[] {
  return actionsOf(
    { group: "View", inPalette: false },
    {
      "list.extend-next": {
        label: say("Select down to the next"),
        keys: "shift+j",
        otherKeys: ["shift+arrowdown"],
        run: () => extend(1),
      },
      "list.extend-previous": {
        label: say("Select up to the previous"),
        keys: "shift+k",
        otherKeys: ["shift+arrowup"],
        run: () => extend(-1),
      },
    },
  );
}
