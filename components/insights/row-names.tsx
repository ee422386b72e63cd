import { cx } from "@/components/ui/cx";

/** Names or numbers beside the rows of a chart, hidden from screen readers, which read its table. */
export function RowNames({ names, height, end = false }: { names: readonly string[]; height: number; end?: boolean }) {
  return (
    <div aria-hidden className={cx("text-fg-2 min-w-0 text-xs", end && "text-end")}>
      {names.map((name, index) => (
        <div
          key={index}
          className="truncate"
          style={{ height, lineHeight: `${height}px` }}
          title={end ? undefined : name}
        >
          {name}
        </div>
      ))}
    </div>
  );
}
