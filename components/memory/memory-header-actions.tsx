"use client";
import { useQuery } from "@tanstack/react-query";
import { Changes } from "@/components/ui/changes";
import { ActionButton } from "@/components/ui/action-button";
import { cx } from "@/components/ui/cx";
import type { SessionScope } from "@/lib/client/paths";
import { memoryQuery } from "@/lib/client/queries/memory";
import { MEMORY_VIEWS, useMemoryPlace } from "./use-memory-place";

const VIEWS = { list: "List", board: "Board", file: "File" } as const;

/** What is done most with a memory, in the header: choose the view, prune, add. */
export function MemoryHeaderActions(scope: SessionScope) {
  const { data } = useQuery(memoryQuery(scope));
  const [{ view }, setPlace] = useMemoryPlace();
  return (
    <>
      <div role="group" aria-label="View" className="bg-hover flex rounded-md p-0.5 max-lg:hidden">
        {MEMORY_VIEWS.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={view === each}
            onClick={() => void setPlace({ view: each, line: null })}
            className={cx(
              "h-6 rounded-sm px-2 text-xs select-none",
              view === each ? "bg-raised font-semibold shadow-[0_0_0_1px_var(--line)]" : "text-fg-2 hover:text-fg",
            )}
          >
            {VIEWS[each]}
          </button>
        ))}
      </div>
      <Changes>
        <span className="max-md:hidden">
          <ActionButton
            action="memory.prune"
            label={`Prune… ${data ? `${data.lines.toLocaleString("en")} lines` : ""}`}
          >
            Prune…
            {data && <span className="text-fg-3 text-xs">{data.lines.toLocaleString("en")} lines</span>}
          </ActionButton>
        </span>
        <ActionButton action="memory.add" label="Add as Lead" keys="c" look="primary">
          <span className="sm:hidden">Add</span>
          <span className="max-sm:hidden">Add as Lead</span>
        </ActionButton>
      </Changes>
    </>
  );
}
