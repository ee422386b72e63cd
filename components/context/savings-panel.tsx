"use client";
import { useState } from "react";
import { Term } from "@/components/terms/term";
import { cx } from "@/components/ui/cx";
import { sayCount, sayNumber } from "@/lib/core/text/say-count";
import { SectionHead } from "@/components/ui/section-head";
import { ViewSwitch } from "@/components/ui/view-switch";
import type { Savings } from "@/lib/contracts/context";

type Line = Savings["total"];

const VIEWS = ["updates", "roles"] as const;

/** What deltas saved, by update or by role: each bar is what was sent, of what full texts would have cost. */
export function SavingsPanel({ savings }: { savings: Savings }) {
  const [by, setBy] = useState<(typeof VIEWS)[number]>("updates");
  const { total } = savings;
  const lines =
    by === "updates"
      ? savings.updates.map((line) => ({ ...line, name: line.version }))
      : savings.roles.map((line) => ({ ...line, name: line.role }));
  const longest = Math.max(1, ...lines.map((line) => line.full));
  return (
    <section aria-labelledby="savings">
      <SectionHead
        id="savings"
        title="Tokens saved"
        note={
          <>
            by <Term id="delta">deltas</Term>; estimates, counted with {savings.tokenMethod}
          </>
        }
      >
        {total.deliveries > 0 && (
          <ViewSwitch
            label="By"
            views={VIEWS}
            value={by}
            onChange={setBy}
            name={(each) => `By ${each === "updates" ? "update" : "role"}`}
          />
        )}
      </SectionHead>
      <div className="px-4 pb-6">
        {total.deliveries === 0 ? (
          <p className="text-fg-2">Nothing was sent yet, so nothing could be saved.</p>
        ) : (
          <>
            <ul className="flex flex-col gap-1">
              {lines.map((line) => (
                <Bar key={line.name} name={line.name} line={line} longest={longest} />
              ))}
            </ul>
            <Total line={total} />
          </>
        )}
      </div>
    </section>
  );
}

function Bar({ name, line, longest }: { name: string; line: Line; longest: number }) {
  const share = (value: number) => `${(value / longest) * 100}%`;
  return (
    <li className="grid min-h-6 grid-cols-[120px_minmax(0,1fr)_150px] items-center gap-3 text-xs max-sm:grid-cols-[96px_minmax(0,1fr)_64px]">
      <span className="truncate" title={name}>
        {name}
      </span>
      <span
        aria-hidden
        title={`${sayNumber(line.sent)} sent and ${sayNumber(line.ack)} for acknowledgements, of ${sayNumber(line.full)}`}
        className="bg-hover relative h-2.5 rounded-[2px]"
        style={{ width: share(line.full) }}
      >
        <span
          className="bg-accent absolute inset-y-0 start-0 rounded-[2px]"
          style={{ width: line.full === 0 ? 0 : `${Math.min(100, ((line.sent + line.ack) / line.full) * 100)}%` }}
        />
      </span>
      <span className="text-fg-2 text-end whitespace-nowrap">
        <span className={line.net >= 0 ? "text-ok" : "text-warn"}>{Math.round(line.savedShare * 100)} %</span>
        <span className="max-sm:hidden">
          {" "}
          · {sayNumber(line.sent)} of {sayNumber(line.full)}
        </span>
        <span className="sr-only"> tokens sent, {line.fallbacks} in full</span>
      </span>
    </li>
  );
}

function Total({ line }: { line: Line }) {
  return (
    <p className="text-fg-2 mt-2.5 text-xs">
      {sayCount(line.deliveries, "delivery", "deliveries")}, {line.fallbacks} of them in full: {sayNumber(line.sent)}{" "}
      tokens sent instead of {sayNumber(line.full)}, and {sayNumber(line.ack)} for acknowledgements.{" "}
      <b className={cx("font-semibold", line.net >= 0 ? "text-ok" : "text-warn")}>
        {line.net >= 0 ? `${sayNumber(line.net)} saved` : `${sayNumber(-line.net)} more than full texts`}
      </b>
      .
    </p>
  );
}
