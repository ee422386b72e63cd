"use client";

import { useRouter } from "next/navigation";
import { Suspense, useEffect, useMemo, useRef, useState } from "react";
import { settledNeeds } from "@/components/memory/settled-needs";
import { useFaultActs } from "@/components/faults/use-fault-acts";
import { useCuration } from "@/components/memory/use-curation";
import { Remedy } from "@/components/shell/remedy";
import { useSteady } from "@/components/shell/use-steady";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { sayCount } from "@/lib/core/text/say-count";
import { Skeleton } from "@/components/ui/skeleton";
import { wordsOf } from "@/lib/client/request-error";
import type { Need } from "@/lib/contracts/needs";
import type { NeedKind } from "@/lib/core/needs/rank-needs";
import { NeedRow } from "./need-row";
import { actDelivery } from "./act-delivery";
import { addressOf, HEADINGS, type NeedAct } from "./need-words";
import { useNeedActions } from "./use-need-actions";

const NeedDialog = lazyPart(() => import("./need-dialog").then((module) => module.NeedDialog));

/** So many of a kind are shown at first; what comes after has its turn when these are settled. */
const SHOWN = 3;

interface NeedsListProps {
  workspace: string;
  /** The most urgent first. */
  needs: readonly Need[];
  loading: boolean;
  error: Error | null;
  onRetry: () => void;
  /** Moves the person's mark to what happened last in a session; gives how to move it back. */
  see: (session: string) => Promise<() => Promise<void>>;
}

/** What waits for a person across the sessions, each settled by one key. */
export function NeedsList({ workspace, needs, loading, error, onRetry, see }: NeedsListProps) {
  const router = useRouter();
  const list = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<{ key: string; at: number }>();
  const [inside, setInside] = useState(false);
  const [asking, setAsking] = useState<{ need: Need; act: NeedAct }>();
  const curation = useCuration(workspace);
  const faults = useFaultActs(workspace);
  const isThere = inside || cursor !== undefined;
  const {
    shown: all,
    waiting,
    showLatest,
  } = useSteady(
    needs,
    useMemo(() => holdNew(isThere), [isThere]),
  );
  const [unfolded, setUnfolded] = useState<ReadonlySet<NeedKind>>(new Set());
  // Kinds in the order of their most urgent; within a kind the order that was given.
  const groups = [...new Set(all.map(({ kind }) => kind))].map((kind) => {
    const members = all.filter((need) => need.kind === kind);
    // One more than fits is not worth a button.
    const fits = unfolded.has(kind) || members.length <= SHOWN + 1;
    return { kind, all: members, members: fits ? members : members.slice(0, SHOWN) };
  });
  const shown = groups.flatMap((group) => group.members);
  // Where the chosen one was settled, by anybody, the next one takes its place.
  const chosen =
    cursor && (shown.find((need) => need.key === cursor.key) ?? shown[Math.min(cursor.at, shown.length - 1)]);
  const current = chosen?.key;

  function choose(need: Need | undefined) {
    setCursor(need && { key: need.key, at: Math.max(0, shown.indexOf(need)) });
  }

  /** Folded rows are within reach: moving on from the last one shown unfolds them. */
  function move(step: 1 | -1) {
    const rows = groups.flatMap((group) => group.all);
    const at = chosen ? rows.indexOf(chosen) + step : 0;
    const to = rows[Math.max(0, Math.min(rows.length - 1, at))];
    if (to === undefined) return;
    if (step === 1 && !shown.includes(to)) {
      setUnfolded((before) => new Set([...before, to.kind]));
      setCursor({ key: to.key, at: shown.length });
      return;
    }
    if (shown.includes(to)) choose(to);
    else choose(groups.find(({ kind }) => kind === to.kind)?.members.at(-1));
  }
  useEffect(() => {
    if (current === undefined) return;
    const row = list.current?.querySelector(`[data-need="${CSS.escape(current)}"]`);
    row?.scrollIntoView({ block: "nearest" });
  }, [current]);

  function act(need: Need, what: NeedAct) {
    const scope = { workspace, session: need.session ?? "" };
    if (what === "approve" && need.kind === "relay") void curation.approve(scope, need.relay);
    else if (what === "archive" && "item" in need) void curation.archive(scope, [need.item]);
    else if (need.kind === "repair" && what === "put-back") void curation.applyRepair(need.repair);
    else if (need.kind === "repair" && what === "dismiss") void curation.dismissRepair(need.repair);
    else if (need.kind === "broken" && what === "fix") void faults.fix(need.fault);
    else if (need.kind === "broken" && what === "hide") void faults.dismiss(need.fault);
    else if (what === "see") {
      void curation.run({
        foresee: [settledNeeds(workspace, [need.key])],
        send: () => see(scope.session),
        done: (undo) => ({ title: `Seen: edits outside in ${scope.session}`, undo }),
        failed: "Not marked as seen",
      });
    } else if (need.kind === "ack" && (what === "ping" || what === "resend" || what === "full")) {
      void curation.run(actDelivery(scope, need, what));
    } else if (what === "look") {
      router.push(addressOf(workspace, need));
      return;
    } else {
      choose(need);
      setAsking({ need, act: what });
    }
  }

  useNeedActions({
    chosen,
    onMove: move,
    onAct: act,
    onOpen: (need) => router.push(addressOf(workspace, need)),
    onLetGo: () => setCursor(undefined),
    curation,
  });

  return (
    <section
      aria-labelledby="needs"
      ref={list}
      onPointerEnter={() => setInside(true)}
      onPointerLeave={() => setInside(false)}
    >
      <div className="bg-bg sticky top-0 z-[1] flex h-11 items-center gap-2 px-4">
        <h2 id="needs" className="font-semibold">
          Needs you
        </h2>
        <span className="text-fg-3 text-xs">{needs.length > 0 && needs.length}</span>
        <span className="flex-1" />
        {waiting > 0 && (
          <Button size="small" look="primary" onClick={showLatest}>
            {sayCount(waiting, "update")} — show
          </Button>
        )}
      </div>
      {error && <ReadFailed error={error} onRetry={onRetry} />}
      {groups.map(({ kind, members, all: { length: total } }) => (
        <div key={kind} className="pb-3">
          <h3 className="text-2xs text-fg-3 px-4 pb-1 font-semibold">
            {HEADINGS[kind]} <span className="font-normal">{total}</span>
          </h3>
          <ul aria-label={HEADINGS[kind]}>
            {members.map((need) => (
              <NeedRow
                key={need.key}
                need={need}
                current={need.key === current}
                href={addressOf(workspace, need)}
                onAct={act}
              />
            ))}
          </ul>
          {members.length < total && (
            <Button
              look="ghost"
              size="small"
              className="ms-2.5"
              onClick={() => setUnfolded((before) => new Set([...before, kind]))}
            >
              Show {total - members.length} more
            </Button>
          )}
        </div>
      ))}
      {shown.length === 0 && waiting === 0 && !error && (loading ? <NeedsSkeleton /> : <NothingWaits />)}
      <Suspense>
        {asking && (
          <NeedDialog workspace={workspace} {...asking} curation={curation} onClose={() => setAsking(undefined)} />
        )}
      </Suspense>
    </section>
  );
}

/** While the reader is at the list, what comes new waits, unless there was nothing yet that it could move. */
export function holdNew(isThere: boolean) {
  return (seen: readonly Need[], latest: readonly Need[]) => {
    if (!isThere || seen.length === 0) return null;
    const known = new Set(seen.map((need) => need.key));
    const shown = latest.filter((need) => known.has(need.key));
    return { shown, waiting: latest.length - shown.length };
  };
}

/** Nothing waits: the best a lead can read here. */
function NothingWaits() {
  return (
    <p role="status" className="text-fg-2 px-4 pb-6">
      You’re all caught up. Relays, teammates behind, gates, conflicts, questions and edits made outside Wardroom appear
      here.
    </p>
  );
}

/** Said above what could be read. */
function ReadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { message } = wordsOf(error);
  return (
    <p role="alert" className="bg-warn-soft mx-4 mb-2 flex flex-wrap items-center gap-2 rounded-md px-2.5 py-1.5">
      <span className="min-w-0 flex-1">{message} This list may be incomplete.</span>
      <Remedy error={error} onRetry={onRetry} size="small" />
    </p>
  );
}

/** Rows as they will be. */
function NeedsSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      {["w-4/5", "w-3/5", "w-2/3", "w-1/2"].map((width) => (
        <div
          key={width}
          className="border-line grid h-[53px] grid-cols-[104px_minmax(0,1fr)_120px] items-center gap-3 border-t px-4 max-sm:grid-cols-1"
        >
          <Skeleton className="h-3 w-20 max-sm:hidden" />
          <span className="flex flex-col gap-2">
            <Skeleton className={`h-3 ${width}`} />
            <Skeleton className="h-2.5 w-40" />
          </span>
          <Skeleton className="h-6 w-full max-sm:hidden" />
        </div>
      ))}
    </div>
  );
}
