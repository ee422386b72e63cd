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
import type { Known } from "@/lib/contracts/context";
import { say } from "@/lib/core/words/say";
import { useContextPlace } from "./use-context-place";
import { versionNumberOf } from "./version-name";

const NOBODY = "";

/** What a role knew at a moment, from what it had confirmed; and how that differs from another role, or another moment. */
export function KnownPanel({ scope, roles }: { scope: SessionScope; roles: readonly string[] }) {
  const [{ knower, at, than, thanAt }, setPlace] = useContextPlace();
  const options = roles.map((role) => ({ value: role, label: role }));
  const asked = knower !== null && roles.includes(knower) ? knower : null;
  const other = than !== null && roles.includes(than) ? than : null;
  return (
    <section aria-labelledby="known">
      <SectionHead id="known" title={say("What did they know?")} note={say("What a role knew at a given time")} />
      <div className="flex flex-col gap-3 px-4 pb-5">
        <div className="flex flex-wrap items-end gap-2">
          <Select
            label={say("Role")}
            value={asked ?? NOBODY}
            onChange={(role) => void setPlace({ knower: role === NOBODY ? null : role })}
            options={[{ value: NOBODY, label: say("Choose a role") }, ...options]}
            className="w-44"
          />
          <MomentInput label={say("At")} value={at} onChange={(next) => void setPlace({ at: next })} />
          {asked !== null && (
            <>
              <Select
                label={say("Compared with")}
                value={other ?? NOBODY}
                onChange={(role) => void setPlace({ than: role === NOBODY ? null : role })}
                options={[{ value: NOBODY, label: say("nobody") }, ...options]}
                className="w-44"
              />
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
            <KnownText scope={scope} role={asked} at={at} />
          ) : (
            <KnownDifference scope={scope} one={{ role: asked, at }} other={{ role: other, at: thanAt }} />
          ))}
      </div>
    </section>
  );
}

interface Knower {
  role: string;
  at: string | null;
}

function KnownText({ scope, role, at }: Knower & { scope: SessionScope }) {
  const { data, error, refetch } = useQuery(knownQuery(scope, role, at ?? undefined));
  if (!data) return error ? <ReadFailure error={error} onRetry={() => void refetch()} /> : <DiffSkeleton />;
  return (
    <>
      <KnownLine known={data} now={at === null} />
      {data.text !== "" && <PlainText text={data.text} label={say("What {role} knew", { role })} />}
    </>
  );
}

function KnownLine({ known, now }: { known: Known; now: boolean }) {
  return (
    <div>
      <b className="font-semibold">{known.role}</b> {now ? say("knows") : say("knew")}{" "}
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
  const first = useQuery(knownQuery(scope, one.role, one.at ?? undefined));
  const second = useQuery(knownQuery(scope, other.role, other.at ?? undefined));
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
        <KnownLine known={first.data} now={one.at === null} />
        <KnownLine known={second.data} now={other.at === null} />
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
