import { greatest } from "@/lib/core/lists";
import { scaleLinear } from "d3-scale";
import { sayNumber } from "@/lib/core/i18n/say";
import { RowNames } from "./row-names";
import { timeScale, TimeAxis } from "./time-axis";
import { FILL, type FigureTone } from "./tones";

export interface Lane {
  name: string;
  bars: readonly {
    /** Epoch milliseconds. */
    from: number;
    to: number;
    parts: readonly { tone: FigureTone; value: number }[];
    title: string;
  }[];
  /** What the row comes to, at its end. */
  total: number;
}

interface LaneChartProps {
  /** What the picture says first, for who does not see it. */
  label: string;
  lanes: readonly Lane[];
  from: number;
  to: number;
}

const ROW = 28;
const BAR = 22;

export function LaneChart({ label, lanes, from, to }: LaneChartProps) {
  const x = timeScale(from, to);
  const highest = greatest(
    lanes.flatMap(({ bars }) => bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + Math.max(0, value), 0))),
    1,
  );
  const y = scaleLinear().domain([0, highest]).range([0, BAR]);
  const height = lanes.length * ROW;
  return (
    <div className="grid grid-cols-[minmax(64px,148px)_minmax(0,1fr)_auto] gap-x-2 max-sm:grid-cols-[84px_minmax(0,1fr)_auto]">
      <RowNames names={lanes.map(({ name }) => name)} height={ROW} />
      <svg role="img" aria-label={label} width="100%" height={height + 18} className="overflow-visible">
        <TimeAxis scale={x} height={height} />
        {lanes.map(({ name, bars }, row) => (
          <g key={name} transform={`translate(0 ${row * ROW})`}>
            <line x1="0" x2="100%" y1={ROW - 1} y2={ROW - 1} className="stroke-line" />
            {bars.map(({ from: start, to: end, parts, title }) => {
              const left = x(new Date(start));
              const width = Math.max(0.4, x(new Date(end)) - left - 0.2);
              let top = ROW - 1;
              return (
                <g key={start}>
                  <title>{title}</title>
                  {parts.map(({ tone, value }) => {
                    // What there is at all can be seen.
                    const tall = value <= 0 ? 0 : Math.max(1.5, y(value));
                    top -= tall;
                    return (
                      <rect
                        key={tone}
                        x={`${left}%`}
                        width={`${width}%`}
                        y={top}
                        height={tall}
                        className={FILL[tone]}
                      />
                    );
                  })}
                </g>
              );
            })}
          </g>
        ))}
      </svg>
      <RowNames names={lanes.map(({ total }) => sayNumber(total))} height={ROW} end />
    </div>
  );
}
