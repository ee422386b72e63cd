import { RowNames } from "./row-names";
import { greatest } from "@/lib/core/lists";

interface GridChartProps {
  /** What the picture says first, for who does not see it. */
  label: string;
  columns: readonly string[];
  rows: readonly { name: string; counts: readonly number[] }[];
}

const ROW = 24;
const HEAD = 84;
const LARGEST = 9;
/** Characters of a column's name that there is room for. */
const ROOM = 16;

/** A circle where a row and a column have something in common; its area is how much. */
export function GridChart({ label, columns, rows }: GridChartProps) {
  const most = greatest(
    rows.flatMap(({ counts }) => counts),
    1,
  );
  const height = rows.length * ROW;
  const middle = (column: number) => `${((column + 0.5) / columns.length) * 100}%`;
  return (
    <div className="grid grid-cols-[minmax(96px,260px)_minmax(0,1fr)_40px] gap-x-2 max-sm:grid-cols-[112px_minmax(0,1fr)_40px]">
      <div style={{ paddingTop: HEAD }} className="min-w-0">
        <RowNames names={rows.map(({ name }) => name)} height={ROW} />
      </div>
      <svg role="img" aria-label={label} width="100%" height={HEAD + height} className="overflow-visible">
        {columns.map((column, index) => (
          <svg key={column} x={middle(index)} y={HEAD - 6} overflow="visible">
            <title>{column}</title>
            <text transform="rotate(-60)" className="fill-fg-2 text-2xs">
              {column.length > ROOM ? `${column.slice(0, ROOM - 1)}…` : column}
            </text>
          </svg>
        ))}
        {rows.map(({ name, counts }, row) => {
          const y = HEAD + (row + 0.5) * ROW;
          return (
            <g key={name}>
              <line x1="0" x2="100%" y1={y} y2={y} className="stroke-line" />
              {counts.map((count, column) =>
                count === 0 ? null : (
                  <circle
                    key={column}
                    cx={middle(column)}
                    cy={y}
                    r={Math.max(2, Math.sqrt(count / most) * LARGEST)}
                    className="fill-fg-3"
                  >
                    <title>{`${columns[column] ?? ""}: ${count}`}</title>
                  </circle>
                ),
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
}
