import type { Insights } from "@/lib/contracts/insights";
import { sayParts } from "@/components/ui/say-parts";
import { say, sentence } from "@/lib/core/i18n/say";
import { AreaChart } from "./area-chart";
import { Figure } from "./figure";
import { sayMoment } from "./say-time";

interface GatesFigureProps {
  gates: NonNullable<Insights["gates"]>;
  query: string;
  /** Epoch milliseconds at which the figures were taken. */
  until: number;
}

const NAMES = { open: sentence("open"), concluded: sentence("concluded"), abandoned: sentence("abandoned") } as const;

export function GatesFigure({ gates, query, until }: GatesFigureProps) {
  return (
    <Figure
      title={say("Gate burn-down")}
      answers={say("Blockers left since the gate opened, incl. waived")}
      query={query}
      empty={gates.length === 0 ? say("Appears when a gate is opened.") : undefined}
      legend={[
        { tone: "late", words: say("roles behind") },
        { tone: "bad", words: say("conflicts") },
        { tone: "question", words: say("questions") },
      ]}
      table={{
        columns: [say("Gate"), say("At"), say("Behind"), say("Conflicts"), say("Questions"), say("Total")],
        rows: gates.flatMap(({ phase, points }) =>
          points.map(({ at, behind, conflicts, questions, total }) => [
            say("Phase {phase}", { phase }),
            sayMoment(at),
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
          const said = `${say("{left, plural, one {# blocker} other {# blockers}}", { left })}${waived > 0 ? say(", {waived} waived", { waived }) : ""}`;
          return (
            <div key={id}>
              <p className="text-fg-2 mb-3 text-xs">
                {sayParts("Phase {phase}, {state}: {said}", { phase, state: say(NAMES[state]), said })}
              </p>
              <AreaChart
                label={say(
                  "Phase {phase}: {said}; {total, plural, one {# blocker} other {# blockers}} when it was opened",
                  { phase, said, total: points[0]?.total ?? 0 },
                )}
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
