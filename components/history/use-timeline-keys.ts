import type { RefObject } from "react";
import { actionsOf, useActions } from "@/components/ui/action-registry";
import { say } from "@/lib/core/i18n/say";
import type { TimelineHandle } from "./timeline";
import { nextRow, rowFrom, type TimelineRow } from "./timeline-rows";

interface TimelineKeys {
  rows: readonly TimelineRow[];
  current: TimelineRow | undefined;
  /** Something is open that is no row. */
  open?: boolean;
  choose: (row: TimelineRow) => void;
  close: () => void;
}

/** Moving through a timeline, unfolding its runs, and letting go of what is looked at. */
export function useTimelineKeys(
  { rows, current, open = false, choose, close }: TimelineKeys,
  onToggle: (run: Extract<TimelineRow, { kind: "run" }>) => void,
  timeline: RefObject<TimelineHandle | null>,
): void {
  const move = (step: 1 | -1) => {
    const edge = current ? undefined : timeline.current?.edge(step);
    const row = edge === undefined ? rowFrom(rows, current, step) : nextRow(rows, edge, step);
    if (row) choose(row);
  };
  useActions([
    ...actionsOf("Selection", {
      "history.next": {
        label: say("Next change"),
        keys: "j",
        otherKeys: ["arrowdown"],
        inPalette: false,
        run: () => move(1),
      },
      "history.previous": {
        label: say("Previous change"),
        keys: "k",
        otherKeys: ["arrowup"],
        inPalette: false,
        run: () => move(-1),
      },
      "history.fold": {
        label: current?.kind === "run" && current.open ? say("Collapse these changes") : say("Expand these changes"),
        keys: "o",
        enabled: current?.kind === "run",
        run: () => current?.kind === "run" && onToggle(current),
      },
    }),
    {
      id: "history.close",
      label: say("Close what is open"),
      group: "View",
      keys: "escape",
      enabled: open || current !== undefined,
      inPalette: false,
      run: close,
    },
  ]);
}
