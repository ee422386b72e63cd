"use client";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { Mark } from "@/components/ui/mark";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { itemLifeQuery } from "@/lib/client/memory";
import type { SessionScope } from "@/lib/client/paths";
import type { LineChange } from "@/lib/contracts/blame";
import { type LifeStep, lifeSteps } from "@/lib/core/history/life-steps";
import { sayWriter } from "@/lib/core/history/say-writer";
import { DOORS } from "./blame-words";

const DOTS = {
  person: { tone: "accent", shape: "dot" },
  agent: { tone: "ok", shape: "dot" },
  disk: { tone: "warn", shape: "ring" },
} as const;

interface ItemLifeProps {
  scope: SessionScope;
  item: string;
  /** Brings back the words that it had after a revision. */
  onRestore: (revision: number) => void;
}

/** Everything that ever happened to an item, from its first word on: who, what, by which door, when, and what it said before. */
export function ItemLife({ scope, item, onRestore }: ItemLifeProps) {
  const { data, isError, refetch } = useQuery(itemLifeQuery(scope, item));
  return (
    <section aria-label="History">
      <h3 className="text-fg-3 mb-2 text-xs font-semibold">History</h3>
      {data?.changes.length === 0 && data.revisions.length === 0 && (
        <p className="text-fg-3 text-xs">It was there before Wardroom first read the file.</p>
      )}
      {data && (
        <ol className="text-xs">
          {lifeSteps(data).map((step) => (
            <Step key={step.revision} step={step} onRestore={onRestore} />
          ))}
        </ol>
      )}
      {!data && !isError && <Skeleton className="h-3 w-40" />}
      {!data && isError && (
        <Button size="small" onClick={() => void refetch()}>
          Could not be read: retry
        </Button>
      )}
    </section>
  );
}

function Step({ step, onRestore }: { step: LifeStep<LineChange>; onRestore: (revision: number) => void }) {
  const { revision, at, actorKind, source, operation, said } = step;
  return (
    <li className="before:bg-line relative flex gap-2.5 pb-3 before:absolute before:start-[3px] before:top-4 before:bottom-0 before:w-px last:before:hidden">
      <Mark {...DOTS[actorKind]} className="mt-[5px]" />
      <div className="min-w-0">
        <p className="written">
          {operation === "found" ? (
            "It was there before Wardroom first read the file"
          ) : (
            <>
              <b className="font-semibold">{sayWriter(step)}</b>{" "}
              <span className="text-fg-2">
                {actorKind === "disk" ? "changed it in the file" : `${sayOperation(operation)} ${DOORS[source]}`}
              </span>
            </>
          )}
        </p>
        {said !== null && <p className="text-fg-3 written line-clamp-3">Before: {said.trim()}</p>}
        {said !== null && (
          <Changes>
            <Button size="small" look="ghost" className="-ms-2" onClick={() => onRestore(revision - 1)}>
              Restore these words
            </Button>
          </Changes>
        )}
        <p className="text-fg-3">
          <RelativeTime at={at} ago /> · revision {revision}
        </p>
      </div>
    </li>
  );
}

const WORDS: Record<string, string> = {
  add: "wrote it",
  archive: "archived it",
  unarchive: "unarchived it",
  resolve: "resolved it",
  withdraw: "withdrew it",
  edit: "edited it",
  undo: "undid a change of it",
  revert: "brought an earlier text back",
  approve: "approved it",
  prune: "pruned it",
};

/** The words for an operation; one that is not known is named. */
function sayOperation(operation: string): string {
  return WORDS[operation] ?? `changed it (${operation})`;
}
