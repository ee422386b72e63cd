import { Fragment } from "react";
import { Mark } from "@/components/ui/mark";
import { tagMark } from "@/lib/client/tag-marks";
import type { SearchKind, SearchResult } from "@/lib/contracts/search";
import { showInvisible } from "@/lib/core/text/visible";
import { say, sentence, type Sentence } from "@/lib/core/i18n/say";

export const KIND_LABELS: Record<SearchKind, Sentence> = {
  item: sentence("Team memory"),
  context: sentence("Context"),
  agent: sentence("Agent memory"),
  knowledge: sentence("Knowledge"),
  team: sentence("Team session"),
};

export function Found({ result }: { result: SearchResult }) {
  const { kind, tag, title, titleMatches, snippet, path, line, state, now } = result;
  const mark = tagMark(tag);
  const aside = state !== null && state !== "active";
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-0.5 py-1">
      <span className="text-fg-3 flex min-w-0 items-center gap-2 text-xs">
        {kind === "item" && <Mark tone={mark.tone} shape={mark.shape} />}
        <span className="shrink-0">{tag ?? say(KIND_LABELS[kind])}</span>
        <span className="text-fg-2 min-w-0 truncate" dir="auto">
          <Highlighted text={title} matches={titleMatches} />
        </span>
        {aside && <span className="shrink-0">{state}</span>}
        <span className="text-2xs ms-auto max-w-[45%] shrink-0 truncate font-mono max-sm:hidden" dir="ltr">
          {path.slice(path.lastIndexOf("/") + 1)}:{line}
        </span>
      </span>
      {snippet.text.trim() !== "" && (
        <span className={aside ? "text-fg-3 line-clamp-2" : "line-clamp-2"} dir="auto">
          <Highlighted text={snippet.text} matches={snippet.matches} />
        </span>
      )}
      {now && (
        <span className="line-clamp-2 text-xs" dir="auto">
          {say("Replaced by {role}: {text}", { role: now.role, text: now.text })}
        </span>
      )}
    </span>
  );
}

interface HighlightedProps {
  text: string;
  /** Half-open ranges of the text, in order and apart. */
  matches: readonly { start: number; end: number }[];
}

function Highlighted({ text, matches }: HighlightedProps) {
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
