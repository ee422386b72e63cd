"use client";
import { useQuery } from "@tanstack/react-query";
import { parseAsInteger, useQueryState } from "nuqs";
import { Content } from "@/components/shell/content";
import { NotRead } from "@/components/shell/not-read";
import { StaleBar } from "@/components/shell/stale-bar";
import { Chip } from "@/components/ui/chip";
import { cx } from "@/components/ui/cx";
import { Skeleton } from "@/components/ui/skeleton";
import { insightAddress, insightsQuery } from "@/lib/client/insights";
import type { SessionScope } from "@/lib/client/paths";
import type { Insights, InsightsQuery } from "@/lib/contracts/insights";
import { say, sentence } from "@/lib/core/words/say";
import { AcksFigure, TokensFigure } from "./context-figures";
import { GatesFigure } from "./gates-figure";
import { ActivityFigure, MemoryFigure } from "./history-figures";

const RANGES = [
  { days: null, words: sentence("Whole session") },
  { days: 30, words: sentence("30 days") },
  { days: 7, words: sentence("7 days") },
  { days: 1, words: sentence("Today") },
];

/** What a session comes to in pictures, each with its numbers and the request they come from. */
export function InsightsView(scope: SessionScope) {
  const [asked, setAsked] = useQueryState("days", parseAsInteger);
  const days = asked !== null && asked >= 1 && asked <= 3650 ? asked : undefined;
  const { data, error, refetch, isPlaceholderData } = useQuery(insightsQuery(scope, { days }));
  return (
    <Content>
      {data !== undefined && error && <StaleBar error={error} onRetry={() => void refetch()} />}
      <div
        role="group"
        aria-label={say("Days")}
        className="border-line flex min-h-10 flex-wrap items-center gap-1.5 border-b px-4 py-1.5"
      >
        {RANGES.map((range) => (
          <Chip key={range.days} on={(days ?? null) === range.days} onClick={() => void setAsked(range.days)}>
            {say(range.words)}
          </Chip>
        ))}
      </div>
      {data === undefined ? (
        error ? (
          <NotRead what={say("The figures")} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="m-4 h-60" />
        )
      ) : (
        <div aria-busy={isPlaceholderData} className={cx(isPlaceholderData && "opacity-60")}>
          <Figures data={data} query={(show) => insightAddress(scope, { show, days })} />
        </div>
      )}
    </Content>
  );
}

function Figures({ data, query }: { data: Insights; query: (show: InsightsQuery["show"]) => string }) {
  const until = Date.parse(data.until);
  return (
    <div className="xl:divide-line xl:grid xl:grid-cols-2 xl:divide-x">
      <div className="min-w-0">
        {data.activity && <ActivityFigure data={data.activity} query={query("activity")} until={until} />}
        {data.acks && <AcksFigure data={data.acks} query={query("acks")} />}
        {data.gates && <GatesFigure gates={data.gates} query={query("gates")} until={until} />}
      </div>
      <div className="min-w-0">
        {data.memory && <MemoryFigure data={data.memory} query={query("memory")} until={until} />}
        {data.tokens && <TokensFigure data={data.tokens} query={query("tokens")} />}
      </div>
    </div>
  );
}
