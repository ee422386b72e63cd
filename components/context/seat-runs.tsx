import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { cx } from "@/components/ui/cx";
import { Mark } from "@/components/ui/mark";
import { RelativeTime } from "@/components/ui/relative-time";
import { sayParts } from "@/components/ui/say-parts";
import { useFirst } from "@/components/ui/show-more";
import { sayRun, type Seat } from "@/lib/client/runs";
import type { Run } from "@/lib/contracts/runs";
import { say } from "@/lib/core/i18n/say";

interface SeatRunsProps {
  role: string;
  seat: Seat;
  onRun: (act: RunAct, run: Run) => void;
}

export type RunAct = "end" | "keep" | "move";

export function SeatRuns({ role, seat: { live, ended }, onRun }: SeatRunsProps) {
  const [open, setOpen] = useState(false);
  const { first, more } = useFirst(ended, say("runs"));
  return (
    <>
      {live.length > 0 && (
        <ul aria-label={say("Runs of {role}", { role })}>
          {live.map((run) => (
            <RunLine key={run.id} run={run} isDoubled={live.length > 1 || run.name !== null} onRun={onRun} />
          ))}
        </ul>
      )}
      {(live.length === 0 || ended.length > 0) && (
        <p className="text-fg-3 flex min-h-6 flex-wrap items-center gap-x-3">
          {live.length === 0 && <Vacant last={ended[0]} />}
          {ended.length > 0 && (
            <button
              type="button"
              aria-expanded={open}
              onClick={() => setOpen(!open)}
              className="hover:text-fg min-h-6 underline decoration-dotted underline-offset-2"
            >
              {say("{count, plural, one {# earlier run} other {# earlier runs}}", { count: ended.length })}
            </button>
          )}
        </p>
      )}
      {open && (
        <>
          <ul aria-label={say("Earlier runs of {role}", { role })}>
            {first.map((run) => (
              <RunLine key={run.id} run={run} isDoubled={false} onRun={onRun} />
            ))}
          </ul>
          {more}
        </>
      )}
    </>
  );
}

/** What a seat says that nobody is in: what its last run knew. */
function Vacant({ last }: { last: Run | undefined }) {
  const ended = last?.ended ?? null;
  const when = ended !== null && <RelativeTime at={ended} ago />;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Mark shape="ring" />
      <span>
        {last === undefined
          ? say("Vacant. No run yet")
          : last.confirmed === null
            ? sayParts("Vacant. Its last run ended {when} and confirmed nothing", { when })
            : sayParts("Vacant. Last confirmed {version} by a run that ended {when}", {
                version: last.confirmed,
                when,
              })}
        {last?.how !== undefined && last.how !== null && <span dir="auto">{` · ${last.how}`}</span>}
      </span>
    </span>
  );
}

/** Below name and state where there is little room. */
const DETAIL = "max-sm:order-1 max-sm:w-full max-sm:ps-[15px]";

const LIFE = {
  "at work": { tone: "ok", shape: "dot" },
  silent: { tone: "warn", shape: "ring" },
  ended: { tone: "neutral", shape: "bar" },
} as const;

interface RunLineProps extends Pick<SeatRunsProps, "onRun"> {
  run: Run;
  /** Whether the seat has other runs at work, or this run only has a near name. */
  isDoubled: boolean;
}

function RunLine({ run, isDoubled, onRun }: RunLineProps) {
  const { id, counts, name: claimed, state, began, sign, ended, how, shown, confirmed, lostAt, tokens } = run;
  const name = sayRun(id);
  const isSilent = counts && state === "silent";
  return (
    <li className="flex min-h-6 flex-wrap items-center gap-x-3 max-sm:py-1 @3xl:grid @3xl:grid-cols-[10.5rem_7rem_11.5rem_minmax(0,1fr)_auto]">
      <span className="flex min-w-0 items-center gap-2">
        <Mark {...(counts || ended !== null ? LIFE[state] : LIFE.ended)} />
        <span title={id} className="truncate font-mono">
          {name}
        </span>
      </span>
      <span className={isSilent ? "text-warn" : "text-fg-2"}>
        {ended !== null
          ? sayParts("ended {when}", { when: <RelativeTime at={ended} ago /> })
          : !counts
            ? claimed === null
              ? say("not counted")
              : say("calls itself {name}", { name: claimed })
            : isSilent
              ? sayParts("silent {long}", { long: <RelativeTime at={sign} lasting /> })
              : say("at work")}
      </span>
      <span className={cx(DETAIL, "text-fg-2")}>
        {say("shown {shown} · confirmed {confirmed}", { shown: shown ?? "–", confirmed: confirmed ?? "–" })}
      </span>
      <span className={cx(DETAIL, "text-fg-3 min-w-0")}>
        {sayParts("began {when}", { when: <RelativeTime at={began} ago /> })}
        {!isSilent && (
          <>
            {" · "}
            {sayParts("last sign {when}", { when: <RelativeTime at={sign} ago /> })}
          </>
        )}
        {" · "}
        {say("{tokens, plural, one {# token} other {# tokens}}", { tokens })}
        {lostAt !== null && (
          <span className="text-warn">
            {" · "}
            {sayParts("context lost {when}", { when: <RelativeTime at={lostAt} ago /> })}
          </span>
        )}
        {how !== null && <span dir="auto">{` · ${how}`}</span>}
      </span>
      {ended === null && (
        <span className={cx("flex justify-end gap-1 max-sm:ms-auto", isDoubled && "max-sm:order-1")}>
          {isDoubled && (
            <>
              <Changes deed="end a run of another role">
                <Button
                  size="small"
                  look="ghost"
                  aria-label={say("Keep only {run}…", { run: name })}
                  onClick={() => onRun("keep", run)}
                >
                  {say("Keep only…")}
                </Button>
              </Changes>
              <Changes deed="move a run to another seat">
                <Button
                  size="small"
                  look="ghost"
                  aria-label={say("Move {run}…", { run: name })}
                  onClick={() => onRun("move", run)}
                >
                  {say("Move…")}
                </Button>
              </Changes>
            </>
          )}
          <Changes deed="end a run of another role">
            <Button
              size="small"
              look="ghost"
              aria-label={say("End {run}…", { run: name })}
              onClick={() => onRun("end", run)}
            >
              {say("End…")}
            </Button>
          </Changes>
        </span>
      )}
    </li>
  );
}
