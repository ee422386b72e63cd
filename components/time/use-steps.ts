"use client";
import { useEffect, useState } from "react";
import { useActions } from "@/components/ui/action-registry";
import type { SessionChange } from "@/lib/contracts/moments";
import { say } from "@/lib/core/words/say";

/** How long each step stays while it plays, in milliseconds: long enough to read a line. */
const STEP_MS = 1500;

/** Where somebody is among the changes of a session, and how to go on from there. */
export interface Steps {
  /** Of the last change at or before the moment; -1 before the first. */
  index: number;
  current: SessionChange | undefined;
  playing: boolean;
  go(index: number): void;
  togglePlay(): void;
}

/** Goes through the changes of a session, one by one or by itself. The last step is now, and stays so when more is written. */
export function useSteps(
  changes: readonly SessionChange[],
  at: string | null,
  onMove: (at: string | null) => void,
): Steps {
  const [playing, setPlaying] = useState(false);
  const last = changes.length - 1;
  const time = at === null ? Infinity : Date.parse(at);
  const index = changes.findLastIndex((change) => Date.parse(change.at) <= time);
  const step = (to: number) => onMove(to >= last ? null : (changes[Math.max(0, to)]?.at ?? null));

  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => {
      if (index >= last) setPlaying(false);
      else onMove(index + 1 >= last ? null : (changes[index + 1]?.at ?? null));
    }, STEP_MS);
    return () => clearTimeout(timer);
  }, [playing, index, last, changes, onMove]);

  const go = (to: number) => {
    setPlaying(false);
    step(to);
  };
  const togglePlay = () => {
    if (!playing && index >= last) step(0);
    setPlaying(!playing);
  };
  useActions([
    {
      id: "time.older",
      label: say("Previous change"),
      group: "View",
      keys: "[",
      enabled: index > 0,
      run: () => go(index - 1),
    },
    {
      id: "time.newer",
      label: say("Next change"),
      group: "View",
      keys: "]",
      enabled: index < last,
      run: () => go(index + 1),
    },
    {
      id: "time.play",
      label: playing ? say("Pause") : say("Play from here"),
      group: "View",
      keys: "p",
      enabled: last > 0,
      run: togglePlay,
    },
    { id: "time.now", label: say("Show now"), group: "View", keys: ".", enabled: at !== null, run: () => go(last) },
  ]);
  return { index, current: changes[index], playing, go, togglePlay };
}
