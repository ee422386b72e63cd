import { useState } from "react";
import { RevisionDiff } from "@/components/history/revision-diff";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { Kbd } from "@/components/ui/kbd";
import { RelativeTime } from "@/components/ui/relative-time";
import type { SessionScope } from "@/lib/client/paths";
import type { Repair } from "@/lib/contracts/repairs";
import { RepairLines } from "./repair-lines";
import { sayRepair } from "@/lib/client/say-need";
import { say } from "@/lib/core/i18n/say";
import { REPAIR_KEYS, canCompare, sayState } from "./repair-words";

export interface RepairHandlers {
  onApply: (repair: Repair) => void;
  onDismiss: (repair: Repair) => void;
  onUndo: (repair: Repair) => void;
}

interface RepairEntryProps extends RepairHandlers {
  scope: SessionScope;
  repair: Repair;
  /** The keys act on this one. */
  current?: boolean;
}

const FEW = 4;

export function RepairEntry({ scope, repair, current = false, ...on }: RepairEntryProps) {
  const [all, setAll] = useState(false);
  const [compared, setCompared] = useState(false);
  const { state, path, at, lineCount } = repair;
  const isOpen = state === "proposed";
  return (
    <li className="border-line flex flex-col gap-1 border-t px-4 py-2 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-[min(320px,100%)] flex-1 [overflow-wrap:anywhere]">
          {sayRepair(repair)}{" "}
          <span className="text-fg-2 text-xs">
            {path.split("/").at(-1)}, <RelativeTime at={at} ago />
            {!isOpen && ` · ${sayState(repair)}`}
          </span>{" "}
          {isOpen && repair.overlaps && <Badge tone="warn">{say("same lines changed")}</Badge>}
        </span>
        <span className="flex flex-wrap gap-1.5">
          {canCompare(repair) && (
            <Button look="ghost" size="small" aria-expanded={compared} onClick={() => setCompared(!compared)}>
              {say("Before and after")}
            </Button>
          )}
          <Changes deed="decide about lines that a save left out">
            {isOpen && (
              <Button
                look="ghost"
                size="small"
                {...(current && { "aria-keyshortcuts": REPAIR_KEYS.dismiss })}
                onClick={() => on.onDismiss(repair)}
              >
                {say("Dismiss")} {current && <Kbd keys={REPAIR_KEYS.dismiss} className="max-sm:hidden" />}
              </Button>
            )}
            {state === "applied" ? (
              <Button size="small" onClick={() => on.onUndo(repair)}>
                {say("Undo")}
              </Button>
            ) : (
              <Button
                look={isOpen ? "primary" : "secondary"}
                size="small"
                {...(current && { "aria-keyshortcuts": REPAIR_KEYS.apply })}
                onClick={() => on.onApply(repair)}
              >
                {say("Put back")} {current && <Kbd keys={REPAIR_KEYS.apply} className="max-sm:hidden" />}
              </Button>
            )}
          </Changes>
        </span>
      </div>
      {compared ? (
        <RevisionDiff scope={scope} from={repair.before} to={repair.saved} split={false} />
      ) : (
        <RepairLines repair={repair} shown={all ? Infinity : FEW} />
      )}
      {!compared && !all && lineCount > FEW && (
        <Button look="ghost" size="small" className="self-start" onClick={() => setAll(true)}>
          {say("Show all lines")}
        </Button>
      )}
      {isOpen && repair.overlaps && (
        <p className="text-fg-2 text-xs">{say("Both changed the same lines. Putting back keeps both.")}</p>
      )}
    </li>
  );
}
