import Link from "next/link";
import { memo } from "react";
import { Changes } from "@/components/ui/changes";
import { FixLines } from "@/components/faults/fix-lines";
import { Preview } from "@/components/memory/preview";
import { TagLabel } from "@/components/memory/tag-label";
import { RepairLines } from "@/components/repairs/repair-lines";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Kbd } from "@/components/ui/kbd";
import { Mark } from "@/components/ui/mark";
import { RelativeTime } from "@/components/ui/relative-time";
import { sayNeed } from "@/lib/client/say-need";
import type { Need } from "@/lib/contracts/needs";
import { actsOf, keyOfAct, labelOfAct, OWED_LABELS, type NeedAct } from "./need-words";

interface NeedRowProps {
  need: Need;
  current: boolean;
  /** Where the thing is looked at. */
  href: string;
  onAct: (need: Need, act: NeedAct) => void;
}

/** One thing that waits: what it is, where, since when, and what can be done about it. */
export const NeedRow = memo(function NeedRow({ need, current, href, onAct }: NeedRowProps) {
  const { who, text } = sayNeed(need);
  const { at } = need;
  const acts = actsOf(need);
  return (
    <li
      data-need={need.key}
      aria-current={current || undefined}
      className={cx(
        "border-line grid scroll-my-12 grid-cols-[104px_minmax(0,1fr)_288px] items-start gap-x-3 gap-y-1 border-t px-4 py-1.5 max-sm:grid-cols-[minmax(0,1fr)_auto]",
        current ? "bg-accent-soft shadow-[inset_2px_0_var(--accent)]" : "hover:bg-hover",
      )}
    >
      <span className="flex min-h-6 items-center max-sm:row-start-1">
        <Label need={need} />
      </span>
      <Link href={href} className="min-h-6 min-w-0 py-0.5 max-sm:col-span-full">
        <Preview text={text} />
        {need.kind === "repair" && <RepairLines repair={need.repair} shown={3} />}
        {need.kind === "broken" && need.fault.fix && <FixLines fix={need.fault.fix} />}
        <span className="text-fg-3 block truncate text-xs">
          {[need.session, who].filter((part) => part !== null).join(" · ")}
          {at !== null && (
            <>
              {" · "}
              <RelativeTime at={at} ago />
            </>
          )}
        </span>
      </Link>
      <span className="flex flex-wrap justify-end gap-1.5 max-sm:row-start-1">
        <Changes>
          {acts.map((act, index) => (
            <Button
              key={act}
              size="small"
              look={index === acts.length - 1 ? "secondary" : "ghost"}
              onClick={() => onAct(need, act)}
              aria-keyshortcuts={keyOfAct(act)}
            >
              {labelOfAct(act)}
              {current && <Kbd keys={keyOfAct(act)} className="max-sm:hidden" />}
            </Button>
          ))}
        </Changes>
      </span>
    </li>
  );
});

function Label({ need }: { need: Need }) {
  if (need.kind === "relay") return <TagLabel tag={need.relay.tag} />;
  if (need.kind === "conflict" || need.kind === "question") return <TagLabel tag={need.item.tag} />;
  const tone = need.urgency === "now" ? "bad" : need.urgency === "soon" ? "warn" : "neutral";
  return (
    <span className="text-fg-2 inline-flex items-center gap-1.5 text-xs">
      <Mark tone={tone} shape={need.kind === "outside" ? "ring" : "square"} />
      {need.kind === "ack" ? OWED_LABELS[need.owed] : SIGNS[need.kind]}
    </span>
  );
}

const SIGNS = { repair: "Old copy", broken: "File", outside: "Disk", long: "Length", gate: "Gate" } as const;
