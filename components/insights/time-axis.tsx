import { scaleTime } from "d3-scale";
import { cx } from "@/components/ui/cx";
import { sayTick } from "./say-time";

/** Where a moment stands between two, in percent: pictures are as wide as their place, which no server knows. */
export function timeScale(from: number, to: number) {
  return scaleTime()
    .domain([new Date(from), new Date(to > from ? to : from + 1)])
    .range([0, 100]);
}

/** Of a label, in percent of the narrowest picture. */
const LABEL_WIDTH = 14;

/** So near to an end, in percent, a label has no room on both sides. */
const EDGE = 6;

export function TimeAxis({ scale, height }: { scale: ReturnType<typeof timeScale>; height: number }) {
  const [from, to] = scale.domain() as [Date, Date];
  const length = to.getTime() - from.getTime();
  const words = (tick: Date) => sayTick(tick, length);
  let last: Date | undefined;
  // Moments of one minute read alike, and labels need room beside each other.
  const ticks = scale.ticks(4).filter((tick) => {
    // One at an end stands beside its moment, half as far again from the next.
    const room = (last && scale(last) < EDGE) || scale(tick) > 100 - EDGE ? 1.5 * LABEL_WIDTH : LABEL_WIDTH;
    const fits = last === undefined || (words(tick) !== words(last) && scale(tick) - scale(last) >= room);
    if (fits) last = tick;
    return fits;
  });
  return ticks.map((tick, index) => {
    const x = scale(tick);
    const anchor = x < EDGE ? "start" : x > 100 - EDGE ? "end" : "middle";
    return (
      <g key={tick.getTime()}>
        <line x1={`${x}%`} x2={`${x}%`} y1={0} y2={height} className="stroke-line" />
        <text
          x={`${x}%`}
          y={height + 14}
          textAnchor={anchor}
          // A phone has room for every second one.
          className={cx("fill-fg-3 text-2xs", ticks.length > 3 && index % 2 === 1 && "max-sm:hidden")}
        >
          {words(tick)}
        </text>
      </g>
    );
  });
}
