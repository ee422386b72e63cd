"use client";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { NotRead } from "@/components/shell/not-read";
import { StaleBar } from "@/components/shell/stale-bar";
import { memoryQuery, relaysQuery } from "@/lib/client/memory";
import type { SessionScope } from "@/lib/client/paths";
import { say } from "@/lib/core/words/say";
import { MemorySkeleton } from "./list-states";
import { MemoryWorkbench } from "./memory-workbench";

/** Session › Memory: what each role knows, read live and curated in place. */
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
        {memory.error ? <NotRead what={say("The memory")} error={memory.error} onRetry={retry} /> : <MemorySkeleton />}
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
