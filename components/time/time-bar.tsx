"use client";
import { ChevronLeft, ChevronRight, Pause, Play } from "lucide-react";
import { Button } from "@/components/ui/button";
import { CONTROL } from "@/components/ui/control";
import { cx } from "@/components/ui/cx";
import { useAwake } from "@/components/ui/use-awake";
import type { SessionChange, SessionChanges } from "@/lib/contracts/moments";
import { DISK } from "@/lib/core/history/outside-parts";
import { say } from "@/lib/core/words/say";
import { sayMoment } from "./say-moment";
import type { Steps } from "./use-steps";

interface TimeBarProps {
  changes: SessionChanges;
  steps: Steps;
  at: string | null;
  onMove: (at: string | null) => void;
}

/** The slider over everything that changed, with its steps, its player, and a field for an exact time. */
export function TimeBar({ changes: { items, total }, steps, at, onMove }: TimeBarProps) {
  const awake = useAwake();
  const { index, current, playing, go, togglePlay } = steps;
  const last = items.length - 1;
  const said = `${at === null ? say("Now") : sayMoment(at, awake)}${current ? ` · ${sayChange(current)}` : ""}`;
  return (
    <div className="border-line bg-bg sticky top-0 z-10 flex flex-col gap-1 border-b px-4 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button size="icon" aria-label={playing ? say("Pause") : say("Play")} disabled={last < 1} onClick={togglePlay}>
          {playing ? <Pause size={14} aria-hidden /> : <Play size={14} aria-hidden />}
        </Button>
        <Button size="icon" aria-label={say("Previous change")} disabled={index < 1} onClick={() => go(index - 1)}>
          <ChevronLeft size={14} aria-hidden className="rtl:rotate-180" />
        </Button>
        <input
          type="range"
          aria-label={say("Moment")}
          aria-valuetext={said}
          min={0}
          max={Math.max(0, last)}
          value={Math.max(0, index)}
          disabled={last < 1}
          onChange={(event) => go(event.target.valueAsNumber)}
          className="accent-accent h-6 min-w-24 flex-1 cursor-pointer"
        />
        <Button size="icon" aria-label={say("Next change")} disabled={index >= last} onClick={() => go(index + 1)}>
          <ChevronRight size={14} aria-hidden className="rtl:rotate-180" />
        </Button>
        <label className="text-fg-3 flex items-center gap-1.5 text-xs">
          {say("At")}
          <input
            type="datetime-local"
            value={awake ? localTime(at) : ""}
            onChange={(event) => onMove(isoOf(event.target.value))}
            className={cx(CONTROL, "h-7 w-48 text-xs")}
          />
        </label>
        <Button look={at === null ? "ghost" : "secondary"} disabled={at === null} onClick={() => onMove(null)}>
          {say("Now")}
        </Button>
      </div>
      <p className="text-fg-2 flex flex-wrap gap-x-2 text-xs tabular-nums">
        <span className="min-w-0 break-words" dir="auto">
          {said}
        </span>
        <span className="text-fg-3 ms-auto">
          {total > items.length
            ? say("{items, number} of {total, plural, one {# change} other {# changes}} on the slider", {
                items: items.length,
                total,
              })
            : say("Change {index, number} of {total, number}", { index: index + 1, total })}
        </span>
      </p>
    </div>
  );
}

/** What a step did: "implementer-2 changed the memory (revision 42)". */
function sayChange({ kind, actor: by, what }: SessionChange): string {
  const actor = by === DISK ? say("Somebody") : by;
  if (kind === "context" && by === DISK) return say("{what} was found on disk", { what });
  if (kind === "memory") return say("{actor} changed the memory (revision {what})", { actor, what });
  return kind === "context"
    ? say("{actor} published {what}", { actor, what })
    : say("{actor} confirmed {what}", { actor, what });
}

/** "2026-02-09T05:32:00.000Z" is "2026-02-09T14:32" in Seoul. */
function localTime(at: string | null): string {
  if (at === null) return "";
  const time = new Date(at);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The end of the minute that was chosen: what happened within it had happened "at 14:32". */
function isoOf(local: string): string | null {
  const time = Date.parse(local);
  return Number.isNaN(time) ? null : new Date(time + 59_999).toISOString();
}
