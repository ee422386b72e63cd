import type { Insights } from "@/lib/contracts/insights";
import { sayCount, sayNumber } from "@/lib/core/text/say-count";
import { DotChart } from "./dot-chart";
import { Figure } from "./figure";
import { LaneChart } from "./lane-chart";
import { sayDay, sayMinutes, sayUtc } from "./say-time";

const DAY = 24 * 60 * 60 * 1000;

const TICKS = [
  { value: 1, words: "1 min" },
  { value: 10, words: "10 min" },
  { value: 60, words: "1 h" },
  { value: 480, words: "8 h" },
  { value: 2880, words: "2 d" },
  { value: 20_160, words: "14 d" },
  { value: 129_600, words: "90 d" },
];

const STATES = { confirmed: "Confirmed", waiting: "Waiting", superseded: "Superseded" } as const;

/** How long each role took to confirm each version. */
export function AcksFigure({ data, query }: { data: NonNullable<Insights["acks"]>; query: string }) {
  const shown = data.items.filter(({ state }) => state !== "superseded");
  const roles = [...new Set(data.items.map(({ role }) => role))];
  const late = data.items.filter((each) => each.late).length;
  return (
    <Figure
      title="ACK times"
      answers="Who keeps the team waiting: from an update to its ACK, one dot per version, on a logarithmic scale."
      query={query}
      empty={data.items.length === 0 ? "Appears once a context version has been sent." : undefined}
      legend={[
        { tone: "good", words: "confirmed in time" },
        { tone: "late", words: "late; hollow: still waiting" },
      ]}
      table={{
        columns: ["Role", "Version", "Sent (UTC)", "Minutes", "State"],
        rows: data.items.map(({ role, version, sentAt, minutes, state, late: isLate }) => [
          role,
          version,
          sayUtc(sentAt),
          state === "superseded" ? "—" : minutes,
          isLate ? `${STATES[state]}, late` : STATES[state],
        ]),
      }}
    >
      <DotChart
        label={`${sayCount(shown.filter(({ state }) => state === "confirmed").length, "ACK")}, ${late} late; ${shown.filter(({ state }) => state === "waiting").length} waiting`}
        rows={roles.map((role) => ({
          name: role,
          dots: shown
            .filter((each) => each.role === role)
            .map(({ version, minutes, state, late: isLate }) => ({
              value: minutes,
              tone: isLate ? ("late" as const) : ("good" as const),
              hollow: state === "waiting",
              title: `${version}: ${sayMinutes(minutes)}, ${STATES[state].toLowerCase()}`,
            })),
        }))}
        ticks={TICKS}
        limit={{ value: data.deadlineMinutes, words: `deadline ${sayMinutes(data.deadlineMinutes)}` }}
      />
    </Figure>
  );
}

/** What updates of the context cost and saved, a row for each role and a bar for each day. */
export function TokensFigure({ data, query }: { data: NonNullable<Insights["tokens"]>; query: string }) {
  const { days, total } = data;
  const roles = [...new Set(days.map(({ role }) => role))];
  const first = Date.parse(days[0]?.day ?? "");
  const last = Date.parse(days.at(-1)?.day ?? "") + DAY;
  const spent = total.sent + total.ack;
  return (
    <Figure
      title="Tokens spent and saved"
      answers={`What deltas save: a bar for each day, as high as full texts would have cost. Estimates, counted with ${data.tokenMethod}.`}
      query={query}
      empty={days.length === 0 ? "Appears once a context version has been sent." : undefined}
      legend={[
        { tone: "amount", words: `spent ${sayNumber(spent)}, ACKs included` },
        { tone: "good", words: `saved ${sayNumber(total.saved)}` },
      ]}
      table={{
        columns: ["Role", "Day (UTC)", "Sent", "ACKs", "Saved", "Full texts"],
        rows: [
          ...days.map(({ role, day, sent, ack, saved, full }) => [role, day, sent, ack, saved, full]),
          ["All", "", total.sent, total.ack, total.saved, total.full],
        ],
      }}
    >
      <LaneChart
        label={`${sayNumber(spent)} tokens spent and ${sayNumber(total.saved)} saved, of ${sayNumber(total.full)} for full texts`}
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
              title: `${role}, ${sayDay(day)}: ${sayNumber(sent + ack)} spent, ${sayNumber(saved)} saved`,
            })),
          };
        })}
        from={first}
        to={last}
      />
    </Figure>
  );
}
