import { Badge } from "@/components/ui/badge";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/i18n/say";

interface TokenCountProps {
  tokens: number | null;
  estimate: number | null;
  drift: { share: number; flagged: boolean } | null;
}

export function TokenCount({ tokens, estimate, drift }: TokenCountProps) {
  return (
    <span className="inline-flex items-center justify-end gap-1.5 text-xs whitespace-nowrap tabular-nums">
      {drift?.flagged && (
        <Badge tone="warn">
          {drift.share > 0 ? "+" : "−"}
          {Math.round(Math.abs(drift.share) * 100)} %
          <span className="sr-only"> {sayParts("off its estimate of {estimate}", { estimate })}</span>
        </Badge>
      )}
      <span
        className="text-fg-2"
        title={estimate === null ? say("no estimate is written") : say("estimated {estimate, number}", { estimate })}
      >
        {tokens === null ? "—" : say("{tokens, plural, one {# token} other {# tokens}}", { tokens })}
      </span>
    </span>
  );
}
