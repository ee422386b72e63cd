import { BarRows } from "@/components/insights/bar-rows";
import { Figure } from "@/components/insights/figure";
import { api, type TeamScope } from "@/lib/client/paths";
import type { ResolvedKnowledge, ResolveKnowledge } from "@/lib/contracts/knowledge";
import { sayNumber } from "@/lib/core/text/say-count";

interface BudgetFigureProps {
  scope: TeamScope;
  /** What was asked for. */
  wanted: ResolveKnowledge;
  resolved: ResolvedKnowledge;
}

/** Which file takes how much of a team's budget, the largest first, with those that were skipped. */
export function BudgetFigure({ scope, wanted, resolved }: BudgetFigureProps) {
  const { loaded, skipped, tokens, budget, tokenMethod } = resolved;
  const files = [
    ...loaded.map(({ id, tokens: own }) => ({ id, own, isLoaded: true })),
    ...skipped.flatMap(({ id, tokens: own }) => (own === null ? [] : [{ id, own, isLoaded: false }])),
  ].toSorted((a, b) => b.own - a.own);
  const share = (own: number) => `${Math.round((own / Math.max(1, budget)) * 100)}%`;
  return (
    <Figure
      title="Budget by file"
      answers={`What takes the room: tokens of each file, of ${sayNumber(budget)}. Estimates, counted with ${tokenMethod}.`}
      query={`POST ${api.team(scope)}/knowledge/resolve ${JSON.stringify(wanted)}`}
      empty={files.length === 0 ? "Appears when a mode or a topic loads a file." : undefined}
      legend={[
        { tone: "amount", words: "loaded" },
        { tone: "late", words: "skipped" },
      ]}
      table={{
        columns: ["File", "Tokens", "Of the budget", "State"],
        rows: [
          ...files.map(({ id, own, isLoaded }) => [id, own, share(own), isLoaded ? "Loaded" : "Skipped"]),
          ["All loaded", tokens, share(tokens), ""],
        ],
      }}
    >
      <BarRows
        label={`${sayNumber(tokens)} of ${sayNumber(budget)} tokens in ${loaded.length} files; ${files[0]?.id ?? ""} takes most`}
        rows={files.map(({ id, own, isLoaded }) => ({
          name: id,
          parts: [{ tone: isLoaded ? "amount" : "late", value: own, words: `${sayNumber(own)} tokens` }],
          note: `${sayNumber(own)} · ${share(own)}`,
        }))}
      />
    </Figure>
  );
}
