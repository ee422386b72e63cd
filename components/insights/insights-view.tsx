"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsInteger, useQueryState } from "nuqs";
import { Owes, reasonOf } from "@/components/overview/live-strip";
import { Content } from "@/components/shell/content";
import { NotRead } from "@/components/shell/not-read";
import { StaleBar } from "@/components/shell/stale-bar";
import { Chip } from "@/components/ui/chip";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { priceOf, useKept } from "@/lib/client/kept";
import { runsQuery } from "@/lib/client/runs";
import { insightAddress, insightsQuery, presenceQuery } from "@/lib/client/sessions";
import { useAwake } from "@/components/ui/use-awake";
import type { SessionScope } from "@/lib/client/paths";
import type { Insights, InsightsQuery } from "@/lib/contracts/insights";
import { percentile } from "@/lib/core/insights/insights";
import { say, sentence } from "@/lib/core/i18n/say";
import { GatesFigure } from "./gates-figure";
import { ActivityFigure, MemoryFigure } from "./history-figures";
import { Figure } from "./figure";
import { LaneChart } from "./lane-chart";
import { sayDay, sayMinutes, sayMoment } from "./say-time";
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
function DotChart({ label, rows, ticks, limit }: DotChartProps) {
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

const DAY = 24 * 60 * 60 * 1000;

const TICKS = [
  { value: 1, words: sentence("1 min") },
  { value: 10, words: sentence("10 min") },
  { value: 60, words: sentence("1 h") },
  { value: 480, words: sentence("8 h") },
  { value: 2880, words: sentence("2 d") },
  { value: 20_160, words: sentence("14 d") },
  { value: 129_600, words: sentence("90 d") },
];

const STATES = {
  confirmed: sentence("Confirmed"),
  waiting: sentence("Waiting"),
  superseded: sentence("Superseded"),
} as const;

function AcksFigure({ data, query }: { data: NonNullable<Insights["acks"]>; query: string }) {
  const shown = data.items.filter(({ state }) => state !== "superseded");
  const roles = [...new Set(data.items.map(({ role }) => role))];
  const late = data.items.filter((each) => each.late).length;
  const took = data.items.filter(({ state }) => state === "confirmed").map(({ minutes }) => minutes);
  const [half, most] = [50, 95].map((share) => percentile(took, share));
  return (
    <Figure
      title={say("ACK times")}
      answers={
        typeof half === "number" && typeof most === "number"
          ? say("Time from update to ACK: p50 {half}, p95 {most}", { half: sayMinutes(half), most: sayMinutes(most) })
          : say("Time from update to ACK")
      }
      query={query}
      empty={data.items.length === 0 ? say("Appears once a context version has been sent.") : undefined}
      legend={[
        { tone: "good", words: say("confirmed in time") },
        { tone: "late", words: say("late; hollow: still waiting") },
      ]}
      table={{
        columns: [say("Role"), say("Version"), say("Sent"), say("Minutes"), say("State")],
        rows: data.items.map(({ role, version, sentAt, minutes, state, late: isLate }) => [
          role,
          version,
          sayMoment(sentAt),
          state === "superseded" ? "—" : minutes,
          isLate ? say("{state}, late", { state: say(STATES[state]) }) : say(STATES[state]),
        ]),
      }}
    >
      <DotChart
        label={say("{count, plural, one {# ACK} other {# ACKs}}, {late} late; {waiting} waiting", {
          count: shown.filter(({ state }) => state === "confirmed").length,
          late,
          waiting: shown.filter(({ state }) => state === "waiting").length,
        })}
        rows={roles.map((role) => ({
          name: role,
          dots: shown
            .filter((each) => each.role === role)
            .map(({ version, minutes, state, late: isLate }) => ({
              value: minutes,
              tone: isLate ? ("late" as const) : ("good" as const),
              hollow: state === "waiting",
              title: `${version}: ${sayMinutes(minutes)}, ${say(STATES[state]).toLowerCase()}`,
            })),
        }))}
        ticks={TICKS.map(({ value, words }) => ({ value, words: say(words) }))}
        limit={{
          value: data.deadlineMinutes,
          words: say("deadline {deadlineMinutes}", { deadlineMinutes: sayMinutes(data.deadlineMinutes) }),
        }}
      />
    </Figure>
  );
}

interface TokensFigureProps {
  scope: SessionScope;
  data: NonNullable<Insights["tokens"]>;
  query: string;
}

function TokensFigure({ scope, data, query }: TokensFigureProps) {
  const { days, total } = data;
  const roles = [...new Set(days.map(({ role }) => role))];
  const first = Date.parse(days[0]?.day ?? "");
  const last = Date.parse(days.at(-1)?.day ?? "") + DAY;
  const spent = total.sent + total.ack;
  const [prices] = useKept("prices");
  const { data: runs } = useQuery(runsQuery(scope));
  // What each role cost goes by the client that was in its seat last.
  const clients = new Map(runs?.items.map(({ role, client }) => [role, client]));
  const costOf = (role: string, tokens: number) => tokens * (priceOf(prices, clients.get(role) ?? "") ?? 0);
  const cost = days.reduce((sum, { role, sent, ack }) => sum + costOf(role, sent + ack), 0) / 1_000_000;
  return (
    <Figure
      title={say("Tokens spent and saved")}
      answers={say("Tokens per day: sent and saved (estimate)")}
      query={query}
      empty={days.length === 0 ? say("Appears once a context version has been sent.") : undefined}
      legend={[
        {
          tone: "amount",
          words: say("spent {spent, number}, ACKs included", { spent }) + (cost > 0 ? ` · $${cost.toFixed(4)}` : ""),
        },
        { tone: "good", words: say("saved {saved, number}", { saved: total.saved }) },
      ]}
      table={{
        columns: [say("Role"), say("Day (UTC)"), say("Sent"), say("ACKs"), say("Saved"), say("Full texts")],
        rows: [
          ...days.map(({ role, day, sent, ack, saved, full }) => [role, day, sent, ack, saved, full]),
          ["All", "", total.sent, total.ack, total.saved, total.full],
        ],
      }}
    >
      <LaneChart
        label={say("{spent, number} tokens spent and {saved, number} saved, of {full, number} for full texts", {
          spent,
          saved: total.saved,
          full: total.full,
        })}
        lanes={roles.map((role) => {
          const own = days.filter((line) => line.role === role);
          return {
            name: role,
            total: own.reduce((sum, { saved }) => sum + saved, 0),
            bars: own.map(({ day, sent, ack, saved }) => ({
              from: Date.parse(day),
              to: Date.parse(day) + DAY,
              parts: [
                { tone: "amount" as const, value: sent + ack },
                { tone: "good" as const, value: saved },
              ],
              title: say("{role}, {day}: {sent, number} spent, {saved, number} saved", {
                role,
                day: sayDay(day),
                sent: sent + ack,
                saved,
              }),
            })),
          };
        })}
        from={first}
        to={last}
      />
    </Figure>
  );
}

/** The roles that wait for somebody, or that somebody waits for in vain. */
function Stuck(scope: SessionScope) {
  const { data } = useQuery(presenceQuery(scope));
  if (data === undefined) return null;
  const { version, now } = data;
  const stuck = data.roles.filter(({ waits, due }) => waits.length > 0 || (due !== null && due < now));
  return (
    <section aria-label={say("Stuck")} className="border-line border-b px-4 py-3">
      <h2 className="font-semibold">{say("Stuck")}</h2>
      {stuck.length === 0 ? (
        <p className="text-fg-3 text-xs">{say("Nobody waits.")}</p>
      ) : (
        <ul className="text-xs">
          {stuck.map((role) => (
            <li key={role.role} className="flex min-h-6 flex-wrap items-center gap-x-2">
              <Link href={reasonOf(scope, role)} className="hover:text-accent">
                {role.role}
              </Link>
              <Owes {...{ role, version, now }} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const RANGES = [
  { days: null, words: sentence("Whole session") },
  { days: 30, words: sentence("30 days") },
  { days: 7, words: sentence("7 days") },
  { days: 1, words: sentence("Today") },
];

export function InsightsView(scope: SessionScope) {
  const [asked, setAsked] = useQueryState("days", parseAsInteger);
  const days = asked !== null && asked >= 1 && asked <= 3650 ? asked : undefined;
  // The server does not know the reader's clock.
  const awake = useAwake();
  const { data, error, refetch, isPlaceholderData } = useQuery(insightsQuery(scope, { days }));
  return (
    <Content>
      {data !== undefined && error && <StaleBar error={error} onRetry={() => void refetch()} />}
      <div
        role="group"
        aria-label={say("Days")}
        className="border-line flex min-h-10 flex-wrap items-center gap-1.5 border-b px-4 py-1.5"
      >
        {RANGES.map((range) => (
          <Chip key={range.days} on={(days ?? null) === range.days} onClick={() => void setAsked(range.days)}>
            {say(range.words)}
          </Chip>
        ))}
      </div>
      <Stuck {...scope} />
      {data === undefined || !awake ? (
        error ? (
          <NotRead what={say("The figures")} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="m-4 h-60" />
        )
      ) : (
        <div aria-busy={isPlaceholderData} className={cx(isPlaceholderData && "opacity-60")}>
          <Figures scope={scope} data={data} query={(show) => insightAddress(scope, { show, days })} />
        </div>
      )}
    </Content>
  );
}

interface FiguresProps {
  scope: SessionScope;
  data: Insights;
  query: (show: InsightsQuery["show"]) => string;
}

function Figures({ scope, data, query }: FiguresProps) {
  const until = Date.parse(data.until);
  return (
    <div className="xl:divide-line xl:grid xl:grid-cols-2 xl:divide-x">
      <div className="min-w-0">
        {data.activity && <ActivityFigure data={data.activity} query={query("activity")} until={until} />}
        {data.acks && <AcksFigure data={data.acks} query={query("acks")} />}
        {data.gates && <GatesFigure gates={data.gates} query={query("gates")} until={until} />}
      </div>
      <div className="min-w-0">
        {data.memory && <MemoryFigure data={data.memory} query={query("memory")} until={until} />}
        {data.tokens && <TokensFigure scope={scope} data={data.tokens} query={query("tokens")} />}
      </div>
    </div>
  );
}
