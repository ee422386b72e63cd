import { cx } from "@/components/ui/cx";
import type { Diagnostic } from "@/lib/contracts/primitives";

const SHOWN = 3;
const TONES = { error: "text-bad", warning: "text-warn", info: "text-fg-2" } as const;
const WORDS = { error: "Error", warning: "Warning", info: "Note" } as const;
const LINE_END = /\r\n|\r|\n/;

/** What is wrong with a file: where, and, where its text is at hand, the line itself and a caret below the place. */
export function FileProblems({
  file,
  text,
  diagnostics,
  className,
}: {
  file: string;
  text: string;
  diagnostics: readonly Diagnostic[];
  className?: string;
}) {
  const told = diagnostics.filter((each) => each.severity !== "info");
  if (told.length === 0) return null;
  const lines = text.split(LINE_END);
  const broken = told.some((each) => each.severity === "error");
  return (
    <div role={broken ? "alert" : "note"} className={cx(broken ? "bg-bad-soft" : "bg-warn-soft", className)}>
      <ul className="flex flex-col gap-2">
        {told.slice(0, SHOWN).map(({ code, message, severity, range }, index) => (
          <li key={index}>
            <p className="text-xs">
              <span className={cx("font-semibold", TONES[severity])}>{WORDS[severity]}</span>{" "}
              <code className="font-mono">
                {file}:{range.start.line}:{range.start.column}
              </code>{" "}
              <span className="written">{message}</span> <span className="text-fg-3">({code})</span>
            </p>
            {text !== "" && (
              <pre
                dir="ltr"
                className="overflow-x-auto font-mono text-xs leading-[18px]"
                tabIndex={0}
                aria-label={`Line ${range.start.line}`}
              >
                {lines[range.start.line - 1] ?? ""}
                {"\n"}
                <span aria-hidden className={TONES[severity]}>
                  {" ".repeat(Math.max(0, range.start.column - 1))}
                  {"^".repeat(caretLength(range))}
                </span>
              </pre>
            )}
          </li>
        ))}
      </ul>
      {told.length > SHOWN && <p className="text-xs">and {told.length - SHOWN} more</p>}
    </div>
  );
}

function caretLength({ start, end }: Diagnostic["range"]): number {
  return start.line === end.line ? Math.max(1, end.column - start.column) : 1;
}
