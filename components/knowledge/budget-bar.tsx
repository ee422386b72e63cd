import { cx } from "@/components/ui/cx";
import { say } from "@/lib/core/i18n/say";

interface BudgetBarProps {
  tokens: number;
  budget: number;
  /** Tokens from which on the set is called near its budget. */
  warnAt: number;
  /** They are all there is, of which a part is loaded: the bar shows how much of it the budget holds. */
  all?: boolean;
  className?: string;
}

export function BudgetBar({ tokens, budget, warnAt, all = false, className }: BudgetBarProps) {
  const over = !all && tokens > budget;
  const near = !all && !over && tokens >= warnAt;
  const [part, whole] = all ? [budget, tokens] : [tokens, budget];
  const share = whole <= 0 ? 1 : Math.min(1, part / whole);
  return (
    <div className={cx("flex flex-col gap-1", className)}>
      <div
        role="meter"
        aria-label={say("Budget")}
        aria-valuemin={0}
        aria-valuemax={whole}
        aria-valuenow={Math.min(tokens, budget)}
        aria-valuetext={say("{tokens} of {budget} tokens", { tokens: part, budget: whole })}
        className="bg-hover h-1.5 overflow-hidden rounded-full"
      >
        <div
          className={cx("h-full rounded-full", over ? "bg-bad" : near ? "bg-warn" : "bg-accent")}
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <p className="text-fg-2 text-xs tabular-nums">
        {all
          ? say("{fit, number} of {tokens, number} tokens fit the budget", { tokens, fit: Math.min(tokens, budget) })
          : say("{tokens, number} of {budget, plural, one {# token} other {# tokens}}", { tokens, budget })}
        {over && (
          <span className="text-bad"> {say("· {tokens, number} over the budget", { tokens: tokens - budget })}</span>
        )}
        {near && <span className="text-warn"> {say("· near the budget")}</span>}
      </p>
    </div>
  );
}
