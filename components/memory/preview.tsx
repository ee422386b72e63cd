import { memo } from "react";
import { cx } from "@/components/ui/cx";
import { LeftToRight } from "@/components/ui/left-to-right";
import { codeNameAt } from "@/lib/core/text/code-name";
import { showInvisible } from "@/lib/core/text/visible";

/** A run of text of a row, with how it is set. */
export interface PreviewRun {
  text: string;
  style?: "code" | "name" | "strong" | "em" | "struck";
}

/** As much of an item as a row can show; the rest is in the peek. */
const LIMIT = 480;

/*
 * The inline Markdown that is common in items, tried at each place in this order:
 * `code` · **strong** · __strong__ · *em* · ~~struck~~ · ![alt](address) and [words](address) · <address> · \* (escaped)
 */
const INLINE =
  /(`+)(?!`)([\s\S]+?)(?<!`)\1(?!`)|\*\*(?=\S)([\s\S]+?)\*\*|(?<!\w)__(?=\S)([\s\S]+?)__(?!\w)|\*(?=[^\s*])([^*]+)\*|~~(?=\S)([\s\S]+?)~~|!?\[([^\][]*)\]\((?:[^()\s]|\([^()\s]*\))*\)|<((?:https?|mailto):[^\s>]*)>|\\([!-/:-@[-`{-~])/g;

/**
 * What a row shows of an item: its words, with code and emphasis set, links by their words alone. It is a preview, never
 * markup: everything it gives is text. The whole item is rendered as Markdown in the peek.
 */
export function previewRuns(source: string, limit = LIMIT): PreviewRun[] {
  const text = showInvisible(source.length > limit ? `${source.slice(0, limit)}…` : source);
  const runs: PreviewRun[] = [];
  const push = (run: PreviewRun) => {
    const last = runs.at(-1);
    if (last && last.style === undefined && run.style === undefined) last.text += run.text;
    else if (run.text !== "") runs.push(run);
  };
  let end = 0;
  for (const found of text.matchAll(INLINE)) {
    // What looked like bold text was part of a name, such as __tests__/__init__.py.
    if (found.index < end) continue;
    push({ text: text.slice(end, found.index) });
    end = found.index + found[0].length;
    const [whole, , code, strong, underscored, em, struck, label, address, escaped] = found;
    const name = underscored === undefined ? null : codeNameAt(text, found.index);
    if (code !== undefined) push({ text: code.trim() === "" ? code : code.trim(), style: "code" });
    else if (strong !== undefined) push({ text: wordsOfLinks(strong), style: "strong" });
    else if (name !== null) {
      push({ text: name, style: "name" });
      end = found.index + name.length;
    } else if (underscored !== undefined) push({ text: wordsOfLinks(underscored), style: "strong" });
    else if (em !== undefined) push({ text: em, style: "em" });
    else if (struck !== undefined) push({ text: struck, style: "struck" });
    else push({ text: label ?? address ?? escaped ?? whole });
  }
  push({ text: text.slice(end) });
  return runs;
}

/** A link within bold text shows its words alone, as one outside of it does. */
function wordsOfLinks(text: string): string {
  return text.replace(LINK, "$1");
}

/** Example: `[the page](https://example.com/a_(b))` */
const LINK = /!?\[([^\][]*)\]\((?:[^()\s]|\([^()\s]*\))*\)/g;

export const STYLES = {
  code: "inline rounded-sm bg-hover px-1 font-mono text-xs",
  strong: "font-semibold",
  em: "italic",
  struck: "line-through",
} as const;

interface PreviewProps {
  text: string;
  className?: string;
  /** All of it, however long. */
  whole?: boolean;
}

/** The words of an item in a row: at most three lines unless the whole is wanted, in their own direction. */
export const Preview = memo(function Preview({ text, className, whole = false }: PreviewProps) {
  return (
    <span dir="auto" className={cx("written", whole ? "block" : "line-clamp-3", className)}>
      {previewRuns(text, whole ? Infinity : LIMIT).map((run, index) =>
        run.style === undefined ? (
          run.text
        ) : run.style === "name" ? (
          <LeftToRight key={index}>{run.text}</LeftToRight>
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
