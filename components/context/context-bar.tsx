import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { NO_VERSION } from "@/lib/core/context/version";
import { sayCount } from "@/lib/core/text/say-count";
import type { Context, Savings, Version } from "@/lib/contracts/context";

interface ContextBarProps {
  context: Context;
  /** The version published last, as the list of versions has it. */
  latest: Version | undefined;
  savings: Savings | undefined;
}

/** A version may stand in a file that nobody published here. */
function sayUnpublished(version: string): string {
  return version === NO_VERSION ? "never published" : "found in its file; not sent to anyone";
}

/** Which version counts, who published it and when, what it costs, and what deltas have saved. */
export function ContextBar({ context, latest, savings }: ContextBarProps) {
  const { version, published, tokens, tokenMethod } = context;
  const share = savings && savings.total.deliveries > 0 ? savings.total.savedShare : undefined;
  return (
    <div className="border-line flex min-h-10 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-1.5">
      <b className="font-semibold">{version}</b>
      <span className="text-fg-2 min-w-0 text-xs">
        {published === null ? (
          sayUnpublished(version)
        ) : (
          <>
            published <RelativeTime at={published.at} ago /> by {published.actor}
          </>
        )}
        {" · "}
        <span title={`Estimated with ${tokenMethod}`}>{sayCount(latest?.tokens ?? tokens, "token")}</span>
        {typeof latest?.operations === "number" && (
          <>
            {" · "}
            {sayCount(latest.operations, "operation")}, {sayCount(latest.deltaTokens ?? 0, "token")}
          </>
        )}
      </span>
      <span className="flex-1" />
      {share !== undefined && (
        <Badge tone={share > 0 ? "ok" : "neutral"}>
          {share < 0
            ? `${Math.round(-share * 100)} % more than full texts`
            : `saved ${Math.round(share * 100)} % this session`}
        </Badge>
      )}
    </div>
  );
}
