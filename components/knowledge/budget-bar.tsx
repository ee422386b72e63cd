import { cx } from "@/components/ui/cx";
import { say } from "@/lib/core/words/say";

interface BudgetBarProps {
  tokens: number;
  budget: number;
  /** Tokens from which on the set is called near its budget. */
  warnAt: number;
  /** They are all there is, of which a part is loaded: more than the budget is no fault. */
  all?: boolean;
  className?: string;
}

export function BudgetBar({ tokens, budget, warnAt, all = false, className }: BudgetBarProps) {
  const over = !all && tokens > budget;
  const near = !all && !over && tokens >= warnAt;
  const share = budget <= 0 ? 1 : Math.min(1, tokens / budget);
  return (
    <div className={cx("flex flex-col gap-1", className)}>
      <div
        role="meter"
        aria-label={say("Budget")}
        aria-valuemin={0}
        aria-valuemax={budget}
        aria-valuenow={Math.min(tokens, budget)}
        aria-valuetext={say("{tokens} of {budget} tokens", { tokens, budget })}
        className="bg-hover h-1.5 overflow-hidden rounded-full"
      >
        <div
          className={cx("h-full rounded-full", over ? "bg-bad" : near ? "bg-warn" : "bg-accent")}
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <p className="text-fg-2 text-xs tabular-nums">
        {say("{tokens, number} of {budget, plural, one {# token} other {# tokens}}", { tokens, budget })}
        {over && (
          <span className="text-bad"> {say("· {tokens, number} over the budget", { tokens: tokens - budget })}</span>
        )}
        {near && <span className="text-warn"> {say("· near the budget")}</span>}
      </p>
    </div>
  );
}
