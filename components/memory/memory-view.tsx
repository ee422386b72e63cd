"use client";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Reading } from "@/components/shell/reading";
import { StaleBar } from "@/components/shell/stale-bar";
import { memoryQuery, relaysQuery } from "@/lib/client/memory";
import type { SessionScope } from "@/lib/client/paths";
import { say, sentence } from "@/lib/core/i18n/say";
import { MemoryWorkbench } from "./memory-workbench";
import { Changes, useMay } from "@/components/ui/changes";
import { runAction } from "@/components/ui/action-registry";
import { MoreMenu } from "@/components/ui/more-menu";
import { ActionButton } from "@/components/ui/action-button";
import { ViewSwitch } from "@/components/ui/view-switch";
import { findMissing } from "./find-missing";
import { MEMORY_VIEWS, useMemoryPlace } from "./use-memory-place";

export function MemoryView(scope: SessionScope) {
  const memory = useQuery(memoryQuery(scope));
  const relays = useQuery(relaysQuery(scope));
  const relayList = relays.data;
  const pending = useMemo(() => relayList?.items.filter((relay) => relay.state === "pending") ?? [], [relayList]);
  const retry = () => {
    void memory.refetch();
    void relays.refetch();
  };

  if (!memory.data) {
    return (
      <main id="content" className="flex min-h-0 flex-1 flex-col">
        <Reading what={say("The memory")} error={memory.error} onRetry={retry} rows={20} height="h-[31px]" />
      </main>
    );
  }
  const error = memory.error ?? relays.error;
  return (
    <main id="content" className="flex min-h-0 flex-1 flex-col">
      {error && <StaleBar error={error} onRetry={retry} />}
      <MemoryWorkbench scope={scope} memory={memory.data} pending={pending} />
    </main>
  );
}

const VIEWS = { list: sentence("List"), board: sentence("Board"), file: sentence("File") } as const;

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
        name={(each) => say(VIEWS[each])}
        className="max-lg:hidden"
      />
      <span className="lg:hidden">
        <MoreMenu
          label={say("View and prune")}
          items={[
            ...MEMORY_VIEWS.map((each) => ({
              label: say(VIEWS[each]),
              disabled: each === view,
              onSelect: () => void setPlace({ view: each, line: null }),
            })),
            ...(may("prune") ? [null, { label: say("Prune…"), onSelect: () => runAction("memory.prune") }] : []),
          ]}
        />
      </span>
      <Changes deed="prune">
        <span className="max-md:hidden">
          <ActionButton
            action="memory.prune"
            label={
              data ? say("Prune… {lines, plural, one {# line} other {# lines}}", { lines: data.lines }) : say("Prune…")
            }
          >
            {say("Prune…")}
            {data && (
              <span className="text-fg-3 text-xs">
                {say("{lines, plural, one {# line} other {# lines}}", { lines: data.lines })}
              </span>
            )}
          </ActionButton>
        </span>
      </Changes>
      <Changes>
        <ActionButton action="memory.add" label={say("Add as Lead")} keys="c" look="primary">
          <span className="sm:hidden">{say("Add")}</span>
          <span className="max-sm:hidden">{say("Add as Lead")}</span>
        </ActionButton>
      </Changes>
    </>
  );
}
