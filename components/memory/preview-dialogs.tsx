import { call } from "@/lib/client/call";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useChange } from "@/components/shell/use-change";
import { TextField, Refusal } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { sayCount } from "@/lib/core/text/say-count";
import { FormDialog } from "@/components/ui/form-dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { prunePreviewQuery, undoRevision, itemsPreviewQuery } from "@/lib/client/memory";
import type { SessionScope } from "@/lib/client/paths";
import { RequestError, wordsOf } from "@/lib/client/request-error";
import { sessionKey } from "@/lib/client/sessions";
import type { Item, Memory, PruneResult, MakeItems } from "@/lib/contracts/memory";
import { say, sayNumber } from "@/lib/core/i18n/say";
import { ItemLines } from "./item-lines";
import { LineDiff } from "@/components/ui/line-diff";

/** Lines: above these a memory costs its readers more than it tells them. Source: team memory §5, curation rule 4. */
const TARGET = 500;
export function PruneDialog({ scope, memory, onClose }: { scope: SessionScope; memory: Memory; onClose: () => void }) {
  const [target, setTarget] = useState(TARGET);
  const { etag } = memory;
  const preview = useQuery(prunePreviewQuery(scope, target, etag));
  const { busy, run, refused } = useChange([sessionKey(scope)]);

  const prune = () =>
    run({
      send: () =>
        call("POST /sessions/{session}/memory/prune", {
          params: scope,
          body: { dryRun: false, target },
          ifMatch: etag,
        }),
      done: ({ items, linesBefore, linesAfter, revision }) => ({
        title: say("Pruned {items}", { items: sayArchived(items) }),
        detail: say("{linesBefore, plural, one {# line} other {# lines}} became {linesAfter, number}.", {
          linesBefore,
          linesAfter,
        }),
        undo: revision === undefined ? undefined : () => undoRevision(scope, revision),
      }),
    });

  const failure = refused ?? preview.error;
  const stale = failure instanceof RequestError && failure.code === "stale";

  return (
    <FormDialog
      title={say("Prune")}
      description={say(
        "Deletes archived, then resolved items, oldest first, down to the target. The history keeps them.",
      )}
      width="wide"
      onClose={onClose}
      submit={
        preview.data && preview.data.items.length > 0
          ? say("Delete {items}", { items: sayArchived(preview.data.items) })
          : "Delete"
      }
      danger
      busy={busy}
      ready={preview.data !== undefined && preview.data.items.length > 0}
      onSubmit={prune}
    >
      <TextField
        label={say("Target length")}
        className="w-44"
        type="number"
        min={0}
        max={1_000_000}
        value={target}
        onChange={(event) => setTarget(Math.max(0, Math.min(1_000_000, event.target.valueAsNumber || 0)))}
      />
      <Refusal>
        {stale
          ? say("The file changed since this preview. Below is the new one.")
          : failure && wordsOf(failure).message}
      </Refusal>
      {preview.data ? (
        <PrunePreview result={preview.data} target={target} />
      ) : (
        !failure && <Skeleton className="h-24 w-full" />
      )}
    </FormDialog>
  );
}

function sayArchived(items: readonly Item[]): string {
  return sayCount(items.length, items.every(({ state }) => state === "archived") ? say("archived item") : "item");
}

function PrunePreview({ result, target }: { result: PruneResult; target: number }) {
  const { items, linesBefore, linesAfter, tokensSaved, keeps } = result;
  if (items.length === 0) {
    return (
      <p className="text-fg-2">
        {linesBefore <= target
          ? say("The file has {linesBefore, plural, one {# line} other {# lines}}: there is nothing to prune.", {
              linesBefore,
            })
          : say("Nothing archived or resolved to prune. {keeps}", { keeps: sayKept(keeps) })}
      </p>
    );
  }
  return (
    <>
      <p>
        <b className="font-semibold">
          {sayNumber(linesBefore)} → {say("{linesAfter, plural, one {# line} other {# lines}}", { linesAfter })}
        </b>
        <span className="text-fg-2">
          {say(", about {tokensSaved, plural, one {# token} other {# tokens}} less for every reader", { tokensSaved })}
        </span>
        {linesAfter > target && (
          <span className="text-warn">{say("; that is still over {target, number}", { target })}</span>
        )}
      </p>
      <ItemLines items={items} label={say("Items that are deleted")} removed />
      <p className="text-fg-2">{sayKept(keeps)}</p>
    </>
  );
}

/** What stays, and why. */
function sayKept({ open, active, enough }: PruneResult["keeps"]): string {
  const kept = [
    open > 0 &&
      say("{open, plural, one {# open question or conflict} other {# open questions and conflicts}}", { open }),
    active > 0 && say("{active, plural, one {# active item} other {# active items}}", { active }),
    enough > 0 &&
      say(
        "{enough, plural, one {# archived or resolved item} other {# archived or resolved items}} within the target",
        { enough },
      ),
  ].filter((words) => words !== false);
  return kept.length === 0 ? say("No other items.") : `Stays: ${kept.join(", ")}.`;
}

const TAGS = ["Finding", "Pattern", "Decision", "Warning", "Dependency", "Conflict", "Question"] as const;

interface MakeItemsDialogProps {
  scope: SessionScope;
  memory: Memory;
  role: string;
  text: string;
  onClose: () => void;
}

export function MakeItemsDialog({ scope, memory, role, text, onClose }: MakeItemsDialogProps) {
  const [tag, setTag] = useState<(typeof TAGS)[number]>("Finding");
  const wanted: MakeItems = { role, text, tag };
  const preview = useQuery(itemsPreviewQuery(scope, wanted, memory.etag));
  const { busy, run, refused } = useChange([sessionKey(scope)]);
  const count = preview.data?.items.length ?? 0;

  const make = () =>
    run({
      send: () =>
        call("POST /sessions/{session}/memory/make-items", { params: scope, body: wanted, ifMatch: memory.etag }),
      done: ({ items, revision }) => ({
        title: say("Made {items, plural, one {# item} other {# items}} in {role}", { items: items.length, role }),
        undo: revision === undefined ? undefined : () => undoRevision(scope, revision),
      }),
    });

  const failure = refused ?? preview.error;
  return (
    <FormDialog
      title={say("Make items in {role}", { role })}
      description={say("Each entry becomes an item in its place; nothing else changes.")}
      width="wide"
      onClose={onClose}
      submit={count === 0 ? say("Make items") : say("Make {count, plural, one {# item} other {# items}}", { count })}
      busy={busy}
      ready={count > 0}
      fault={failure ? wordsOf(failure).message : undefined}
      onSubmit={make}
    >
      <Select
        label={say("Tag of entries that have none")}
        value={tag}
        onChange={setTag}
        options={TAGS.map((each) => ({ value: each, label: each }))}
        className="w-56"
      />
      {preview.data ? (
        <LineDiff diff={preview.data} label={say("What becomes items")} />
      ) : (
        !failure && <Skeleton className="h-24 w-full" />
      )}
    </FormDialog>
  );
}
