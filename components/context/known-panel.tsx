import { useQuery } from "@tanstack/react-query";
import { DiffSkeleton } from "@/components/history/revision-diff";
import { RunsThen } from "@/components/history/knew-then";
import { ReadFailure } from "@/components/shell/read-failure";
import { Button } from "@/components/ui/button";
import { CONTROL } from "@/components/ui/control";
import { cx } from "@/components/ui/cx";
import { LineDiff } from "@/components/ui/line-diff";
import { PlainText } from "@/components/ui/plain-text";
import { SectionHead } from "@/components/ui/section-head";
import { Select } from "@/components/ui/select";
import { useAwake } from "@/components/ui/use-awake";
import { contextDiffQuery, knownQuery } from "@/lib/client/context";
import type { SessionScope } from "@/lib/client/paths";
import { sayRun } from "@/lib/client/runs";
import type { Known } from "@/lib/contracts/context";
import type { Run } from "@/lib/contracts/runs";
import { say } from "@/lib/core/words/say";
import { useContextPlace } from "./use-context-place";
import { versionNumberOf } from "./version-name";

const NOBODY = "";

interface KnownPanelProps {
  scope: SessionScope;
  roles: readonly string[];
  runs?: readonly Run[] | undefined;
}

/** What a role, or one run of it, knew at a moment, from what it had confirmed; and how that differs from another, or another moment. */
export function KnownPanel({ scope, roles, runs = [] }: KnownPanelProps) {
  const [{ knower, at, than, thanAt }, setPlace] = useContextPlace();
  /** `implementer-1`, or `implementer-1 claude:7f0c8d9e` */
  const find = (named: string | null) => {
    const [role = "", id] = named?.split(" ") ?? [];
    const seat = runs.filter((run) => run.role === role);
    return roles.includes(role) ? { role, run: seat.find((run) => run.id === id)?.id, seat } : null;
  };
  const [asked, other] = [find(knower), find(than)];
  const choose = (label: string, none: string, chosen: typeof asked, onChange: (named: string | null) => void) => (
    <>
      <Select
        label={label}
        value={chosen?.role ?? NOBODY}
        onChange={(role) => onChange(role === NOBODY ? null : role)}
        options={[{ value: NOBODY, label: none }, ...roles.map((role) => ({ value: role, label: role }))]}
        className="w-44"
      />
      {chosen !== null && chosen.seat.length > 0 && (
        <Select
          label={say("Run")}
          value={chosen.run ?? NOBODY}
          onChange={(run) => onChange(run === NOBODY ? chosen.role : `${chosen.role} ${run}`)}
          options={[
            { value: NOBODY, label: say("All runs") },
            ...chosen.seat.map(({ id }) => ({ value: id, label: sayRun(id) })),
          ]}
          className="w-44"
        />
      )}
    </>
  );
  return (
    <section aria-labelledby="known">
      <SectionHead id="known" title={say("What did they know?")} note={say("What a role knew at a given time")} />
      <div className="flex flex-col gap-3 px-4 pb-5">
        <div className="flex flex-wrap items-end gap-2">
          {choose(say("Role"), say("Choose a role"), asked, (knower) => void setPlace({ knower }))}
          <MomentInput label={say("At")} value={at} onChange={(next) => void setPlace({ at: next })} />
          {asked !== null && (
            <>
              {choose(say("Compared with"), say("nobody"), other, (than) => void setPlace({ than }))}
              {other !== null && (
                <MomentInput label={say("At")} value={thanAt} onChange={(next) => void setPlace({ thanAt: next })} />
              )}
              <Button
                look="ghost"
                onClick={() => void setPlace({ knower: null, at: null, than: null, thanAt: null })}
                className="h-8"
              >
                {say("Clear")}
              </Button>
            </>
          )}
        </div>
        {asked !== null &&
          (other === null ? (
            <KnownText scope={scope} {...asked} at={at} />
          ) : (
            <KnownDifference scope={scope} one={{ ...asked, at }} other={{ ...other, at: thanAt }} />
          ))}
      </div>
    </section>
  );
}

interface Knower {
  role: string;
  /** Of the role this run alone; all where it is left out. */
  run?: string | undefined;
  at: string | null;
}

function KnownText({ scope, ...knower }: Knower & { scope: SessionScope }) {
  const { role, run, at } = knower;
  const { data, error, refetch } = useQuery(knownQuery(scope, knower));
  if (!data) return error ? <ReadFailure error={error} onRetry={() => void refetch()} /> : <DiffSkeleton />;
  return (
    <>
      <KnownLine known={data} run={run} now={at === null} />
      {data.text !== "" && <PlainText text={data.text} label={say("What {role} knew", { role })} />}
    </>
  );
}

function KnownLine({ known, run, now }: { known: Known; run: string | undefined; now: boolean }) {
  return (
    <div>
      <b className="font-semibold">{known.role}</b>
      {run !== undefined && <span className="font-mono">{` ${sayRun(run)}`}</span>} {now ? say("knows") : say("knew")}{" "}
      {known.version ?? say("no version")}
      {known.behind > 0 && (
        <span className="text-fg-2">
          {say(", {behind, plural, one {# version} other {# versions}} behind the current one", {
            behind: known.behind,
          })}
        </span>
      )}
      .
      <RunsThen runs={known.runs} />
    </div>
  );
}

function KnownDifference({ scope, one, other }: { scope: SessionScope; one: Knower; other: Knower }) {
  const first = useQuery(knownQuery(scope, one));
  const second = useQuery(knownQuery(scope, other));
  const ready = first.data !== undefined && second.data !== undefined;
  const from = versionNumberOf(first.data?.version ?? "");
  const to = versionNumberOf(second.data?.version ?? "");
  const diff = useQuery({ ...contextDiffQuery(scope, from, to), enabled: ready && from !== to });
  const failed = [first, second, diff].find((each) => each.isError);
  if (!ready) {
    return failed ? <ReadFailure error={failed.error} onRetry={() => void failed.refetch()} /> : <DiffSkeleton />;
  }
  return (
    <>
      <div>
        <KnownLine known={first.data} run={one.run} now={one.at === null} />
        <KnownLine known={second.data} run={other.run} now={other.at === null} />
      </div>
      {from === to ? (
        <p className="text-fg-2">{say("That is the same text.")}</p>
      ) : diff.data ? (
        <LineDiff
          diff={diff.data}
          label={say("From what {role} knew to what {role2} knew", { role: one.role, role2: other.role })}
        />
      ) : failed ? (
        <ReadFailure error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <DiffSkeleton />
      )}
    </>
  );
}

interface MomentInputProps {
  label: string;
  /** ISO 8601 in UTC; null is now. */
  value: string | null;
  onChange: (value: string | null) => void;
}

/** A moment in the reader's own time; empty is now. */
function MomentInput({ label, value, onChange }: MomentInputProps) {
  // The server does not know the reader's time zone: there the moment is left out.
  const awake = useAwake();
  return (
    <label className="flex flex-col gap-1">
      <span className="text-fg-2 text-xs font-semibold">{`${label}${value === null ? " (now)" : ""}`}</span>
      <input
        type="datetime-local"
        value={awake ? toLocal(value) : ""}
        onChange={(event) => onChange(fromLocal(event.target.value))}
        className={cx(CONTROL, "h-8 w-52")}
      />
    </label>
  );
}

/** "2026-02-09T05:32:00.000Z" is "2026-02-09T14:32" in Seoul. */
function toLocal(value: string | null): string {
  const time = value === null ? Number.NaN : Date.parse(value);
  if (Number.isNaN(time)) return "";
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function fromLocal(value: string): string | null {
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
