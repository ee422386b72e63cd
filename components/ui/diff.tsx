import type { ReactNode } from "react";
import { showInvisible } from "@/lib/core/text/visible";
import { say } from "@/lib/core/i18n/say";
import { cx } from "./cx";

export interface DiffRow {
  kind: "same" | "added" | "removed";
  before: number | null;
  after: number | null;
  segments: { text: string; changed: boolean }[];
  /** Where a line that was only moved stands on the other side. */
  moved?: number | undefined;
}

interface DiffProps {
  hunks: { lines: DiffRow[] }[];
  /** Both sides beside each other instead of one below the other. */
  split?: boolean;
  label?: string;
  /** Sets a line in place of its plain text. */
  renderLine?: RenderLine | undefined;
}

/** What stands in place of a line's plain text. */
export type RenderLine = (line: DiffRow) => ReactNode;

/** What changed, line by line, with signs as well as colours; unchanged lines between hunks are folded away. */
export function Diff({ hunks, split = false, label = say("Changes"), renderLine }: DiffProps) {
  return (
    <div
      role="group"
      aria-label={label}
      className={cx(
        "border-line bg-raised overflow-x-auto rounded-lg border",
        renderLine === undefined && "font-mono text-xs leading-[18px]",
      )}
    >
      {hunks.map((hunk, index) => (
        <div key={index}>
          {index > 0 && <Fold />}
          {split ? (
            <SplitHunk lines={hunk.lines} renderLine={renderLine} />
          ) : (
            <UnifiedHunk lines={hunk.lines} renderLine={renderLine} />
          )}
        </div>
      ))}
    </div>
  );
}

function Fold() {
  return (
    <div
      className="border-line bg-panel text-fg-3 border-y px-2.5 select-none"
      aria-label={say("Unchanged lines are folded")}
    >
      ⋯
    </div>
  );
}

const SIGNS = { same: " ", added: "+", removed: "−" } as const;

interface HunkProps {
  lines: DiffRow[];
  renderLine: RenderLine | undefined;
}

function UnifiedHunk({ lines, renderLine }: HunkProps) {
  return lines.map((line, index) => (
    <div key={index} className={cx("grid grid-cols-[36px_36px_1fr]", tint(line))}>
      <LineNumber value={line.before} />
      <LineNumber value={line.after} />
      <LineText line={line} renderLine={renderLine} />
    </div>
  ));
}

function SplitHunk({ lines, renderLine }: HunkProps) {
  return pairLines(lines).map(([left, right], index) => (
    <div key={index} className="divide-line grid grid-cols-2 divide-x">
      <SplitSide line={left} value={left?.before ?? null} renderLine={renderLine} />
      <SplitSide line={right} value={right?.after ?? null} renderLine={renderLine} />
    </div>
  ));
}

interface SideProps {
  line: DiffRow | undefined;
  value: number | null;
  renderLine: RenderLine | undefined;
}

function SplitSide({ line, value, renderLine }: SideProps) {
  if (!line) return <div className="bg-panel" />;
  return (
    <div className={cx("grid min-w-0 grid-cols-[36px_1fr]", tint(line))}>
      <LineNumber value={value} />
      <LineText line={line} renderLine={renderLine} />
    </div>
  );
}

function LineNumber({ value }: { value: number | null }) {
  return (
    <span aria-hidden className="text-fg-3 pe-2 text-end select-none">
      {value}
    </span>
  );
}

function LineText({ line, renderLine }: { line: DiffRow; renderLine: RenderLine | undefined }) {
  return (
    <span className="written relative ps-4 pe-2 whitespace-pre-wrap">
      <span aria-hidden className="absolute start-1 select-none">
        {line.moved === undefined ? SIGNS[line.kind] : "↕"}
      </span>
      <span className="sr-only">{spokenSign(line)}</span>
      {renderLine?.(line) ??
        segmentsOf(line).map(({ text, changed }, index) =>
          changed ? (
            <ChangedWords key={index} kind={line.kind}>
              {showInvisible(text)}
            </ChangedWords>
          ) : (
            showInvisible(text)
          ),
        )}
      {line.moved !== undefined && (
        <span aria-hidden className="text-fg-3 ms-3 font-sans select-none">
          {sayMoved(line)}
        </span>
      )}
    </span>
  );
}

/** The parts of a line that changed and that did not. One that is new from end to end has no words that stand out in it. */
export function segmentsOf({ segments }: DiffRow): DiffRow["segments"] {
  const wholly = segments.every((segment) => segment.changed);
  return wholly ? segments.map(({ text }) => ({ text, changed: false })) : segments;
}

export function ChangedWords({ kind, children }: { kind: DiffRow["kind"]; children: ReactNode }) {
  return (
    <mark className={cx("rounded-[2px] text-inherit", kind === "added" ? "bg-add-word" : "bg-del-word")}>
      {children}
    </mark>
  );
}

function sayMoved({ kind, moved }: DiffRow): string {
  const line = moved ?? 0;
  return kind === "removed" ? say("Moved to line {line}", { line }) : say("Moved from line {line}", { line });
}

/** The sign of a line, for who hears it. */
function spokenSign(line: DiffRow): string {
  if (line.moved !== undefined) return `${sayMoved(line)}: `;
  if (line.kind === "same") return "";
  return `${line.kind === "added" ? say("Added:") : say("Removed:")} `;
}

function tint(line: DiffRow): string {
  if (line.moved !== undefined) return "bg-panel";
  if (line.kind === "added") return "bg-add";
  return line.kind === "removed" ? "bg-del" : "";
}

/** Puts each removed line beside the line that took its place. */
export function pairLines(lines: DiffRow[]): [DiffRow | undefined, DiffRow | undefined][] {
  const pairs: [DiffRow | undefined, DiffRow | undefined][] = [];
  let removed: DiffRow[] = [];
  let added: DiffRow[] = [];
  const flush = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++) pairs.push([removed[at], added[at]]);
    removed = [];
    added = [];
  };
  for (const line of lines) {
    if (line.kind === "removed") removed.push(line);
    else if (line.kind === "added") added.push(line);
    else {
      flush();
      pairs.push([line, line]);
    }
  }
  flush();
  return pairs;
}
