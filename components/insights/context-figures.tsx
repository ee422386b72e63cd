import type { Insights } from "@/lib/contracts/insights";
import { say, sentence } from "@/lib/core/words/say";
import { DotChart } from "./dot-chart";
import { Figure } from "./figure";
import { LaneChart } from "./lane-chart";
import { sayDay, sayMinutes, sayUtc } from "./say-time";

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

/** How long each role took to confirm each version. */
export function AcksFigure({ data, query }: { data: NonNullable<Insights["acks"]>; query: string }) {
  const shown = data.items.filter(({ state }) => state !== "superseded");
  const roles = [...new Set(data.items.map(({ role }) => role))];
  const late = data.items.filter((each) => each.late).length;
  return (
    <Figure
      title={say("ACK times")}
      answers={say(
        "Who keeps the team waiting: from an update to its ACK, one dot per version, on a logarithmic scale.",
      )}
      query={query}
      empty={data.items.length === 0 ? say("Appears once a context version has been sent.") : undefined}
      legend={[
        { tone: "good", words: say("confirmed in time") },
        { tone: "late", words: say("late; hollow: still waiting") },
      ]}
      table={{
        columns: [say("Role"), say("Version"), say("Sent (UTC)"), say("Minutes"), say("State")],
        rows: data.items.map(({ role, version, sentAt, minutes, state, late: isLate }) => [
          role,
          version,
          sayUtc(sentAt),
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

/** What updates of the context cost and saved, a row for each role and a bar for each day. */
export function TokensFigure({ data, query }: { data: NonNullable<Insights["tokens"]>; query: string }) {
  const { days, total } = data;
  const roles = [...new Set(days.map(({ role }) => role))];
  const first = Date.parse(days[0]?.day ?? "");
  const last = Date.parse(days.at(-1)?.day ?? "") + DAY;
  const spent = total.sent + total.ack;
  return (
    <Figure
      title={say("Tokens spent and saved")}
      answers={say(
        "What deltas save: a bar for each day, as high as full texts would have cost. Estimates, counted with {tokenMethod}.",
        { tokenMethod: data.tokenMethod },
      )}
      query={query}
      empty={days.length === 0 ? say("Appears once a context version has been sent.") : undefined}
      legend={[
        { tone: "amount", words: say("spent {spent, number}, ACKs included", { spent }) },
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
