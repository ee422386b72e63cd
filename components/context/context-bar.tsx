import { doerOf } from "@/lib/core/history/signed-by";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { NO_VERSION } from "@/lib/core/context/version-number";
import type { Context, Savings, Version } from "@/lib/contracts/context";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/words/say";

interface ContextBarProps {
  context: Context;
  /** The version published last, as the list of versions has it. */
  latest: Version | undefined;
  savings: Savings | undefined;
}

/** A version may stand in a file that nobody published here. */
function sayUnpublished(version: string): string {
  return version === NO_VERSION ? say("never published") : say("found in its file; not sent to anyone");
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
            {sayParts("published {when} by {actor}", {
              when: <RelativeTime at={published.at} ago />,
              actor: doerOf(published),
            })}
          </>
        )}
        {" · "}
        <span title={say("Estimated with {tokenMethod}", { tokenMethod })}>
          {say("{tokens, plural, one {# token} other {# tokens}}", { tokens: latest?.tokens ?? tokens })}
        </span>
        {typeof latest?.operations === "number" && (
          <>
            {" · "}
            {say("{operations, plural, one {# operation} other {# operations}}", {
              operations: latest.operations,
            })}
            , {say("{deltaTokens, plural, one {# token} other {# tokens}}", { deltaTokens: latest.deltaTokens ?? 0 })}
          </>
        )}
      </span>
      <span className="flex-1" />
      {share !== undefined && (
        <Badge tone={share > 0 ? "ok" : "neutral"}>
          {share < 0
            ? say("{percent} % more than full texts", { percent: Math.round(-share * 100) })
            : say("saved {percent} % this session", { percent: Math.round(share * 100) })}
        </Badge>
      )}
    </div>
  );
}
