import { greatest } from "@/lib/core/lists";
import { scaleLinear } from "d3-scale";
import { area, curveStepAfter, line } from "d3-shape";
import { sayNumber } from "@/lib/core/i18n/say";
import { timeScale, TimeAxis } from "./time-axis";
import { FILL, type FigureTone } from "./tones";

interface AreaChartProps {
  /** What the picture says first, for who does not see it. */
  label: string;
  /** How much there was from a moment on, part by part, the lowest first; oldest first. */
  points: readonly { at: number; parts: readonly number[] }[];
  tones: readonly FigureTone[];
  to: number;
  /** A line that should not be crossed. */
  limit?: { value: number; words: string };
}

const HEIGHT = 132;
/** Pictures are drawn this wide and stretched to their place. */
const WIDTH = 1000;

/** Amounts on top of each other over time, in steps: nothing lies between two moments. */
export function AreaChart({ label, points, tones, to, limit }: AreaChartProps) {
  const from = points[0]?.at ?? to;
  const x = timeScale(from, to);
  const last = points.at(-1);
  const all = last === undefined ? [] : [...points, { ...last, at: Math.max(to, last.at) }];
  const highest = greatest(
    all.map(({ parts }) => sumTo(parts, parts.length)),
    Math.max(1, limit?.value ?? 0),
  );
  const y = scaleLinear().domain([0, highest]).nice(4).range([HEIGHT, 0]);
  const place = ({ at }: { at: number }) => (x(new Date(at)) / 100) * WIDTH;
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
      <div aria-hidden className="text-fg-3 text-2xs relative min-w-6 text-end">
        {y.ticks(3).map((tick) => (
          <span key={tick} className="absolute end-0 -translate-y-1/2" style={{ top: y(tick) }}>
            {sayNumber(tick)}
          </span>
        ))}
        {/* As wide as the widest of them. */}
        <span className="invisible">{sayNumber(greatest(y.ticks(3)))}</span>
      </div>
      <svg role="img" aria-label={label} width="100%" height={HEIGHT + 18} className="overflow-visible">
        <TimeAxis scale={x} height={HEIGHT} />
        <svg width="100%" height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
          {tones.map((tone, part) => {
            const shape = area<(typeof all)[number]>()
              .x(place)
              .y0(({ parts }) => y(sumTo(parts, part)))
              .y1(({ parts }) => y(sumTo(parts, part + 1)))
              .curve(curveStepAfter);
            const top = line<(typeof all)[number]>()
              .x(place)
              .y(({ parts }) => y(sumTo(parts, part + 1)))
              .curve(curveStepAfter);
            return (
              <g key={tone} className={FILL[tone]}>
                <path d={shape(all) ?? ""} fillOpacity={tones.length === 1 ? 0.25 : 0.75} />
                <path
                  d={top(all) ?? ""}
                  className={STROKE[tone]}
                  fill="none"
                  strokeWidth={1.5}
                  vectorEffect="non-scaling-stroke"
                />
              </g>
            );
          })}
        </svg>
        {y.ticks(3).map((tick) => (
          <line key={tick} x1="0" x2="100%" y1={y(tick)} y2={y(tick)} className="stroke-line" />
        ))}
        {limit !== undefined && (
          <g>
            <line
              x1="0"
              x2="100%"
              y1={y(limit.value)}
              y2={y(limit.value)}
              strokeDasharray="4 3"
              className="stroke-bad"
              strokeWidth={1.5}
            />
            <text x="100%" y={y(limit.value) - 4} textAnchor="end" className="fill-bad text-2xs">
              {limit.words}
            </text>
          </g>
        )}
      </svg>
    </div>
  );
}

const STROKE: Record<FigureTone, string> = {
  amount: "stroke-fg-3",
  good: "stroke-ok",
  late: "stroke-warn",
  bad: "stroke-bad",
  question: "stroke-accent",
};

function sumTo(parts: readonly number[], end: number): number {
  return parts.slice(0, end).reduce((sum, part) => sum + part, 0);
}
