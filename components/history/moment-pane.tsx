import { useQuery } from "@tanstack/react-query";
import { ReadFailure, Unread } from "@/components/shell/read-failure";
import { CONTROL } from "@/components/ui/control";
import { Link } from "@/components/ui/link";
import { Peek } from "@/components/ui/peek";
import { PlainText } from "@/components/ui/plain-text";
import { RelativeTime } from "@/components/ui/relative-time";
import { sayParts } from "@/components/ui/say-parts";
import { Skeleton } from "@/components/ui/skeleton";
import { useAwake } from "@/components/ui/use-awake";
import { knownQuery } from "@/lib/client/context";
import { pages, query, type SessionScope } from "@/lib/client/paths";
import { readQuery } from "@/lib/client/read-query";
import { sayRun } from "@/lib/client/runs";
import type { MomentRole } from "@/lib/contracts/moments";
import { versionNumber } from "@/lib/core/context/version-number";
import { say } from "@/lib/core/i18n/say";
import { NOW } from "./use-compare";

interface MomentPaneProps {
  scope: SessionScope;
  /** ISO 8601, or `now`. */
  at: string;
  /** Whose text is shown: `implementer-1`, or one run of it, `implementer-1 claude:7f0c8d9e`. */
  knower: string | null;
  onPlace: (place: { at?: string; knower?: string | null }) => void;
  onClose: () => void;
}

/** A session as it stood at a moment: its memory, its context, and what each role knew of them. */
export function MomentPane({ scope, at, knower, onPlace, onClose }: MomentPaneProps) {
  const moment = at === NOW ? undefined : at;
  const { data, error, refetch } = useQuery(
    readQuery("GET /sessions/{session}/moment", { params: scope, query: { at: moment } }),
  );
  const show = (named: string) => onPlace({ knower: named === knower ? null : named });
  return (
    <Peek
      label={say("Who knew what")}
      heading={<h2 className="font-semibold">{say("Who knew what")}</h2>}
      wide
      onClose={onClose}
    >
      <MomentInput value={moment ?? null} onChange={(next) => onPlace({ at: next ?? NOW })} />
      {data === undefined ? (
        error ? (
          <ReadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-16" />
        )
      ) : (
        <>
          <p className="flex flex-wrap gap-x-4">
            {data.memory.revision > 0 && (
              <Link
                href={`${pages.compare(scope.workspace, scope.session, data.memory.revision - 1, data.memory.revision)}&view=text`}
                className="text-accent hover:underline"
              >
                {say("Revision {to}", { to: data.memory.revision })}
              </Link>
            )}
            <span>{data.context.version ?? say("no version")}</span>
          </p>
          {data.roles.length === 0 && <p className="text-fg-3">{say("No roles had joined yet.")}</p>}
          <ul aria-label={say("Who knew what")}>
            {data.roles.map((each) => (
              <li key={each.role} className="border-line flex flex-wrap gap-x-3 border-b py-1">
                <Name named={each.role} knower={knower} onShow={show} label={each.role} />
                <Stood scope={scope} of={each} current={data.context.version} />
                {each.runs.map(({ id, shown, confirmed, ended }) => (
                  <span key={id} className="text-fg-3 flex w-full flex-wrap gap-x-3 text-xs">
                    <Name named={`${each.role} ${id}`} knower={knower} onShow={show} label={sayRun(id)} />
                    {say("shown {shown} · confirmed {confirmed}", { shown: shown ?? "–", confirmed: confirmed ?? "–" })}
                    {ended !== null && (
                      <span>{sayParts("ended {when}", { when: <RelativeTime at={ended} ago /> })}</span>
                    )}
                  </span>
                ))}
                {knower?.split(" ")[0] === each.role && <KnownText scope={scope} knower={knower} at={moment ?? null} />}
              </li>
            ))}
          </ul>
        </>
      )}
    </Peek>
  );
}

interface NameProps {
  named: string;
  knower: string | null;
  label: string;
  onShow: (named: string) => void;
}

function Name({ named, knower, label, onShow }: NameProps) {
  return (
    <button
      type="button"
      aria-expanded={named === knower}
      title={named}
      onClick={() => onShow(named)}
      className="hover:text-accent min-h-6 w-44 shrink-0 truncate text-start"
    >
      {label}
    </button>
  );
}

function Stood({ scope, of, current }: { scope: SessionScope; of: MomentRole; current: string | null }) {
  const [from, to] = [of.version, current].map((version) => versionNumber(version ?? "") ?? 0);
  return (
    <>
      <span>{of.version ?? <span className="text-fg-3">{say("Nothing confirmed")}</span>}</span>
      {of.behind > 0 && (
        <Link
          href={`${pages.context(scope.workspace, scope.session)}${query({ from, to })}`}
          className="text-warn text-xs hover:underline"
        >
          {say("{behind, plural, one {# version} other {# versions}} behind", { behind: of.behind })}
        </Link>
      )}
      {of.read !== null && (
        <span className="text-fg-3 ms-auto text-xs">
          {say("Memory read at revision {revision}", { revision: of.read.revision })}
        </span>
      )}
    </>
  );
}

function KnownText({ scope, knower, at }: { scope: SessionScope; knower: string; at: string | null }) {
  const [role = "", run] = knower.split(" ");
  const { data, error, refetch } = useQuery(knownQuery(scope, { role, run, at }));
  if (!data) return <Unread {...{ error, refetch }} />;
  if (data.text === "") return null;
  return (
    <div className="w-full py-1">
      <PlainText text={data.text} label={say("What {role} knew", { role })} />
    </div>
  );
}

interface MomentInputProps {
  /** ISO 8601 in UTC; null is now. */
  value: string | null;
  onChange: (value: string | null) => void;
}

/** A moment in the reader's own time; empty is now. */
function MomentInput({ value, onChange }: MomentInputProps) {
  // The server does not know the reader's time zone: there the moment is left out.
  const awake = useAwake();
  return (
    <label className="flex flex-col gap-1">
      <span className="text-fg-2 text-xs font-semibold">{value === null ? say("Now") : say("At")}</span>
      <input
        type="datetime-local"
        value={awake ? toLocal(value) : ""}
        onChange={(event) => onChange(fromLocal(event.target.value))}
        className={`${CONTROL} h-8 max-w-52`}
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
