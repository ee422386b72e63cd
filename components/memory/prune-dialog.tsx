"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useChange } from "@/components/shell/use-change";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, TextInput } from "@/components/ui/field";
import { sayCount, sayNumber } from "@/components/ui/say-count";
import { Skeleton } from "@/components/ui/skeleton";
import { executePrune, prunePreviewQuery, undoRevision } from "@/lib/client/memory";
import type { SessionScope } from "@/lib/client/paths";
import { RequestError, wordsOf } from "@/lib/client/request-error";
import { sessionKey } from "@/lib/client/sessions";
import type { Item, Memory, PruneResult } from "@/lib/contracts/memory";
import { Preview } from "./preview";
import { TagLabel } from "./tag-label";

/** Lines: above these a memory costs its readers more than it tells them. Source: team memory §5, curation rule 4. */
const TARGET = 500;
/** More than this nobody reads; the number says how many there are. */
const SHOWN = 200;

/** Shows what pruning would delete, then deletes exactly that. */
export function PruneDialog({ scope, memory, onClose }: { scope: SessionScope; memory: Memory; onClose: () => void }) {
  const [target, setTarget] = useState(TARGET);
  const { etag } = memory;
  const preview = useQuery(prunePreviewQuery(scope, target, etag));
  const { busy, run } = useChange([sessionKey(scope)]);
  const [refused, setRefused] = useState<Error>();

  async function prune() {
    setRefused(undefined);
    const done = await run({
      send: () => executePrune(scope, target, etag),
      done: ({ items, linesBefore, linesAfter, revision }) => ({
        title: `Pruned ${sayArchived(items)}`,
        detail: `${sayCount(linesBefore, "line")} became ${sayNumber(linesAfter)}.`,
        undo: revision === undefined ? undefined : () => undoRevision(scope, revision),
      }),
      failed: setRefused,
    });
    if (done) onClose();
  }

  const failure = refused ?? preview.error;
  const stale = failure instanceof RequestError && failure.code === "stale";

  return (
    <Dialog
      title="Prune"
      description="Archived items are deleted from the file, oldest first, until it is short enough. The history keeps them."
      width="wide"
      onClose={onClose}
      footer={
        <>
          <Button look="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            look="danger"
            busy={busy}
            disabled={!preview.data || preview.data.items.length === 0}
            onClick={() => void prune()}
          >
            {preview.data && preview.data.items.length > 0 ? `Delete ${sayArchived(preview.data.items)}` : "Delete"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label="Lines the file may have" className="w-44">
          <TextInput
            type="number"
            min={0}
            max={1_000_000}
            value={target}
            onChange={(event) => setTarget(Math.max(0, Math.min(1_000_000, event.target.valueAsNumber || 0)))}
          />
        </Field>
        {failure && (
          <p role="alert" className="bg-bad-soft rounded-md px-2.5 py-1.5">
            {stale ? "The file changed since this preview. Below is the new one." : wordsOf(failure).message}
          </p>
        )}
        {preview.data ? (
          <PrunePreview result={preview.data} target={target} />
        ) : (
          !failure && <Skeleton className="h-24 w-full" />
        )}
      </div>
    </Dialog>
  );
}

function sayArchived(items: readonly Item[]): string {
  return sayCount(items.length, "archived item");
}

function PrunePreview({ result, target }: { result: PruneResult; target: number }) {
  const { items, linesBefore, linesAfter, tokensSaved } = result;
  if (items.length === 0) {
    return (
      <p className="text-fg-2">
        {linesBefore <= target
          ? `The file has ${sayCount(linesBefore, "line")}: there is nothing to prune.`
          : "Nothing is archived, so there is nothing to prune. Archive what is stale first."}
      </p>
    );
  }
  return (
    <>
      <p>
        <b className="font-semibold">
          {sayNumber(linesBefore)} → {sayCount(linesAfter, "line")}
        </b>
        <span className="text-fg-2">, about {sayCount(tokensSaved, "token")} less for every reader</span>
        {linesAfter > target && <span className="text-warn">; that is still over {sayNumber(target)}</span>}
      </p>
      <PrunedItems items={items} />
    </>
  );
}

function PrunedItems({ items }: { items: Item[] }) {
  return (
    <ul
      aria-label="Items that are deleted"
      tabIndex={0}
      className="border-line max-h-72 overflow-y-auto rounded-md border"
    >
      {items.slice(0, SHOWN).map((item) => (
        <li
          key={item.id}
          className="border-line bg-del grid grid-cols-[16px_92px_minmax(0,1fr)] items-baseline gap-x-2 border-b px-2.5 py-1 last:border-0 max-sm:grid-cols-[16px_minmax(0,1fr)] max-sm:*:last:col-start-2"
        >
          <span aria-hidden>−</span>
          <TagLabel tag={item.tag} />
          <Preview text={item.text} />
        </li>
      ))}
      {items.length > SHOWN && <li className="text-fg-3 px-2.5 py-1">and {items.length - SHOWN} more</li>}
    </ul>
  );
}
