import type { Insights } from "@/lib/contracts/insights";
import { say } from "@/lib/core/i18n/say";
import { AreaChart } from "./area-chart";
import { Figure } from "./figure";
import { LaneChart } from "./lane-chart";
import { sayMoment } from "./say-time";
import type { FigureTone } from "./tones";

interface FigureOf<Part extends keyof Insights> {
  data: NonNullable<Insights[Part]>;
  /** The request that answers the same numbers. */
  query: string;
  /** Epoch milliseconds at which the figures were taken. */
  until: number;
}

const MINUTE = 60_000;

export function ActivityFigure({ data, query, until }: FigureOf<"activity">) {
  const begin = Date.parse(data.from);
  const length = data.minutes * MINUTE;
  const lanes = data.roles.map(({ role, counts, total }) => ({
    name: nameOf(role),
    total,
    bars: counts.flatMap((count, span) => {
      const from = begin + span * length;
      const title = `${nameOf(role)}, ${sayMoment(new Date(from).toISOString())}: ${say("{count, plural, one {# event} other {# events}}", { count })}`;
      return count === 0
        ? []
        : [{ from, to: from + length, parts: [{ tone: "amount" as const, value: count }], title }];
    }),
  }));
  const busiest = lanes.toSorted((a, b) => b.total - a.total)[0];
  return (
    <Figure
      title={say("Activity by role")}
      answers={say("Events in spans of {minutes}", { minutes: saySpan(data.minutes) })}
      query={query}
      empty={data.total === 0 ? say("Appears with the first change in these days.") : undefined}
      table={{
        columns: [say("From"), ...data.roles.map(({ role }) => nameOf(role))],
        rows: [
          ...(data.roles[0]?.counts ?? []).map((_, span) => [
            sayMoment(new Date(begin + span * length).toISOString()),
            ...data.roles.map(({ counts }) => counts[span] ?? 0),
          ]),
          ["Total", ...data.roles.map(({ total }) => total)],
        ],
      }}
    >
      <LaneChart
        label={say("{total, plural, one {# event} other {# events}}; {name} had most with {most, number}", {
          total: data.total,
          name: busiest?.name ?? "",
          most: busiest?.total ?? 0,
        })}
        lanes={lanes}
        from={begin}
        to={Math.max(until, begin + length)}
      />
    </Figure>
  );
}

/** How long the team memory is, and was, beside its limit. */
export function MemoryFigure({ data, query, until }: FigureOf<"memory">) {
  const points = data.points.map(({ at, lines }) => ({ at: Date.parse(at), parts: [lines] }));
  const share = Math.round((data.lines / data.limit) * 100);
  const tone: FigureTone = data.lines > data.limit ? "bad" : "amount";
  return (
    <Figure
      title={say("Length of the memory")}
      answers={say("Lines of TEAM-MEMORY.md, limit {limit, number}", {
        limit: data.limit,
      })}
      query={query}
      empty={points.length === 0 ? say("Appears once the session has a team memory.") : undefined}
      table={{
        columns: [say("At"), say("Revision"), say("Lines")],
        rows: data.points.map(({ at, revision, lines }) => [sayMoment(at), revision, lines]),
      }}
    >
      <AreaChart
        label={say("{lines, plural, one {# line} other {# lines}} now, {share}% of the limit of {limit, number}", {
          lines: data.lines,
          share,
          limit: data.limit,
        })}
        points={points}
        tones={[tone]}
        to={until}
        limit={{ value: data.limit, words: say("limit {limit, number}", { limit: data.limit }) }}
      />
    </Figure>
  );
}

function nameOf(actor: string): string {
  return actor === "disk" ? say("Edited on disk") : actor;
}

function saySpan(minutes: number): string {
  if (minutes < 60) return say("{minutes, plural, one {# minute} other {# minutes}}", { minutes });
  return minutes < 1440
    ? say("{minutes, plural, one {# hour} other {# hours}}", { minutes: minutes / 60 })
    : say("{minutes, plural, one {# day} other {# days}}", { minutes: minutes / 1440 });
}
