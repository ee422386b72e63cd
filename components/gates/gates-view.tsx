"use client";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { NotRead } from "@/components/shell/not-read";
import { Content } from "@/components/shell/content";
import { StaleBar } from "@/components/shell/stale-bar";
import type { SessionScope } from "@/lib/client/paths";
import { gatesQuery } from "@/lib/client/queries/gates";
import type { GateBlocker } from "@/lib/contracts/gates";
import { GateDialog, type GateQuestion } from "./gate-dialog";
import { GatesSkeleton, NoGates } from "./gate-states";
import { OpenGate } from "./open-gate";
import { GateRecords, PastGates } from "./past-gates";
import { useBlockerCursor } from "./use-blocker-cursor";
import { useGateActions } from "./use-gate-actions";
import { useGateActs } from "./use-gate-acts";
import { usePrepared } from "./use-prepared";

const NONE: readonly GateBlocker[] = [];

/** Session › Gates: may this phase pass, and how earlier ones did. */
export function GatesView({ workspace, session }: SessionScope) {
  const scope = useMemo(() => ({ workspace, session }), [workspace, session]);
  const { data, error, refetch } = useQuery(gatesQuery(scope));
  const [question, setQuestion] = useState<GateQuestion>();
  const acts = useGateActs(scope);

  const gate = data?.items.find((each) => each.state === "open");
  const past = data?.items.filter((each) => each.state !== "open") ?? [];
  const [conclusion, change] = usePrepared(scope, gate?.id);
  const blockers = gate?.blockers ?? NONE;
  const { cursor, setCursor, move } = useBlockerCursor(blockers);

  useGateActions({
    scope,
    gate,
    blocker: blockers.find((each) => each.id === cursor),
    conclusion,
    move,
    change,
    acts,
    ask: setQuestion,
  });

  const retry = () => void refetch();
  return (
    <Content className="flex flex-col">
      {error !== null && data && <StaleBar error={error} onRetry={retry} />}
      {data === undefined ? (
        error === null ? (
          <GatesSkeleton />
        ) : (
          <NotRead what="The gates" error={error} onRetry={retry} />
        )
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
              onWaive={(blocker) => setQuestion({ kind: "waive", blocker })}
            />
          ) : (
            <p className="text-fg-2 px-4 pt-3.5">No gate is open: context versions can be published.</p>
          )}
          <PastGates gates={past} />
          <GateRecords records={data.records} />
        </>
      )}
      {question && data && (
        <GateDialog
          question={question}
          list={data}
          gate={gate}
          conclusion={conclusion}
          onChange={change}
          acts={acts}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </Content>
  );
}
