import { useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { say } from "@/lib/core/i18n/say";

/** So many rows are drawn at first, and so many more with each press: a page of any list comes at once. */
const STEP = 200;

/** The first rows of a list, and below them a button for more while there are any. */
export function useFirst<Row>(rows: readonly Row[], what: string): { first: readonly Row[]; more: ReactNode } {
  const [shown, setShown] = useState(STEP);
  const left = rows.length - shown;
  if (left <= 0) return { first: rows, more: null };
  const more = (
    <div className="text-fg-3 flex items-center gap-3 px-4 py-2 text-xs">
      <span>{say("{shown, number} of {all, number} {what} shown", { shown, all: rows.length, what })}</span>
      <Button look="ghost" onClick={() => setShown(shown + STEP)}>
        {say("Show {left} more", { left: Math.min(left, STEP) })}
      </Button>
    </div>
  );
  return { first: rows.slice(0, shown), more };
}
