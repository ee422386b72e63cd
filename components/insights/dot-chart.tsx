import { greatest } from "@/lib/core/lists";
import { scaleSymlog } from "d3-scale";
import { RowNames } from "./row-names";
import { FILL, type FigureTone } from "./tones";

interface DotChartProps {
  /** What the picture says first, for who does not see it. */
  label: string;
  rows: readonly {
    name: string;
    dots: readonly { value: number; tone: FigureTone; hollow: boolean; title: string }[];
  }[];
  /** Values with their words; those beyond the highest one are left out. */
  ticks: readonly { value: number; words: string }[];
  limit: { value: number; words: string };
}

const ROW = 26;
const RADIUS = 4;
/** Room for the words of the limit. */
const HEAD = 14;
/** Below this the scale is even, and above it each step is as many times as long: seconds and days are both seen. */
const EVEN = 5;

/** One row per name and one dot per value, on a logarithmic scale, with a line for the limit. */
export function DotChart({ label, rows, ticks, limit }: DotChartProps) {
  const highest = greatest(
    rows.flatMap(({ dots }) => dots.map(({ value }) => value)),
    limit.value * 1.5,
  );
  const x = scaleSymlog().constant(EVEN).domain([0, highest]).range([1, 99]);
  const height = rows.length * ROW;
  return (
    <div className="grid grid-cols-[minmax(64px,148px)_minmax(0,1fr)] gap-x-2 max-sm:grid-cols-[84px_minmax(0,1fr)]">
      <div aria-hidden style={{ height: HEAD }} />
      <div aria-hidden />
      <RowNames names={rows.map(({ name }) => name)} height={ROW} />
      <svg role="img" aria-label={label} width="100%" height={height + 18} className="overflow-visible">
        {ticks
          .filter(({ value }) => value <= highest)
          .map(({ value, words }) => (
            <g key={value}>
              <line x1={`${x(value)}%`} x2={`${x(value)}%`} y1={0} y2={height} className="stroke-line" />
              <text
                x={`${x(value)}%`}
                y={height + 14}
                textAnchor={x(value) > 94 ? "end" : x(value) < 6 ? "start" : "middle"}
                className="fill-fg-3 text-2xs"
              >
                {words}
              </text>
            </g>
          ))}
        {rows.map(({ name, dots }, row) => (
          <g key={name}>
            <line x1="0" x2="100%" y1={(row + 0.5) * ROW} y2={(row + 0.5) * ROW} className="stroke-line" />
            {dots.map(({ value, tone, hollow, title }) => (
              <circle
                key={title}
                cx={`${x(value)}%`}
                cy={(row + 0.5) * ROW}
                r={RADIUS}
                className={hollow ? "fill-bg stroke-warn" : FILL[tone]}
                strokeWidth={hollow ? 2 : 0}
              >
                <title>{title}</title>
              </circle>
            ))}
          </g>
        ))}
        <line
          x1={`${x(limit.value)}%`}
          x2={`${x(limit.value)}%`}
          y1={0}
          y2={height}
          strokeDasharray="4 3"
          strokeWidth={1.5}
          className="stroke-bad"
        />
        <text x={`${x(limit.value)}%`} y={-3} textAnchor="middle" className="fill-bad text-2xs">
          {limit.words}
        </text>
      </svg>
    </div>
  );
}
