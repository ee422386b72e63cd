import { Fragment } from "react";

interface HighlightedProps {
  text: string;
  /** Half-open ranges of the text, in order and apart. */
  matches: readonly { start: number; end: number }[];
}

/** A text with what was found in it marked. */
export function Highlighted({ text, matches }: HighlightedProps) {
  return matches.length === 0 ? (
    text
  ) : (
    <>
      {matches.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(matches[index - 1]?.end ?? 0, start)}
          <mark className="bg-accent-soft text-fg rounded-[2px]">{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(matches.at(-1)?.end)}
    </>
  );
}
