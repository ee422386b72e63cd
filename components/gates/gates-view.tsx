"use client";
import { useQuery } from "@tanstack/react-query";
import { useQueryState } from "nuqs";
import { useMemo, useState, useEffect, useRef, type ReactNode } from "react";
import { BulkBar } from "@/components/shell/bulk";
import { Content } from "@/components/shell/content";
import { NotRead } from "@/components/shell/not-read";
import { Reading } from "@/components/shell/reading";
import { StaleBar } from "@/components/shell/stale-bar";
import { useChosen } from "@/components/shell/use-chosen";
import { groupBlockers, type BlockerGroup, type Settling } from "./blocker-list";
import { useBlockerActs, useGateActs } from "@/components/gates/use-gate-acts";
import { Term } from "@/components/terms/term";
import { Button } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { gatesQuery, sessionKey, insightAddress, insightsQuery } from "@/lib/client/sessions";
import { addressOf, call } from "@/lib/client/call";
import type { SessionScope } from "@/lib/client/paths";
import type { GateBlocker, Gate, PrepareGate } from "@/lib/contracts/gates";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/i18n/say";
import { GateDialog, type GateQuestion } from "./gate-dialog";
import { OpenGate } from "./open-gate";
import { GateRecords, PastGates } from "./past-gates";
import { useGateActions } from "./use-gate-actions";
import { lazyPart } from "@/components/ui/lazy-part";
import { foreseen, useChange } from "@/components/shell/use-change";
import { NOTHING_PREPARED, type Conclusion } from "./gate-conclusion";
import { ActionButton } from "@/components/ui/action-button";
import { RareAction } from "@/components/ui/more-menu";

const NONE: readonly GateBlocker[] = [];

const idOf = ({ id }: GateBlocker) => id;

export function GatesView({ workspace, session }: SessionScope) {
  const scope = useMemo(() => ({ workspace, session }), [workspace, session]);
  const { data, error, refetch } = useQuery(gatesQuery(scope));
  const [question, setQuestion] = useState<GateQuestion>();
  const acts = useGateActs(scope);

  const gate = data?.items.find((each) => each.state === "open");
  const past = data?.items.filter((each) => each.state !== "open") ?? [];
  const [conclusion, change] = usePrepared(scope, gate);
  const blockers = gate?.blockers ?? NONE;
  // In the order in which they are listed.
  const groups = groupBlockers(blockers);
  const listed = groups.flatMap((group) => group.blockers);
  const { cursor, setCursor, move, moveGroup } = useBlockerCursor(groups);
  const selection = useChosen(listed, idOf);
  const blockerActs = useBlockerActs(scope, gate);
  const current = listed.find((each) => each.id === cursor);
  const targets = selection.things.length > 0 ? selection.things : current ? [current] : NONE;

  const settling: Settling = {
    waive: (those) => setQuestion({ kind: "waive", blockers: those }),
    resolve: (those) => setQuestion({ kind: "resolve", blockers: those }),
    unwaive(those) {
      selection.clear();
      void blockerActs.waive(those, null);
    },
    ping(those) {
      selection.clear();
      void blockerActs.ping(those);
    },
  };

  useGateActions({
    scope,
    gate,
    targets,
    conclusion,
    undo: blockerActs,
    change,
    acts,
    ask: setQuestion,
    settling,
    on: {
      move(step, extend) {
        const to = move(step);
        if (extend && to) selection.add(current ? [current, to] : [to]);
      },
      toggle: () => current && selection.toggle(current),
      selectAll: () => selection.toggleAll(listed),
      selectGroup() {
        const group = groups.find((each) => each.blockers.some(({ id }) => id === cursor));
        if (group) selection.toggleAll(group.blockers);
      },
      moveGroup,
      clear: selection.clear,
    },
  });

  const retry = () => void refetch();
  return (
    <Content className="flex flex-col">
      {error !== null && data && <StaleBar error={error} onRetry={retry} />}
      {data === undefined ? (
        <Reading what={say("The gates")} error={error} onRetry={retry} />
      ) : data.items.length === 0 && data.records.length === 0 ? (
        <NoGates scope={scope} onOpen={() => setQuestion({ kind: "open" })} />
      ) : (
        <>
          {gate ? (
            <OpenGate
              scope={scope}
              gate={gate}
              conclusion={conclusion}
              onChange={change}
              cursor={cursor}
              onCursor={setCursor}
              selection={selection}
              settling={settling}
            />
          ) : (
            <p className="text-fg-2 px-4 pt-3.5">{say("No gate is open: context versions can be published.")}</p>
          )}
          <BulkBar progress={blockerActs.progress} />
          {data.items.length > 0 && <GateBurnDown scope={scope} />}
          <PastGates gates={past} />
          <GateRecords workspace={scope.workspace} records={data.records} />
        </>
      )}
      {question && data && (
        <GateDialog
          question={question}
          list={data}
          gate={gate}
          conclusion={conclusion}
          onSettle={(kind, those, text) => {
            selection.clear();
            return kind === "waive" ? blockerActs.waive(those, text) : blockerActs.resolve(those, text);
          }}
          acts={acts}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </Content>
  );
}

/** Which blocker the keys act on: the first, until the reader moves. Where it is settled, the next one takes its place. */
function useBlockerCursor(groups: readonly BlockerGroup[]) {
  // In the address, so that the way back from a blocker leads to it.
  const [chosen, setChosen] = useQueryState("blocker");
  const [place, setPlace] = useState(0);
  const blockers = groups.flatMap((group) => group.blockers);
  const found = blockers.find(({ id }) => id === chosen);
  const current = found ?? blockers[Math.min(place, blockers.length - 1)];
  const cursor = current?.id;

  function setCursor(id: string): void {
    setPlace(
      Math.max(
        0,
        blockers.findIndex((each) => each.id === id),
      ),
    );
    void setChosen(id);
  }

  function go(next: GateBlocker | undefined): GateBlocker | undefined {
    if (next === undefined) return undefined;
    setCursor(next.id);
    document.querySelector(`[data-blocker="${CSS.escape(next.id)}"]`)?.scrollIntoView({ block: "nearest" });
    return next;
  }

  const stepIn = <Thing,>(all: readonly Thing[], at: number, step: 1 | -1) =>
    all[Math.min(all.length - 1, Math.max(0, at + step))];

  return {
    cursor,
    setCursor,
    move: (step: 1 | -1) => go(stepIn(blockers, current ? blockers.indexOf(current) : -1, step)),
    /** To the first of the next group, or of the one before. */
    moveGroup(step: 1 | -1): void {
      const at = groups.findIndex((group) => current !== undefined && group.blockers.includes(current));
      go(stepIn(groups, at, step)?.blockers[0]);
    },
  };
}

function NoGates({ scope, onOpen }: { scope: SessionScope; onOpen: () => void }) {
  return (
    <EmptyState
      title={say("No phase has come to its gate yet")}
      command={`curl -X POST "$WARDROOM_URL${addressOf("POST /sessions/{session}/gates", { params: scope })}" \\\n  -H "Authorization: Bearer $WARDROOM_TOKEN" -H "Content-Type: application/json" \\\n  -d '{"phase":1}'`}
      actions={
        <Changes>
          <Button look="primary" onClick={onOpen}>
            {say("Open a gate…")}
          </Button>
        </Changes>
      }
    >
      {sayParts("A <term>gate</term> ends a phase: every ACK in, no open conflict or question. Open one here, or:", {
        term: (inside) => <Term id="gate">{inside}</Term>,
      })}
    </EmptyState>
  );
}

const GatesFigure = lazyPart(
  () => import("@/components/insights/gates-figure").then((module) => module.GatesFigure),
  <Skeleton className="m-4 h-60" />,
);

/** Of the figure, about. Pixels. */
const HEIGHT = 280;

function GateBurnDown({ scope }: { scope: SessionScope }) {
  return (
    <WhenSeen height={HEIGHT}>
      <BurnDown scope={scope} />
    </WhenSeen>
  );
}

function BurnDown({ scope }: { scope: SessionScope }) {
  const { data, error, refetch } = useQuery(insightsQuery(scope, { show: "gates" }));
  if (data?.gates) {
    const query = insightAddress(scope, { show: "gates" });
    return <GatesFigure gates={data.gates} query={query} until={Date.parse(data.until)} />;
  }
  if (error) return <NotRead what={say("The burn-down")} error={error} onRetry={() => void refetch()} />;
  return <Skeleton className="m-4 h-60" />;
}

/** What is prepared for the open gate of a session, kept by the server: everybody who looks at it sees the same. */
function usePrepared(scope: SessionScope, gate: Gate | undefined): [Conclusion, (change: PrepareGate) => void] {
  const { run } = useChange([sessionKey(scope)]);

  function change(next: PrepareGate): void {
    if (gate === undefined) return;
    const { result, criteria, archive } = next;
    const prepared = (before: Conclusion): Conclusion => ({
      result: result === undefined ? before.result : result,
      criteria: criteria ?? before.criteria,
      archive: archive ?? before.archive,
    });
    void run({
      foresee: [
        foreseen(gatesQuery(scope), (list) => ({
          ...list,
          items: list.items.map((each) =>
            each.id === gate.id ? { ...each, prepared: prepared(each.prepared ?? NOTHING_PREPARED) } : each,
          ),
        })),
      ],
      send: () =>
        call("POST /sessions/{session}/gates/{gate}/prepare", { params: { ...scope, gate: gate.id }, body: next }),
      failed: say("Not kept"),
    });
  }

  return [gate?.prepared ?? NOTHING_PREPARED, change];
}

/** Shows what it holds once its place has come into view, or nearly; until then its height is kept free. Pixels. */
function WhenSeen({ height, children }: { height: number; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), {
      rootMargin: "200px",
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} style={seen ? undefined : { minHeight: height }}>
      {seen && children}
    </div>
  );
}

export function GatesHeaderActions(scope: SessionScope) {
  const { data } = useQuery(gatesQuery(scope));
  const open = data?.items.some((gate) => gate.state === "open") ?? false;
  if (!open)
    return (
      <Changes>
        <ActionButton action="gate.open" label={say("Open a gate…")} keys="c" look="primary" />
      </Changes>
    );
  return (
    <Changes>
      <RareAction action="gate.abandon" label={say("Abandon")} />
      <ActionButton action="gate.conclude" label={say("Conclude…")} keys="a" look="primary" />
    </Changes>
  );
}
