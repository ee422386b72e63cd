import { cx } from "@/components/ui/cx";
import { showInvisible } from "@/lib/core/text/visible";

function show(line: HTMLElement | null): void {
  line?.scrollIntoView({ block: "center" });
}

/** A file's text as it is, with line numbers; `line` is marked and shown first. */
export function PlainText({ text, label, line: wanted }: { text: string; label: string; line?: number | null }) {
  const lines = text.split(/\r\n|\r|\n/);
  // The end of the last line begins no other.
  if (lines.at(-1) === "") lines.pop();
  return (
    <div
      role="group"
      aria-label={label}
      className="border-line bg-raised overflow-hidden rounded-lg border py-1.5 font-mono text-xs leading-[18px]"
    >
      {lines.map((line, index) => (
        <div
          key={index}
          {...(index + 1 === wanted && { ref: show, "aria-current": true })}
          className={cx(
            "grid grid-cols-[44px_minmax(0,1fr)] [contain-intrinsic-size:auto_18px] [content-visibility:auto]",
            index + 1 === wanted && "bg-accent-soft",
          )}
        >
          <span aria-hidden className="text-fg-3 pe-3 text-end select-none">
            {index + 1}
          </span>
          <code dir="auto" className="written min-h-[18px] pe-3 whitespace-pre-wrap">
            {showInvisible(line)}
          </code>
        </div>
      ))}
    </div>
  );
}
