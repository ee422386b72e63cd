"use client";
import { useActions } from "@/components/ui/action-registry";
import type { TimelineRow } from "./timeline-rows";
import type { TimelineChoice } from "./use-timeline-choice";

/** Moving through a timeline, unfolding its runs, and letting go of what is looked at. */
export function useTimelineKeys(
  { current, move, close }: TimelineChoice,
  onToggle: (run: Extract<TimelineRow, { kind: "run" }>) => void,
): void {
  useActions([
    {
      id: "history.next",
      label: "Next change down",
      group: "Selection",
      keys: "j",
      otherKeys: ["arrowdown"],
      inPalette: false,
      run: () => move(1),
    },
    {
      id: "history.previous",
      label: "Next change up",
      group: "Selection",
      keys: "k",
      otherKeys: ["arrowup"],
      inPalette: false,
      run: () => move(-1),
    },
    {
      id: "history.fold",
      label: current?.kind === "run" && current.open ? "Fold these changes" : "Unfold these changes",
      group: "Selection",
      keys: "o",
      enabled: current?.kind === "run",
      run: () => current?.kind === "run" && onToggle(current),
    },
    {
      id: "history.close",
      label: "Close what is open",
      group: "View",
      keys: "escape",
      enabled: current !== undefined,
      inPalette: false,
      run: close,
    },
  ]);
}
