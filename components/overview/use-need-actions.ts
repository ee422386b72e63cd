"use client";
import { useActions, type Action } from "@/components/ui/action-registry";
import type { Curation } from "@/components/memory/use-curation";
import type { Need } from "@/lib/contracts/needs";
import { actsOf, keyOfAct, type NeedAct } from "./need-words";

interface NeedActions {
  chosen: Need | undefined;
  onMove: (step: 1 | -1) => void;
  onAct: (need: Need, act: NeedAct) => void;
  onOpen: (need: Need) => void;
  onLetGo: () => void;
  curation: Pick<Curation, "lastDone" | "undoLast">;
}

/** What each act does, as the sheet of keys says it. */
const SAID: Record<NeedAct, string> = {
  "put-back": "Put back dropped lines",
  dismiss: "Dismiss: leave the file as it was saved",
  approve: "Approve the relay",
  edit: "Edit and approve the relay",
  reject: "Reject the relay with a reason",
  resolve: "Resolve it with a note",
  archive: "Archive it",
  see: "Mark the edits as seen",
  look: "View it",
  prune: "Prune the memory",
  fix: "Fix the file as proposed",
  hide: "Dismiss the warning about the file",
  ping: "Ping the teammate: the deadline begins again",
  resend: "Send again what was unclear",
  full: "Send the full text",
  guide: "Send guidance",
};

const ACTS = Object.keys(SAID) as NeedAct[];

/** Moving among what waits, and settling what is chosen. */
export function useNeedActions({ chosen, onMove, onAct, onOpen, onLetGo, curation }: NeedActions): void {
  const possible = new Set(chosen ? actsOf(chosen) : []);
  const acts = ACTS.map((act): Action => {
    const enabled = possible.has(act);
    return {
      id: `need.${act}`,
      changes: true,
      label: SAID[act],
      group: "Selection",
      // One key does the one thing that can be done now: `a` approves a relay and sees an edit.
      keys: keyOfAct(act),
      enabled,
      run: () => chosen && onAct(chosen, act),
    };
  });
  useActions([
    ...acts,
    {
      id: "need.next",
      label: "Next",
      group: "Selection",
      keys: "j",
      otherKeys: ["arrowdown"],
      inPalette: false,
      run: () => onMove(1),
    },
    {
      id: "need.previous",
      label: "Previous",
      group: "Selection",
      keys: "k",
      otherKeys: ["arrowup"],
      inPalette: false,
      run: () => onMove(-1),
    },
    {
      id: "need.open",
      label: "Open",
      group: "Selection",
      keys: "enter",
      enabled: chosen !== undefined,
      run: () => chosen && onOpen(chosen),
    },
    {
      id: "need.let-go",
      label: "Clear selection",
      group: "Selection",
      keys: "escape",
      enabled: chosen !== undefined,
      inPalette: false,
      run: onLetGo,
    },
    {
      id: "need.undo",
      changes: true,
      label: curation.lastDone ? `Undo: ${curation.lastDone.title}` : "Undo",
      group: "Page",
      keys: "u",
      enabled: curation.lastDone !== undefined,
      run: curation.undoLast,
    },
  ]);
}
