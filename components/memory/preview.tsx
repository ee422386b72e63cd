import { memo } from "react";
import { cx } from "@/components/ui/cx";
import { previewRuns } from "./preview-text";

const STYLES = {
  code: "inline rounded-sm bg-hover px-1 font-mono text-xs",
  strong: "font-semibold",
  em: "italic",
  struck: "line-through",
} as const;

/** The words of an item in a row: at most three lines, in their own direction. */
export const Preview = memo(function Preview({ text, className }: { text: string; className?: string }) {
  return (
    <span dir="auto" className={cx("written line-clamp-3", className)}>
      {previewRuns(text).map((run, index) =>
        run.style === undefined ? (
          run.text
        ) : (
          // Code reads from left to right within text of either direction.
          <span key={index} dir={run.style === "code" ? "ltr" : undefined} className={STYLES[run.style]}>
            {run.text}
          </span>
        ),
      )}
    </span>
  );
});
