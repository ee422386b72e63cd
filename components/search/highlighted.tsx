import { Fragment } from "react";
import { showInvisible } from "@/lib/core/text/visible";

interface HighlightedProps {
  text: string;
  /** Half-open ranges of the text, in order and apart. */
  matches: readonly { start: number; end: number }[];
}

/** A text with what was found in it marked. */
export function Highlighted({ text, matches }: HighlightedProps) {
  return matches.length === 0 ? (
    showInvisible(text)
  ) : (
    <>
      {matches.map(({ start, end }, index) => (
        <Fragment key={start}>
          {showInvisible(text.slice(matches[index - 1]?.end ?? 0, start))}
          <mark className="bg-accent-soft text-fg rounded-[2px]">{showInvisible(text.slice(start, end))}</mark>
        </Fragment>
      ))}
      {showInvisible(text.slice(matches.at(-1)?.end))}
    </>
  );
}
