import { useChange } from "@/components/shell/use-change";
import { Button } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { RelativeTime } from "@/components/ui/relative-time";
import { settlePair } from "@/lib/client/memory";
import { needsKey } from "@/lib/client/needs";
import type { SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/sessions";
import type { Memory } from "@/lib/contracts/memory";
import type { Pair } from "@/lib/contracts/pairs";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/words/say";
import { PairLines } from "./pair-lines";

/** The open pairs of a memory, conflicts first. Empty when there are none. */
export function SessionPairs({ scope, memory }: { scope: SessionScope; memory: Memory }) {
  const { run } = useChange([sessionKey(scope), needsKey(scope.workspace)], {});
  const pairs = openPairs(memory);
  if (pairs.length === 0) return null;
  const settle = (pair: Pair, holds: string) =>
    run({
      send: () => settlePair(scope, pair.id, holds),
      done: () => ({
        title: say("Settled; who wrote the lines is told"),
        undo: () => settlePair(scope, pair.id, "open"),
      }),
      failed: say("Not settled"),
    });
  return (
    <section aria-label={say("Pairs to settle")} className="border-line bg-warn-soft border-b">
      <div className="flex min-h-9 items-center gap-2 px-4 py-1">
        <h2 className="font-semibold">{say("Pairs to settle")}</h2>
        <span className="text-fg-2 text-xs">{pairs.length}</span>
      </div>
      <ul tabIndex={0} aria-label={say("Pairs to settle")} className="max-h-[40dvh] overflow-y-auto">
        {pairs.map((pair) => (
          <li key={pair.id} className="border-line flex flex-col gap-1.5 border-t px-4 py-2">
            <PairLines pair={pair} onHolds={(holds) => void settle(pair, holds)} />
            <span className="text-fg-3 flex flex-wrap items-center gap-x-2 text-xs">
              <span>
                {sayParts("Judged by {by} {when}", {
                  by: <bdi>{pair.by}</bdi>,
                  when: <RelativeTime at={pair.at} ago />,
                })}
              </span>
              <Changes deed="settle what was judged of another role's line">
                <Button size="small" look="ghost" className="ms-auto" onClick={() => void settle(pair, "both")}>
                  {say("Both hold")}
                </Button>
              </Changes>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function openPairs({ sections }: Memory): Pair[] {
  const all = sections.flatMap(({ items }) => items.flatMap(({ pairs = [] }) => pairs));
  const open = new Map(all.filter(({ state }) => state === "open").map((pair) => [pair.id, pair]));
  const rank = ({ judgement }: Pair) => (judgement === "conflicts" ? 0 : 1);
  return [...open.values()].sort((a, b) => rank(a) - rank(b) || a.at.localeCompare(b.at));
}
