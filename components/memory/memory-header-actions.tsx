"use client";
import { useQuery } from "@tanstack/react-query";
import { Changes, useMay } from "@/components/ui/changes";
import { runAction } from "@/components/ui/action-registry";
import { MoreMenu } from "@/components/ui/more-menu";
import { ActionButton } from "@/components/ui/action-button";
import { sayCount } from "@/lib/core/text/say-count";
import { ViewSwitch } from "@/components/ui/view-switch";
import { memoryQuery } from "@/lib/client/memory";
import type { SessionScope } from "@/lib/client/paths";
import { findMissing } from "./no-memory";
import { MEMORY_VIEWS, useMemoryPlace } from "./use-memory-place";

const VIEWS = { list: "List", board: "Board", file: "File" } as const;

/** What is done most with a memory, in the header: choose the view, prune, add. */
export function MemoryHeaderActions(scope: SessionScope) {
  const { data } = useQuery(memoryQuery(scope));
  const [{ view }, setPlace] = useMemoryPlace();
  const may = useMay();
  // Without a file there is nothing to view, prune or add to.
  if (data !== undefined && findMissing(data.diagnostics) !== undefined) return null;
  return (
    <>
      <ViewSwitch
        views={MEMORY_VIEWS}
        value={view}
        onChange={(each) => void setPlace({ view: each, line: null })}
        name={(each) => VIEWS[each]}
        className="max-lg:hidden"
      />
      <span className="lg:hidden">
        <MoreMenu
          label="View and prune"
          items={[
            ...MEMORY_VIEWS.map((each) => ({
              label: VIEWS[each],
              disabled: each === view,
              onSelect: () => void setPlace({ view: each, line: null }),
            })),
            ...(may("prune") ? [null, { label: "Prune…", onSelect: () => runAction("memory.prune") }] : []),
          ]}
        />
      </span>
      <Changes deed="prune">
        <span className="max-md:hidden">
          <ActionButton action="memory.prune" label={`Prune… ${data ? sayCount(data.lines, "line") : ""}`}>
            Prune…
            {data && <span className="text-fg-3 text-xs">{sayCount(data.lines, "line")}</span>}
          </ActionButton>
        </span>
      </Changes>
      <Changes>
        <ActionButton action="memory.add" label="Add as Lead" keys="c" look="primary">
          <span className="sm:hidden">Add</span>
          <span className="max-sm:hidden">Add as Lead</span>
        </ActionButton>
      </Changes>
    </>
  );
}
