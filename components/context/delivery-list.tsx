import { Badge } from "@/components/ui/badge";
import { cx } from "@/components/ui/cx";
import type { Published } from "@/lib/contracts/context";
import { sayParts } from "@/components/ui/say-parts";
import { say, sayNumber } from "@/lib/core/i18n/say";
import { DELIVERY_WORDS } from "./delivery-words";

interface DeliveryListProps {
  preview: Pick<Published, "deliveries" | "fullTokens">;
  /** Who is named as affected; absent where that is not asked. */
  affected?: ReadonlySet<string>;
  onAffected?: (role: string, affected: boolean) => void;
}

export function DeliveryList({ preview, affected, onAffected }: DeliveryListProps) {
  const { deliveries, fullTokens } = preview;
  if (deliveries.length === 0) {
    return <p className="text-fg-2 text-xs">{say("No active teammates: it is published with no recipients.")}</p>;
  }
  const sent = deliveries.reduce((sum, each) => sum + each.tokens, 0);
  const full = fullTokens * deliveries.length;
  const saved = full === 0 ? 0 : Math.round((1 - sent / full) * 100);
  return (
    <div className="flex flex-col gap-1">
      <ul aria-label={say("Recipients")} className="border-line bg-raised rounded-lg border">
        {deliveries.map(({ role, mode, why, tokens }) => (
          <li
            key={role}
            className="border-line flex min-h-8 flex-wrap items-center gap-x-2.5 border-t px-2.5 py-1 first:border-t-0"
          >
            {affected && onAffected ? (
              <label className="flex items-center gap-2" title={say("Named as affected in the message")}>
                <input
                  type="checkbox"
                  checked={affected.has(role)}
                  onChange={(event) => onAffected(role, event.target.checked)}
                  className="accent-accent size-3.5"
                />
                <span className={cx("font-semibold", !affected.has(role) && "text-fg-2")}>{role}</span>
              </label>
            ) : (
              <span className="font-semibold">{role}</span>
            )}
            <Badge tone={mode === "delta" ? "ok" : "neutral"}>{say(DELIVERY_WORDS[mode])}</Badge>
            <span className="text-fg-3 min-w-0 flex-1 text-xs">{why}</span>
            <span className="text-xs">{sayNumber(tokens)}</span>
          </li>
        ))}
      </ul>
      <p className="text-fg-3 text-xs">
        {sayParts("{sent, plural, one {# token} other {# tokens}} in all instead of {full, number}{saved}.", {
          sent,
          full,
          saved: saved > 0 && say(": about {saved}% fewer tokens", { saved }),
        })}
      </p>
    </div>
  );
}
