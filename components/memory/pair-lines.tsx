import { Button } from "@/components/ui/button";
import { Changes, useMay } from "@/components/ui/changes";
import { cx } from "@/components/ui/cx";
import type { Memory } from "@/lib/contracts/memory";
import type { Pair } from "@/lib/contracts/pairs";
import { type Judgement, notePair, type PairLine } from "@/lib/core/memory/pair";
import type { notesOn } from "@/lib/core/memory/item-notes";
import { say, sentence, type Sentence } from "@/lib/core/i18n/say";
import { Preview } from "./preview";
import { TagLabel } from "./tag-label";
import { useChange } from "@/components/shell/use-change";
import { RelativeTime } from "@/components/ui/relative-time";
import { settlePair } from "@/lib/client/memory";
import { needsKey } from "@/lib/client/needs";
import type { SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/sessions";
import { sayParts } from "@/components/ui/say-parts";

const VERBS: Record<Judgement, Sentence> = {
  replaces: sentence("replaces"),
  conflicts: sentence("conflicts with"),
  answers: sentence("answers"),
  see: sentence("goes with"),
};

interface PairLinesProps {
  pair: Pair;
  /** Settles it; without this it is only shown. */
  onHolds?: (holds: string) => void;
}

/** Two lines side by side, and what somebody judged the first to be to the second. */
export function PairLines({ pair, onHolds }: PairLinesProps) {
  const may = useMay();
  const settle = may("settle what was judged of another role's line") ? onHolds : undefined;
  // A question is not what holds.
  const isAnswer = pair.judgement === "answers";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_84px_minmax(0,1fr)] items-stretch gap-x-3 gap-y-1.5 max-sm:grid-cols-1">
      <Line line={pair.item} holds={pair.holds} onHolds={settle} label={isAnswer ? say("Accept answer") : undefined} />
      <span className="text-fg-3 self-center text-center text-xs max-sm:text-start">{say(VERBS[pair.judgement])}</span>
      <Line line={pair.other} holds={pair.holds} onHolds={isAnswer ? undefined : settle} />
    </div>
  );
}

interface LineProps extends Pick<Pair, "holds"> {
  line: Pair["item"];
  onHolds: PairLinesProps["onHolds"];
  label?: string | undefined;
}

function Line({ line: { id, role, tag, text, state }, holds, onHolds, label = say("This holds") }: LineProps) {
  const isOver = holds.length > 0 && !holds.includes(id);
  return (
    <div className="border-line bg-bg flex min-w-0 flex-col gap-1 rounded-md border px-2.5 py-1.5">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        <TagLabel tag={tag} />
        <bdi className="text-fg-3 min-w-0 truncate text-xs">{role}</bdi>
        {onHolds !== undefined && (
          <Button
            size="small"
            className="ms-auto"
            aria-label={`${label}: ${text.slice(0, 60)}`}
            onClick={() => onHolds(id)}
          >
            {label}
          </Button>
        )}
      </span>
      {state === "gone" ? (
        <span className="text-fg-3">{say("This line is gone.")}</span>
      ) : (
        <Preview text={text} className={cx("font-normal whitespace-pre-line", isOver && "text-fg-3 line-through")} />
      )}
    </div>
  );
}

/** How a row names another line: its role and first words. */
export function byWords({ role, text, state }: PairLine): string {
  return state === "gone" ? say("a line that is gone") : `${role}: ${text.split("\n")[0] ?? ""}`;
}

/** One line each. */
export function Notes({ notes }: { notes: ReturnType<typeof notesOn> }) {
  return notes.map(({ words, warns }) => (
    <Preview
      key={words}
      text={words.charAt(0).toUpperCase() + words.slice(1)}
      className={cx("text-xs", warns ? "text-warn" : "text-fg-3")}
    />
  ));
}

/** The other line of a pair, in a row of one of the two. */
export function PairNote({ pair, item }: { pair: Pair; item: string }) {
  return <Notes notes={[{ words: notePair(pair, item, byWords), warns: pair.state === "open" }]} />;
}

/** The open pairs of a memory, conflicts first; renders nothing if there are none. */
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
