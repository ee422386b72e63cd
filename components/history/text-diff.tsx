import { type ReactNode, useMemo, useState } from "react";
import { type DiffRow, ChangedWords, segmentsOf } from "@/components/ui/diff";
import { LineDiff, type LineDiffProps } from "@/components/ui/line-diff";
import { ViewSwitch } from "@/components/ui/view-switch";
import { say } from "@/lib/core/i18n/say";
import { type PreviewRun, previewRuns, STYLES } from "@/components/memory/preview";
import { cx } from "@/components/ui/cx";

/** Around words that changed while a line is read as Markdown: signs that no text has a use for. */
const OPEN = "\uE000";

const CLOSE = "\uE001";

const SIGNS = new RegExp(`[${OPEN}${CLOSE}]`, "g");

/** How a line begins, and what is seen of it instead. */
const BEGINNINGS: readonly { pattern: RegExp; className?: string; sign?: (found: string) => string }[] = [
  { pattern: /^#{1,6}\s+/, className: "font-semibold" },
  { pattern: /^\s*[-*+]\s+/, sign: (found) => `${" ".repeat(found.search(/\S/))}• ` },
  { pattern: /^\s*\d+[.)]\s+/, sign: (found) => found },
  { pattern: /^\s*>\s?/, className: "border-line-strong text-fg-2 border-s-2 ps-2" },
];

/** A line of a difference as Markdown shows it, with the words marked that changed. */
export function RenderedLine({ line }: { line: DiffRow }) {
  const marked = segmentsOf(line)
    .map(({ text, changed }) => (changed ? `${OPEN}${text.replace(SIGNS, "")}${CLOSE}` : text.replace(SIGNS, "")))
    .join("");
  const plain = marked.replace(SIGNS, "");
  const beginning = BEGINNINGS.find(({ pattern }) => pattern.test(plain));
  const found = beginning?.pattern.exec(plain)?.[0] ?? "";
  return (
    <span className={cx("font-sans", beginning?.className)}>
      {beginning?.sign?.(found)}
      {markedRuns(previewRuns(after(marked, found.length), Infinity)).map(({ text, style, changed }, index) => {
        const className = style === undefined || style === "name" ? undefined : STYLES[style];
        const words = changed ? <ChangedWords kind={line.kind}>{text}</ChangedWords> : text;
        return (
          <span key={index} dir={style === "code" || style === "name" ? "ltr" : undefined} className={className}>
            {words}
          </span>
        );
      })}
    </span>
  );
}

/** What follows so many characters, the signs not counted, with the sign that is open there. */
function after(marked: string, length: number): string {
  let at = 0;
  let open = "";
  for (let left = length; left > 0; at++) {
    const sign = marked[at];
    if (sign === OPEN) open = OPEN;
    else if (sign === CLOSE) open = "";
    else left--;
  }
  return open + marked.slice(at);
}

/** The runs, cut where words begin or end that changed, without the signs. */
function markedRuns(runs: readonly PreviewRun[]): (PreviewRun & { changed: boolean })[] {
  let changed = false;
  return runs.flatMap(({ text, style }) =>
    text.split(new RegExp(`(${SIGNS.source})`)).flatMap((part) => {
      if (part === OPEN || part === CLOSE) changed = part === OPEN;
      else if (part !== "") return [{ text: part, ...(style !== undefined && { style }), changed }];
      return [];
    }),
  );
}

/** Whether a text of Markdown is shown as it is written, and what the reader chooses that with. */
export function useRaw(): [boolean, ReactNode] {
  const [isRaw, setRaw] = useState(true);
  const choice = (
    <ViewSwitch
      label={say("How the text is shown")}
      views={["rendered", "raw"] as const}
      value={isRaw ? "raw" : "rendered"}
      onChange={(view) => setRaw(view === "raw")}
      name={(view) => (view === "raw" ? say("Raw") : say("Rendered"))}
    />
  );
  return [isRaw, choice];
}

/** What changed in a text of Markdown, as it is written or as it is read. */
export function TextDiff({ diff, ...props }: Omit<LineDiffProps, "renderLine">) {
  const [isRaw, choice] = useRaw();
  const code = useMemo(() => codeIn(diff.hunks), [diff]);
  if (diff.hunks.length === 0) return <LineDiff diff={diff} {...props} />;
  return (
    <div className="flex flex-col gap-2">
      {choice}
      <LineDiff
        diff={diff}
        {...props}
        renderLine={isRaw ? undefined : (line) => (code.has(line) ? null : <RenderedLine line={line} />)}
      />
    </div>
  );
}

/** The lines of blocks of code, as far as their fences are in the same hunk: they are no Markdown. */
function codeIn(hunks: LineDiffProps["diff"]["hunks"]): ReadonlySet<DiffRow> {
  const found = new Set<DiffRow>();
  for (const { lines } of hunks) {
    let within = false;
    for (const line of lines) {
      const isFence = /^\s*(```|~~~)/.test(line.segments.map(({ text }) => text).join(""));
      if (within || isFence) found.add(line);
      // A fence that was removed or added stands for its side alone; the lines between are code on either.
      if (isFence) within = !within;
    }
  }
  return found;
}
