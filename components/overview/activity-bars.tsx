import { cx } from "@/components/ui/cx";
import { sayCount } from "@/components/ui/say-count";
import { sayDay, tonesOf, type DayActivity } from "./activity";

const COLOURS = {
  neutral: "bg-fg-3/60",
  ok: "bg-ok",
  accent: "bg-accent",
  warn: "bg-warn",
  bad: "bg-bad",
} as const;

/** Height of the tallest day, in pixels. */
const HEIGHT = 20;

/** What happened in the last days, a bar for each, coloured by the tags of what was added. */
export function ActivityBars({ days }: { days: readonly DayActivity[] }) {
  const most = Math.max(...days.map((day) => day.changes), 1);
  const total = days.reduce((sum, day) => sum + day.changes, 0);
  return (
    <span
      role="img"
      aria-label={`${sayCount(total, "change")} in ${days.length} days`}
      className="flex h-5 items-end gap-0.5"
    >
      {days.map((day) => (
        <span key={day.day} title={sayDay(day)} className="flex h-full w-[5px] flex-col-reverse overflow-hidden">
          {day.changes === 0 ? (
            <span className="bg-line-strong h-px" />
          ) : (
            tonesOf(day).map(([tone, count]) => (
              <span
                key={tone}
                className={cx("min-h-px shrink-0", COLOURS[tone])}
                style={{ height: Math.max(2, (HEIGHT * count) / most) }}
              />
            ))
          )}
        </span>
      ))}
    </span>
  );
}
