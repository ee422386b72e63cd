import { useId, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { CopyText } from "@/components/ui/copy-text";
import { cx } from "@/components/ui/cx";
import { say, sayNumber } from "@/lib/core/i18n/say";
import { PAINT, type FigureTone } from "./tones";

/** The numbers of a figure, cell by cell; numbers are aligned and grouped. */
export interface FigureTable {
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

interface FigureProps {
  title: string;
  /** The question that the picture answers, and how to read it. */
  answers: string;
  /** The request that answers the same numbers, its method first. */
  query: string;
  table: FigureTable;
  /** When something will be seen here, where nothing is yet. */
  empty?: string | undefined;
  legend?: readonly { tone: FigureTone; words: string }[];
  children: ReactNode;
}

export function Figure({ title, answers, query, table, empty, legend, children }: FigureProps) {
  const id = useId();
  const [shown, setShown] = useState<"table" | "query" | null>(null);
  const toggle = (what: "table" | "query") => setShown(shown === what ? null : what);
  return (
    <section aria-labelledby={id} className="border-line min-w-0 border-b px-4 py-3">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      <p className="text-fg-2 max-w-prose text-xs">{answers}</p>
      {empty !== undefined ? (
        <p className="text-fg-3 py-6">{empty}</p>
      ) : (
        <>
          {legend !== undefined && (
            <ul aria-label={say("Colours")} className="text-fg-2 mt-1.5 flex flex-wrap gap-x-3 gap-y-0.5 text-xs">
              {legend.map(({ tone, words }) => (
                <li key={words} className="inline-flex items-center gap-1.5">
                  <i aria-hidden className={cx("inline-block size-2 rounded-[2px]", PAINT[tone])} />
                  {words}
                </li>
              ))}
            </ul>
          )}
          <div className="mt-2">{children}</div>
        </>
      )}
      <div className="mt-1.5 flex flex-wrap gap-1.5">
        {empty === undefined && (
          <Button size="small" look="ghost" aria-expanded={shown === "table"} onClick={() => toggle("table")}>
            {shown === "table" ? say("Hide the table") : say("Show as a table")}
          </Button>
        )}
        <Button size="small" look="ghost" aria-expanded={shown === "query"} onClick={() => toggle("query")}>
          {shown === "query" ? say("Hide the query") : say("Show the query")}
        </Button>
      </div>
      {shown === "table" && <Numbers title={title} table={table} />}
      {shown === "query" && (
        <div className="mt-1.5">
          <CopyText text={query} label={say("Copy the query of {title}", { title })} />
        </div>
      )}
    </section>
  );
}

function Numbers({ title, table: { columns, rows } }: { title: string; table: FigureTable }) {
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={say("{title}, as a table", { title })}
      className="mt-1.5 max-h-80 overflow-auto"
    >
      <table className="w-full text-xs">
        <thead className="bg-bg sticky top-0">
          <tr className="text-fg-3 border-line border-b">
            {columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={cx(
                  "px-2 py-1 font-normal whitespace-nowrap",
                  isNumbers(rows, index) ? "text-end" : "text-start",
                )}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at} className="border-line border-b">
              {row.map((cell, index) =>
                index === 0 ? (
                  <th
                    key={index}
                    scope="row"
                    className="max-w-64 px-2 py-1 text-start font-normal break-words max-sm:max-w-40"
                    dir="auto"
                  >
                    {cell}
                  </th>
                ) : (
                  <td
                    key={index}
                    className={cx("px-2 py-1 whitespace-nowrap", isNumbers(rows, index) ? "text-end" : "text-start")}
                  >
                    {typeof cell === "number" ? sayNumber(cell) : cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function isNumbers(rows: FigureTable["rows"], column: number): boolean {
  return rows.some((row) => typeof row[column] === "number");
}
