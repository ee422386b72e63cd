import { BarRows } from "@/components/insights/bar-rows";
import { Figure } from "@/components/insights/figure";
import { api, type TeamScope } from "@/lib/client/paths";
import type { ResolvedKnowledge, ResolveKnowledge } from "@/lib/contracts/knowledge";
import { say, sayNumber } from "@/lib/core/words/say";

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
      title={say("Budget by file")}
      answers={say(
        "What takes the room: tokens of each file, of {budget, number}. Estimates, counted with {tokenMethod}.",
        { budget, tokenMethod },
      )}
      query={say("POST {scope}/knowledge/resolve {wanted}", { scope: api.team(scope), wanted: JSON.stringify(wanted) })}
      empty={files.length === 0 ? say("Appears when a mode or a topic loads a file.") : undefined}
      legend={[
        { tone: "amount", words: say("loaded") },
        { tone: "late", words: say("skipped") },
      ]}
      table={{
        columns: [say("File"), say("Tokens"), say("Of the budget"), say("State")],
        rows: [
          ...files.map(({ id, own, isLoaded }) => [id, own, share(own), isLoaded ? say("Loaded") : say("Skipped")]),
          [say("All loaded"), tokens, share(tokens), ""],
        ],
      }}
    >
      <BarRows
        label={say("{tokens, number} of {budget, number} tokens in {loaded} files; {id} takes most", {
          tokens,
          budget,
          loaded: loaded.length,
          id: files[0]?.id ?? "",
        })}
        rows={files.map(({ id, own, isLoaded }) => ({
          name: id,
          parts: [{ tone: isLoaded ? "amount" : "late", value: own, words: say("{own, number} tokens", { own }) }],
          note: `${sayNumber(own)} · ${share(own)}`,
        }))}
      />
    </Figure>
  );
}
