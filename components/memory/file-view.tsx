import { readQuery } from "@/lib/client/read-query";
import { useQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useMemo, useRef } from "react";
import { Reading } from "@/components/shell/reading";
import { cx } from "@/components/ui/cx";
import { memoryFileQuery } from "@/lib/client/memory";
import { type SessionScope, pages } from "@/lib/client/paths";
import type { Blame, LineChange } from "@/lib/contracts/revisions";
import type { Diagnostic } from "@/lib/contracts/primitives";
import { groupBy } from "@/lib/core/lists";
import { say } from "@/lib/core/i18n/say";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { sayWriter } from "@/lib/core/history/signed-by";
import { DOORS } from "./blame-words";

interface FileViewProps {
  scope: SessionScope;
  diagnostics: Diagnostic[];
  /** The line to show first. */
  line: number | null;
}

/** TEAM-MEMORY.md as it is, with line numbers, and what is wrong with it below the line it is wrong in. */
export function FileView({ scope, diagnostics, line }: FileViewProps) {
  const { data, error, refetch } = useQuery(memoryFileQuery(scope));
  const blame = useQuery(readQuery("GET /sessions/{session}/memory/blame", { params: scope }));
  const writers = useMemo(() => writersOf(scope, blame.data), [scope, blame.data]);
  if (data === undefined) {
    return <Reading what={say("The file")} error={error} onRetry={() => void refetch()} />;
  }
  return <FileLines text={data} diagnostics={diagnostics} line={line} label="TEAM-MEMORY.md" gutter={writers} />;
}

interface FileLinesProps {
  text: string;
  diagnostics: readonly Diagnostic[];
  /** The line to show first. */
  line: number | null;
  /** The file's name, for who cannot see the lines. */
  label: string;
  /** What stands before each line, by its number. */
  gutter?: ReadonlyMap<number, React.ReactNode>;
}

/** A file line by line, with what is wrong with it below the line it is wrong in; as long as it may be. */
export function FileLines({ text, diagnostics, line, label, gutter }: FileLinesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => text.split(/\r\n|\r|\n/), [text]);
  const byLine = useMemo(() => groupBy(diagnostics, ({ range }) => range.start.line), [diagnostics]);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 18,
    overscan: 20,
  });
  const shown = virtual.getVirtualItems();
  const columns = gutter ? BLAMED : "grid-cols-[56px_minmax(0,1fr)]";

  // Only where the reader is sent: a change of the file must not scroll.
  const showLine = useEffectEvent((wanted: number) =>
    virtual.scrollToIndex(Math.min(wanted, lines.length) - 1, { align: "center" }),
  );
  useEffect(() => {
    if (line !== null) showLine(line);
  }, [line]);

  return (
    <div
      ref={scroller}
      tabIndex={0}
      role="group"
      aria-label={label}
      className="min-h-0 flex-1 overflow-auto py-2 font-mono text-xs leading-[18px] focus-visible:outline-offset-[-2px]"
    >
      <div
        style={{
          paddingTop: shown[0]?.start ?? 0,
          paddingBottom: virtual.getTotalSize() - (shown.at(-1)?.end ?? 0),
        }}
      >
        {shown.map(({ index, key }) => (
          <div
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            aria-current={index + 1 === line || undefined}
            className={cx(index + 1 === line && "bg-accent-soft")}
          >
            <div className={cx("grid", columns)}>
              {gutter && (
                <span className="min-w-0 max-md:col-span-2 max-md:ps-10 max-md:empty:hidden">
                  {gutter.get(index + 1)}
                </span>
              )}
              <span aria-hidden className="text-fg-3 pe-3 text-end select-none">
                {index + 1}
              </span>
              <code dir="auto" className="written min-h-[18px] pe-4 whitespace-pre-wrap">
                {lines[index]}
              </code>
            </div>
            {byLine.get(index + 1)?.map((each) => (
              <LineProblem key={each.code} diagnostic={each} columns={columns} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

const BLAMED = "grid-cols-[56px_minmax(0,1fr)] md:grid-cols-[208px_48px_minmax(0,1fr)]";

/** Who wrote each line, where it is another one than wrote the line above it: a column of the same name says nothing. */
function writersOf(scope: SessionScope, blame: Blame | undefined): Map<number, React.ReactNode> {
  const writers = new Map<number, React.ReactNode>();
  let above = 0;
  for (const each of blame?.lines ?? []) {
    if (each.text.trim() === "") continue;
    if (each.revision !== above) writers.set(each.line, <LineWriter scope={scope} change={each} />);
    above = each.revision;
  }
  return writers;
}

const TONES = { error: "text-bad", warning: "text-warn", info: "text-fg-2" } as const;

/** Below the line, its carets under what they point at. */
function LineProblem({ diagnostic, columns }: { diagnostic: Diagnostic; columns: string }) {
  const { severity, message, code, range } = diagnostic;
  const length = range.end.line === range.start.line ? range.end.column - range.start.column : 1;
  return (
    <div className={cx("grid", columns, TONES[severity])}>
      <div className="col-start-[-2] min-w-0 pe-4">
        <div aria-hidden className="overflow-hidden whitespace-pre select-none">
          {" ".repeat(range.start.column - 1)}
          {"^".repeat(Math.max(1, length))}
        </div>
        <p className="font-sans">
          <span className="font-semibold">
            {severity === "info" ? say("Note") : severity === "error" ? say("Error") : say("Warning")}:{" "}
          </span>
          {message} <span className="text-fg-3">({code})</span>
        </p>
      </div>
    </div>
  );
}

/** Who wrote a line and when, and the way to the revision that did; what the line said before is told on hover. */
function LineWriter({ scope, change }: { scope: SessionScope; change: LineChange }) {
  const { revision, at, source, said } = change;
  const writer = sayWriter(change);
  const title = say("{writer} {source}, revision {revision}{isNew, select, true {} other {. Before: {said}}}", {
    writer,
    source: say(DOORS[source]),
    revision,
    isNew: String(said === null),
    said: said ?? "",
  });
  return (
    <Link
      href={pages.compare(scope.workspace, scope.session, revision - 1, revision)}
      title={title}
      aria-label={title}
      className="text-fg-3 hover:text-fg flex gap-2 ps-4 pe-2 font-sans"
    >
      <span className="truncate">{writer}</span>
      <RelativeTime at={at} className="ms-auto shrink-0" />
    </Link>
  );
}
