import type { Insights } from "@/lib/contracts/insights";
import { sayCount } from "@/lib/core/text/say-count";
import { AreaChart } from "./area-chart";
import { Figure } from "./figure";
import { sayUtc } from "./say-time";

interface GatesFigureProps {
  gates: NonNullable<Insights["gates"]>;
  query: string;
  /** Epoch milliseconds at which the figures were taken. */
  until: number;
}

const NAMES = { open: "open", concluded: "concluded", abandoned: "abandoned" } as const;

/** How the blockers of gates came and went, the newest gate first. */
export function GatesFigure({ gates, query, until }: GatesFigureProps) {
  return (
    <Figure
      title="Gate burn-down"
      answers="Whether a gate gets nearer to its end: blockers from its opening on, waived ones included."
      query={query}
      empty={gates.length === 0 ? "Appears when a gate is opened." : undefined}
      legend={[
        { tone: "late", words: "roles behind" },
        { tone: "bad", words: "conflicts" },
        { tone: "question", words: "questions" },
      ]}
      table={{
        columns: ["Gate", "At (UTC)", "Behind", "Conflicts", "Questions", "Total"],
        rows: gates.flatMap(({ phase, points }) =>
          points.map(({ at, behind, conflicts, questions, total }) => [
            `Phase ${phase}`,
            sayUtc(at),
            behind,
            conflicts,
            questions,
            total,
          ]),
        ),
      }}
    >
      <div className="flex flex-col gap-3">
        {gates.map(({ id, phase, state, waived, points, endedAt }) => {
          const left = points.at(-1)?.total ?? 0;
          const said = `${sayCount(left, "blocker")}${waived > 0 ? `, ${waived} waived` : ""}`;
          return (
            <div key={id}>
              <p className="text-fg-2 mb-3 text-xs">
                Phase {phase}, {NAMES[state]}: {said}
              </p>
              <AreaChart
                label={`Phase ${phase}: ${said}; ${sayCount(points[0]?.total ?? 0, "blocker")} when it was opened`}
                points={points.map(({ at, behind, conflicts, questions }) => ({
                  at: Date.parse(at),
                  parts: [behind, conflicts, questions],
                }))}
                tones={["late", "bad", "question"]}
                to={endedAt === null ? until : Date.parse(endedAt)}
              />
            </div>
          );
        })}
      </div>
    </Figure>
  );
}
