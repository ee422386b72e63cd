import { cx } from "@/components/ui/cx";
import { PAINT, type FigureTone } from "./tones";
import { greatest } from "@/lib/core/lists";

interface BarRowsProps {
  /** What the picture says first, for who does not see it. */
  label: string;
  rows: readonly {
    name: string;
    parts: readonly { tone: FigureTone; value: number; words: string }[];
    /** What the row comes to, in words. */
    note: string;
  }[];
}

/** A bar for each name, its parts one after the other; every bar has the scale of all. */
export function BarRows({ label, rows }: BarRowsProps) {
  const longest = greatest(
    rows.map(({ parts }) => parts.reduce((sum, { value }) => sum + Math.max(0, value), 0)),
    1,
  );
  return (
    <div role="img" aria-label={label} className="flex flex-col gap-1">
      {rows.map(({ name, parts, note }) => (
        <div
          key={name}
          className="grid min-h-6 grid-cols-[minmax(64px,148px)_minmax(0,1fr)_auto] items-center gap-x-2 text-xs max-sm:grid-cols-[84px_minmax(0,1fr)_auto]"
        >
          <span className="text-fg-2 truncate" title={name}>
            {name}
          </span>
          <span className="flex h-2.5 gap-px overflow-hidden rounded-[2px]">
            {parts
              .filter(({ value }) => value > 0)
              .map(({ tone, value, words }) => (
                <span
                  key={words}
                  title={words}
                  className={cx("h-full min-w-0.5", PAINT[tone])}
                  style={{ width: `${(value / longest) * 100}%` }}
                />
              ))}
          </span>
          <span className="text-fg-2 text-end whitespace-nowrap">{note}</span>
        </div>
      ))}
    </div>
  );
}
