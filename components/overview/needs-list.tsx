"use client";
import { useRouter } from "next/navigation";
import { Suspense, useEffect, useMemo, useRef, useState } from "react";
import { lazyPart } from "@/components/ui/lazy-part";
import { Button } from "@/components/ui/button";
import { sayCount } from "@/components/ui/say-count";
import { addressOf, type NeedAct } from "./need-words";
import { NeedRow } from "./need-row";
import { NeedsSkeleton, NothingWaits, ReadFailed } from "./need-states";
import { NEED_KINDS, type Need, type NeedKind } from "./needs";
import { useNeedActions } from "./use-need-actions";
import { useSettled } from "./use-settled";
import type { Settling } from "./use-settling";

const NeedDialog = lazyPart(() => import("./need-dialog").then((module) => module.NeedDialog));

/** So many of a kind are shown at first; what comes after has its turn when these are settled. */
const SHOWN = 3;

const HEADINGS: Record<NeedKind, string> = {
  relay: "Relays to decide",
  conflict: "Open conflicts",
  question: "Open questions",
  repair: "Lines left out by saves",
  broken: "Files to mend",
  outside: "Edited outside since you looked",
  long: "Memories over 500 lines",
};

interface NeedsListProps {
  workspace: string;
  needs: readonly Need[];
  loading: boolean;
  error: Error | null;
  onRetry: () => void;
  settling: Settling;
}

/** What waits for a person across the sessions, each settled by one key. */
export function NeedsList({ workspace, needs, loading, error, onRetry, settling }: NeedsListProps) {
  const router = useRouter();
  const list = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string>();
  const [inside, setInside] = useState(false);
  const [asking, setAsking] = useState<{ need: Need; act: NeedAct }>();
  const left = useMemo(() => needs.filter((need) => !settling.gone.has(need.key)), [needs, settling.gone]);
  const { shown: all, waiting, showLatest } = useSettled(left, inside || current !== undefined);
  const [unfolded, setUnfolded] = useState<ReadonlySet<NeedKind>>(new Set());
  const groups = NEED_KINDS.map((kind) => {
    const members = all.filter((need) => need.kind === kind);
    // One more than fits is not worth a button.
    const fits = unfolded.has(kind) || members.length <= SHOWN + 1;
    return { kind, members: fits ? members : members.slice(0, SHOWN), total: members.length };
  }).filter((group) => group.total > 0);
  const shown = groups.flatMap((group) => group.members);
  const chosen = shown.find((need) => need.key === current);

  function move(step: 1 | -1) {
    const to = chosen ? shown.indexOf(chosen) + step : 0;
    setCurrent(shown[Math.max(0, Math.min(shown.length - 1, to))]?.key);
  }
  useEffect(() => {
    if (current === undefined) return;
    const row = list.current?.querySelector(`[data-need="${CSS.escape(current)}"]`);
    row?.scrollIntoView({ block: "nearest" });
  }, [current]);

  function act(need: Need, what: NeedAct) {
    // The next one takes its place under the same key.
    const at = shown.indexOf(need);
    const next = shown[at + 1] ?? shown[at - 1];
    if (what === "approve" && need.kind === "relay") void settling.approve(need);
    else if (what === "archive" && (need.kind === "conflict" || need.kind === "question")) void settling.archive(need);
    else if (need.kind === "repair" && what === "put-back") void settling.putBack(need);
    else if (need.kind === "repair" && what === "dismiss") void settling.dismiss(need);
    else if (what === "see") settling.see(need);
    else if (what === "look") {
      router.push(addressOf(workspace, need));
      return;
    } else {
      setCurrent(need.key);
      setAsking({ need, act: what });
      return;
    }
    if (current !== undefined) setCurrent(next?.key);
  }

  useNeedActions({
    chosen,
    onMove: move,
    onAct: act,
    onOpen: (need) => router.push(addressOf(workspace, need)),
    onLetGo: () => setCurrent(undefined),
    lastUndo: settling.lastUndo,
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
        <span className="text-fg-3 text-xs">{left.length > 0 && left.length}</span>
        <span className="flex-1" />
        {waiting > 0 && (
          <Button size="small" look="primary" onClick={showLatest}>
            {sayCount(waiting, "update")} — show
          </Button>
        )}
      </div>
      {error && <ReadFailed error={error} onRetry={onRetry} />}
      {groups.map(({ kind, members, total }) => (
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
          <NeedDialog workspace={workspace} {...asking} settling={settling} onClose={() => setAsking(undefined)} />
        )}
      </Suspense>
    </section>
  );
}
